package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;

/**
 * Overdispersed counts with mean μ(f) and variance μ + αμ²; equation L8 in docs/equations.md.
 *
 * <pre>
 *   θ = α,  r = 1/α,  t = log μ − log r
 *   log p(y|f) = log Γ(y + r) − log Γ(r) − log y! − y·softplus(−t) − r·softplus(t)
 * </pre>
 *
 * <p>α below 1e-8 counts as 1e-8, where the distribution is Poisson to the last digit that matters.
 */
public final class NegativeBinomialLikelihood extends OneLatentLikelihood {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("dispersion", Constraints.LOG_POSITIVE, 1.0));

  private static final double LEAST_DISPERSION = 1e-8;

  private final RateLink link;

  /** With the link exp. */
  public NegativeBinomialLikelihood() {
    this(RateLink.EXP);
  }

  public NegativeBinomialLikelihood(RateLink link) {
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
    double size = size(theta[at]);
    double logSize = Math.log(size);
    double logBinomial = logBinomial(y, size);
    for (int i = 0; i < n; i++) {
      double t = link.logMean(f[fFrom + i]) - logSize;
      out[outFrom + i] = logBinomial - y * Scalars.softplus(-t) - size * Scalars.softplus(t);
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
    double size = size(theta[at]);
    double logSize = Math.log(size);
    double digamma = Digamma.value(size);
    double total = Sums.shortSum(w, 0, nodes);
    int mark = scratch.mark();
    double[] t = scratch.take(nodes);
    double[] mean = scratch.take(nodes);
    double[] slope = scratch.take(nodes);
    double[] e = scratch.take(nodes);
    double[] log = scratch.take(nodes);
    double sum = 0.0;
    double sizeBar = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double target = y[yFrom + n];
      link.evaluate(f, from, nodes, t, mean, slope);
      for (int s = 0; s < nodes; s++) {
        t[s] -= logSize;
        e[s] = -Math.abs(t[s]);
      }
      Elementary.exp(e, 0, e, 0, nodes);
      Elementary.log1p(e, 0, log, 0, nodes);
      double value = total * logBinomial(target, size);
      double bar = total * (Digamma.value(target + size) - digamma);
      for (int s = 0; s < nodes; s++) {
        double up = Math.max(t[s], 0.0) + log[s]; // softplus(t), and softplus(−t) = up − t
        double larger = 1.0 / (1.0 + e[s]);
        double share = t[s] < 0 ? e[s] * larger : larger; //      sigmoid(t)
        double remainder = t[s] < 0 ? larger : e[s] * larger; //  sigmoid(−t)
        double down = Math.max(-t[s], 0.0) + log[s];
        double tBar = w[s] * (target * remainder - size * share);
        value -= w[s] * (target * down + size * up);
        bar -= w[s] * up + tBar / size; // ∂t/∂r = −1/r
        slope[s] *= tBar;
      }
      System.arraycopy(slope, 0, fBar, from, nodes);
      sum += value;
      sizeBar += bar;
    }
    scratch.release(mark);
    thetaBar[at] -= theta[at] > LEAST_DISPERSION ? sizeBar * size * size : 0.0; // r = 1/α
    return sum;
  }

  private static double size(double dispersion) {
    return 1.0 / Math.max(dispersion, LEAST_DISPERSION);
  }

  /** log Γ(y + r) − log Γ(r) − log y! = −log y − log B(y, r), which does not cancel for large r. */
  private static double logBinomial(double y, double size) {
    return y == 0 ? 0.0 : -Math.log(y) - LogBeta.value(y, size);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return link.mean(f);
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    double mean = link.mean(f);
    return mean + mean * mean / size(theta[at]);
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    if (y < 0) {
      return 0.0;
    }
    double size = size(theta[at]);
    return RegularizedBeta.value(size / (size + link.mean(f)), size, Math.floor(y) + 1.0);
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    double size = size(theta[at]);
    double rate =
        AhrensDieterMarsagliaTsangGammaSampler.of(random::nextLong, size, link.mean(f) / size)
            .sample();
    return Counts.poissonSample(rate, random);
  }

  @Override
  public String toString() {
    return link.text("negative-binomial");
  }
}
