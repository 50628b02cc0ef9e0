package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Reports on small made-up data, one per kind of model. */
final class SampleReports {
  static final String NASTY = "</script><script>alert(1)</script><!-- \"'&";

  private SampleReports() {}

  /**
   * Encoded rows: a number, a category of three labels, a time in days; and what follows of them.
   */
  record Sample(Matrix x, double[] y, double[] classes) {}

  /** Skewed and positive: y = exp(sin x + effect of the label + 0.4 ε). */
  static Sample sample(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix x = Matrix.zeros(n, 5);
    double[] y = new double[n];
    double[] classes = new double[n];
    double[] effect = {0.0, 0.5, -0.3};
    for (int i = 0; i < n; i++) {
      double at = 6 * random.nextDouble();
      int label = random.nextInt(3);
      double day = random.nextInt(400);
      x.set(i, 0, at);
      x.set(i, 1 + label, 1);
      x.set(i, 4, day);
      y[i] = Math.exp(Math.sin(at) + effect[label] + 0.4 * random.nextGaussian());
      classes[i] = y[i] < 0.8 ? 0 : y[i] < 1.8 ? 1 : 2;
    }
    return new Sample(x, y, classes);
  }

  static List<InputColumn> inputs(String nasty) {
    double[] seconds = new double[21];
    double[][] days = new double[21][1];
    for (int k = 0; k < seconds.length; k++) {
      days[k][0] = 20 * k;
      seconds[k] = 1_699_228_800.0 + 86400 * days[k][0];
    }
    return List.of(
        InputColumn.number("distance (km)" + nasty, 0),
        InputColumn.category(
            "kind", new int[] {1, 2, 3}, List.of("plain", "a longer label here", nasty + "fast")),
        InputColumn.times("day", new int[] {4}, seconds, days));
  }

  private static ReportMaker maker(Model model, Report.Training training) {
    return ReportMaker.of(model)
        .title("Delays by distance, kind and day")
        .subtitle("A transformed Gaussian process of 400 rows, scored on 300 held-out rows")
        .target("delay (minutes)")
        .inputs(inputs(""))
        .rowsAre("held-out rows")
        .training(training)
        .fact("Data", "made up: y = exp(sin x + effect of kind + 0.4 ε), 700 rows")
        .fact("Target", "delay (minutes), 0.09 to 11.2, positive and skewed")
        .fact("Model", model.toString())
        .fact("Why this one", "lowest NLL on held-out rows among four candidates")
        .fact("Seed", "1")
        .note("day: a time, encoded as days")
        .note("kind: 3 labels, one column each");
  }

  /** A curve of training as the builder's listener hears it. */
  static final class Curve {
    private final List<double[]> points = new ArrayList<>();

    boolean add(double step, double bound, double validation) {
      points.add(new double[] {step, bound, validation});
      return true;
    }

    Report.Training training() {
      return new Report.Training(field(0), field(1), field(2));
    }

    private double[] field(int k) {
      return points.stream().mapToDouble(p -> p[k]).toArray();
    }
  }

  static Report regression(String flow, int rows, int steps) {
    Sample train = sample(rows, 1);
    Sample held = sample(300, 2);
    Curve curve = new Curve();
    Tgp tgp = Tgp.builder().flow(flow).inducing(20).nodes(16).plan(TrainingPlan.ofSteps(steps));
    Model model =
        tgp.validation(0.1)
            .listener(p -> curve.add(p.step(), p.bound(), p.validation()))
            .fit(train.x(), Matrix.column(train.y()));
    return maker(model, curve.training())
        .baseline("plain GP", baseline(train, steps))
        .candidate("candidate", "tanh-sum(4)", 1.234)
        .make(held.x(), held.y());
  }

  /** Where the sliders of a page stand at first: in thousandths of their ranges. */
  static double[] start(Report.WhatIf whatIf) {
    List<Double> out = new ArrayList<>();
    for (Report.Control control : whatIf.controls()) {
      if (control.labels() == null) {
        double place = (control.value() - control.least()) / (control.most() - control.least());
        double thousandth = Math.round(1000 * place) / 1000.0;
        double value = control.least() + thousandth * (control.most() - control.least());
        double shown = control.whole() ? Math.round(value) : value;
        out.add((shown - control.least()) / (control.most() - control.least()));
      } else {
        for (int k = 0; k < control.labels().size(); k++) {
          out.add(control.value() == k ? 1.0 : 0.0);
        }
      }
    }
    return out.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Model baseline(Sample train, int steps) {
    return Tgp.builder()
        .inducing(20)
        .plan(TrainingPlan.ofSteps(steps))
        .fit(train.x(), Matrix.column(train.y()));
  }

  static Report warped(int steps) {
    Sample train = sample(150, 1);
    Model model =
        Tgp.builder()
            .warp("sal(1) > softplus")
            .inducing(15)
            .plan(TrainingPlan.ofSteps(steps))
            .fit(train.x(), Matrix.column(train.y()));
    return maker(model, null).make(train.x(), train.y());
  }

  static Report counts(int steps) {
    Sample train = sample(150, 1);
    double[] y = java.util.Arrays.stream(train.y()).map(Math::rint).toArray();
    Model model =
        Tgp.builder()
            .likelihood("poisson")
            .inducing(12)
            .plan(TrainingPlan.ofSteps(steps))
            .fit(train.x(), Matrix.column(y));
    return maker(model, null).make(train.x(), y);
  }

  static Report classes(int steps) {
    Sample train = sample(300, 1);
    Sample held = sample(300, 2);
    TrainingPlan plan = TrainingPlan.ofSteps(steps);
    Tgp tgp = Tgp.builder().likelihood("categorical(3)").inducing(15).plan(plan);
    Model model = tgp.flow("sal(1)").fit(train.x(), Matrix.column(train.classes()));
    Model plain = tgp.flow("identity").fit(train.x(), Matrix.column(train.classes()));
    return maker(model, null)
        .labels(List.of("short", "middling", NASTY))
        .baseline("plain GP", plain)
        .make(held.x(), held.classes());
  }

  static Report deep(int steps) {
    Sample train = sample(150, 1);
    Model model =
        DeepGp.builder()
            .inducing(12)
            .samples(10)
            .plan(TrainingPlan.ofSteps(steps).withNaturalStep(0.1).withLearningRate(0.02))
            .fit(train.x(), Matrix.column(train.y()));
    return maker(model, null)
        .baseline("plain GP", baseline(train, steps))
        .make(train.x(), train.y());
  }

  /** Every name that a user may choose is an attack. */
  static Report nasty() {
    Sample train = sample(80, 1);
    Model model =
        Tgp.builder()
            .flow("sal(1)")
            .inducing(8)
            .plan(TrainingPlan.ofSteps(5))
            .fit(train.x(), Matrix.column(train.y()));
    return ReportMaker.of(model)
        .title(NASTY)
        .subtitle(NASTY)
        .target(NASTY)
        .inputs(inputs(NASTY))
        .rowsAre(NASTY)
        .fact(NASTY, NASTY)
        .note(NASTY)
        .candidate(NASTY, NASTY, 1)
        .baseline(NASTY, model)
        .make(train.x(), train.y());
  }
}
