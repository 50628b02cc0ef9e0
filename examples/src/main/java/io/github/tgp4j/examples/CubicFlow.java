package io.github.tgp4j.examples;

import io.github.tgp4j.flow.ScalarFlow;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/** A flow of one's own: g(f) = f + b·f³ with b &gt; 0; beyond ±1e50, f counts as that. */
public final class CubicFlow extends ScalarFlow {
  private static final double FAR = 1e50; // its cube is finite

  private final double start;

  /** With b at a start. */
  public CubicFlow(double start) {
    this.start = start;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.of("b", Constraints.POSITIVE, start));
  }

  private static double near(double f) {
    return Math.max(-FAR, Math.min(FAR, f));
  }

  @Override
  protected double value(double[] theta, int at, double f) {
    double x = near(f);
    return x + theta[at] * x * x * x;
  }

  @Override
  protected double valuePullback(double[] theta, int at, double f, double gBar, double[] thetaBar) {
    double x = near(f);
    thetaBar[at] += gBar * x * x * x; // ∂g/∂b = f³
    return gBar * (1.0 + 3.0 * theta[at] * x * x); // ∂g/∂f = 1 + 3b·f²
  }

  @Override
  protected double logSlope(double[] theta, int at, double f) {
    double x = near(f);
    return Math.log1p(3.0 * theta[at] * x * x);
  }

  @Override
  protected double logSlopePullback(
      double[] theta, int at, double f, double lBar, double[] thetaBar) {
    double x = near(f);
    double slope = 1.0 + 3.0 * theta[at] * x * x;
    thetaBar[at] += lBar * 3.0 * x * x / slope;
    return lBar * 6.0 * theta[at] * x / slope;
  }

  @Override
  public String toString() {
    return "cubic(" + start + ")";
  }
}
