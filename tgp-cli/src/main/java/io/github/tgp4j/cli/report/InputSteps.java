package io.github.tgp4j.cli.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The steps that one input is moved through, and what it is in a given row. Only where there are
 * data: between the outermost percents of a number, at times of day and labels that occur.
 */
final class InputSteps {
  private static final int GRID = 25;
  private static final int FINE_GRID = 121;
  private static final int FEW = 8;
  private static final int FEW_WHOLE = 25;
  private static final int MOST_MARKS = 150;
  private static final double EDGE = 0.01; // quantiles between which a number is moved
  private static final double GAP = 0.12; // of the range: a wider one has no curve

  final InputColumn input;
  final double[] grid; // null for categories
  final double[] marks; // null where the data do not say
  private final int[] kept; // numbers of the input's own steps that occur; null for all
  private final List<String> labels;
  private final double[] sorted; // values in the data, or null
  private final double spacing; // between neighbours that differ

  private InputSteps(InputColumn input, double[] grid, double[] sorted, int[] kept) {
    this.input = input;
    this.grid = grid;
    this.sorted = sorted;
    this.kept = kept;
    this.marks = sorted == null ? null : thinned(sorted);
    this.spacing = sorted == null ? 0 : spacing(sorted);
    this.labels =
        input.labels() == null || kept == null
            ? input.labels()
            : Arrays.stream(kept).mapToObj(k -> input.labels().get(k)).toList();
  }

  static InputSteps of(InputColumn input, Rows rows) {
    return of(input, rows, false);
  }

