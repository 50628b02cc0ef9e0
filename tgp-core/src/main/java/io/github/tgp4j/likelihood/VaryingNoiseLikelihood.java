package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Noise whose scale depends on the input; equations L24 and L25 in docs/equations.md.
 *
 * <pre>
 *   y = f + exp(h)·ε,  ε ~ p₀, the noise of another likelihood around 0
 *   log p(y | f, h) = log p₀((y − f)·exp(−h)) − h
 *   gaussian, f ~ N(m, v), h ~ N(a, s):
 *   E[log p] = −½ log(2πσ²) − a − ((y − m)² + v)/(2σ²)·exp(2s − 2a)
 * </pre>
 *
 * <p>f is the first latent and h the second. h is a GP of its own, or a network's answer to the
 * input. Beyond ±20 h is clipped softly.
 */
public final class VaryingNoiseLikelihood extends BlockLikelihood {
  private static final double MOST_LOG_SCALE = 20.0;

  private final OneLatentLikelihood base;
  private final MlpShape network; // null where h is a GP

  private VaryingNoiseLikelihood(OneLatentLikelihood base, MlpShape network) {
    this.base = Objects.requireNonNull(base, "noise");
    this.network = network;
    if (!(base instanceof GaussianLikelihood
        || base instanceof StudentTLikelihood
        || base instanceof LaplaceLikelihood)) {
      throw new IllegalArgumentException(
          "noise that depends on the input: expected gaussian, student-t or laplace but got "
              + base);
    }
    if (network != null && network.bayes()) {
      throw new IllegalArgumentException(
          "noise @ mlp: expected weights that are points but got bayes; use dropout instead");
    }
  }

  /** The logarithm of the noise's scale is a GP; prints {@code gaussian(noise=gp)}. */
  public static VaryingNoiseLikelihood byProcess(OneLatentLikelihood base) {
    return new VaryingNoiseLikelihood(base, null);
  }

  /** A network gives it; prints {@code gaussian(noise @ mlp(25, tanh))}. */
  public static VaryingNoiseLikelihood byNetwork(OneLatentLikelihood base, MlpShape network) {
    return new VaryingNoiseLikelihood(base, Objects.requireNonNull(network, "network"));
  }

  /** The same noise with one scale for all inputs. */
  public OneLatentLikelihood base() {
    return base;
  }

  /** Its first parameter for noise about as wide as Gaussian noise of this variance. */
  public double valueFor(double variance) {
    if (base instanceof GaussianLikelihood) {
      return variance;
    }
    return Math.sqrt(base instanceof LaplaceLikelihood ? 0.5 * variance : variance);
  }

  /** The noise's scale where h = 0: its standard deviation where it is Gaussian. */
  public double scaleOfOne(double[] theta, int at) {
    return base instanceof GaussianLikelihood ? Math.sqrt(theta[at]) : theta[at];
  }

  /** exp(h), softly clipped. */
  public static double scale(double h) {
    return Math.exp(SoftClip.value(h, MOST_LOG_SCALE));
  }

  /** The h of noise whose variance is (1 + by) times that of another h. */
  public static double widened(double h, double by) {
    double logScale = SoftClip.value(h, MOST_LOG_SCALE) + 0.5 * Math.log1p(by);
    return SoftClip.inverse(logScale, MOST_LOG_SCALE);
  }

  @Override
  public int latents() {
    return 2;
  }

  @Override
  public MlpShape latentNetwork() {
    return network;
  }

  @Override
  public List<Parameter> parameters() {
    return base.parameters();
  }

  @Override
  public Interval latentDomain() {
    return Interval.REAL;
  }

