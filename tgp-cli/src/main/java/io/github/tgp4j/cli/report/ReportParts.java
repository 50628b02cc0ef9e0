package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.Calibration;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.DeepModel;
import io.github.tgp4j.model.ForestModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalModel;
import io.github.tgp4j.model.TgpModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The parts of a {@link Report}, each from what those before found. */
final class ReportParts {
  private static final int SHOWN_ROWS = 500;
  private static final int EFFECT_ROWS = 2000;
  private static final int PIT_BINS = 20;
  private static final int MOST_BARS = 30;
  private static final int LIGHT_DRAWS = 20; // of a network, where effects are averaged over rows
  private static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};

  private final ReportMaker asked;
  private final Rows all;
  private final Rows scored;
  private final Rows shown;
  private final List<String> labels;
  private final Judged judged; // null where no target is known
  private final List<InputSteps> steps;
  private final int inputs;

  ReportParts(ReportMaker asked, Rows all, List<InputColumn> columns) {
    this.asked = asked;
    this.all = all;
    this.labels = asked.classLabels();
    this.scored = all.sample(asked.scoreRows, asked.seed);
    this.shown = scored.sample(EFFECT_ROWS, asked.seed);
    this.judged = judge();
    this.inputs = columns.size();
    boolean fine = inputs == 1;
    List<InputSteps> every = columns.stream().map(c -> InputSteps.of(c, shown, fine)).toList();
    this.steps =
        new Screening(asked.model, asked.target, shown, asked.seed).strongest(every, MOST_BARS);
  }

  private Judged judge() {
    if (asked.heldOut != null) {
      return Judged.of(asked.heldOut, asked.unseen, asked.target);
    }
    return all.y() == null ? null : Judged.of(asked.model, asked.target, scored, all.count());
  }

  Report make() {
    List<Permutation.Found> important = importance();
    PartialDependence.Found dependence =
        new PartialDependence(
                light(asked.model),
                asked.target,
                asked.targetName,
                labels,
                new Screening(asked.model, asked.target, shown, asked.seed)
                    .strongest(steps, PartialDependence.MOST_CHARTS),
                shown,
                asked.seed)
            .find();
    List<InputSteps> order =
        important.isEmpty()
            ? dependence.order()
            : important.stream().map(Permutation.Found::input).toList();
    LearntFunctions learnt =
        new LearntFunctions(
            main(), asked.target, asked.targetName, labels, dependence.order(), asked.seed);
    Report.Technical technical =
        new Report.Technical(
            asked.facts, asked.training, learnt.panels(shown), learnt.latent(shown));
    List<String> notes = notes(dependence.charts());
    String title = asked.title == null ? "A model of " + asked.targetName : asked.title;
    if (judged == null) {
      return new Report(
          title,
          asked.subtitle,
          null,
          new Report.Inputs(null, dependence.charts(), null, null),
          new Report.Checks(null, null, null, null, null),
          null,
          technical,
          notes);
    }
    Verdict verdict = Verdict.of(judged.held(), discrete(), asked.seen);
    Forecast own = Forecast.of(judged);
    Forecast other = other();
    return new Report(
        title,
        asked.subtitle,
        answer(verdict, important),
        new Report.Inputs(
            important.isEmpty()
                ? null
                : Permutation.report(important, labels != null, importanceRows(), inputs),
            dependence.charts(),
            labels != null
                ? null
                : TimeSeries.of(judged, steps, asked.targetName, n -> sampled(n, judged.all())),
            verdict.grade() == Grade.GUESS ? null : whatIf(order)),
        checks(verdict, own, other, order),
        scores(verdict, own, other),
        technical,
        notes);
  }

  private Report.WhatIf whatIf(List<InputSteps> order) {
    return new WhatIfMaker(
            light(asked.model), asked.target, asked.targetName, labels, shown, asked.seed)
        .make(order);
  }

  private boolean discrete() {
    return asked.model.likelihood(asked.target).discrete();
  }

  private List<Permutation.Found> importance() {
    if (judged == null || !judged.hasInputs() || judged.count() < 2) {
      return List.of();
    }
    return new Permutation(judged, steps, this::light, asked.seed).find(labels != null);
  }

  private String importanceRows() {
    return sampled(Permutation.rows(judged, steps), judged.all());
  }

  private Report.Answer answer(Verdict verdict, List<Permutation.Found> important) {
    VerdictText text = new VerdictText(verdict, asked.targetName, labels, asked.rowsAre);
    String warning = asked.warning != null ? asked.warning : wild();
    return AnswerMaker.of(verdict, text, important, inputs, warning);
  }

  /** Values that nobody expects, and that a person should look at; null where there are none. */
  private String wild() {
    int count = labels != null || all.y() == null ? 0 : TargetHistogram.wild(all.y());
    return count == 0
        ? null
        : (count == 1 ? "One row has" : Numbers.count(count) + " rows have")
            + " a "
            + asked.targetName
            + " that is extremely far from all others. Check whether "
            + (count == 1 ? "it is a mistake" : "they are mistakes")
            + ": such values make everything else harder to learn.";
  }

  private Report.Checks checks(
      Verdict verdict, Forecast own, Forecast other, List<InputSteps> order) {
    Report.Worst worst = new WorstRows(judged, asked.targetName, labels, order).find();
    if (labels != null) {
      Report.Classes classes = ClassCounts.of(labels, judged.held().classes(), judged.held().y());
      return new Report.Checks(null, null, null, classes, worst);
    }
    String rows = sampled(Math.min(judged.count(), SHOWN_ROWS), judged.all());
    return new Report.Checks(
        TargetHistogram.of(asked.targetName, all.y() == null ? judged.held().y() : all.y()),
        own.predicted(asked.targetName, SHOWN_ROWS, rows),
        calibration(verdict, own, other),
        null,
        worst);
  }

  private Report.Calibrated calibration(Verdict verdict, Forecast own, Forecast other) {
    return new Report.Calibrated(
        judged.count(),
        Calibration.histogram(own.pit(), PIT_BINS),
        LEVELS,
        coverage(own),
        verdict.inside(),
        verdict.trust(),
        other == null ? null : asked.baselineName,
        other == null ? null : coverage(other),
        discrete());
  }

  private static double[] coverage(Forecast forecast) {
    return Arrays.stream(LEVELS)
        .map(level -> Calibration.centralCoverage(forecast.pit(), level))
        .toArray();
  }

  private Forecast other() {
    if (asked.heldOutBaseline != null) {
      return Forecast.of(Judged.of(asked.heldOutBaseline, asked.unseenBaseline, asked.target));
    }
    return asked.baseline == null || asked.heldOut != null || all.y() == null
        ? null
        : Forecast.of(Judged.of(asked.baseline, asked.target, scored, all.count()));
  }

  private Report.Scores scores(Verdict verdict, Forecast own, Forecast other) {
    List<Report.Measure> columns = labels != null ? Forecast.CLASSES : Forecast.NUMBERS;
    List<Report.Score> rows = new ArrayList<>();
    rows.add(new Report.Score("this model", "", own.scores()));
    rows.add(
        new Report.Score(
            "guessing",
            labels != null
                ? "how often each class occurs, the same for every row"
                : "the median or mean, the same for every row",
            own.guessScores(verdict)));
    if (other != null) {
      rows.add(new Report.Score(asked.baselineName, "", other.scores()));
    }
    String where = sampled(judged.count(), judged.all());
    String summary =
        other != null
            ? Forecast.compare(own, other, asked.baselineName, where)
            : "Over " + where + ".";
    return known(columns, rows, summary);
  }

  /** The table without columns that nobody has a value for. */
  private Report.Scores known(
      List<Report.Measure> columns, List<Report.Score> rows, String summary) {
    int[] kept =
        IntStream.range(0, columns.size())
            .filter(c -> rows.stream().anyMatch(row -> !Double.isNaN(row.values()[c])))
            .toArray();
    return new Report.Scores(
        Arrays.stream(kept).mapToObj(columns::get).toList(),
        rows.stream()
            .map(
                row ->
                    new Report.Score(
                        row.model(),
                        row.spec(),
                        Arrays.stream(kept).mapToDouble(c -> row.values()[c]).toArray()))
            .toList(),
        asked.candidates.stream()
            .sorted(Comparator.comparingDouble(tried -> tried.values()[0]))
            .toList(),
        summary);
  }

  /** "500 of 10,000 held-out rows". */
  private String sampled(int some, int of) {
    return (some < of ? Numbers.count(some) + " of " : "")
        + Numbers.count(of)
        + " "
        + asked.rowsAre;
  }

  /** The model, or the part of a blend that is shown in detail. */
  private Model main() {
    return asked.model instanceof BlendedModel blend ? main(blend).model() : asked.model;
  }

  /** The part with the largest weight of those with a GP; of all where none has one. */
  private static BlendedModel.Part main(BlendedModel blend) {
    return blend.parts().stream()
        .filter(p -> !(p.model() instanceof ConstantModel || p.model() instanceof ForestModel))
        .findFirst()
        .orElse(blend.parts().get(0));
  }

  /** Fewer draws of the network, where there are many. */
  private Model light(Model of) {
    if (of instanceof BlendedModel blend) {
      return blend.withParts(
          blend.parts().stream()
              .map(p -> new BlendedModel.Part(p.name(), light(p.model()), p.weight()))
              .toList());
    }
    Matrix x = all.x();
    return of instanceof TgpModel tgp
            && tgp.flow(asked.target, 0, x, 0, new double[] {0}).length > LIGHT_DRAWS
        ? tgp.withNetworkSamples(LIGHT_DRAWS)
        : of;
  }

  private List<String> notes(List<Report.Dependence> charts) {
    List<String> out = new ArrayList<>(asked.notes);
    if (asked.heldOut != null) {
      out.add(
          "Held-out rows were predicted by models of the same kind that were fitted without them;"
              + " the model in the file was then fitted to all rows.");
    } else if (scored.count() < all.count()) {
      out.add(
          "Scores and charts use " + sampled(scored.count(), all.count()) + ", drawn at random.");
    }
    long drawn = charts.stream().map(Report.Dependence::input).distinct().count();
    if (!asked.inputs.isEmpty() && drawn < asked.inputs.size()) {
      out.add(
          "Effects are shown of "
              + drawn
              + " of "
              + asked.inputs.size()
              + " inputs, those with the largest; categories of more than 32 labels are left out.");
    }
    if (asked.model instanceof BlendedModel blend && !blend.support(asked.target).isReal()) {
      out.add("Predictions are kept to values " + blend.support(asked.target).describe() + ".");
    }
    if (asked.model instanceof BlendedModel blend && !blend.sharpening(asked.target).isNone()) {
      out.add("Predictions were " + blend.sharpening(asked.target).describe() + ".");
    }
    if (!asked.calibrated.isEmpty()) {
      out.add(
          "Quantiles are "
              + asked.calibrated
              + ". The charts of calibration show the model before that.");
    }
    if (asked.model instanceof BlendedModel blend && blend.parts().size() > 1) {
      BlendedModel.Part part = main(blend);
      out.add(
          String.format(
              Locale.ROOT,
              "The model is a blend of %d; flow, warp and latent function under Technical details are"
                  + " those of the GP with the largest weight, %s (%.0f%%).",
              blend.parts().size(),
              part.name(),
              100 * part.weight()));
    }
    if (main() instanceof DeepModel || main() instanceof NonMarginalModel) {
      out.add(
          "The latent function of this model is no Gaussian process; its covariance is not shown.");
    }
    return out;
  }
}
