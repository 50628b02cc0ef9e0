package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/**
 * q(v) with a full covariance.
 *
 * <p>Holds D = S − I, which the marginals need, and whichever of Λ = S⁻¹ (natural gradients) and
 * L_S (free values) is current; the other is computed when asked for.
 */
public final class FullPosterior implements InducingPosterior {
  private static final int MOST_HALVINGS = 12;

  private final int n;
  private final double[] mean;
  private final Matrix deviation; // D = S − I
  private final Matrix precision; // Λ
  private final Matrix scale; // L_S
  private boolean precisionIsCurrent = true;
  private boolean scaleIsCurrent = true;
  private double logDeterminant; // log det S

  // Work space of a step.
  private final Matrix factor;
  private final double[] eta;
  private final double[] slope;
  private Matrix crossSlope; // only with a divergence other than KL

  /** Starts at N(0, variance·I); 1 is the prior. */
  public FullPosterior(int n, double variance) {
    if (!(variance > 0)) {
      throw new IllegalArgumentException("variance: expected a value above 0 but got " + variance);
    }
    this.n = n;
    mean = new double[n];
    deviation = diagonal(n, variance - 1.0);
    precision = diagonal(n, 1.0 / variance);
    scale = diagonal(n, Math.sqrt(variance));
    logDeterminant = n * Math.log(variance);
    factor = Matrix.zeros(n, n);
    eta = new double[n];
    slope = new double[n];
  }

