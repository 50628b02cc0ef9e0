package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;

/**
 * A likelihood that is written for one target and one latent value at a time: the shortest way to a
 * likelihood of your own.
 *
 * <pre>{@code
 * final class LogisticLikelihood extends ScalarLikelihood { // noise with heavier tails
 *   public List<Parameter> parameters() {
 *     return List.of(Parameter.of("scale", Constraints.LOG_POSITIVE, 0.2));
 *   }
 *
 *   protected double logDensity(double[] theta, int at, double y, double f) {
 *     double z = (y - f) / theta[at];
 *     return -z - 2.0 * Math.log1p(Math.exp(-z)) - Math.log(theta[at]);
 *   }
 *   // logDensityPullback, mean, variance, cdf, sample, toString
 * }
 * }</pre>
 *
 * <p>Register it with {@code Specs.registerLikelihood}, or list a {@code Parts} in
 * META-INF/services, and the model language, model files and the search know it. {@code
 * LikelihoodContract} of tgp-testing checks it. Override {@link #expectation} to gain speed.
 */
public abstract class ScalarLikelihood extends OneLatentLikelihood {
  /** For likelihoods of others. */
  protected ScalarLikelihood() {}

  /** log p(y | f), normalised; finite for every finite f. */
  protected abstract double logDensity(double[] theta, int at, double y, double f);

  /** Adds bar·∂ log p/∂θ to {@code thetaBar} at {@code at} and returns bar·∂ log p/∂f. */
  protected abstract double logDensityPullback(
      double[] theta, int at, double y, double f, double bar, double[] thetaBar);

  @Override
  public void logDensity(
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
      out[outFrom + i] = logDensity(theta, at, y, f[fFrom + i]);
    }
  }

  @Override
  public double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    double sum = 0.0;
    for (int n = 0; n < block.rows(); n++) {
      double y = block.y()[block.yFrom() + n];
      int from = block.fFrom() + n * block.nodes();
      for (int s = 0; s < block.nodes(); s++) {
        double f = block.f()[from + s];
        double w = block.w()[s];
        sum += w * logDensity(theta, at, y, f);
        block.fBar()[from + s] = logDensityPullback(theta, at, y, f, w, thetaBar);
      }
    }
    return sum;
  }
}
