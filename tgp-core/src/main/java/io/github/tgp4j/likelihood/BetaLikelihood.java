package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.rng.sampling.distribution.ChengBetaSampler;

/**
 * Proportions in (0, 1) with mean μ = F(f); equation L10 in docs/equations.md.
 *
 * <pre>
 *   θ = φ,  a = μφ,  b = (1 − μ)φ
 *   log p(y|f) = log Γ(φ) − log Γ(a) − log Γ(b) + (a − 1) log y + (b − 1) log(1 − y)
 * </pre>
 *
 * <p>f is clipped softly (see {@link SoftClip}) so that a and b never vanish.
 */
public final class BetaLikelihood extends OneLatentLikelihood {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("precision", Constraints.LOG_POSITIVE, 10.0));

  private final CumulativeLink link;
  private final double limit;

  /** With the link logit. */
  public BetaLikelihood() {
    this(CumulativeLink.LOGIT);
  }

  public BetaLikelihood(CumulativeLink link) {
    this.link = Objects.requireNonNull(link, "link");
    limit = link == CumulativeLink.LOGIT ? SoftClip.LOG_RATE : SoftClip.PROBIT;
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public String violation(double y) {
    return Targets.proportion(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.NONE;
  }

  @Override
  public Interval support() {
    return new Interval(0.0, 1.0);
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
    double precision = theta[at];
    double logY = Math.log(y);
    double logRest = Math.log1p(-y);
    double logGamma = LogGamma.value(precision);
    for (int i = 0; i < n; i++) {
      double a = precision * upper(f[fFrom + i]);
      double b = precision * lower(f[fFrom + i]);
      out[outFrom + i] =
          logGamma - LogGamma.value(a) - LogGamma.value(b) + (a - 1.0) * logY + (b - 1.0) * logRest;
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
    double precision = theta[at];
    double logGamma = LogGamma.value(precision);
    double digamma = Digamma.value(precision);
    double sum = 0.0;
    double precisionBar = 0.0;
    for (int n = 0; n < rows; n++) {
      double logY = Math.log(y[yFrom + n]);
      double logRest = Math.log1p(-y[yFrom + n]);
      for (int s = 0, i = fFrom + n * nodes; s < nodes; s++, i++) {
        double mean = upper(f[i]);
        double rest = lower(f[i]);
        double a = precision * mean;
        double b = precision * rest;
        double aBar = logY - Digamma.value(a);
        double bBar = logRest - Digamma.value(b);
        double logBeta = LogGamma.value(a) + LogGamma.value(b) - logGamma;
        sum += w[s] * ((a - 1.0) * logY + (b - 1.0) * logRest - logBeta);
        precisionBar += w[s] * (digamma + mean * aBar + rest * bBar);
        double density = link.density(SoftClip.value(f[i], limit)) * SoftClip.slope(f[i], limit);
        fBar[i] = w[s] * precision * (aBar - bBar) * density;
      }
    }
    thetaBar[at] += precisionBar;
    return sum;
  }

  /** μ. */
  private double upper(double f) {
    return link.cdf(SoftClip.value(f, limit));
  }

  /** 1 − μ, without cancellation. */
  private double lower(double f) {
    return link.cdf(-SoftClip.value(f, limit));
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return upper(f);
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return upper(f) * lower(f) / (1.0 + theta[at]);
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    if (!(y > 0 && y < 1)) {
      return y <= 0 ? 0.0 : 1.0;
    }
    return RegularizedBeta.value(y, theta[at] * upper(f), theta[at] * lower(f));
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    double a = theta[at] * upper(f);
    double b = theta[at] * lower(f);
    double y = ChengBetaSampler.of(random::nextLong, a, b).sample();
    // A draw that rounds to an end would not be a valid target.
    return Math.min(Math.max(y, Double.MIN_NORMAL), Math.nextDown(1.0));
  }

  @Override
  public String toString() {
    return link == CumulativeLink.LOGIT ? "beta" : "beta(" + link + ")";
  }
}