  private static Matrix diagonal(int n, double value) {
    Matrix d = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      d.data[i * n + i] = value;
    }
    return d;
  }

  /** N(m, S) given m and the lower triangular L_S with S = L_S·L_Sᵀ. */
  public static FullPosterior of(double[] mean, Matrix scale) {
    FullPosterior q = new FullPosterior(mean.length, 1.0);
    System.arraycopy(mean, 0, q.mean, 0, mean.length);
    for (int i = 0; i < q.n; i++) {
      for (int j = 0; j < q.n; j++) {
        q.scale.data[i * q.n + j] = j <= i ? scale.get(i, j) : 0.0;
      }
    }
    q.momentsFromScale();
    return q;
  }

  /**
   * N(m, D + I), with D = S − I exactly as given; what else is needed is computed when asked for.
   */
  public static FullPosterior ofDeviation(double[] mean, Matrix deviation) {
    FullPosterior q = new FullPosterior(mean.length, 1.0);
    System.arraycopy(mean, 0, q.mean, 0, mean.length);
    System.arraycopy(deviation.copy().data, 0, q.deviation.data, 0, q.n * q.n);
    q.precisionIsCurrent = false;
    q.scaleIsCurrent = false;
    q.logDeterminant = Double.NaN;
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
    double sum = 0.0; // tr S − M + mᵀm
    for (int i = 0; i < n; i++) {
      sum += deviation.data[i * n + i] + mean[i] * mean[i];
    }
    return 0.5 * (sum - logDeterminant());
  }

  @Override
  public double divergence(Divergence divergence, Matrix w, double[] aBar) {
    if (crossSlope == null) {
      crossSlope = Matrix.zeros(n, n);
    }
    double cross = divergence.cross(mean, deviation, slope, crossSlope, factor);
    if (cross < Double.POSITIVE_INFINITY) {
      double share = 1.0 / divergence.weight();
      for (int i = 0; i < n; i++) {
        aBar[i] = share * aBar[i] + mean[i] - slope[i];
        int row = w.at(i, 0);
        for (int j = 0; j < n; j++) {
          w.data[row + j] = share * w.data[row + j] - crossSlope.data[i * n + j];
        }
        w.data[row + i] += 0.5;
      }
    }
    return divergence.weight() * (cross - 0.5 * logDeterminant());
  }

  @Override
  public void timesDeviation(Matrix a, Matrix p) {
    Blas.gemm(false, false, 1.0, a, deviation, 0.0, p);
  }

  @Override
  public void deviationTimes(Matrix w, Matrix out, Workers workers) {
    Panels.run(
        workers,
        n,
        (from, to) ->
            Blas.gemm(
                false, false, 1.0, deviation.rowRange(from, to), w, 0.0, out.rowRange(from, to)));
  }

  /** y += (S − I)·x. */
  void addDeviationTimes(double[] x, double[] y) {
    Blas.gemv(false, 1.0, deviation, x, 0, 1.0, y, 0);
  }

  @Override
  public void deviation(Matrix d) {
    System.arraycopy(deviation.data, 0, d.data, d.offset, n * n);
  }

  @Override
  public void covariance(Matrix s) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(deviation.data, i * n, s.data, s.at(i, 0), n);
      s.data[s.at(i, i)] += 1.0;
    }
  }

  @Override
  public double naturalStep(Matrix w, double[] aBar, double rho) {
    requirePrecision();
    Blas.gemv(false, 1.0, precision, mean, 0, 0.0, eta, 0);
    Blas.gemv(false, -2.0, w, mean, 0, 0.0, slope, 0);
    for (int i = 0; i < n; i++) {
      slope[i] += aBar[i];
    }
    double step = rho;
    for (int halving = 0; halving <= MOST_HALVINGS; halving++, step *= 0.5) {
      blend(w, step);
      // A NaN passes through potrf; it shows in the determinant
      if (Blas.potrf(factor) && Double.isFinite(Cholesky.logDeterminant(factor))) {
        takeBlend(w, step);
        return step;
      }
    }
    return 0.0;
  }

  /** factor ← (1−ρ)Λ + ρ(I − 2W). */
  private void blend(Matrix w, double rho) {
    double[] out = factor.data;
    for (int i = 0; i < n; i++) {
      int row = i * n;
      int wRow = w.at(i, 0);
      for (int j = 0; j < n; j++) {
        out[row + j] = (1 - rho) * precision.data[row + j] - 2 * rho * w.data[wRow + j];
      }
      out[row + i] += rho;
    }
  }

  private void takeBlend(Matrix w, double rho) {
    logDeterminant = -Cholesky.logDeterminant(factor);
    Blas.trtri(factor);
    Blas.syrk(true, 1.0, factor, 0.0, deviation); // S = C⁻ᵀC⁻¹
    Blas.symmetrise(deviation);
    for (int i = 0; i < n; i++) {
      eta[i] = (1 - rho) * eta[i] + rho * slope[i];
      int row = i * n;
      int wRow = w.at(i, 0);
      for (int j = 0; j < n; j++) {
        precision.data[row + j] = (1 - rho) * precision.data[row + j] - 2 * rho * w.data[wRow + j];
      }
      precision.data[row + i] += rho;
    }
    Blas.gemv(false, 1.0, deviation, eta, 0, 0.0, mean, 0);
    for (int i = 0; i < n; i++) {
      deviation.data[i * n + i] -= 1.0;
    }
    precisionIsCurrent = true;
    scaleIsCurrent = false;
  }

  @Override
  public int freeSize() {
    return n + n * (n + 1) / 2;
  }

  @Override
  public void storeFree(double[] free) {
    requireScale();
    System.arraycopy(mean, 0, free, 0, n);
    for (int i = 0, at = n; i < n; i++) {
      System.arraycopy(scale.data, i * n, free, at, i + 1);
      free[at + i] = Math.log(free[at + i]);
      at += i + 1;
    }
  }

  @Override
  public void loadFree(double[] free) {
    System.arraycopy(free, 0, mean, 0, n);
    for (int i = 0, at = n; i < n; i++) {
      System.arraycopy(free, at, scale.data, i * n, i + 1);
      Arrays.fill(scale.data, i * n + i + 1, (i + 1) * n, 0.0);
      scale.data[i * n + i] = Math.exp(free[at + i]);
      at += i + 1;
    }
    momentsFromScale();
  }

  @Override
  public void freeGradient(Matrix w, double[] aBar, double[] freeBar) {
    // L̄_S = tril(2·W·L_S − L_S + L_S⁻ᵀ); the last term's lower triangle is diag(1/L_ii)
    Blas.gemm(false, false, 2.0, w, scale, 0.0, factor);
    for (int i = 0, at = n; i < n; i++) {
      freeBar[i] = aBar[i] - mean[i];
      for (int j = 0; j <= i; j++) {
        freeBar[at + j] = factor.data[i * n + j] - scale.data[i * n + j];
      }
      double diagonal = scale.data[i * n + i];
      freeBar[at + i] = freeBar[at + i] * diagonal + 1.0; // through exp
      at += i + 1;
    }
  }

  private void momentsFromScale() {
    Blas.gemm(false, true, 1.0, scale, scale, 0.0, deviation);
    logDeterminant = Cholesky.logDeterminant(scale);
    for (int i = 0; i < n; i++) {
      deviation.data[i * n + i] -= 1.0;
    }
    scaleIsCurrent = true;
    precisionIsCurrent = false;
  }

  /** Makes Λ current, which {@link #state} then has. */
  public void requirePrecision() {
    if (!precisionIsCurrent) {
      requireScale();
      System.arraycopy(scale.data, 0, factor.data, 0, n * n);
      Blas.trtri(factor);
      Blas.syrk(true, 1.0, factor, 0.0, precision);
      Blas.symmetrise(precision);
      precisionIsCurrent = true;
    }
  }

  private void requireScale() {
    if (!scaleIsCurrent) {
      covariance(scale);
      if (!Blas.potrf(scale)) {
        covariance(factor);
        Cholesky.factor(factor, scale);
      }
      scaleIsCurrent = true;
    }
  }

  private double logDeterminant() {
    if (Double.isNaN(logDeterminant)) { // only of one that was given by its D
      requireScale();
      logDeterminant = Cholesky.logDeterminant(scale);
    }
    return logDeterminant;
  }

  /** Whether Λ and L_S follow, log det S, m, D and those of Λ and L_S that are current. */
  @Override
  public double[] state() {
    int square = n * n;
    int parts = 1 + (precisionIsCurrent ? 1 : 0) + (scaleIsCurrent ? 1 : 0);
    double[] state = new double[Math.addExact(3 + n, Math.multiplyExact(parts, square))];
    state[0] = precisionIsCurrent ? 1.0 : 0.0;
    state[1] = scaleIsCurrent ? 1.0 : 0.0;
    state[2] = logDeterminant;
    System.arraycopy(mean, 0, state, 3, n);
    int at = 3 + n;
    System.arraycopy(deviation.data, 0, state, at, square);
    if (precisionIsCurrent) {
      at += square;
      System.arraycopy(precision.data, 0, state, at, square);
    }
    if (scaleIsCurrent) {
      System.arraycopy(scale.data, 0, state, at + square, square);
    }
    return state;
  }

  @Override
  public void restore(double[] state) {
    checkState("full", state.length, Math.max(3, state.length));
    boolean withPrecision = state[0] == 1.0;
    boolean withScale = state[1] == 1.0;
    int square = n * n;
    int parts = 1 + (withPrecision ? 1 : 0) + (withScale ? 1 : 0);
    checkState("full", state.length, 3L + n + (long) parts * square);
    precisionIsCurrent = withPrecision;
    scaleIsCurrent = withScale;
    logDeterminant = state[2];
    System.arraycopy(state, 3, mean, 0, n);
    int at = 3 + n;
    System.arraycopy(state, at, deviation.data, 0, square);
    if (withPrecision) {
      at += square;
      System.arraycopy(state, at, precision.data, 0, square);
    }
    if (withScale) {
      System.arraycopy(state, at + square, scale.data, 0, square);
    }
  }

  static void checkState(String kind, long got, long expected) {
    if (got != expected) {
      throw new IllegalArgumentException(
          "state of a "
              + kind
              + " posterior: expected "
              + expected
              + " values but got "
              + got
              + "; it is that of another kind or size");
    }
  }

  @Override
  public FullPosterior copy() {
    FullPosterior q = new FullPosterior(n, 1.0);
    q.copyFrom(this);
    return q;
  }

  @Override
  public void copyFrom(InducingPosterior other) {
    FullPosterior q = (FullPosterior) other;
    System.arraycopy(q.mean, 0, mean, 0, n);
    System.arraycopy(q.deviation.data, 0, deviation.data, 0, n * n);
    System.arraycopy(q.precision.data, 0, precision.data, 0, n * n);
    System.arraycopy(q.scale.data, 0, scale.data, 0, n * n);
    precisionIsCurrent = q.precisionIsCurrent;
    scaleIsCurrent = q.scaleIsCurrent;
    logDeterminant = q.logDeterminant;
  }
}
