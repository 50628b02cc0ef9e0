package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameter;
import java.util.List;

/** An elementwise flow without parameters. */
abstract class FixedFlow extends ElementwiseFlow {
  /** log g′(f). */
  abstract double logSlope(double f);

  /** l̄·d log g′(f)/df. */
  abstract double logSlopePullback(double f, double lBar);

  @Override
  public final List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public final void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = logSlope(f[fFrom + i]);
    }
  }

  @Override
  public final void logDerivativePullback(
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
      fBar[fBarFrom + i] += logSlopePullback(f[fFrom + i], lBar[lBarFrom + i]);
    }
  }
}
