package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.DeepModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalModel;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What each input does: it is moved through its range in sample rows whose other inputs stay, and
 * the rows' medians and interval ends are averaged. Averages of quantiles, not quantiles of the
 * average: those would show the spread between rows, which other inputs cause.
 */
final class PartialDependence {
  static final int MOST_CHARTS = 24;
  private static final int MOST_CATEGORIES = 32;
  private static final int MOST_CLASSES = 4;
  private static final int BUDGET = 3000; // rows to predict, over all inputs
  private static final int DEEP_BUDGET = 900;
  private static final int MOST_ROWS = 40;
  private static final int LEAST_ROWS = 5;
  private static final int MOST_POINTS = 500;
  private static final double FLAT = 0.06; // of the largest effect
  private static final double FLAT_SPREAD = 0.03; // of the target's deviation
  private static final double FLAT_SHARE = 0.01; // of a probability
  private static final double[] LEVELS = {0.5, 0.25, 0.75, 0.025, 0.975};

  private final Model model;
  private final int target;
  private final String name;
  private final List<String> classLabels;
  private final Rows rows;
  private final List<InputSteps> inputs;
  private final Rows data;
  private final double spread; // standard deviation of the target, 0 where not known

  /** The charts, the most influential first, and the inputs in that order. */
  record Found(List<Report.Dependence> charts, List<InputSteps> order) {}

  PartialDependence(
      Model model,
      int target,
      String name,
      List<String> classLabels,
      List<InputSteps> inputs,
      Rows rows,
      long seed) {
    this.model = model;
    this.target = target;
    this.name = name;
    this.classLabels = classLabels;
    this.inputs = inputs;
    int steps = Math.max(1, inputs.stream().mapToInt(InputSteps::count).sum());
    int budget =
        model instanceof DeepModel
                || model instanceof NonMarginalModel
                || model instanceof BlendedModel
            ? DEEP_BUDGET
            : BUDGET;
    int most = inputs.size() == 1 ? 1 : Math.max(LEAST_ROWS, Math.min(MOST_ROWS, budget / steps));
    this.rows = rows.sample(most, seed);
    this.data = rows;
    this.spread = rows.y() == null || classLabels != null ? 0 : deviation(rows.y());
  }

  /** As a standard deviation, but not moved by a few far values. */
  private static double deviation(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    return (Rows.quantile(sorted, 0.75) - Rows.quantile(sorted, 0.25)) / 1.35;
  }

  Found find() {
    record Ranked(InputSteps input, Report.Dependence chart, double range) {}
    List<Ranked> all = new ArrayList<>();
    for (InputSteps input : inputs) {
      if (input.count() > 1 && (input.labels() == null || input.count() <= MOST_CATEGORIES)) {
        for (Report.Dependence chart : charts(input)) {
          all.add(new Ranked(input, chart, range(chart.middle())));
        }
      }
    }
    all.sort(Comparator.comparingDouble(Ranked::range).reversed());
    List<InputSteps> order = new ArrayList<>(all.stream().map(Ranked::input).distinct().toList());
    inputs.stream().filter(i -> !order.contains(i)).forEach(order::add);
    double largest = all.isEmpty() ? 0 : all.get(0).range();
    double least =
        Math.max(FLAT * largest, classLabels != null ? FLAT_SHARE : FLAT_SPREAD * spread);
    return new Found(
        all.stream()
            .limit(MOST_CHARTS)
            .map(ranked -> flat(ranked.chart(), ranked.range() <= least))
            .toList(),
        order);
  }

  private static Report.Dependence flat(Report.Dependence d, boolean flat) {
    return new Report.Dependence(
        d.input(),
        d.output(),
        d.grid(),
        d.labels(),
        d.time(),
        d.year(),
        d.middle(),
        d.bands(),
        d.marks(),
        flat,
        d.points());
  }

