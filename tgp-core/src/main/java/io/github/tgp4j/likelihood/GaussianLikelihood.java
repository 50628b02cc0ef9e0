package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Gaussian noise; equation L2 in docs/equations.md.
 *
 * <pre>
 *   θ = σ²,  log p(y|f) = −½ log(2πσ²) − (y − f)²/(2σ²)
 *   f ~ N(m, v):  E[log p] = −½ log(2πσ²) − ((y − m)² + v)/(2σ²)
 *                 log E[p] = −½ log(2π(v + σ²)) − (y − m)²/(2(v + σ²))
 * </pre>
 */
public final class GaussianLikelihood extends OneLatentLikelihood {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("noise-variance", Constraints.LOG_POSITIVE, 0.05));

  /** Elements of a tile: long enough for vector instructions, short enough for the first cache. */
  private static final int TILE = 512;

  @Override
  public int noiseVariance() {
    return 0;
  }

  @Override
  public double noiseScale(double[] theta, int at) {
    return Math.sqrt(theta[at]);
  }

  @Override
  public boolean addsNoise() {
    return true;
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public boolean isQuadratic() {
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
    double logNormaliser = logNormaliser(theta[at]);
    double halfPrecision = 0.5 / theta[at];
    for (int i = 0; i < n; i++) {
      double r = y - f[fFrom + i];
      out[outFrom + i] = logNormaliser - halfPrecision * r * r;
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
    double variance = theta[at];
    int mark = scratch.mark();
    // Several rows are treated as one long one: short loops never reach the vector instructions.
    // Squares are summed over these tiles element by element, so that no sum slows the inner loop.
    int tileRows = Math.max(1, Math.min(rows, TILE / nodes));
    int size = tileRows * nodes;
    double[] squares = scratch.takeZeroed(size);
    double[] scaled = scratch.take(size);
    double[] targets = scratch.take(size);
    double[] tile = scratch.take(size);
    for (int s = 0; s < nodes; s++) {
      scaled[s] = w[s] / variance;
    }
    for (int n = 1; n < tileRows; n++) {
      System.arraycopy(scaled, 0, scaled, n * nodes, nodes);
    }
    for (int first = 0; first < rows; first += tileRows) {
      int count = Math.min(tileRows, rows - first);
      for (int n = 0; n < count; n++) {
        Arrays.fill(targets, n * nodes, (n + 1) * nodes, y[yFrom + first + n]);
      }
      int from = fFrom + first * nodes;
      System.arraycopy(f, from, tile, 0, count * nodes);
      residuals(targets, tile, scaled, squares, count * nodes);
      System.arraycopy(tile, 0, fBar, from, count * nodes);
    }
    double fit = 0.5 * Sums.shortDot(scaled, squares, size);
    double total = rows * Sums.shortSum(w, 0, nodes);
    scratch.release(mark);
    thetaBar[at] += (fit - 0.5 * total) / variance;
    return total * logNormaliser(variance) - fit;
  }

  /** On entry tile = f, on exit f̄. */
  private static void residuals(
      double[] targets, double[] tile, double[] scaled, double[] squares, int n) {
    for (int i = 0; i < n; i++) {
      double r = targets[i] - tile[i];
      squares[i] += r * r;
      tile[i] = scaled[i] * r;
    }
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

  @Override
  public boolean hasClosedPredictive() {
    return true;
  }

  @Override
  public double logExpectedDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    double sum = 0.0;
    double slopes = 0.0;
    for (int i = 0; i < block.n(); i++) {
      double total = block.variance()[i] + theta[at];
      double r = block.y()[block.yFrom() + i] - block.mean()[i];
      double slope = 0.5 * scale * (r * r / total - 1.0) / total; // ∂/∂total
      sum -= 0.5 * (Math.log(2.0 * Math.PI * total) + r * r / total);
      slopes += slope;
      block.meanBar()[i] = scale * r / total;
      block.varianceBar()[i] = slope;
    }
    thetaBar[at] += slopes;
    return scale * sum;
  }

  private static double logNormaliser(double variance) {
    return -0.5 * Math.log(2.0 * Math.PI * variance);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return f;
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return theta[at];
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
    System.arraycopy(f, fFrom, mean, outFrom, n);
    Arrays.fill(variance, outFrom, outFrom + n, theta[at]);
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
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
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    return f + Math.sqrt(theta[at]) * random.nextGaussian();
  }

  @Override
  public String toString() {
    return "gaussian";
  }
}
