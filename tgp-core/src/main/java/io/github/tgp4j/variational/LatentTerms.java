package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * What the rows need to know of one latent's q(v): with H = K_xz or A (see {@link GroupFactors}),
 *
 * <pre>
 *   mean = H·d,  P = H·C,  variance = k(x, x) + rowsum(H∘P)
 *   direct: d = L⁻ᵀm, C = L⁻ᵀ(S − I)L⁻¹;   whitened: d = m, C = S − I
 * </pre>
 */
public final class LatentTerms {
  private final InducingPosterior q;
  private final Matrix middle; // null where another latent has it
  public final double[] direction;

  public LatentTerms(InducingPosterior q) {
    this.q = q;
    this.middle = q instanceof SharedPosterior ? null : Matrix.zeros(q.size(), q.size());
    this.direction = new double[q.size()];
  }

  public void prepare(GroupFactors factors, Workers workers) {
    if (middle != null) {
      q.deviation(middle);
      if (factors.isDirect()) {
        factors.unwhiten(1.0, middle, workers);
      }
    }
    if (factors.isDirect()) {
      Blas.gemv(true, 1.0, factors.inverse, q.mean(), 0, 0.0, direction, 0);
    } else {
      System.arraycopy(q.mean(), 0, direction, 0, q.size());
    }
  }

  /** Writes d and its own C. */
  void store(StateWriter out) {
    out.put(direction);
    if (middle != null) {
      out.put(middle.data);
    }
  }

  /** Takes what {@link #store} wrote. */
  void load(StateReader in) {
    in.next(direction);
    if (middle != null) {
      in.next(middle.data);
    }
  }

  /** mean += H·d, p ← H·C. */
  public void forward(Matrix h, double[] mean, Matrix p) {
    addMean(h, mean);
    Blas.gemm(false, false, 1.0, h, middle, 0.0, p);
  }

  /** mean += H·d. */
  void addMean(Matrix h, double[] mean) {
    Blas.gemv(false, 1.0, h, direction, 0, 1.0, mean, 0);
  }

  /** H̄_n += m̄_n·d. */
  void meanPullback(double[] meanBar, Matrix bar) {
    int cols = bar.cols;
    for (int i = 0; i < bar.rows; i++) {
      double mBar = meanBar[i];
      int row = i * cols;
      for (int j = 0; j < cols; j++) {
        bar.data[row + j] += mBar * direction[j];
      }
    }
  }

  /**
   * H̄_n = m̄_n·d + 2v̄_n·P_n: written over P for a group's first latent, added to {@code bar} for
   * the others.
   */
  public void pullback(double[] meanBar, double[] varianceBar, Matrix p, Matrix bar) {
    int cols = p.cols;
    boolean first = p == bar;
    double[] out = bar.data;
    double[] product = p.data;
    for (int i = 0; i < p.rows; i++) {
      double mBar = meanBar[i];
      double twice = 2.0 * varianceBar[i];
      int row = i * cols;
      if (first) {
        for (int j = 0; j < cols; j++) {
          out[row + j] = mBar * direction[j] + twice * out[row + j];
        }
      } else {
        for (int j = 0; j < cols; j++) {
          out[row + j] += mBar * direction[j] + twice * product[row + j];
        }
      }
    }
  }
}
