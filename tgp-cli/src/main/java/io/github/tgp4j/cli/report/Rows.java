package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Encoded rows with their targets, or without.
 *
 * @param x one row each
 * @param y one value per row, or null where targets are not known
 * @param numbers of the rows in their table, from 1; null where they are not known
 */
record Rows(Matrix x, double[] y, long[] numbers) {
  Rows(Matrix x, double[] y) {
    this(x, y, null);
  }

  /** The rows whose target is known; all of them when no target is. */
  static Rows known(Matrix x, double[] y, long[] numbers) {
    if (y == null) {
      return new Rows(x, null, numbers);
    }
    if (y.length != x.rows) {
      throw new IllegalArgumentException(
          "targets: expected " + x.rows + ", one per row of x, but got " + y.length);
    }
    int[] keep = IntStream.range(0, y.length).filter(i -> !Double.isNaN(y[i])).toArray();
    Rows all = new Rows(x, y, numbers);
    return keep.length == y.length ? all : all.at(keep);
  }

  int count() {
    return x.rows;
  }

  Rows at(int[] rows) {
    return new Rows(
        x.selectRows(rows),
        y == null ? null : Arrays.stream(rows).mapToDouble(i -> y[i]).toArray(),
        numbers == null ? null : Arrays.stream(rows).mapToLong(i -> numbers[i]).toArray());
  }

  /** At most so many rows, drawn without replacement and left in their order. */
  Rows sample(int most, long seed) {
    return count() <= most ? this : at(choose(count(), most, seed));
  }

  /** k of n numbers, in order. */
  static int[] choose(int n, int k, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] all = IntStream.range(0, n).toArray();
    for (int i = 0; i < k; i++) {
      int j = i + random.nextInt(n - i);
      int kept = all[i];
      all[i] = all[j];
      all[j] = kept;
    }
    int[] chosen = Arrays.copyOf(all, k);
    Arrays.sort(chosen);
    return chosen;
  }

  double[] column(int j) {
    double[] out = new double[count()];
    for (int i = 0; i < out.length; i++) {
      out[i] = x.get(i, j);
    }
    return out;
  }

  /** A quantile of sorted values, between neighbours where it falls between. */
  static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int i = (int) at;
    return i + 1 < sorted.length
        ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i])
        : sorted[sorted.length - 1];
  }
}
