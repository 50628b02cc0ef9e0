package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
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
  /** Elements treated at a time, so that they stay in the first cache. */
  private static final int TILE = 256;

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
    double[] most = new double[Math.min(n, TILE)];
    double[] term = new double[most.length];
    double[] sum = new double[most.length];
    for (int from = 0; from < n; from += TILE) {
      int count = Math.min(TILE, n - from);
      most(f, fFrom + from, fStride, count, most);
      Arrays.fill(sum, 0, count, 0.0);
      for (int c = 0; c < classes(); c++) {
        exponentials(f, fFrom + from + c * fStride, most, count, term, 0);
        for (int i = 0; i < count; i++) {
          sum[i] += term[i];
        }
      }
      Elementary.log(sum, 0, sum, 0, count);
      for (int i = 0; i < count; i++) {
        out[outFrom + from + i] = f[fFrom + code * fStride + from + i] - most[i] - sum[i];
      }
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
    int fStride = block.fStride();
    int nodes = block.nodes();
    double[] w = block.w();
    double[] fBar = block.fBar();
    int mark = scratch.mark();
    double[] most = scratch.take(nodes);
    double[] sums = scratch.take(nodes);
    double[] row = scratch.take(nodes);
    double value = 0.0;
    for (int n = 0; n < rows; n++) {
      int from = fFrom + n * nodes;
      int code = (int) y[yFrom + n];
      int own = from + code * fStride;
      exponentials(f, from, fStride, nodes, fBar, most, sums, row);
      System.arraycopy(f, own, row, 0, nodes);
      for (int s = 0; s < nodes; s++) {
        row[s] -= most[s]; // before the sum: both may be huge
      }
      value += Sums.shortDot(w, row, nodes);
      for (int s = 0; s < nodes; s++) {
        most[s] = -w[s] / sums[s]; // no longer the largest: minus the weight of one exponential
      }
      Elementary.log(sums, 0, sums, 0, nodes);
      value -= Sums.shortDot(w, sums, nodes);
      for (int c = 0; c < classes(); c++) {
        int place = from + c * fStride;
        System.arraycopy(fBar, place, row, 0, nodes);
        for (int s = 0; s < nodes; s++) {
          row[s] *= most[s];
        }
        System.arraycopy(row, 0, fBar, place, nodes);
      }
      for (int s = 0; s < nodes; s++) {
        fBar[own + s] += w[s];
      }
    }
    scratch.release(mark);
    return value;
  }

  /** e = exp(f − most) where f lies, most = max_c f_c and sums = Σ_c e_c ≥ 1. */
  private void exponentials(
      double[] f,
      int from,
      int fStride,
      int n,
      double[] e,
      double[] most,
      double[] sums,
      double[] row) {
    System.arraycopy(f, from, most, 0, n);
    for (int c = 1; c < classes(); c++) {
      System.arraycopy(f, from + c * fStride, row, 0, n);
      for (int s = 0; s < n; s++) {
        most[s] = Math.max(most[s], row[s]);
      }
    }
    Arrays.fill(sums, 0, n, 0.0);
    for (int c = 0; c < classes(); c++) {
      System.arraycopy(f, from + c * fStride, row, 0, n);
      for (int s = 0; s < n; s++) {
        row[s] -= most[s];
      }
      Elementary.exp(row, 0, row, 0, n);
      for (int s = 0; s < n; s++) {
        sums[s] += row[s];
      }
      System.arraycopy(row, 0, e, from + c * fStride, n);
    }
  }

  /** The largest latent of every element. */
  private void most(double[] f, int from, int fStride, int n, double[] most) {
    System.arraycopy(f, from, most, 0, n);
    for (int c = 1; c < classes(); c++) {
      for (int i = 0; i < n; i++) {
        most[i] = Math.max(most[i], f[from + c * fStride + i]);
      }
    }
  }

  /** exp(f − most), which is at most 1. */
  private static void exponentials(
      double[] f, int from, double[] most, int n, double[] out, int outFrom) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = f[from + i] - most[i];
    }
    Elementary.exp(out, outFrom, out, outFrom, n);
  }

  @Override
  public void classProbabilities(
      double[] theta, int at, double[] f, int fFrom, int fStride, int n, double[] out) {
    double[] most = new double[Math.min(n, TILE)];
    double[] sum = new double[most.length];
    for (int from = 0; from < n; from += TILE) {
      int count = Math.min(TILE, n - from);
      most(f, fFrom + from, fStride, count, most);
      Arrays.fill(sum, 0, count, 0.0);
      for (int c = 0; c < classes(); c++) {
        exponentials(f, fFrom + from + c * fStride, most, count, out, c * n + from);
        for (int i = 0; i < count; i++) {
          sum[i] += out[c * n + from + i];
        }
      }
      for (int c = 0; c < classes(); c++) {
        for (int i = 0; i < count; i++) {
          out[c * n + from + i] /= sum[i];
        }
      }
    }
  }

  @Override
  public String toString() {
    return "categorical(" + classes() + ")";
  }
}
