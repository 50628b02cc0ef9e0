package io.github.tgp4j.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The steps that one input is moved through, and what it is in a given row. */
final class InputSteps {
  private static final int GRID = 25;
  private static final int FEW = 8;
  private static final double EDGE = 0.01; // quantiles between which a number is moved

  final InputColumn input;
  final double[] grid; // null for categories
  final double[] marks; // null where the data do not say

  private InputSteps(InputColumn input, double[] grid, double[] marks) {
    this.input = input;
    this.grid = grid;
    this.marks = marks;
  }

  static InputSteps of(InputColumn input, Rows rows) {
    if (input.labels() != null || input.values() != null) {
      return new InputSteps(input, input.values(), null);
    }
    double[] sorted =
        IntStream.range(0, rows.count())
            .filter(i -> !isMissing(input, rows, i))
            .mapToDouble(i -> rows.x().get(i, input.columns()[0]))
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return new InputSteps(input, new double[0], null);
    }
    double[] marks = new double[21];
    for (int k = 0; k < marks.length; k++) {
      marks[k] = Rows.quantile(sorted, k / 20.0);
    }
    double[] distinct = Arrays.stream(sorted).distinct().toArray();
    if (distinct.length <= FEW) {
      return new InputSteps(input, distinct, marks);
    }
    double low = Rows.quantile(sorted, EDGE);
    double high = Rows.quantile(sorted, 1 - EDGE);
    if (!(high > low)) { // nearly all rows alike
      low = sorted[0];
      high = sorted[sorted.length - 1];
    }
    double[] grid = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      grid[k] = low + (high - low) * k / (GRID - 1);
    }
    return new InputSteps(input, grid, marks);
  }

  private static boolean isMissing(InputColumn input, Rows rows, int row) {
    return input.columns().length > 1 && rows.x().get(row, input.columns()[1]) != 0;
  }

  int count() {
    return input.labels() != null ? input.labels().size() : grid.length;
  }

  List<String> labels() {
    return input.labels();
  }

  /** Writes step k into an encoded row. */
  void write(int k, double[] data, int at) {
    int[] columns = input.columns();
    for (int c = 0; c < columns.length; c++) {
      data[at + columns[c]] =
          input.encoded() != null ? input.encoded()[k][c] : c == 0 ? grid[k] : 0.0;
    }
  }

  /** "name = value" of a row, the nearest step where the encoding cannot be read back. */
  String describe(Rows rows, int row) {
    if (input.encoded() == null) {
      if (isMissing(input, rows, row)) {
        return input.name() + " missing";
      }
      return input.name() + " = " + text(rows.x().get(row, input.columns()[0]));
    }
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < input.encoded().length; k++) {
      double distance = 0;
      for (int c = 0; c < input.columns().length; c++) {
        double d = rows.x().get(row, input.columns()[c]) - input.encoded()[k][c];
        distance += d * d;
      }
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    String value = input.labels() != null ? input.labels().get(nearest) : text(grid[nearest]);
    return input.name() + (least > 0 ? " ≈ " : " = ") + value;
  }

  private String text(double value) {
    return input.time() ? Times.text(value) : Numbers.text(value);
  }
}
