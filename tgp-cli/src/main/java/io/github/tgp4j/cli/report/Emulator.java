package io.github.tgp4j.cli.report;

import java.util.Arrays;

/**
 * A small copy of a function of several values, which a page can compute: a linear trend and one
 * kernel per design point,
 *
 * <pre>
 *   g(x) = b + A·x + Σ_i w_i·k(|x − x_i| / ℓ),   k(r) = (1 + √5 r + 5/3 r²)·exp(−√5 r),
 * </pre>
 *
 * <p>with a length ℓ per input. {@code report.js} has the same formula.
 */
final class Emulator {
  private static final double RIDGE = 1e-5;
  private static final double ROOT_5 = Math.sqrt(5.0);
  private static final int SWEEPS = 2;
  private static final int SEARCHED = 200;

  private final double[][] points; // n × d
  private final double[] lengths; // d
  private final double[][] weights; // n × outputs
  private final double[][] trend; // (1 + d) × outputs

  private Emulator(double[][] points, double[] lengths, double[][] weights, double[][] trend) {
    this.points = points;
    this.lengths = lengths;
    this.weights = weights;
    this.trend = trend;
  }

  /**
   * Interpolates values, with the lengths that predict further values best.
   *
   * @param x n design points
   * @param y their values, n × outputs
   * @param testX points that choose the lengths
   * @param testY their values
   */
  static Emulator fit(double[][] x, double[][] y, double[][] testX, double[][] testY) {
    int d = x[0].length;
    double[] lengths = new double[d];
    for (int j = 0; j < d; j++) {
      int at = j;
      double low = Arrays.stream(x).mapToDouble(row -> row[at]).min().orElse(0);
      double high = Arrays.stream(x).mapToDouble(row -> row[at]).max().orElse(1);
      lengths[j] = high > low ? high - low : 1;
    }
    double[][] some = Arrays.copyOf(x, Math.min(x.length, SEARCHED)); // enough to choose lengths by
    double[][] first = column(Arrays.copyOf(y, some.length));
    double[][] firstTest = column(testY);
    double best = solve(some, first, lengths).error(testX, firstTest);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int j = 0; j < d; j++) {
        for (double factor : new double[] {2.5, 0.4}) {
          double[] tried = lengths.clone();
          tried[j] *= factor;
          double error = solve(some, first, tried).error(testX, firstTest);
          if (error < best) {
            best = error;
            lengths = tried;
          }
        }
      }
    }
    return solve(x, y, lengths);
  }

  private static double[][] column(double[][] y) {
    return Arrays.stream(y).map(row -> new double[] {row[0]}).toArray(double[][]::new);
  }

  private static Emulator solve(double[][] x, double[][] y, double[] lengths) {
    int n = x.length;
    double[][] trend = trend(x, y);
    double[][] k = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        k[i][j] = kernel(x[i], x[j], lengths) + (i == j ? RIDGE : 0);
      }
    }
    double[][] rest = new double[n][y[0].length];
    for (int i = 0; i < n; i++) {
      double[] line = line(trend, x[i]);
      for (int o = 0; o < line.length; o++) {
        rest[i][o] = y[i][o] - line[o];
      }
    }
    factor(k);
    substitute(k, rest);
    return new Emulator(x, lengths, rest, trend);
  }

  /** Least squares with a little ridge, by the normal equations of few columns. */
  private static double[][] trend(double[][] x, double[][] y) {
    int d = x[0].length + 1;
    double[][] normal = new double[d][d];
    double[][] right = new double[d][y[0].length];
    for (int i = 0; i < x.length; i++) {
      for (int a = 0; a < d; a++) {
        double xa = a == 0 ? 1 : x[i][a - 1];
        for (int b = 0; b <= a; b++) {
          normal[a][b] += xa * (b == 0 ? 1 : x[i][b - 1]);
        }
        for (int o = 0; o < right[a].length; o++) {
          right[a][o] += xa * y[i][o];
        }
      }
    }
    for (int a = 0; a < d; a++) {
      normal[a][a] += 1e-3 * x.length * (a == 0 ? 1e-6 : 1);
    }
    factor(normal);
    substitute(normal, right);
    return right;
  }

  /** Cholesky's factor in place, of the lower half. */
  private static void factor(double[][] k) {
    for (int i = 0; i < k.length; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = k[i][j];
        for (int m = 0; m < j; m++) {
          sum -= k[i][m] * k[j][m];
        }
        k[i][j] = i == j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / k[j][j];
      }
    }
  }

  private static void substitute(double[][] l, double[][] y) {
    int n = l.length;
    for (int o = 0; o < y[0].length; o++) {
      for (int i = 0; i < n; i++) {
        for (int m = 0; m < i; m++) {
          y[i][o] -= l[i][m] * y[m][o];
        }
        y[i][o] /= l[i][i];
      }
      for (int i = n - 1; i >= 0; i--) {
        for (int m = i + 1; m < n; m++) {
          y[i][o] -= l[m][i] * y[m][o];
        }
        y[i][o] /= l[i][i];
      }
    }
  }

  private static double kernel(double[] a, double[] b, double[] lengths) {
    double square = 0;
    for (int j = 0; j < a.length; j++) {
      double difference = (a[j] - b[j]) / lengths[j];
      square += difference * difference;
    }
    double r = ROOT_5 * Math.sqrt(square);
    return (1 + r + r * r / 3) * Math.exp(-r);
  }

  private static double[] line(double[][] trend, double[] x) {
    double[] out = trend[0].clone();
    for (int j = 0; j < x.length; j++) {
      for (int o = 0; o < out.length; o++) {
        out[o] += trend[j + 1][o] * x[j];
      }
    }
    return out;
  }

  /** All outputs at one point. */
  double[] at(double[] x) {
    double[] out = line(trend, x);
    for (int i = 0; i < points.length; i++) {
      double k = kernel(x, points[i], lengths);
      for (int o = 0; o < out.length; o++) {
        out[o] += k * weights[i][o];
      }
    }
    return out;
  }

  /** Root mean squared error of the first output. */
  private double error(double[][] x, double[][] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double difference = at(x[i])[0] - y[i][0];
      sum += difference * difference / x.length;
    }
    return Math.sqrt(sum);
  }

  double[][] points() {
    return points;
  }

  double[] lengths() {
    return lengths;
  }

  double[][] weights() {
    return weights;
  }

  double[][] trend() {
    return trend;
  }
}