  /**
   * The steps.
   *
   * @param fine for a chart of its own
   */
  static InputSteps of(InputColumn input, Rows rows, boolean fine) {
    if (input.labels() != null || input.values() != null) {
      return stepped(input, rows);
    }
    double[] sorted =
        IntStream.range(0, rows.count())
            .filter(i -> !isMissing(input, rows, i))
            .mapToDouble(i -> rows.x().get(i, input.columns()[0]))
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return new InputSteps(input, new double[0], null, null);
    }
    double[] distinct = Arrays.stream(sorted).distinct().toArray();
    boolean whole = Arrays.stream(distinct).allMatch(v -> v == Math.rint(v));
    if (distinct.length <= (whole ? FEW_WHOLE : FEW)) {
      return new InputSteps(input, distinct, sorted, null);
    }
    double low = Rows.quantile(sorted, fine ? 0 : EDGE);
    double high = Rows.quantile(sorted, fine ? 1 : 1 - EDGE);
    if (!(high > low)) { // nearly all rows alike
      low = sorted[0];
      high = sorted[sorted.length - 1];
    }
    double[] grid = new double[fine ? FINE_GRID : GRID];
    for (int k = 0; k < grid.length; k++) {
      grid[k] = low + (high - low) * k / (grid.length - 1);
    }
    return new InputSteps(input, grid, sorted, null);
  }

  /** The input's own steps, those that are nearest to some row. */
  private static InputSteps stepped(InputColumn input, Rows rows) {
    boolean[] occurs = new boolean[input.encoded().length];
    double[] seen = input.values() == null ? null : new double[rows.count()];
    for (int i = 0; i < rows.count(); i++) {
      int nearest = nearest(input, rows, i);
      occurs[nearest] = true;
      if (seen != null) {
        seen[i] =
            input.time()
                ? input.seconds(rows.x().get(i, input.columns()[0]))
                : input.values()[nearest];
      }
    }
    if (input.cyclic()) { // the first step is the last again
      occurs[0] |= occurs[occurs.length - 1];
      occurs[occurs.length - 1] = occurs[0] && occurs[occurs.length - 2];
      occurs[0] &= occurs[1];
    }
    int[] kept =
        input.time()
            ? IntStream.range(0, occurs.length).toArray()
            : IntStream.range(0, occurs.length).filter(k -> occurs[k]).toArray();
    double[] grid =
        input.values() == null
            ? null
            : Arrays.stream(kept).mapToDouble(k -> input.values()[k]).toArray();
    if (seen != null) {
      Arrays.sort(seen);
    }
    return new InputSteps(input, grid, seen, kept);
  }

  private static double spacing(double[] sorted) {
    double[] distinct = Arrays.stream(sorted).distinct().toArray();
    double[] gaps = new double[Math.max(1, distinct.length - 1)];
    for (int i = 0; i + 1 < distinct.length; i++) {
      gaps[i] = distinct[i + 1] - distinct[i];
    }
    Arrays.sort(gaps);
    return Rows.quantile(gaps, 0.5);
  }

  private static double[] thinned(double[] sorted) {
    int n = Math.min(sorted.length, MOST_MARKS);
    double[] out = new double[n];
    for (int k = 0; k < n; k++) {
      out[k] = sorted[n == 1 ? 0 : (int) ((long) k * (sorted.length - 1) / (n - 1))];
    }
    return out;
  }

  private static boolean isMissing(InputColumn input, Rows rows, int row) {
    return input.columns().length > 1 && rows.x().get(row, input.columns()[1]) != 0;
  }

  int count() {
    return labels != null ? labels.size() : grid.length;
  }

  List<String> labels() {
    return labels;
  }

  /** Whether the values are years, which nobody writes with a thousands separator. */
  boolean isYear() {
    return labels == null
        && !input.time()
        && sorted != null
        && sorted[0] >= 1500
        && sorted[sorted.length - 1] <= 2150
        && Arrays.stream(sorted).allMatch(v -> v == Math.rint(v));
  }

  /** Whether all values are whole numbers. */
  boolean isWhole() {
    return sorted != null && Arrays.stream(sorted).allMatch(v -> v == Math.rint(v));
  }

  /** Whether step k lies in a wide gap of the data. */
  boolean isInGap(int k) {
    if (sorted == null
        || labels != null
        || isWhole() && grid.length <= FEW_WHOLE
        || grid.length <= FEW
        || input.cyclic()) {
      return false;
    }
    int at = Arrays.binarySearch(sorted, grid[k]);
    if (at >= 0) {
      return false;
    }
    int above = -at - 1;
    double gap = above == 0 || above == sorted.length ? 0 : sorted[above] - sorted[above - 1];
    return gap > Math.max(GAP * (grid[grid.length - 1] - grid[0]), 4 * spacing);
  }

  /** Writes step k into an encoded row. */
  void write(int k, double[] data, int at) {
    int[] columns = input.columns();
    for (int c = 0; c < columns.length; c++) {
      data[at + columns[c]] =
          input.encoded() != null
              ? input.encoded()[kept == null ? k : kept[k]][c]
              : c == 0 ? grid[k] : 0.0;
    }
  }

  /** Writes a value between the first step (0) and the last (1) into an encoded row. */
  void writeBetween(double place, double[] data, int at) {
    int[] columns = input.columns();
    if (input.encoded() == null) {
      for (int c = 0; c < columns.length; c++) {
        data[at + columns[c]] = c == 0 ? grid[0] + place * (grid[grid.length - 1] - grid[0]) : 0.0;
      }
      return;
    }
    double step = place * (grid.length - 1);
    int below = (int) Math.min(grid.length - 2.0, Math.floor(step));
    for (int c = 0; c < columns.length; c++) {
      double from = input.encoded()[kept[below]][c];
      double to = input.encoded()[kept[below + 1]][c];
      data[at + columns[c]] = from + (step - below) * (to - from);
    }
  }

  /** The number of the step that is nearest to a row. */
  int nearestStep(Rows rows, int row) {
    int nearest = nearest(input, rows, row);
    int at = kept == null ? nearest : Arrays.binarySearch(kept, nearest);
    return Math.max(0, at);
  }

  /** The value of a row, within the steps. */
  double place(Rows rows, int row) {
    double value =
        input.encoded() == null
            ? rows.x().get(row, input.columns()[0])
            : grid[nearestStep(rows, row)];
    return Math.min(grid[grid.length - 1], Math.max(grid[0], value));
  }

  /** "name = value" of a row. */
  String describe(Rows rows, int row) {
    String value = value(rows, row);
    return value.equals("missing")
        ? input.name() + " missing"
        : value.startsWith("≈") ? input.name() + " " + value : input.name() + " = " + value;
  }

  /** The input of a row; the nearest step, after ≈, where the encoding cannot be read back. */
  String value(Rows rows, int row) {
    if (input.encoded() == null) {
      return isMissing(input, rows, row) ? "missing" : text(rows.x().get(row, input.columns()[0]));
    }
    if (input.time()) {
      return Times.text(input.seconds(rows.x().get(row, input.columns()[0])));
    }
    int nearest = nearest(input, rows, row);
    String value =
        input.labels() != null ? input.labels().get(nearest) : text(input.values()[nearest]);
    return (distance(input, rows, row, nearest) > 1e-18 ? "≈ " : "") + value;
  }

  private static int nearest(InputColumn input, Rows rows, int row) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < input.encoded().length; k++) {
      double distance = distance(input, rows, row, k);
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    return nearest;
  }

  private static double distance(InputColumn input, Rows rows, int row, int step) {
    double distance = 0;
    for (int c = 0; c < input.columns().length; c++) {
      double d = rows.x().get(row, input.columns()[c]) - input.encoded()[step][c];
      distance += d * d;
    }
    return distance;
  }

  /** A value of this input as people write it. */
  String text(double value) {
    return input.time()
        ? Times.text(value)
        : isYear() ? String.valueOf((long) value) : Numbers.value(value);
  }
}
