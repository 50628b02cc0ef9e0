package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;

/**
 * K ordered classes, cut from one latent by K − 1 increasing cut points; equation L11 in
 * docs/equations.md.
 *
 * <pre>
 *   θ = (c_1 &lt; … &lt; c_{K−1}), c_0 = −∞, c_K = ∞
 *   P(y = k|f) = F(c_{k+1} − f) − F(c_k − f)
 * </pre>
 *
 * <p>The difference is taken by logarithms in the lower tail, F(b) − F(a) = F(b)·(1 − e^{−δ}) with
 * δ = log F(b) − log F(a), after (a, b) ↦ (−b, −a) where both lie in the upper one.
 */
public final class OrdinalLikelihood extends ClassLikelihood {
  private final CumulativeLink link;
  private final List<Parameter> parameters;

  /** With the link probit. */
  public OrdinalLikelihood(int classes) {
    this(classes, CumulativeLink.PROBIT);
  }

  public OrdinalLikelihood(int classes, CumulativeLink link) {
    super(requireClasses("ordinal", classes));
    this.link = Objects.requireNonNull(link, "link");
    double[] cuts = new double[classes - 1]; // equally likely classes at f = 0
    for (int k = 0; k < cuts.length; k++) {
      cuts[k] = link.quantile((k + 1.0) / classes);
    }
    parameters = List.of(Parameter.of("cut-points", Constraints.ORDERED, cuts));
  }

  @Override
  public int latents() {
    return 1;
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
    int k = (int) y;
    double[] slopes = new double[2];
    for (int i = 0; i < n; i++) {
      double a = lower(theta, at, k, f[fFrom + i]);
      double b = upper(theta, at, k, f[fFrom + i]);
      out[outFrom + i] = link.logDifference(a, b, slopes);
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
    double[] slopes = scratch.take(2);
    double sum = 0.0;
    for (int n = 0; n < rows; n++) {
      int k = (int) y[yFrom + n];
      for (int s = 0, i = fFrom + n * nodes; s < nodes; s++, i++) {
        double a = lower(theta, at, k, f[i]);
        double b = upper(theta, at, k, f[i]);
        sum += w[s] * link.logDifference(a, b, slopes);
        fBar[i] = -w[s] * (slopes[0] + slopes[1]);
        if (k > 0) {
          thetaBar[at + k - 1] += w[s] * slopes[0];
        }
        if (k < classes() - 1) {
          thetaBar[at + k] += w[s] * slopes[1];
        }
      }
    }
    scratch.release(mark);
    return sum;
  }

  private static double lower(double[] theta, int at, int k, double f) {
    return k == 0 ? Double.NEGATIVE_INFINITY : theta[at + k - 1] - f;
  }

  private double upper(double[] theta, int at, int k, double f) {
    return k == classes() - 1 ? Double.POSITIVE_INFINITY : theta[at + k] - f;
  }

  @Override
  public String toString() {
    return link == CumulativeLink.PROBIT
        ? "ordinal(" + classes() + ")"
        : "ordinal(" + classes() + ", " + link + ")";
  }
}