  /** Block k of rows has step k. */
  private Prediction predict(InputSteps input, Rows base, int[] steps) {
    int n = base.count();
    Matrix moved = Matrix.zeros(steps.length * n, base.x().cols);
    for (int k = 0; k < steps.length; k++) {
      for (int i = 0; i < n; i++) {
        int at = moved.at(k * n + i, 0);
        System.arraycopy(base.x().data, base.x().at(i, 0), moved.data, at, moved.cols);
        input.write(steps[k], moved.data, at);
      }
    }
    return model.predictAll(moved).get(target);
  }

  private List<Report.Dependence> charts(InputSteps input) {
    int[] steps = java.util.stream.IntStream.range(0, input.count()).toArray();
    Prediction prediction = predict(input, rows, steps);
    if (classLabels != null) {
      return classCharts(input, prediction.classProbabilities());
    }
    double[][] curves = new double[LEVELS.length][];
    for (int l = 0; l < LEVELS.length; l++) {
      curves[l] = averages(prediction.quantile(LEVELS[l]), input.count());
    }
    return List.of(
        chart(
            input,
            name,
            curves[0],
            List.of(
                new Report.Band("50% interval", curves[1], curves[2]),
                new Report.Band("95% interval", curves[3], curves[4]))));
  }

  private List<Report.Dependence> classCharts(InputSteps input, double[][] p) {
    int classes = Math.min(p[0].length, MOST_CLASSES);
    List<Report.Dependence> out = new ArrayList<>();
    for (int k = classes == 2 ? 1 : 0; k < classes; k++) {
      int of = k;
      double[] all = Arrays.stream(p).mapToDouble(row -> row[of]).toArray();
      double[] mean = averages(all, input.count());
      int n = rows.count();
      double[] low = new double[mean.length];
      double[] high = new double[mean.length];
      for (int s = 0; s < mean.length; s++) {
        double[] sorted = Arrays.copyOfRange(all, s * n, (s + 1) * n);
        Arrays.sort(sorted);
        low[s] = Rows.quantile(sorted, 0.05);
        high[s] = Rows.quantile(sorted, 0.95);
      }
      List<Report.Band> bands =
          n > 1 ? List.of(new Report.Band("90% of rows", low, high)) : List.of();
      out.add(chart(input, "P(" + classLabels.get(k) + ")", mean, bands));
    }
    return out;
  }

  private Report.Dependence chart(
      InputSteps input, String output, double[] middle, List<Report.Band> bands) {
    for (int k = 0; k < middle.length; k++) {
      if (input.isInGap(k)) {
        middle[k] = Double.NaN;
        for (Report.Band band : bands) {
          band.lower()[k] = Double.NaN;
          band.upper()[k] = Double.NaN;
        }
      }
    }
    return new Report.Dependence(
        input.input.name(),
        output,
        input.grid,
        input.labels(),
        input.input.time(),
        input.isYear(),
        middle,
        bands,
        input.marks,
        false,
        points(input));
  }

  /** What was observed, where this is the only input. */
  private Report.Points points(InputSteps input) {
    if (inputs.size() > 1 || data.y() == null || classLabels != null || input.labels() != null) {
      return null;
    }
    Rows some = data.sample(MOST_POINTS, 1);
    double[] x = some.column(input.input.columns()[0]);
    if (input.input.time()) {
      x = Arrays.stream(x).map(input.input::seconds).toArray();
    }
    return new Report.Points(x, some.y());
  }

  private double[] averages(double[] values, int steps) {
    int n = rows.count();
    double[] out = new double[steps];
    for (int k = 0; k < steps; k++) {
      out[k] = Arrays.stream(values, k * n, (k + 1) * n).average().orElse(Double.NaN);
    }
    return out;
  }

  private static double range(double[] values) {
    double[] known = Arrays.stream(values).filter(Double::isFinite).toArray();
    return Arrays.stream(known).max().orElse(0) - Arrays.stream(known).min().orElse(0);
  }
}
