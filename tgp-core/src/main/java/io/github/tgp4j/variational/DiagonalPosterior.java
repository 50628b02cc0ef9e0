package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;

/** q(v) with a diagonal covariance: M variances instead of M², for very many inducing points. */
public final class DiagonalPosterior implements InducingPosterior {
  private static final int MOST_HALVINGS = 12;

  private final int n;
  private final double[] mean;
  private final double[] variance;

  /** Starts at N(0, variance·I); 1 is the prior. */
  public DiagonalPosterior(int n, double variance) {
    if (!(variance > 0)) {
      throw new IllegalArgumentException("variance: expected a value above 0 but got " + variance);
    }
    this.n = n;
    this.mean = new double[n];
    this.variance = new double[n];
    java.util.Arrays.fill(this.variance, variance);
  }

  /** N(m, diag(variance)), exactly. */
  public static DiagonalPosterior of(double[] mean, double[] variance) {
    DiagonalPosterior q = new DiagonalPosterior(mean.length, 1.0);
    System.arraycopy(mean, 0, q.mean, 0, mean.length);
    System.arraycopy(variance, 0, q.variance, 0, mean.length);
    return q;
  }

  @Override
  public int size() {
    return n;
  }

  @Override
  public double[] mean() {
    return mean;
  }

  @Override
  public double divergence() {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += variance[i] - 1.0 + mean[i] * mean[i] - Math.log(variance[i]);
    }
    return 0.5 * sum;
  }

  @Override
  public double divergence(Divergence divergence, Matrix w, double[] aBar) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += divergence.value(mean[i], variance[i]);
    }
    if (sum < Double.POSITIVE_INFINITY) {
      double share = 1.0 / divergence.weight();
      for (int i = 0; i < n; i++) {
        aBar[i] = share * aBar[i] + mean[i] - divergence.crossMeanSlope(mean[i], variance[i]);
        for (int j = w.at(i, 0); j < w.at(i, 0) + n; j++) {
          w.data[j] *= share;
        }
        w.data[w.at(i, i)] += 0.5 - divergence.crossVarianceSlope(mean[i], variance[i]);
      }
    }
    return sum;
  }

  @Override
  public void timesDeviation(Matrix a, Matrix p) {
    for (int r = 0; r < a.rows; r++) {
      int aRow = a.at(r, 0);
      int pRow = p.at(r, 0);
      for (int j = 0; j < n; j++) {
        p.data[pRow + j] = a.data[aRow + j] * (variance[j] - 1.0);
      }
    }
  }

  @Override
  public void deviationTimes(Matrix w, Matrix out, Workers workers) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        out.data[out.at(i, j)] = (variance[i] - 1.0) * w.data[w.at(i, j)];
      }
    }
  }

  @Override
  public void deviation(Matrix d) {
    d.fill(0.0);
    for (int i = 0; i < n; i++) {
      d.data[d.at(i, i)] = variance[i] - 1.0;
    }
  }

  @Override
  public void covariance(Matrix s) {
    s.fill(0.0);
    for (int i = 0; i < n; i++) {
      s.data[s.at(i, i)] = variance[i];
    }
  }

  /** The natural gradient within the diagonal family: only diag(W) enters the precisions. */
  @Override
  public double naturalStep(Matrix w, double[] aBar, double rho) {
    double step = rho;
    for (int halving = 0; halving <= MOST_HALVINGS; halving++, step *= 0.5) {
      if (staysPositive(w, step)) {
        for (int i = 0; i < n; i++) {
          double precision = 1.0 / variance[i];
          double wii = w.data[w.at(i, i)];
          // ∂E/∂m = a and ∂E/∂S_ii = W_ii: the same rule as in the full family, one coordinate at a
          // time
          double eta = (1 - step) * precision * mean[i] + step * (aBar[i] - 2 * wii * mean[i]);
          double updated = (1 - step) * precision + step * (1 - 2 * wii);
          variance[i] = 1.0 / updated;
          mean[i] = eta / updated;
        }
        return step;
      }
    }
    return 0.0;
  }

  private boolean staysPositive(Matrix w, double rho) {
    for (int i = 0; i < n; i++) {
      double precision = (1 - rho) / variance[i] + rho * (1 - 2 * w.data[w.at(i, i)]);
      if (!(precision > 0) || Double.isInfinite(precision)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int freeSize() {
    return 2 * n;
  }

  @Override
  public void storeFree(double[] free) {
    for (int i = 0; i < n; i++) {
      free[i] = mean[i];
      free[n + i] = 0.5 * Math.log(variance[i]);
    }
  }

  @Override
  public void loadFree(double[] free) {
    for (int i = 0; i < n; i++) {
      mean[i] = free[i];
      variance[i] = Math.exp(2 * free[n + i]);
    }
  }

  @Override
  public void freeGradient(Matrix w, double[] aBar, double[] freeBar) {
    for (int i = 0; i < n; i++) {
      freeBar[i] = aBar[i] - mean[i];
      freeBar[n + i] = (2 * w.data[w.at(i, i)] - 1.0) * variance[i] + 1.0;
    }
  }

  /** m, then the variances. */
  @Override
  public double[] state() {
    double[] state = new double[2 * n];
    System.arraycopy(mean, 0, state, 0, n);
    System.arraycopy(variance, 0, state, n, n);
    return state;
  }

  @Override
  public void restore(double[] state) {
    FullPosterior.checkState("diagonal", state.length, 2L * n);
    System.arraycopy(state, 0, mean, 0, n);
    System.arraycopy(state, n, variance, 0, n);
  }

  @Override
  public DiagonalPosterior copy() {
    DiagonalPosterior q = new DiagonalPosterior(n, 1.0);
    q.copyFrom(this);
    return q;
  }

  @Override
  public void copyFrom(InducingPosterior other) {
    DiagonalPosterior q = (DiagonalPosterior) other;
    System.arraycopy(q.mean, 0, mean, 0, n);
    System.arraycopy(q.variance, 0, variance, 0, n);
  }
}
