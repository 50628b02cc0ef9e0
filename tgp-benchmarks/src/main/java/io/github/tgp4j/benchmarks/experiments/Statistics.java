package io.github.tgp4j.benchmarks.experiments;

import java.util.Arrays;

/** Means, standard errors, ranks and growth rates for the pages. */
final class Statistics {
  private Statistics() {}

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** s/√n with the unbiased s; NaN for a single value. */
  static double standardError(double[] values) {
    if (values.length < 2) {
      return Double.NaN;
    }
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1) / values.length);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
  }

  /** 1 for the smallest; equal values share the mean of their ranks. */
  static double[] ranks(double[] values) {
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double rank = 1.0;
      for (int j = 0; j < values.length; j++) {
        if (values[j] < values[i]) {
          rank += 1.0;
        } else if (j != i && values[j] == values[i]) {
          rank += 0.5;
        }
      }
      ranks[i] = rank;
    }
    return ranks;
  }

  /** b of the least-squares fit y = a·x^b. */
  static double exponent(double[] x, double[] y) {
    double mx = mean(Arrays.stream(x).map(Math::log).toArray());
    double my = mean(Arrays.stream(y).map(Math::log).toArray());
    double cross = 0.0;
    double square = 0.0;
    for (int i = 0; i < x.length; i++) {
      cross += (Math.log(x[i]) - mx) * (Math.log(y[i]) - my);
      square += (Math.log(x[i]) - mx) * (Math.log(x[i]) - mx);
    }
    return cross / square;
  }
}
