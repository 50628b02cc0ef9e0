package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gaussian noise; equation L2 in docs/equations.md.
 *
 * <pre>
 *   θ = σ²,  log p(y|f) = −½ log(2πσ²) − (y − f)²/(2σ²)
 *   f ~ N(m, v):  E[log p] = −½ log(2πσ²) − ((y − m)² + v)/(2σ²)
 * </pre>
 */
public final class GaussianLikelihood extends OneLatentLikelihood {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("noise-variance", Constraints.LOG_POSITIVE, 0.05));

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public String violation(double y) {
    return Targets.finite(y);
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.STANDARDISE;
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
    double logNormaliser = logNormaliser(theta[at]);
    double halfPrecision = 0.5 / theta[at];
    for (int i = 0; i < n; i++) {
      double r = y - f[fFrom + i];
      out[outFrom + i] = logNormaliser - halfPrecision * r * r;
    }
  }

  @Override
  double block(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      int rows,
      double[] f,
      int fFrom,
      int fStride,
      int nodes,
      double[] w,
      int wFrom,
      double[] fBar,
      double[] thetaBar,
      Scratch scratch) {
    double variance = theta[at];
    int mark = scratch.mark();
    // Squares are summed over rows, node by node: no sum runs along the inner loop, which so
    // becomes vector instructions.
    double[] squares = scratch.takeZeroed(nodes);
    double[] scaled = scratch.take(nodes);
    for (int s = 0; s < nodes; s++) {
      scaled[s] = w[wFrom + s] / variance;
    }
    for (int n = 0; n < rows; n++) {
      residuals(y[yFrom + n], f, fFrom + n * nodes, nodes, scaled, squares, fBar);
    }
    double fit = 0.5 * dot(scaled, 0, squares, 0, nodes);
    double total = rows * sum(w, wFrom, nodes);
    scratch.release(mark);
    thetaBar[at] += (fit - 0.5 * total) / variance;
    return total * logNormaliser(variance) - fit;
  }

  private static void residuals(
      double y, double[] f, int from, int nodes, double[] scaled, double[] squares, double[] fBar) {
    for (int s = 0; s < nodes; s++) {
      double r = y - f[from + s];
      squares[s] += r * r;
      fBar[from + s] = scaled[s] * r;
    }
  }

  @Override
  public boolean hasClosedForm() {
    return true;
  }

  @Override
  public double expectedLogDensity(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      double[] mean,
      double[] variance,
      int n,
      double scale,
      double[] meanBar,
      double[] varianceBar,
      double[] thetaBar) {
    double precision = 1.0 / theta[at];
    double squares = 0.0;
    for (int i = 0; i < n; i++) {
      double r = y[yFrom + i] - mean[i];
      squares += r * r + variance[i];
      meanBar[i] = scale * precision * r;
      varianceBar[i] = -0.5 * scale * precision;
    }
    double fit = 0.5 * precision * squares;
    thetaBar[at] += scale * precision * (fit - 0.5 * n);
    return scale * (n * logNormaliser(theta[at]) - fit);
  }

  private static double logNormaliser(double variance) {
    return -0.5 * Math.log(2.0 * Math.PI * variance);
  }

  @Override
  double mean(double[] theta, int at, double f) {
    return f;
  }

  @Override
  double variance(double[] theta, int at, double f) {
    return theta[at];
  }

  @Override
  double cdf(double[] theta, int at, double y, double f) {
    return Scalars.normalCdf((y - f) / Math.sqrt(theta[at]));
  }

  /** Over the whole slice at once: a quantile asks for it many times. */
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
    double inverse = 1.0 / Math.sqrt(theta[at]);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = (y - f[fFrom + i]) * inverse;
    }
    Elementary.normalCdf(out, outFrom, out, outFrom, n);
  }

  @Override
  double sample(double[] theta, int at, double f, RandomGenerator random) {
    return f + Math.sqrt(theta[at]) * random.nextGaussian();
  }

  @Override
  public String toString() {
    return "gaussian";
  }
}
