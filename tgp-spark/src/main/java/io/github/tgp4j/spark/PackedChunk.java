package io.github.tgp4j.spark;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowBlock;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Some consecutive rows of a partition, dense: x a row after the other, and one target per row.
 * Rows that were left out are counted as faults, by {@link Fault}; any such row ends a fit. A class
 * rather than a record, which Kryo cannot read.
 */
final class PackedChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int rows;
  private final int inputs;
  private final double[] x;
  private final double[] y;
  private final long[] faults;

  PackedChunk(int rows, int inputs, double[] x, double[] y, long[] faults) {
    this.rows = rows;
    this.inputs = inputs;
    this.x = x;
    this.y = y;
    this.faults = faults;
  }

  int rows() {
    return rows;
  }

  int inputs() {
    return inputs;
  }

  double[] x() {
    return x;
  }

  double[] y() {
    return y;
  }

  long[] faults() {
    return faults;
  }

  /** Why a row is of no use. */
  enum Fault {
    NULL_FEATURES(0, "is null"),
    WRONG_SIZE(1, "has another number of features than the first row"),
    FEATURES_NOT_FINITE(2, "has NaN or infinite features"),
    NULL_LABEL(3, "is null"),
    LABEL_NOT_FINITE(4, "is NaN or infinite");

    /** How many kinds there are. */
    static final int COUNT = values().length;

    /** Its place among the counts of faults. */
    final int at;

    final String text;

    Fault(int at, String text) {
      this.at = at;
      this.text = text;
    }

    boolean isOfLabel() {
      return this == NULL_LABEL || this == LABEL_NOT_FINITE;
    }
  }

  /** Some of its rows, itself where they are all. */
  PackedChunk slice(int from, int to) {
    return to - from == rows
        ? this
        : new PackedChunk(
            to - from,
            inputs,
            Arrays.copyOfRange(x, from * inputs, to * inputs),
            Arrays.copyOfRange(y, from, to),
            new long[Fault.COUNT]);
  }

  /** Its rows, of which the first has this number. */
  RowBlock block(long first) {
    return RowBlock.of(Matrix.wrap(x, rows, inputs), new double[][] {y}, first);
  }
}
