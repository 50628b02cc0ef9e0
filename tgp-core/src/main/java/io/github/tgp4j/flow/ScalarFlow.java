package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * A flow that is written for one element at a time: the shortest way to a flow of your own.
 *
 * <pre>{@code
 * final class CubicFlow extends ScalarFlow { // g(f) = f + b·f³, b > 0
 *   public List<Parameter> parameters() {
 *     return List.of(Parameter.of("b", Constraints.POSITIVE, 0.1));
 *   }
 *
 *   protected double value(double[] theta, int at, double f) {
 *     return f + theta[at] * f * f * f;
 *   }
 *
 *   protected double valuePullback(double[] theta, int at, double f, double gBar, double[] thetaBar) {
 *     thetaBar[at] += gBar * f * f * f;
 *     return gBar * (1.0 + 3.0 * theta[at] * f * f);
 *   }
 *   // logSlope, logSlopePullback, toString
 * }
 * }</pre>
 *
 * <p>Register it with {@code Specs.registerFlow}, or list a {@code Parts} in META-INF/services, and
 * the model language, model files and the search know it. {@code FlowContract} of tgp-testing
 * checks it. Override {@link #forwardInPlace} and {@link #pullbackLanes} to gain speed.
 */
public abstract class ScalarFlow extends ElementwiseFlow {
  /** For flows of others. */
  protected ScalarFlow() {}

  /** None, unless the flow says otherwise. */
  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  /** g(f; θ), with θ from {@code theta[at]} on; finite for every finite f of the domain. */
  protected abstract double value(double[] theta, int at, double f);

  /** Adds ḡ·∂g/∂θ to {@code thetaBar} at {@code at} and returns f̄ = ḡ·∂g/∂f. */
  protected abstract double valuePullback(
      double[] theta, int at, double f, double gBar, double[] thetaBar);

  /** l = log g′(f; θ). */
  protected abstract double logSlope(double[] theta, int at, double f);

  /** Adds l̄·∂l/∂θ to {@code thetaBar} at {@code at} and returns l̄·∂l/∂f. */
  protected abstract double logSlopePullback(
      double[] theta, int at, double f, double lBar, double[] thetaBar);

  /** The whole line unless the flow knows better, as it should where it stops at 0. */
  @Override
  public Interval range(Interval input) {
    return Interval.REAL;
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    for (int i = from; i < from + n; i++) {
      g[i] = value(theta, at, g[i]);
    }
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      lanes.bar[i] = valuePullback(theta, at, lanes.f[i], lanes.bar[i], thetaBar);
    }
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = logSlope(theta, at, f[fFrom + i]);
    }
  }

  @Override
  public void logDerivativePullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] lBar,
      int lBarFrom,
      double[] fBar,
      int fBarFrom,
      int n,
      double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      fBar[fBarFrom + i] += logSlopePullback(theta, at, f[fFrom + i], lBar[lBarFrom + i], thetaBar);
    }
  }

  /** {@inheritDoc} Searches for it; a flow that has its inverse in closed form overrides this. */
  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    MonotoneRoot.solve(this, theta, at, g, gFrom, f, fFrom, n);
  }
}
