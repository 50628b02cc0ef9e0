package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.text.Numbers;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.rng.sampling.distribution.TSampler;

/**
 * Student's t noise, for outliers; equation L3 in docs/equations.md.
 *
 * <pre>
 *   θ = (s, ν),  q = (y − f)²/(ν s²)
 *   log p(y|f) = log Γ((ν+1)/2) − log Γ(ν/2) − ½ log(πν) − log s − (ν+1)/2·log(1 + q)
 * </pre>
 *
 * <p>E[y|f] is reported as f, the median, also for ν ≤ 1, where there is no mean; Var[y|f] is
 * infinite for ν ≤ 2.
 */
public final class StudentTLikelihood extends OneLatentLikelihood {
  /** √0.05: the start of the Gaussian's noise. */
  private static final double INITIAL_SCALE = 0.22360679774997896;

  private final double degreesOfFreedom;
  private final boolean learnt;
  private final List<Parameter> parameters;

  private StudentTLikelihood(double degreesOfFreedom, boolean learnt) {
    this.degreesOfFreedom = degreesOfFreedom;
    this.learnt = learnt;
    Parameter nu = Parameter.of("degrees-of-freedom", Constraints.LOG_POSITIVE, degreesOfFreedom);
    parameters =
        List.of(
            Parameter.of("scale", Constraints.LOG_POSITIVE, INITIAL_SCALE),
            learnt ? nu : nu.fixed());
  }

  /** ν stays as given; prints {@code student-t(4)}. */
  public static StudentTLikelihood of(double degreesOfFreedom) {
    return new StudentTLikelihood(degreesOfFreedom, false);
  }

  /** ν is trained from this start; prints {@code student-t(4, learnt)}. */
  public static StudentTLikelihood learnt(double degreesOfFreedom) {
    return new StudentTLikelihood(degreesOfFreedom, true);
  }

  @Override
  public boolean addsNoise() {
    return true;
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
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
    double nu = theta[at + 1];
    double inverse = 1.0 / (theta[at] * Math.sqrt(nu));
    for (int i = 0; i < n; i++) {
      double r = (y - f[fFrom + i]) * inverse;
      out[outFrom + i] = r * r;
    }
    Elementary.log1p(out, outFrom, out, outFrom, n);
    double logNormaliser = logNormaliser(theta[at], nu);
    double power = 0.5 * (nu + 1.0);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = logNormaliser - power * out[outFrom + i];
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
    double scale = theta[at];
    double nu = theta[at + 1];
    double inverse = 1.0 / (scale * Math.sqrt(nu));
    double slope = (nu + 1.0) * inverse; // ∂ log p/∂f = (ν+1)·r/(1 + q)/(s√ν), q = r²
    int mark = scratch.mark();
    double[] r = scratch.take(nodes);
    double[] logs = scratch.take(nodes);
    double[] bar = scratch.take(nodes);
    double sumLog = 0.0; //   Σ w·log(1 + q)
    double sumShare = 0.0; // Σ w·q/(1 + q)·(ν+1)/(s√ν)
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      System.arraycopy(f, from, r, 0, nodes);
      residuals(y[yFrom + n], inverse, slope, r, logs, bar, w, nodes);
      Elementary.log1p(logs, 0, logs, 0, nodes);
      sumLog += Sums.shortDot(w, logs, nodes);
      sumShare += Sums.shortDot(bar, r, nodes);
      System.arraycopy(bar, 0, fBar, from, nodes);
    }
    double total = rows * Sums.shortSum(w, 0, nodes);
    scratch.release(mark);
    double share = sumShare / slope;
    thetaBar[at] += ((nu + 1.0) * share - total) / scale;
    double digammas = Digamma.value(0.5 * (nu + 1.0)) - Digamma.value(0.5 * nu) - 1.0 / nu;
    thetaBar[at + 1] += 0.5 * (total * digammas - sumLog + (nu + 1.0) / nu * share);
    return total * logNormaliser(scale, nu) - 0.5 * (nu + 1.0) * sumLog;
  }

  /** On entry r = f, on exit (y − f)/(s√ν); q = r², bar = f̄. */
  private static void residuals(
      double y,
      double inverse,
      double slope,
      double[] r,
      double[] q,
      double[] bar,
      double[] w,
      int nodes) {
    for (int s = 0; s < nodes; s++) {
      double residual = (y - r[s]) * inverse;
      double square = residual * residual;
      r[s] = residual;
      q[s] = square;
      bar[s] = w[s] * slope * residual / (1.0 + square);
    }
  }

  private static double logNormaliser(double scale, double nu) {
    return LogGamma.value(0.5 * (nu + 1.0))
        - LogGamma.value(0.5 * nu)
        - 0.5 * Math.log(Math.PI * nu)
        - Math.log(scale);
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return f;
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    double nu = theta[at + 1];
    return nu > 2 ? theta[at] * theta[at] * nu / (nu - 2.0) : Double.POSITIVE_INFINITY;
  }

  @Override
  public double noiseScale(double[] theta, int at) {
    return theta[at];
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    double[] z = {(y - f) / theta[at]};
    StudentCdf.of(theta[at + 1]).apply(z, 0, 1);
    return z[0];
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
    double scale = theta[at];
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = (y - f[fFrom + i]) / scale;
    }
    StudentCdf.of(theta[at + 1]).apply(out, outFrom, n);
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    return f + theta[at] * TSampler.of(random::nextLong, theta[at + 1]).sample();
  }

  @Override
  public String toString() {
    return "student-t(" + Numbers.plain(degreesOfFreedom) + (learnt ? ", learnt)" : ")");
  }
}
