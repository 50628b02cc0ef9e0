package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * C classes, one latent each; equation L6 in docs/equations.md.
 *
 * <pre>
 *   log p(y|f) = f_y − log Σ_c exp f_c,  ∂ log p/∂f_c = [c = y] − p_c
 * </pre>
 *
 * <p>The largest f_c is taken out of the sum first, so that exp cannot overflow.
 */
public final class CategoricalLikelihood extends ClassLikelihood {
  public CategoricalLikelihood(int classes) {
    super(requireClasses("categorical", classes));
  }

  @Override
  public int latents() {
    return classes();
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
    int code = (int) y;
    for (int i = 0; i < n; i++) {
      double most = most(f, fFrom + i, fStride);
      double sum = 0.0;
      for (int c = 0; c < classes(); c++) {
        sum += Math.exp(f[fFrom + c * fStride + i] - most);
      }
      out[outFrom + i] = f[fFrom + code * fStride + i] - most - Math.log(sum);
    }
  }

  @Override
  double block(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      int rows,
      double[] f,
      int fFrom,
      int fStride,
      int nodes,
      double[] w,
      int wFrom,
      double[] fBar,
      double[] thetaBar,
      Scratch scratch) {
    int mark = scratch.mark();
    double[] most = scratch.take(nodes);
    double[] sums = scratch.take(nodes);
    double value = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      int own = from + (int) y[yFrom + n] * fStride;
      exponentials(f, from, fStride, nodes, fBar, most, sums);
      for (int c = 0; c < classes(); c++) {
        int at0 = from + c * fStride;
        for (int s = 0; s < nodes; s++) {
          fBar[at0 + s] *= -w[wFrom + s] / sums[s];
        }
      }
      Elementary.log(sums, 0, sums, 0, nodes);
      for (int s = 0; s < nodes; s++) {
        fBar[own + s] += w[wFrom + s];
        value += w[wFrom + s] * (f[own + s] - most[s] - sums[s]);
      }
    }
    scratch.release(mark);
    return value;
  }

  /** e = exp(f − most) where f lies, most = max_c f_c and sums = Σ_c e_c ≥ 1. */
  private void exponentials(
      double[] f, int from, int fStride, int n, double[] e, double[] most, double[] sums) {
    System.arraycopy(f, from, most, 0, n);
    for (int c = 1; c < classes(); c++) {
      int at = from + c * fStride;
      for (int s = 0; s < n; s++) {
        most[s] = Math.max(most[s], f[at + s]);
      }
    }
    for (int c = 0; c < classes(); c++) {
      int at = from + c * fStride;
      for (int s = 0; s < n; s++) {
        e[at + s] = f[at + s] - most[s];
      }
      Elementary.exp(e, at, e, at, n);
      for (int s = 0; s < n; s++) {
        sums[s] = c == 0 ? e[at + s] : sums[s] + e[at + s];
      }
    }
  }

  private double most(double[] f, int from, int fStride) {
    double most = f[from];
    for (int c = 1; c < classes(); c++) {
      most = Math.max(most, f[from + c * fStride]);
    }
    return most;
  }

  @Override
  public void classProbabilities(
      double[] theta, int at, double[] f, int fFrom, int fStride, int n, double[] out) {
    for (int i = 0; i < n; i++) {
      double most = most(f, fFrom + i, fStride);
      double sum = 0.0;
      for (int c = 0; c < classes(); c++) {
        out[c * n + i] = Math.exp(f[fFrom + c * fStride + i] - most);
        sum += out[c * n + i];
      }
      for (int c = 0; c < classes(); c++) {
        out[c * n + i] /= sum;
      }
    }
  }

  @Override
  public String toString() {
    return "categorical(" + classes() + ")";
  }
}
