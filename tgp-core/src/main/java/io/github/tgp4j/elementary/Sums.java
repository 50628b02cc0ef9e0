package io.github.tgp4j.elementary;

/**
 * Sums over slices with several running totals, always in the same order: the compiler may not
 * reorder a sum of doubles, and a single total would wait for every addition. Eight totals suit
 * long slices, four short ones.
 */
public final class Sums {
  private Sums() {}

  /** Σ x_i. */
  public static double sum(double[] x, int from, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    double s4 = 0.0;
    double s5 = 0.0;
    double s6 = 0.0;
    double s7 = 0.0;
    int i = from;
    for (int end = from + (n & ~7); i < end; i += 8) {
      s0 += x[i];
      s1 += x[i + 1];
      s2 += x[i + 2];
      s3 += x[i + 3];
      s4 += x[i + 4];
      s5 += x[i + 5];
      s6 += x[i + 6];
      s7 += x[i + 7];
    }
    for (int end = from + n; i < end; i++) {
      s0 += x[i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  /** Σ x_i·y_i. */
  public static double dot(double[] x, int xFrom, double[] y, int yFrom, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    double s4 = 0.0;
    double s5 = 0.0;
    double s6 = 0.0;
    double s7 = 0.0;
    int i = xFrom;
    int j = yFrom;
    for (int end = xFrom + (n & ~7); i < end; i += 8, j += 8) {
      s0 += x[i] * y[j];
      s1 += x[i + 1] * y[j + 1];
      s2 += x[i + 2] * y[j + 2];
      s3 += x[i + 3] * y[j + 3];
      s4 += x[i + 4] * y[j + 4];
      s5 += x[i + 5] * y[j + 5];
      s6 += x[i + 6] * y[j + 6];
      s7 += x[i + 7] * y[j + 7];
    }
    for (int end = xFrom + n; i < end; i++, j++) {
      s0 += x[i] * y[j];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  /** Σ x_i·y_i·z_i. */
  public static double dot(
      double[] x, int xFrom, double[] y, int yFrom, double[] z, int zFrom, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int i = 0;
    for (int end = n & ~3; i < end; i += 4) {
      s0 += x[xFrom + i] * y[yFrom + i] * z[zFrom + i];
      s1 += x[xFrom + i + 1] * y[yFrom + i + 1] * z[zFrom + i + 1];
      s2 += x[xFrom + i + 2] * y[yFrom + i + 2] * z[zFrom + i + 2];
      s3 += x[xFrom + i + 3] * y[yFrom + i + 3] * z[zFrom + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[xFrom + i] * y[yFrom + i] * z[zFrom + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Σ x_i with four totals, for short slices such as the nodes of a row. */
  public static double shortSum(double[] x, int from, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int i = from;
    for (int end = from + (n & ~3); i < end; i += 4) {
      s0 += x[i];
      s1 += x[i + 1];
      s2 += x[i + 2];
      s3 += x[i + 3];
    }
    for (int end = from + n; i < end; i++) {
      s0 += x[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Σ x_i·y_i over the first n values with four totals, for short arrays. */
  public static double shortDot(double[] x, double[] y, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int i = 0;
    for (int end = n & ~3; i < end; i += 4) {
      s0 += x[i] * y[i];
      s1 += x[i + 1] * y[i + 1];
      s2 += x[i + 2] * y[i + 2];
      s3 += x[i + 3] * y[i + 3];
    }
    for (; i < n; i++) {
      s0 += x[i] * y[i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
