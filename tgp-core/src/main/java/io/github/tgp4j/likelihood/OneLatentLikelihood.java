package io.github.tgp4j.likelihood;

import io.github.tgp4j.flow.Interval;
import java.util.random.RandomGenerator;

/** A likelihood of one latent on the whole line; of numbers, unless it says otherwise. */
abstract class OneLatentLikelihood extends BlockLikelihood {
  @Override
  public final int latents() {
    return 1;
  }

  @Override
  public Interval latentDomain() {
    return Interval.REAL;
  }

  @Override
  public Interval support() {
    return Interval.REAL;
  }

  @Override
  public boolean discrete() {
    return false;
  }

  /** E[y | f]. */
  abstract double mean(double[] theta, int at, double f);

  /** Var[y | f]. */
  abstract double variance(double[] theta, int at, double f);

  /** P(Y ≤ y | f). */
  abstract double cdf(double[] theta, int at, double y, double f);

  /** A draw of y given f. */
  abstract double sample(double[] theta, int at, double f, RandomGenerator random);

  @Override
  public void moments(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] mean,
      double[] variance,
      int outFrom) {
    for (int i = 0; i < n; i++) {
      mean[outFrom + i] = mean(theta, at, f[fFrom + i]);
      variance[outFrom + i] = variance(theta, at, f[fFrom + i]);
    }
  }

  @Override
  public void cdf(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = cdf(theta, at, y, f[fFrom + i]);
    }
  }

  @Override
  public final double sample(
      double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random) {
    return sample(theta, at, f[fFrom], random);
  }
}
