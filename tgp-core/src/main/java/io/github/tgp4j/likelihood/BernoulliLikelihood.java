package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.Objects;

/**
 * Two classes; equation L5 in docs/equations.md.
 *
 * <pre>
 *   x = (2y − 1)·f,  log p(y|f) = log F(x)
 *   probit: log Φ(x), slope φ(x)/Φ(x);  logit: −softplus(−x), slope sigmoid(−x)
 * </pre>
 */
public final class BernoulliLikelihood extends ClassLikelihood {
  /** Below it exp(log φ − log Φ) loses more than four digits and the ratio is computed as such. */
  private static final double FAR_TAIL = -1e3;

  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

  private final CumulativeLink link;

  public BernoulliLikelihood(CumulativeLink link) {
    super(2);
    this.link = Objects.requireNonNull(link, "link");
  }

  public static BernoulliLikelihood probit() {
    return new BernoulliLikelihood(CumulativeLink.PROBIT);
  }

  public static BernoulliLikelihood logit() {
    return new BernoulliLikelihood(CumulativeLink.LOGIT);
  }

  @Override
  public int latents() {
    return 1;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of();
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
    double sign = 2.0 * y - 1.0;
    if (link == CumulativeLink.PROBIT) {
      for (int i = 0; i < n; i++) {
        out[outFrom + i] = sign * f[fFrom + i];
      }
      Elementary.normalLogCdf(out, outFrom, out, outFrom, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = -sign * f[fFrom + i];
    }
    Elementary.softplus(out, outFrom, out, outFrom, n);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = -out[outFrom + i];
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
    double[] x = scratch.take(nodes);
    double[] logs = scratch.take(nodes);
    double[] slopes = scratch.take(nodes);
    double sum = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      double sign = 2.0 * y[yFrom + n] - 1.0;
      System.arraycopy(f, from, x, 0, nodes);
      for (int s = 0; s < nodes; s++) {
        x[s] *= sign;
      }
      if (link == CumulativeLink.PROBIT) {
        probit(x, logs, slopes, nodes);
      } else {
        logit(x, logs, slopes, nodes);
      }
      for (int s = 0; s < nodes; s++) {
        slopes[s] *= w[s] * sign;
      }
      System.arraycopy(slopes, 0, fBar, from, nodes);
      sum += Sums.shortDot(w, logs, nodes);
    }
    scratch.release(mark);
    return sum;
  }

  private static void probit(double[] x, double[] logs, double[] slopes, int n) {
    Elementary.normalLogCdf(x, 0, logs, 0, n);
    for (int s = 0; s < n; s++) {
      slopes[s] = -0.5 * x[s] * x[s] - HALF_LOG_TWO_PI - logs[s];
    }
    Elementary.exp(slopes, 0, slopes, 0, n);
    for (int s = 0; s < n; s++) {
      if (x[s] < FAR_TAIL) {
        slopes[s] = Scalars.inverseMillsRatio(x[s]);
      }
    }
  }

  private static void logit(double[] x, double[] logs, double[] slopes, int n) {
    for (int s = 0; s < n; s++) {
      slopes[s] = -Math.abs(x[s]);
    }
    Elementary.exp(slopes, 0, slopes, 0, n);
    Elementary.log1p(slopes, 0, logs, 0, n);
    for (int s = 0; s < n; s++) {
      double e = slopes[s];
      logs[s] = Math.min(x[s], 0.0) - logs[s];
      slopes[s] = (x[s] < 0 ? 1.0 : e) / (1.0 + e);
    }
  }

  @Override
  public void classProbabilities(
      double[] theta, int at, double[] f, int fFrom, int fStride, int n, double[] out) {
    for (int i = 0; i < n; i++) {
      out[i] = link.cdf(-f[fFrom + i]);
      out[n + i] = link.cdf(f[fFrom + i]);
    }
  }

  @Override
  public String toString() {
    return "bernoulli(" + link + ")";
  }
}
