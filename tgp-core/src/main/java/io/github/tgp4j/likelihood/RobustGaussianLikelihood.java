package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.text.Numbers;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gaussian noise whose parameters and latent function are learnt by a loss that bounds the pull of
 * an outlier; equations L20–L23 in docs/equations.md.
 *
 * <pre>
 *   p = N(y | f, σ²),  I(t) = ∫ p^(1+t) dy = (2πσ²)^(−t/2)·(1 + t)^(−1/2)
 *   β: ℓ = (p^β − 1)/β − I(β)/(1 + β) + 1
 *   γ: ℓ = (1 + γ)/γ·(p^γ·I(γ)^(−γ/(1+γ)) − 1)
 *   both are ℓ = (c/t)·expm1(t·(log p − κ(σ²))) + e(σ²),  ∂ℓ/∂f = c·exp(t·(log p − κ))·(y − f)/σ²
 *   f ~ N(m, v): E[exp(−t(y − f)²/(2σ²))] = (1 + tv/σ²)^(−1/2)·exp(−t(y − m)²/(2(σ² + tv)))
 * </pre>
 *
 * <p>ℓ takes the place of log p in training only: {@link #expectation} and {@link
 * #expectedLogDensity}. Everything else, {@link #logDensity} included, is the plain Gaussian's.
 * Both losses tend to log p as β or γ tends to 0.
 */
public final class RobustGaussianLikelihood implements Likelihood {
  private enum Loss {
    BETA,
    GAMMA
  }

  /** Elements of a tile: long enough for vector instructions, short enough for the first cache. */
  private static final int TILE = 512;

  /** Keeps 0·(y − f)² from being 0·∞. */
  private static final double LARGEST_SQUARE = 1e300;

  private final GaussianLikelihood gaussian = new GaussianLikelihood();
  private final Loss loss;
  private final double power;

  private RobustGaussianLikelihood(Loss loss, double power) {
    if (!(power > 0 && power < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "gaussian: expected "
              + name(loss)
              + " above 0 but got "
              + power
              + "; without it the loss is the log density");
    }
    this.loss = loss;
    this.power = power;
  }

  private static String name(Loss loss) {
    return loss == Loss.BETA ? "beta" : "gamma";
  }

  /** The loss of the β-divergence (density power divergence); prints {@code gaussian(beta=0.1)}. */
  public static RobustGaussianLikelihood beta(double beta) {
    return new RobustGaussianLikelihood(Loss.BETA, beta);
  }

  /** The loss of the γ-divergence; prints {@code gaussian(gamma=0.1)}. */
  public static RobustGaussianLikelihood gamma(double gamma) {
    return new RobustGaussianLikelihood(Loss.GAMMA, gamma);
  }

  /** What the loss needs besides log p, at one σ². */
  private record Terms(
      double factor, double shift, double shiftSlope, double rest, double restSlope) {}

  /** c, κ and dκ/dσ², e and de/dσ². */
  private Terms terms(double variance) {
    double logIntegral =
        -0.5 * (power * Math.log(2.0 * Math.PI * variance) + Math.log1p(power)); // log I
    double slope = -0.5 * power / variance; // of log I
    if (loss == Loss.GAMMA) {
      return new Terms(1.0 + power, logIntegral / (1.0 + power), slope / (1.0 + power), 0.0, 0.0);
    }
    double share = Math.exp(logIntegral) / (1.0 + power);
    return new Terms(1.0, 0.0, 0.0, 1.0 - share, -share * slope);
  }

  @Override
  public double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    double[] y = block.y();
    int yFrom = block.yFrom();
    int rows = block.rows();
    double[] f = block.f();
    int nodes = block.nodes();
    double[] fBar = block.fBar();
    double variance = theta[at];
    Terms terms = terms(variance);
    double offset = power * (-0.5 * Math.log(2.0 * Math.PI * variance) - terms.shift());
    int mark = scratch.mark();
    int tileRows = Math.max(1, Math.min(rows, TILE / nodes));
    int size = tileRows * nodes;
    double[] residual = scratch.take(size);
    double[] excess = scratch.take(size);
    double[] w = scratch.take(size);
    double total = 0.0;
    for (int s = 0; s < nodes; s++) {
      w[s] = block.w()[s];
      total += w[s];
    }
    for (int n = 1; n < tileRows; n++) {
      System.arraycopy(w, 0, w, n * nodes, nodes);
    }
    double sum = 0.0; // Σ w·expm1(…)
    double squares = 0.0; // Σ w·exp(…)·(y − f)²
    double masses = 0.0; // Σ w·exp(…)
    for (int first = 0; first < rows; first += tileRows) {
      int count = Math.min(tileRows, rows - first);
      int from = block.fFrom() + first * nodes;
      int n = count * nodes;
      for (int i = 0; i < count; i++) {
        double target = y[yFrom + first + i];
        for (int s = i * nodes; s < (i + 1) * nodes; s++) {
          residual[s] = target - f[from + s];
        }
      }
      double half = 0.5 * power / variance;
      for (int i = 0; i < n; i++) {
        excess[i] = offset - half * residual[i] * residual[i];
      }
      Elementary.expm1(excess, 0, excess, 0, n);
      double slope = terms.factor() / variance;
      for (int i = 0; i < n; i++) {
        double mass = w[i] * (1.0 + excess[i]);
        sum += w[i] * excess[i];
        masses += mass;
        squares += mass * Math.min(residual[i] * residual[i], LARGEST_SQUARE);
        fBar[from + i] = slope * mass * residual[i];
      }
    }
    scratch.release(mark);
    double pull = squares / (2.0 * variance * variance) - masses / (2.0 * variance);
    thetaBar[at] +=
        terms.factor() * (pull - masses * terms.shiftSlope()) + rows * total * terms.restSlope();
    return terms.factor() / power * sum + rows * total * terms.rest();
  }

  @Override
  public boolean hasClosedForm() {
    return true;
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
    double noise = theta[at];
    Terms terms = terms(noise);
    double offset = power * (-0.5 * Math.log(2.0 * Math.PI * noise) - terms.shift());
    double offsetSlope = power * (-0.5 / noise - terms.shiftSlope());
    double c = scale * terms.factor() / power;
    double sum = 0.0;
    double noiseBar = 0.0;
    for (int i = 0; i < n; i++) {
      // log E = offset − ½ log(1 + tv/σ²) − t·r²/(2T), T = σ² + tv
      double r = y[yFrom + i] - mean[i];
      double spread = noise + power * variance[i];
      double square = Math.min(r * r, LARGEST_SQUARE);
      double excess =
          Math.expm1(
              offset
                  - 0.5 * Math.log1p(power * variance[i] / noise)
                  - 0.5 * power * square / spread);
      double mass = c * (1.0 + excess);
      sum += excess;
      double spreadBar = mass * 0.5 * (power * square / spread - 1.0) / spread;
      meanBar[i] = mass * power * r / spread;
      varianceBar[i] = power * spreadBar;
      noiseBar += spreadBar + mass * (offsetSlope + 0.5 / noise);
    }
    thetaBar[at] += noiseBar + scale * n * terms.restSlope();
    return c * sum + scale * n * terms.rest();
  }

  @Override
  public int latents() {
    return 1;
  }

  @Override
  public Interval latentDomain() {
    return gaussian.latentDomain();
  }

  @Override
  public Interval support() {
    return gaussian.support();
  }

  @Override
  public boolean discrete() {
    return false;
  }

  @Override
  public int noiseVariance() {
    return 0;
  }

  @Override
  public List<Parameter> parameters() {
    return gaussian.parameters();
  }

  @Override
  public String violation(double y) {
    return gaussian.violation(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return gaussian.targetScaling();
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
    gaussian.logDensity(theta, at, y, f, fFrom, fStride, n, out, outFrom);
  }

  @Override
  public void logDensityPullback(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] outBar,
      int outBarFrom,
      double[] fBar,
      double[] thetaBar) {
    gaussian.logDensityPullback(
        theta, at, y, f, fFrom, fStride, n, outBar, outBarFrom, fBar, thetaBar);
  }

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
    gaussian.moments(theta, at, f, fFrom, fStride, n, mean, variance, outFrom);
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
    gaussian.cdf(theta, at, y, f, fFrom, fStride, n, out, outFrom);
  }

  @Override
  public double sample(
      double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random) {
    return gaussian.sample(theta, at, f, fFrom, fStride, random);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RobustGaussianLikelihood likelihood
        && likelihood.loss == loss
        && likelihood.power == power;
  }

  @Override
  public int hashCode() {
    return 31 * loss.ordinal() + Double.hashCode(power);
  }

  @Override
  public String toString() {
    return "gaussian(" + name(loss) + "=" + Numbers.plain(power) + ")";
  }
}
