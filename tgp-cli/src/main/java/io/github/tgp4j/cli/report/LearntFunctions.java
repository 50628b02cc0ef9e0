package io.github.tgp4j.cli.report;

import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.JointLatent;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The flow, the warp and q(f0) of a fitted model, as data for pictures. */
final class LearntFunctions {
  private static final int GRID = 81;
  private static final int MOST_LATENTS = 6;
  private static final int RANGE_ROWS = 200;
  private static final int JOINT_ROWS = 40;
  private static final double[] PLACES = {0.05, 0.35, 0.65, 0.95};
  private static final int TOLD_INPUTS = 3; // in the names of rows

  private final Model model;
  private final int target;
  private final String targetName;
  private final List<String> classLabels;
  private final List<InputSteps> order;
  private final long seed;

  LearntFunctions(
      Model model,
      int target,
      String targetName,
      List<String> classLabels,
      List<InputSteps> order,
      long seed) {
    this.model = model;
    this.target = target;
    this.targetName = targetName;
    this.classLabels = classLabels;
    this.order = order;
    this.seed = seed;
  }

  /** Panels of the flow and of the warp; none where there is neither. */
  List<Report.FlowPanel> panels(Rows rows) {
    List<Report.FlowPanel> panels = new ArrayList<>();
    Rows some = sorted(rows.sample(RANGE_ROWS, seed));
    Prediction prediction = model.predictAll(some.x()).get(target);
    if (model instanceof TgpModel tgp) {
      Architecture.Output output = tgp.architecture().outputs().get(target);
      for (int c = 0; c < Math.min(MOST_LATENTS, output.flows().size()); c++) {
        if (!(output.flows().get(c) instanceof IdentityFlow)) {
          panels.addAll(flow(tgp, output, c, some, prediction));
        }
      }
    }
    if (model.likelihood(target) instanceof WarpedLikelihood warped) {
      panels.add(warp(warped, prediction));
    }
    return panels;
  }

  private List<Report.FlowPanel> flow(
      TgpModel tgp, Architecture.Output output, int c, Rows some, Prediction prediction) {
    int latent = output.process(c); // several flows may share one
    double[] grid = grid(prediction, latent);
    double[] marks = prediction.latentMean(latent);
    String of = classLabels == null || output.flows().size() == 1 ? "" : ", " + classLabels.get(c);
    if (output.networks().isEmpty()) {
      double[] curve = tgp.flow(target, c, some.x(), 0, grid)[0];
      return List.of(
          panel("G = " + output.flows().get(c) + of, grid, new double[][] {curve}, marks));
    }
    List<Report.FlowPanel> panels = new ArrayList<>();
    int[] places =
        Arrays.stream(PLACES).mapToInt(p -> (int) (p * (some.count() - 1))).distinct().toArray();
    for (int row : places) {
      double[][] curves = tgp.flow(target, c, some.x(), row, grid);
      panels.add(
          panel("G at " + describe(some, row) + of, grid, curves, new double[] {marks[row]}));
    }
    return panels;
  }

  private static Report.FlowPanel panel(
      String title, double[] grid, double[][] curves, double[] marks) {
    double[] mean = new double[grid.length];
    double[] lower = new double[grid.length];
    double[] upper = new double[grid.length];
    for (int k = 0; k < grid.length; k++) {
      int at = k;
      double[] draws = Arrays.stream(curves).mapToDouble(curve -> curve[at]).sorted().toArray();
      mean[k] = Arrays.stream(draws).average().orElse(Double.NaN);
      lower[k] = Rows.quantile(draws, 0.05);
      upper[k] = Rows.quantile(draws, 0.95);
    }
    boolean drawn = curves.length > 1;
    return new Report.FlowPanel(
        title, "f0", "G(f0)", grid, mean, drawn ? lower : null, drawn ? upper : null, marks, true);
  }

  /** In the target's own units: that is what a warp is for. */
  private Report.FlowPanel warp(WarpedLikelihood warped, Prediction prediction) {
    double[] grid = grid(prediction, 0);
    double[] value =
        Arrays.stream(model.warp(target, grid))
            .map(v -> model.targetScaling().undo(target, v))
            .toArray();
    double[] marks = prediction.latentMean(0);
    return new Report.FlowPanel(
        "Warp " + warped.warp(), "f", targetName, grid, value, null, null, marks, false);
  }

  /** Over three standard deviations around all means. */
  private static double[] grid(Prediction prediction, int c) {
    double[] mean = prediction.latentMean(c);
    double[] variance = prediction.latentVariance(c);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < mean.length; i++) {
      low = Math.min(low, mean[i] - 3 * Math.sqrt(variance[i]));
      high = Math.max(high, mean[i] + 3 * Math.sqrt(variance[i]));
    }
    if (!(high > low)) {
      low -= 1;
      high += 1;
    }
    double[] grid = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      grid[k] = low + (high - low) * k / (GRID - 1);
    }
    return grid;
  }

  /** q(f0) over sample rows; null for a model whose latent function is no Gaussian. */
  Report.Latent latent(Rows rows) {
    if (!(model instanceof TgpModel tgp)) {
      return null;
    }
    Rows some = sorted(rows.sample(JOINT_ROWS, seed));
    JointLatent joint = tgp.latentJoint(target, 0, some.x());
    double[] deviation =
        IntStream.range(0, joint.rows()).mapToDouble(joint::standardDeviation).toArray();
    List<String> names =
        IntStream.range(0, some.count())
            .mapToObj(i -> "sample row " + (i + 1) + ": " + describe(some, i))
            .toList();
    String by = order.get(0).input.name();
    boolean several = classLabels != null && model.likelihood(target).latents() > 1;
    String sortedBy = several ? by + ", for class " + classLabels.get(0) : by;
    return new Report.Latent(sortedBy, names, joint.mean(), deviation, joint.covariance());
  }

  /** By the most influential input. */
  private Rows sorted(Rows rows) {
    double[] key = rows.column(order.get(0).input.columns()[0]);
    int[] by =
        IntStream.range(0, rows.count())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> key[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return rows.at(by);
  }

  private String describe(Rows rows, int row) {
    return order.stream()
        .limit(TOLD_INPUTS)
        .map(input -> input.describe(rows, row))
        .collect(Collectors.joining(", "));
  }
}
