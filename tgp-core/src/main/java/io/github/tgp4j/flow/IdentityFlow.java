package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/** The identity g(f) = f, with which a transformed process is an ordinary one; equation F1. */
public record IdentityFlow() implements Flow {
  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Interval domain() {
    return Interval.REAL;
  }

  @Override
  public Interval range(Interval input) {
    return input;
  }

  @Override
  public int tapeWidth() {
    return 0;
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    System.arraycopy(f, fFrom, g, gFrom, n);
  }

  @Override
  public void pullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] tape,
      int tapeFrom,
      double[] thetaBar) {
    // f̄ = ḡ is in place already
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    Arrays.fill(out, outFrom, outFrom + n, 0.0);
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
    // log 1 depends on nothing
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    System.arraycopy(g, gFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "identity";
  }
}
