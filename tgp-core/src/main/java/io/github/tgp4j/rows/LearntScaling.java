package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import java.util.Arrays;

/**
 * Shifts and scales of all columns, learnt in three passes over the rows: a single pass would be
 * less exact, and its sums would have other bits than those of {@link Scaling#learn}.
 */
public record LearntScaling(Scaling inputs, Scaling targets) {
  /** Learns all columns. */
  public static LearntScaling of(RowStore rows, TargetScaling ofInputs, TargetScaling ofTargets) {
    int width = rows.inputs() + rows.targets();
    double[] largest = new double[width];
    double[] mean = new double[width];
    double[] squares = new double[width];
    int n = rows.rows();
    pass(rows, (c, value) -> largest[c] = Math.max(largest[c], Math.abs(value)));
    pass(rows, (c, value) -> mean[c] += value / largest[c] / n);
    pass(
        rows,
        (c, value) -> {
          double centred = value / largest[c] - mean[c];
          squares[c] += centred * centred / n;
        });
    double[] shift = new double[width];
    double[] scale = new double[width];
    for (int c = 0; c < width; c++) {
      TargetScaling kind = c < rows.inputs() ? ofInputs : ofTargets;
      double[] learnt = Scaling.of(largest[c], mean[c], squares[c], kind);
      shift[c] = learnt[0];
      scale[c] = learnt[1];
    }
    return new LearntScaling(
        part(shift, scale, 0, rows.inputs()), part(shift, scale, rows.inputs(), width));
  }

  /** The rows scaled: a copy where they are in memory, otherwise scaled when they are read. */
  public RowStore apply(RowStore raw) {
    ScaledRows scaled = new ScaledRows(raw, inputs, targets);
    return raw.isInMemory() ? RowStore.of(scaled.allInputs(), scaled.allTargets()) : scaled;
  }

  private static Scaling part(double[] shift, double[] scale, int from, int to) {
    return new Scaling(Arrays.copyOfRange(shift, from, to), Arrays.copyOfRange(scale, from, to));
  }

  @FunctionalInterface
  private interface Cell {
    void at(int column, double value);
  }

  private static void pass(RowStore rows, Cell cell) {
    RowPass.over(
        rows,
        (row, x, y) -> {
          for (int j = 0; j < x.length; j++) {
            cell.at(j, x[j]);
          }
          for (int o = 0; o < y.length; o++) {
            cell.at(x.length + o, y[o]);
          }
        });
  }
}
