package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Laplace noise; equation L4 in docs/equations.md.
 *
 * <pre>
 *   θ = b,  log p(y|f) = −log(2b) − |y − f|/b
 *   f ~ N(m, v), d = (y − m)/√v:  E|y − f| = √v·(2φ(d) + d·(2Φ(d) − 1))
 * </pre>
 */
public final class LaplaceLikelihood extends OneLatentLikelihood {
  /** The variance 2b² is the start of the Gaussian's, 0.05. */
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("scale", Constraints.LOG_POSITIVE, 0.15811388300841897));

  /** The kink makes v̄ infinite at v = 0, y = m. */
  private static final double LEAST_VARIANCE = 1e-14;

  @Override
  public boolean addsNoise() {
    return true;
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
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
    double logNormaliser = -Math.log(2.0 * theta[at]);
    double inverse = 1.0 / theta[at];
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = logNormaliser - inverse * Math.abs(y - f[fFrom + i]);
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
    double inverse = 1.0 / theta[at];
    int mark = scratch.mark();
    double[] distances = scratch.takeZeroed(nodes); // summed over rows, node by node
    double[] row = scratch.take(nodes);
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double target = y[yFrom + n];
      System.arraycopy(f, from, row, 0, nodes);
      for (int s = 0; s < nodes; s++) {
        double r = target - row[s];
        distances[s] += Math.abs(r);
        row[s] = w[s] * inverse * Math.signum(r);
      }
      System.arraycopy(row, 0, fBar, from, nodes);
    }
    double fit = inverse * Sums.shortDot(w, distances, nodes);
    double total = rows * Sums.shortSum(w, 0, nodes);
    scratch.release(mark);
    thetaBar[at] += inverse * (fit - total);
    return -total * Math.log(2.0 * theta[at]) - fit;
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
    double inverse = 1.0 / theta[at];
    double fit = 0.0;
    for (int i = 0; i < n; i++) {
      double deviation = Math.sqrt(Math.max(variance[i], LEAST_VARIANCE));
      double d = (y[yFrom + i] - mean[i]) / deviation;
      double density = Scalars.normalPdf(d);
      double sign = 1.0 - 2.0 * Scalars.normalCdf(-d); // P(f < y) − P(f > y)
      fit += inverse * (2.0 * deviation * density + d * deviation * sign);
      meanBar[i] = scale * inverse * sign;
      varianceBar[i] = -scale * inverse * density / deviation;
    }
    thetaBar[at] += scale * inverse * (fit - n);
    return scale * (-n * Math.log(2.0 * theta[at]) - fit);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return f;
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return 2.0 * theta[at] * theta[at];
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    double x = (y - f) / theta[at];
    return x < 0 ? 0.5 * Math.exp(x) : 1.0 - 0.5 * Math.exp(-x);
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    double magnitude = theta[at] * random.nextExponential();
    return random.nextBoolean() ? f + magnitude : f - magnitude;
  }

  @Override
  public String toString() {
    return "laplace";
  }
}
