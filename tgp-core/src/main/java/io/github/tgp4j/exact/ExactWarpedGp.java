package io.github.tgp4j.exact;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.Unwarping;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FullPosterior;
import java.util.Arrays;
import java.util.List;

/**
 * The evidence of an exact warped GP (Snelson et al. 2004; Rios and Tobar 2019 for composed warps)
 * and its complete gradient, O(N³); with the Gaussian likelihood, of the exact GP; equation X6 in
 * docs/equations.md.
 *
 * <pre>
 *   log p(y) = log N(T(y) | μ(x), K + σ²I) + Σ_n log T'(y_n) + log prior(θ)
 * </pre>
 *
 * <p>Works on the architecture of a sparse model whose inducing inputs are the data: with {@link
 * #posterior} as its q(v), that model's bound and predictions are the exact ones.
 */
public final class ExactWarpedGp {
  private final Architecture architecture;
  private final Unwarping inverse;
  private final Matrix x;
  private final double[] y;
  private final double[] t;
  private final double[] logSlope;
  private final double[] residual; // T(y) − μ(x)
  private final double[] gradient;
  private final Scratch scratch = new Scratch();

  /**
   * Of one target.
   *
   * @throws IllegalArgumentException when the evidence has no closed form: a flow, or a likelihood
   *     other than the Gaussian and the warped one without censoring
   */
  public ExactWarpedGp(Architecture architecture, Matrix x, double[] y) {
    if (architecture.outputs().size() != 1 || !(architecture.flow(0) instanceof IdentityFlow)) {
      throw new IllegalArgumentException(
          "exact GP: expected one target without a flow but got "
              + architecture.outputs()
              + "; use a sparse model");
    }
    this.architecture = architecture;
    this.inverse = inverse(architecture.outputs().get(0).likelihood());
    this.x = x;
    this.y = y;
    this.t = new double[y.length];
    this.logSlope = new double[y.length];
    this.residual = new double[y.length];
    this.gradient = new double[architecture.newParameters(zeros(architecture)).size()];
  }

  private static List<Matrix> zeros(Architecture architecture) {
    return List.of(Matrix.zeros(architecture.groups().get(0).inducing(), architecture.inputs()));
  }

  private static Unwarping inverse(Likelihood likelihood) {
    if (likelihood instanceof GaussianLikelihood) {
      return Unwarping.of(Flows.identity());
    }
    if (likelihood instanceof WarpedLikelihood warped && warped.hasClosedForm()) {
      return Unwarping.of(warped.warp());
    }
    throw new IllegalArgumentException(
        "exact GP: expected likelihood gaussian or warped(…), without censoring, but got "
            + likelihood
            + "; use a sparse model");
  }

  /** log p(y), the prior of the parameters included; {@link #gradient} then holds its gradient. */
  public double evaluate(Parameters parameters) {
    double[] theta = parameters.value();
    int n = y.length;
    ExactGp gp = condition(theta);
    double sum = Sums.shortSum(logSlope, 0, n) + gp.logMarginalLikelihood();
    Arrays.fill(gradient, 0.0);
    gradient[architecture.likelihoodAt(0)] += gp.gradient(gradient);
    double[] tBar = new double[n];
    gp.targetGradient(tBar);
    double[] meanBar = new double[n];
    for (int i = 0; i < n; i++) {
      meanBar[i] = -tBar[i];
    }
    mean().meanPullback(theta, architecture.meanAt(0), x, meanBar, gradient, null);
    double[] ones = new double[n];
    Arrays.fill(ones, 1.0);
    inverse.pullback(theta, warpAt(), t, logSlope, tBar, ones, n, gradient, scratch);
    return sum + parameters.logPrior(gradient);
  }

  /** Adjoint of the constrained values after {@link #evaluate}; not a copy. */
  public double[] gradient() {
    return gradient;
  }

  /** The optimal q(v) of the sparse model whose inducing inputs are the data. */
  public FullPosterior posterior(double[] theta) {
    unwarp(theta);
    double noise = theta[architecture.likelihoodAt(0)];
    return new CollapsedGp(architecture.groups().get(0).covariance(), theta, noise, x, residual, x)
        .posterior();
  }

  private ExactGp condition(double[] theta) {
    unwarp(theta);
    // The covariance's values come first in the vector.
    return new ExactGp(
        architecture.groups().get(0).covariance(),
        theta,
        theta[architecture.likelihoodAt(0)],
        x,
        residual);
  }

  private void unwarp(double[] theta) {
    inverse.forward(theta, warpAt(), y, 0, t, logSlope, y.length, scratch);
    mean().mean(theta, architecture.meanAt(0), x, residual);
    for (int i = 0; i < y.length; i++) {
      residual[i] = t[i] - residual[i];
    }
  }

  private MeanFunction mean() {
    return architecture.groups().get(0).mean();
  }

  /** The warp's values follow the noise variance. */
  private int warpAt() {
    return architecture.likelihoodAt(0) + 1;
  }
}
