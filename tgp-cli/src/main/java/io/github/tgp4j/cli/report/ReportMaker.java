package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.Calibration;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.DeepModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalModel;
import io.github.tgp4j.model.TgpModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Computes a {@link Report} about one target of a fitted model from rows, held out or given.
 *
 * <pre>{@code
 * Report report =
 *     ReportMaker.of(model).title("Prices").target("price").inputs(columns)
 *         .baseline("SVGP baseline", plain).make(x, y);
 * }</pre>
 *
 * <p>Large data are sampled, with a seed: a page shows hundreds of rows, not millions, and every
 * quantile of a mixture costs. What was sampled is said on the page.
 */
public final class ReportMaker {
  private static final int SHOWN_ROWS = 500;
  private static final int PIT_BINS = 20;
  private static final int LIGHT_DRAWS = 20; // of a network, where effects are averaged over rows
  private static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};

  private final Model model;
  private String title;
  private String subtitle = "";
  private String targetName = "target";
  private int target;
  private List<String> labels;
  private List<InputColumn> inputs = List.of();
  private String baselineName = "SVGP baseline";
  private Model baseline;
  private HeldOut heldOut;
  private HeldOut heldOutBaseline;
  private Report.Training training;
  private String rowsAre = "rows";
  private int scoreRows = 2000;
  private long seed = 1;
  private final List<Report.Fact> facts = new ArrayList<>();
  private final List<Report.Score> candidates = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private ReportMaker(Model model) {
    this.model = model;
  }

  public static ReportMaker of(Model model) {
    return new ReportMaker(model);
  }

  public ReportMaker title(String text) {
    title = text;
    return this;
  }

  public ReportMaker subtitle(String text) {
    subtitle = text;
    return this;
  }

  /** The only target. */
  public ReportMaker target(String name) {
    return target(name, 0);
  }

  /** One of several targets. */
  public ReportMaker target(String name, int index) {
    if (!(index >= 0 && index < model.targets())) {
      throw new IllegalArgumentException(
          "target " + name + ": expected an index below " + model.targets() + " but got " + index);
    }
    targetName = name;
    target = index;
    return this;
  }

  /** Names of the classes 0, 1, …; their codes unless given. */
  public ReportMaker labels(List<String> names) {
    labels = List.copyOf(names);
    return this;
  }

  /** The inputs as their owner knows them; x1, x2, … unless given. */
  public ReportMaker inputs(List<InputColumn> columns) {
    inputs = List.copyOf(columns);
    return this;
  }

  /** The model to compare with. */
  public ReportMaker baseline(String name, Model other) {
    baselineName = name;
    baseline = other;
    return this;
  }

  /** Scores of the model on rows that its fit held out, in place of scores on the rows given. */
  public ReportMaker heldOut(HeldOut predictions) {
    heldOut = predictions;
    return this;
  }

  /** The baseline on the same held-out rows. */
  public ReportMaker heldOutBaseline(String name, HeldOut predictions) {
    baselineName = name;
    heldOutBaseline = predictions;
    return this;
  }

  /** Another model that was considered, of which only the NLL on held-out rows is known. */
  public ReportMaker candidate(String name, double nll) {
    candidates.add(new Report.Score(name, new double[] {nll}));
    return this;
  }

  public ReportMaker training(Report.Training curve) {
    training = curve;
    return this;
  }

  /** A line of "what was fitted". */
  public ReportMaker fact(String label, String value) {
    facts.add(new Report.Fact(label, value));
    return this;
  }

  /** A sentence for the end of the page. */
  public ReportMaker note(String text) {
    notes.add(text);
    return this;
  }

  /** What the rows are, after their number: "held-out rows". */
  public ReportMaker rowsAre(String text) {
    rowsAre = text;
    return this;
  }

  /** At most so many rows are scored, drawn at random. */
  public ReportMaker scoreRows(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("rows to score: expected at least 1 but got " + most);
    }
    scoreRows = most;
    return this;
  }

  public ReportMaker seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Computes it all.
   *
   * @param x encoded rows, at least one
   * @param y targets, NaN where missing; null where none is known
   */
  public Report make(Matrix x, double[] y) {
    Rows all = Rows.known(x, y);
    if (all.count() == 0) {
      throw new IllegalArgumentException(
          "report: expected rows with a known target but got none of " + x.rows);
    }
    Rows scored = all.sample(scoreRows, seed);
    List<String> classLabels = classLabels();
    List<InputSteps> steps = columns(x.cols).stream().map(c -> InputSteps.of(c, scored)).toList();
    PartialDependence.Found dependence =
        new PartialDependence(light(model, x), target, targetName, classLabels, steps, scored, seed)
            .find();
    LearntFunctions learnt =
        new LearntFunctions(main(), target, targetName, classLabels, dependence.order(), seed);
    Forecast own = forecast(heldOut, y == null ? null : model, scored, all.count());
    Forecast other = forecast(heldOutBaseline, y == null ? null : baseline, scored, all.count());
    boolean numbers = own != null && classLabels == null;
    return new Report(
        title == null ? "A model of " + targetName : title,
        subtitle,
        facts,
        own == null ? null : scores(own, other),
        training,
        numbers ? own.predicted(targetName, SHOWN_ROWS, shownRows(own)) : null,
        numbers ? calibration(own, other) : null,
        own == null || numbers
            ? null
            : ClassCounts.of(classLabels, own.classProbabilities(), own.y()),
        learnt.panels(scored),
        dependence.charts(),
        learnt.latent(scored),
        allNotes(all, scored, dependence.charts()));
  }

  private List<String> classLabels() {
    int classes = model.likelihood(target).classes();
    if (classes == 0) {
      return null;
    }
    if (labels != null && labels.size() != classes) {
      throw new IllegalArgumentException(
          "labels: expected " + classes + ", one per class, but got " + labels.size());
    }
    return labels != null
        ? labels
        : IntStream.range(0, classes).mapToObj(Integer::toString).toList();
  }

  private List<InputColumn> columns(int count) {
    return inputs.isEmpty()
        ? IntStream.range(0, count).mapToObj(j -> InputColumn.number("x" + (j + 1), j)).toList()
        : inputs;
  }

  /** The model, or the part of a blend with the largest weight. */
  private Model main() {
    return model instanceof BlendedModel blend ? blend.main() : model;
  }

  /** Fewer draws of the network, where there are many. */
  private Model light(Model of, Matrix x) {
    if (of instanceof BlendedModel blend) {
      return new BlendedModel(
          blend.parts().stream()
              .map(p -> new BlendedModel.Part(p.name(), light(p.model(), x), p.weight()))
              .toList());
    }
    return of instanceof TgpModel tgp
            && tgp.flow(target, 0, x, 0, new double[] {0}).length > LIGHT_DRAWS
        ? tgp.withNetworkSamples(LIGHT_DRAWS)
        : of;
  }

  private Report.Scores scores(Forecast own, Forecast other) {
    boolean classes = model.likelihood(target).classes() > 0;
    List<Report.Measure> columns = classes ? Forecast.CLASSES : Forecast.NUMBERS;
    List<Report.Score> rows = new ArrayList<>();
    rows.add(new Report.Score("this model", classes ? own.classScores() : own.numberScores()));
    if (other != null) {
      rows.add(
          new Report.Score(baselineName, classes ? other.classScores() : other.numberScores()));
    }
    for (Report.Score candidate : candidates) {
      double[] values = new double[columns.size()];
      Arrays.fill(values, Double.NaN);
      values[0] = candidate.values()[0];
      rows.add(new Report.Score(candidate.model(), values));
    }
    String where = sampled(own.rows(), own.all());
    String summary =
        other != null
            ? Forecast.compare(own, other, baselineName, where)
            : "Scores over " + where + "; no baseline was fitted to compare with.";
    return known(columns, rows, summary);
  }

  /** The table without columns that nobody has a value for. */
  private static Report.Scores known(
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
                        Arrays.stream(kept).mapToDouble(c -> row.values()[c]).toArray()))
            .toList(),
        summary);
  }

  /** "500 of 10,000 held-out rows". */
  private String sampled(int some, int all) {
    return (some < all ? Numbers.count(some) + " of " : "") + Numbers.count(all) + " " + rowsAre;
  }

  private String shownRows(Forecast own) {
    return sampled(Math.min(own.rows(), SHOWN_ROWS), own.all());
  }

  /** What was held out in a fit, or else a model's predictions of the rows given. */
  private Forecast forecast(HeldOut held, Model of, Rows scored, int all) {
    if (held != null) {
      return Forecast.of(held);
    }
    return of == null || heldOut != null ? null : Forecast.of(of, target, scored, all);
  }

  private Report.Calibrated calibration(Forecast own, Forecast other) {
    return new Report.Calibrated(
        own.pit().length,
        Calibration.histogram(own.pit(), PIT_BINS),
        LEVELS,
        coverage(own),
        other == null ? null : baselineName,
        other == null ? null : coverage(other),
        model.likelihood(target).discrete());
  }

  private static double[] coverage(Forecast forecast) {
    return Arrays.stream(LEVELS)
        .map(level -> Calibration.centralCoverage(forecast.pit(), level))
        .toArray();
  }

  private List<String> allNotes(Rows all, Rows scored, List<Report.Dependence> charts) {
    List<String> out = new ArrayList<>(notes);
    if (heldOut == null && scored.count() < all.count()) {
      out.add(
          "Scores and charts use " + sampled(scored.count(), all.count()) + ", drawn at random.");
    }
    long shown = charts.stream().map(Report.Dependence::input).distinct().count();
    if (!inputs.isEmpty() && shown < inputs.size()) {
      out.add(
          "Effects are shown of "
              + shown
              + " of "
              + inputs.size()
              + " inputs, those with the largest; categories of more than 32 labels are left out.");
    }
    if (model instanceof BlendedModel blend) {
      BlendedModel.Part part = blend.parts().get(0);
      out.add(
          String.format(
              Locale.ROOT,
              "%d models predict together; flow, warp and latent function are those of the one with"
                  + " the largest weight, %s (%.0f%%).",
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
