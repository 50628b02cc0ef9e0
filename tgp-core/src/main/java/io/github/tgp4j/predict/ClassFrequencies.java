package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Given probabilities of classes. */
public final class ClassFrequencies implements Distribution {
  private static final double ROUNDING = 1e-9;

  private final double[] probabilities;

  /** Of each class; above 0, with the sum 1. */
  public ClassFrequencies(double... probabilities) {
    this.probabilities = probabilities.clone();
    double sum = Arrays.stream(probabilities).sum();
    boolean positive = Arrays.stream(probabilities).allMatch(p -> p > 0);
    if (!(positive && Math.abs(sum - 1.0) <= ROUNDING)) {
      throw new IllegalArgumentException(
          "class probabilities: expected numbers above 0 with the sum 1 but got "
              + Arrays.toString(probabilities));
    }
  }

  /** Of a sample of class codes, each class counted once more than it occurs. */
  public static ClassFrequencies of(double[] codes, int classes) {
    double[] counts = new double[classes];
    Arrays.fill(counts, 1.0);
    for (double code : codes) {
      counts[(int) code]++;
    }
    for (int k = 0; k < classes; k++) {
      counts[k] /= codes.length + classes;
    }
    return new ClassFrequencies(counts);
  }

  @Override
  public int classes() {
    return probabilities.length;
  }

  /** As those of models of classes are: the two can be blended. */
  @Override
  public boolean discrete() {
    return true;
  }

  @Override
  public double[] classProbabilities() {
    return probabilities.clone();
  }

  @Override
  public double logDensity(double y) {
    boolean code = y >= 0 && y < probabilities.length && y == Math.rint(y);
    return code ? Math.log(probabilities[(int) y]) : Double.NEGATIVE_INFINITY;
  }

  /** Codes of classes. */
  @Override
  public double[] sample(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      double left = random.nextDouble();
      int k = 0;
      while (k < probabilities.length - 1 && left >= probabilities[k]) {
        left -= probabilities[k++];
      }
      out[i] = k;
    }
    return out;
  }

  @Override
  public double mean() {
    throw noNumber("mean");
  }

  @Override
  public double standardDeviation() {
    throw noNumber("standardDeviation");
  }

  @Override
  public double quantile(double p) {
    throw noNumber("quantile");
  }

  @Override
  public double cdf(double y) {
    throw noNumber("cdf");
  }

  private static IllegalStateException noNumber(String what) {
    return new IllegalStateException(
        what + ": this distribution is of classes, not numbers; use classProbabilities");
  }

  @Override
  public String toString() {
    return describe();
  }
}
