package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Poisson counts with mean μ(f); equation L7 in docs/equations.md.
 *
 * <pre>
 *   log p(y|f) = y·log μ − μ − log y!
 *   link exp, f ~ N(m, v):  E[log p] = y·m − exp(m + v/2) − log y!
 * </pre>
 */
public final class PoissonLikelihood extends OneLatentLikelihood {
  private final RateLink link;

  /** With the link exp. */
  public PoissonLikelihood() {
    this(RateLink.EXP);
  }

  public PoissonLikelihood(RateLink link) {
    this.link = Objects.requireNonNull(link, "link");
  }

  @Override
  public Interval latentDomain() {
    return link.domain();
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public String violation(double y) {
    return Targets.count(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.NONE;
  }

  @Override
  public Interval support() {
    return Interval.POSITIVE;
  }

  @Override
  public boolean discrete() {
    return true;
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
    double logFactorial = LogFactorial.of(y);
    for (int i = 0; i < n; i++) {
      double logMean = link.logMean(f[fFrom + i]);
      out[outFrom + i] = y * logMean - link.mean(f[fFrom + i]) - logFactorial;
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
    int mark = scratch.mark();
    double[] logMean = scratch.take(nodes);
    double[] mean = scratch.take(nodes);
    double[] slope = scratch.take(nodes);
    double sum = 0.0;
    double logFactorials = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double target = y[yFrom + n];
      link.evaluate(f, from, nodes, logMean, mean, slope);
      for (int s = 0; s < nodes; s++) {
        slope[s] *= w[s] * (target - mean[s]);
      }
      System.arraycopy(slope, 0, fBar, from, nodes);
      sum += target * Sums.shortDot(w, logMean, nodes) - Sums.shortDot(w, mean, nodes);
      logFactorials += LogFactorial.of(target);
    }
    scratch.release(mark);
    return sum - Sums.shortSum(w, 0, nodes) * logFactorials;
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
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double exponent = mean[i] + 0.5 * variance[i];
      double expected = link.mean(exponent);
      double slope = expected * SoftClip.slope(exponent, SoftClip.LOG_RATE);
      sum += y[yFrom + i] * mean[i] - expected - LogFactorial.of(y[yFrom + i]);
      meanBar[i] = scale * (y[yFrom + i] - slope);
      varianceBar[i] = -0.5 * scale * slope;
    }
    return scale * sum;
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return link.mean(f);
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return link.mean(f);
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    return Counts.poissonCdf(y, link.mean(f));
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    return Counts.poissonSample(link.mean(f), random);
  }

  @Override
  public String toString() {
    return link.text("poisson");
  }
}
