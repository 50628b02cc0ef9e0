package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;

/**
 * Positive targets with mean μ(f) and a constant coefficient of variation 1/√α; equation L9 in
 * docs/equations.md.
 *
 * <pre>
 *   θ = α,  log p(y|f) = α log α − log Γ(α) + (α − 1) log y − α log μ − α y/μ
 *   link exp, f ~ N(m, v):  E[log μ] = m,  E[1/μ] = exp(−m + v/2)
 * </pre>
 */
public final class GammaLikelihood extends OneLatentLikelihood {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("shape", Constraints.LOG_POSITIVE, 1.0));

  private final RateLink link;

  /** With the link exp. */
  public GammaLikelihood() {
    this(RateLink.EXP);
  }

  public GammaLikelihood(RateLink link) {
    this.link = Objects.requireNonNull(link, "link");
  }

  @Override
  public Interval latentDomain() {
    return link.domain();
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public String violation(double y) {
    return Targets.positive(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.SCALE;
  }

  @Override
  public Interval support() {
    return Interval.POSITIVE;
  }

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
    double shape = theta[at];
    double constant = logNormaliser(shape) + (shape - 1.0) * Math.log(y);
    for (int i = 0; i < n; i++) {
      double logMean = link.logMean(f[fFrom + i]);
      out[outFrom + i] = constant - shape * (logMean + y / link.mean(f[fFrom + i]));
    }
  }

  @Override
  public double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    double[] y = block.y();
    int yFrom = block.yFrom();
    int rows = block.rows();
    double[] f = block.f();
    int fFrom = block.fFrom();
    int nodes = block.nodes();
    double[] w = block.w();
    double[] fBar = block.fBar();
    double shape = theta[at];
    int mark = scratch.mark();
    double[] logMean = scratch.take(nodes);
    double[] mean = scratch.take(nodes);
    double[] slope = scratch.take(nodes);
    double fit = 0.0; // Σ w·(log μ + y/μ)
    double logs = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double target = y[yFrom + n];
      logs += Math.log(target);
      link.evaluate(f, from, nodes, logMean, mean, slope);
      for (int s = 0; s < nodes; s++) {
        double ratio = target / mean[s];
        logMean[s] += ratio;
        slope[s] *= w[s] * shape * (ratio - 1.0);
      }
      System.arraycopy(slope, 0, fBar, from, nodes);
      fit += Sums.shortDot(w, logMean, nodes);
    }
    double total = Sums.shortSum(w, 0, nodes);
    scratch.release(mark);
    return collect(shape, total * rows, total * logs, fit, at, thetaBar);
  }

  /** The value, and the shape's adjoint, from Σ w, Σ w log y and Σ w (log μ + y/μ). */
  private static double collect(
      double shape, double total, double logs, double fit, int at, double[] thetaBar) {
    thetaBar[at] += total * (Math.log(shape) + 1.0 - Digamma.value(shape)) + logs - fit;
    return total * logNormaliser(shape) + (shape - 1.0) * logs - shape * fit;
  }

  private static double logNormaliser(double shape) {
    return shape * Math.log(shape) - LogGamma.value(shape);
  }

  @Override
  public boolean hasClosedForm() {
    return link == RateLink.EXP;
  }

  @Override
  public double expectedLogDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    double[] y = block.y();
    int yFrom = block.yFrom();
    double[] mean = block.mean();
    double[] variance = block.variance();
    int n = block.n();
    double[] meanBar = block.meanBar();
    double[] varianceBar = block.varianceBar();
    if (!hasClosedForm()) {
      throw new IllegalStateException(this + " has no closed form; use quadrature");
    }
    double shape = theta[at];
    double fit = 0.0;
    double logs = 0.0;
    for (int i = 0; i < n; i++) {
      double exponent = 0.5 * variance[i] - mean[i];
      double ratio = y[yFrom + i] * link.mean(exponent); // y·E[1/μ]
      double slope = ratio * SoftClip.slope(exponent, SoftClip.LOG_RATE);
      fit += mean[i] + ratio;
      logs += Math.log(y[yFrom + i]);
      meanBar[i] = scale * shape * (slope - 1.0);
      varianceBar[i] = -0.5 * scale * shape * slope;
    }
    return collect(shape, scale * n, scale * logs, scale * fit, at, thetaBar);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return link.mean(f);
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    double mean = link.mean(f);
    return mean * mean / theta[at];
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    return y <= 0 ? 0.0 : RegularizedGamma.P.value(theta[at], theta[at] * (y / link.mean(f)));
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    double scale = link.mean(f) / theta[at];
    return AhrensDieterMarsagliaTsangGammaSampler.of(random::nextLong, theta[at], scale).sample();
  }

  @Override
  public String toString() {
    return link.text("gamma");
  }
}
