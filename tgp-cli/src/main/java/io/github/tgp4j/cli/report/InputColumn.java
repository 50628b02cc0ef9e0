package io.github.tgp4j.cli.report;

import java.util.List;

/**
 * An input as its owner knows it, and how it lies in the encoded rows: what a page needs to move
 * one input while all others stay.
 *
 * @param name the column's name in the table
 * @param columns its places among the encoded columns
 * @param labels categories to step through, or null
 * @param values numbers or times to step through, or null: then taken from the first column
 * @param encoded per label or value, what stands in {@code columns}; null when the values do, in
 *     the first, and 0 in the others
 * @param time whether values are seconds since 1970
 */
public record InputColumn(
    String name,
    int[] columns,
    List<String> labels,
    double[] values,
    double[][] encoded,
    boolean time) {

  public InputColumn {
    if (columns.length == 0) {
      throw new IllegalArgumentException(
          "input " + name + ": expected at least one encoded column but got none");
    }
    int steps = labels != null ? labels.size() : values != null ? values.length : 0;
    if (encoded != null && encoded.length != steps) {
      throw new IllegalArgumentException(
          "input "
              + name
              + ": expected "
              + steps
              + " encoded rows, one per label or value, but got "
              + encoded.length);
    }
    if (encoded == null && labels != null) {
      throw new IllegalArgumentException(
          "input " + name + ": expected encoded values for its labels but got none");
    }
  }

  /** The time of an encoded value, which is linear in it; for times. */
  double seconds(double code) {
    int last = encoded.length - 1;
    double span = encoded[last][0] - encoded[0][0];
    return span == 0
        ? values[0]
        : values[0] + (code - encoded[0][0]) / span * (values[last] - values[0]);
  }

  /** Whether the last value is the first again, as 24 o'clock is 0. */
  boolean cyclic() {
    return labels == null
        && !time
        && columns.length == 2
        && encoded != null
        && encoded.length > 2
        && Math.abs(encoded[0][0] - encoded[encoded.length - 1][0]) < 1e-9
        && Math.abs(encoded[0][1] - encoded[encoded.length - 1][1]) < 1e-9;
  }

  /**
   * A number that is encoded as itself; its steps are taken from the data. A second column, where
   * there is one, is 1 for missing numbers.
   */
  public static InputColumn number(String name, int... columns) {
    return new InputColumn(name, columns, null, null, null, false);
  }

  /** A category with one column of 0 and 1 per label. */
  public static InputColumn category(String name, int[] columns, List<String> labels) {
    double[][] encoded = new double[labels.size()][columns.length];
    for (int k = 0; k < Math.min(labels.size(), columns.length); k++) {
      encoded[k][k] = 1.0;
    }
    return new InputColumn(name, columns, List.copyOf(labels), null, encoded, false);
  }

  /** Numbers whose encoding is not themselves: a logarithm, a missing-value column beside. */
  public static InputColumn steps(String name, int[] columns, double[] values, double[][] encoded) {
    return new InputColumn(name, columns, null, values, encoded, false);
  }

  /** Times, in seconds since 1970. */
  public static InputColumn times(
      String name, int[] columns, double[] seconds, double[][] encoded) {
    return new InputColumn(name, columns, null, seconds, encoded, true);
  }
}
