package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Targets of mean 0 whose standard deviation is the latent; equation L12 in docs/equations.md.
 *
 * <pre>
 *   log p(y|f) = −½ log(2π) − log f − y²/(2f²),  f &gt; 0
 * </pre>
 *
 * <p>f below 1e-60 counts as 1e-60: a positive flow can only get there by underflow.
 */
public final class VolatilityLikelihood extends OneLatentLikelihood {
  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Interval latentDomain() {
    return Interval.POSITIVE;
  }

  @Override
  public TargetScaling targetScaling() {
    return TargetScaling.SCALE;
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
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = deviation(f[fFrom + i]);
    }
    Elementary.log(out, outFrom, out, outFrom, n);
    for (int i = 0; i < n; i++) {
      double z = y / deviation(f[fFrom + i]);
      out[outFrom + i] = -HALF_LOG_TWO_PI - out[outFrom + i] - 0.5 * z * z;
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
    double[] logs = scratch.take(nodes);
    double[] squares = scratch.take(nodes);
    double[] bar = scratch.take(nodes);
    double sum = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double target = y[yFrom + n];
      for (int s = 0; s < nodes; s++) {
        double deviation = deviation(f[from + s]);
        double z = target / deviation;
        double slope = f[from + s] > RateLink.FLOOR ? 1.0 / deviation : 0.0;
        logs[s] = deviation;
        squares[s] = z * z;
        bar[s] = w[s] * slope * (z * z - 1.0);
      }
      System.arraycopy(bar, 0, fBar, from, nodes);
      Elementary.log(logs, 0, logs, 0, nodes);
      sum -= Sums.shortDot(w, logs, nodes) + 0.5 * Sums.shortDot(w, squares, nodes);
    }
    double total = rows * Sums.shortSum(w, 0, nodes);
    scratch.release(mark);
    return sum - total * HALF_LOG_TWO_PI;
  }

  private static double deviation(double f) {
    return Math.max(f, RateLink.FLOOR);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return 0.0;
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return deviation(f) * deviation(f);
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    return Scalars.normalCdf(y / deviation(f));
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    return deviation(f) * random.nextGaussian();
  }

  @Override
  public String toString() {
    return "volatility";
  }
}