  @Override
  public String violation(double y) {
    return base.violation(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return base.targetScaling();
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
    residuals(y, f, fFrom, fStride, n, out, outFrom); // a target of 0 sees the same noise
    base.logDensity(theta, at, 0.0, out, outFrom, n, n, out, outFrom);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] -= SoftClip.value(f[fFrom + fStride + i], MOST_LOG_SCALE);
    }
  }

  /** (f − y)·exp(−h). The noises of this library may have their latents where their result goes. */
  private static void residuals(
      double y, double[] f, int fFrom, int fStride, int n, double[] out, int outFrom) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = -SoftClip.value(f[fFrom + fStride + i], MOST_LOG_SCALE);
    }
    Elementary.exp(out, outFrom, out, outFrom, n);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] *= f[fFrom + i] - y;
    }
  }

  @Override
  public double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    int rows = block.rows();
    int nodes = block.nodes();
    int n = rows * nodes;
    int first = block.fFrom();
    int second = first + block.fStride();
    double[] f = block.f();
    double[] fBar = block.fBar();
    int mark = scratch.mark();
    double[] precision = scratch.take(n); // exp(−h)
    double[] residual = scratch.take(n);
    double[] bar = scratch.take(n);
    for (int i = 0; i < n; i++) {
      precision[i] = -SoftClip.value(f[second + i], MOST_LOG_SCALE);
    }
    double logScales = 0.0; // Σ w·h
    for (int i = 0; i < rows; i++) {
      for (int s = 0; s < nodes; s++) {
        logScales -= block.w()[s] * precision[i * nodes + s];
      }
    }
    Elementary.exp(precision, 0, precision, 0, n);
    for (int i = 0; i < rows; i++) {
      double y = block.y()[block.yFrom() + i];
      for (int k = i * nodes; k < (i + 1) * nodes; k++) {
        residual[k] = (f[first + k] - y) * precision[k];
      }
    }
    NodeBlock noise =
        new NodeBlock(scratch.takeZeroed(rows), 0, rows, residual, 0, n, nodes, block.w(), bar);
    double sum = base.expectation(theta, at, noise, thetaBar, scratch);
    for (int i = 0; i < rows; i++) {
      for (int s = 0; s < nodes; s++) {
        int k = i * nodes + s;
        double slope = SoftClip.slope(f[second + k], MOST_LOG_SCALE);
        fBar[first + k] = bar[k] * precision[k];
        fBar[second + k] = -(bar[k] * residual[k] + block.w()[s]) * slope;
      }
    }
    scratch.release(mark);
    return sum - logScales;
  }

  @Override
  public boolean hasClosedForm() {
    return base instanceof GaussianLikelihood;
  }

  @Override
  public double expectedLogDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    if (!hasClosedForm()) {
      return super.expectedLogDensity(theta, at, block, scale, thetaBar);
    }
    GaussianBlock noise = block.second();
    double variance = theta[at];
    double sum = 0.0;
    double fits = 0.0;
    for (int i = 0; i < block.n(); i++) {
      double a = noise.mean()[i];
      double exponent = 2.0 * (noise.variance()[i] - a);
      double precision = Math.exp(SoftClip.value(exponent, SoftClip.LOG_RATE)) / variance;
      double slope = SoftClip.slope(exponent, SoftClip.LOG_RATE);
      double r = block.y()[block.yFrom() + i] - block.mean()[i];
      double fit = 0.5 * precision * (r * r + block.variance()[i]);
      fits += fit;
      sum += a;
      block.meanBar()[i] = scale * precision * r;
      block.varianceBar()[i] = -0.5 * scale * precision;
      noise.meanBar()[i] = scale * (2.0 * fit * slope - 1.0);
      noise.varianceBar()[i] = -2.0 * scale * fit * slope;
    }
    thetaBar[at] += scale * (fits - 0.5 * block.n()) / variance;
    return -scale * (0.5 * block.n() * Math.log(2.0 * Math.PI * variance) + sum + fits);
  }

  @Override
  public boolean hasClosedPredictive() {
    return hasClosedForm() && network != null;
  }

  @Override
  public double logExpectedDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    if (!hasClosedPredictive()) {
      return super.logExpectedDensity(theta, at, block, scale, thetaBar);
    }
    GaussianBlock noise = block.second();
    double sum = 0.0;
    for (int i = 0; i < block.n(); i++) {
      double h = noise.mean()[i];
      double e = scale(h);
      double own = theta[at] * e * e;
      double total = block.variance()[i] + own;
      double r = block.y()[block.yFrom() + i] - block.mean()[i];
      double slope = 0.5 * scale * (r * r / total - 1.0) / total; // ∂/∂total
      sum -= 0.5 * (Math.log(2.0 * Math.PI * total) + r * r / total);
      block.meanBar()[i] = scale * r / total;
      block.varianceBar()[i] = slope;
      noise.meanBar()[i] = 2.0 * slope * own * SoftClip.slope(h, MOST_LOG_SCALE);
      noise.varianceBar()[i] = 0.0;
      thetaBar[at] += slope * e * e;
    }
    return scale * sum;
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
    double unit = base.variance(theta, at, 0.0);
    for (int i = 0; i < n; i++) {
      double scale = scale(f[fFrom + fStride + i]);
      mean[outFrom + i] = f[fFrom + i];
      variance[outFrom + i] = unit * scale * scale;
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
    residuals(y, f, fFrom, fStride, n, out, outFrom);
    base.cdf(theta, at, 0.0, out, outFrom, n, n, out, outFrom);
  }

  @Override
  public double sample(
      double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random) {
    return f[fFrom] + scale(f[fFrom + fStride]) * base.sample(theta, at, 0.0, random);
  }

  @Override
  public String toString() {
    String noise = network == null ? "noise=gp" : "noise @ " + network;
    String text = base.toString();
    return text.endsWith(")")
        ? text.substring(0, text.length() - 1) + ", " + noise + ")"
        : text + "(" + noise + ")";
  }
}
