package io.github.tgp4j.likelihood;

import io.github.tgp4j.flow.Interval;
import java.util.random.RandomGenerator;

/**
 * A likelihood of class codes 0..K−1: what follows from the K probabilities. Mean, variance and
 * distribution function are those of the code.
 */
abstract class ClassLikelihood extends BlockLikelihood {
  private final int classes;

  ClassLikelihood(int classes) {
    this.classes = classes;
  }

  static int requireClasses(String likelihood, int classes) {
    if (classes < 2) {
      throw new IllegalArgumentException(
          likelihood + ": expected at least 2 classes but got " + classes);
    }
    return classes;
  }

  @Override
  public final int classes() {
    return classes;
  }

  @Override
  public final Interval latentDomain() {
    return Interval.REAL;
  }

  @Override
  public final String violation(double y) {
    return Targets.code(y, classes);
  }

  @Override
  public final TargetScaling targetScaling() {
    return TargetScaling.NONE;
  }

  @Override
  public final Interval support() {
    return new Interval(0.0, classes - 1.0);
  }

  @Override
  public final boolean discrete() {
    return true;
  }

  @Override
  public final void moments(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] mean,
      double[] variance,
      int outFrom) {
    double[] p = new double[classes * n];
    classProbabilities(theta, at, f, fFrom, fStride, n, p);
    for (int i = 0; i < n; i++) {
      double m = 0.0;
      for (int k = 1; k < classes; k++) {
        m += k * p[k * n + i];
      }
      double v = 0.0;
      for (int k = 0; k < classes; k++) {
        v += (k - m) * (k - m) * p[k * n + i];
      }
      mean[outFrom + i] = m;
      variance[outFrom + i] = v;
    }
  }

  @Override
  public final void cdf(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom) {
    double[] p = new double[classes * n];
    classProbabilities(theta, at, f, fFrom, fStride, n, p);
    for (int i = 0; i < n; i++) {
      double sum = 0.0;
      for (int k = 0; k < classes && k <= y; k++) {
        sum += p[k * n + i];
      }
      out[outFrom + i] = y >= classes - 1 ? 1.0 : Math.min(sum, 1.0);
    }
  }

  @Override
  public final double sample(
      double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random) {
    double[] p = new double[classes];
    classProbabilities(theta, at, f, fFrom, fStride, 1, p);
    double u = random.nextDouble();
    int k = 0;
    for (double sum = p[0]; u >= sum && k < classes - 1; sum += p[k]) {
      k++;
    }
    return k;
  }
}
