package io.github.tgp4j.likelihood;

import io.github.tgp4j.flow.Interval;
import java.util.random.RandomGenerator;

/**
 * A likelihood of one latent on the whole line; of finite numbers that may be standardised, unless
 * it says otherwise.
 *
 * <p>The base of the library's own, and of yours where {@link ScalarLikelihood} is too slow: {@link
 * #expectation} treats all rows and nodes of a block at once.
 */
public abstract class OneLatentLikelihood extends BlockLikelihood {
  /** For likelihoods of this library and of others. */
  protected OneLatentLikelihood() {}

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

  @Override
  public String violation(double y) {
    return Targets.finite(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.STANDARDISE;
  }

  /** E[y | f]. */
  protected abstract double mean(double[] theta, int at, double f);

  /** Var[y | f]. */
  protected abstract double variance(double[] theta, int at, double f);

  /** P(Y ≤ y | f). */
  protected abstract double cdf(double[] theta, int at, double y, double f);

  /** A draw of y given f. */
  protected abstract double sample(double[] theta, int at, double f, RandomGenerator random);

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
