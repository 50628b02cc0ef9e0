package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.GroupFactors;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.OutputExpectation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The evidence lower bound of a flow that does not act on each f0(x) alone, with one latent
 * function, and its complete gradient; equations J3–J7 in docs/equations.md.
 *
 * <p>Every family sees the rows through the same quantities, with A = K_xz·L⁻ᵀ:
 *
 * <pre>
 *   mean m_n = μ(x_n) + A_n·m,  spread Q_n = A_n·S·A_nᵀ,  residual R_n = k(x_n, x_n) − A_n·A_nᵀ
 *   draws:  m_ns = m_n + A_n·δ_s
 *   Ā_n = m̄_n·mᵀ + Σ_s m̄_ns·δ_sᵀ + 2Q̄_n·A_n·S − 2R̄_n·A_n
 * </pre>
 *
 * <p>After {@link #evaluate}, {@link #freeGradient()} is the gradient in the free parameter values
 * and {@link #curvature}, {@link #slope} are what the update of q needs. Not thread-safe.
 */
public abstract sealed class NonMarginalElbo permits StudentTProcessElbo, ConditionedFlowElbo {
  private static final int ROWS_PER_SHARE = 256;
  private static final int MOST_SHARES = 16;

  final Architecture architecture;
  final Parameters parameters;
  final InducingPosterior q;
  final OutputExpectation output;

  /** S. */
  final Matrix covariance;

  private final Workers workers;
  private final Architecture.Group group;
  private final GroupFactors factors;
  private final Matrix z;
  private final Matrix product;
  private final NonMarginalSums total;
  private final List<NonMarginalSums> shares = new ArrayList<>();
  private final double[] freeBar;
  private final int own;
  private Noise noise = Noise.of(0, 0, 0);

  NonMarginalElbo(
      Architecture architecture,
      Parameters parameters,
      InducingPosterior q,
      Nodes nodes,
      Workers workers,
      int draws,
      int own) {
    if (architecture.latents() != 1) {
      throw new IllegalArgumentException(
          "non-marginal flow: expected a model of one latent function but got "
              + architecture.latents());
    }
    this.architecture = architecture;
    this.parameters = parameters;
    this.q = q;
    this.workers = workers;
    this.own = own;
    group = architecture.groups().get(0);
    output = new OutputExpectation(architecture, 0, nodes);
    factors = new GroupFactors(architecture, 0);
    z = architecture.inducing(0, parameters.value());
    covariance = Matrix.zeros(group.inducing(), group.inducing());
    product = Matrix.zeros(group.inducing(), group.inducing());
    total = new NonMarginalSums(architecture, parameters.size(), draws, own);
    freeBar = new double[parameters.size()];
  }

  /** One block of rows: what a family reads, and the adjoints it <b>writes</b>. */
  static final class Rows {
    Matrix x;
    double[] y;
    int yFrom;
    Noise noise;
    double scale;
    double[] mean;
    double[] spread;
    double[] residual;
    double[] meanBar;
    double[] spreadBar;
    double[] residualBar;

    /** A_n·δ_s and its adjoint, a row per draw. */
    Matrix draws;

    Matrix drawsBar;

    int count() {
      return x.rows;
    }
  }

  /** δ_s, a row per draw; none by default. */
  Matrix offsets() {
    return total.drawBar;
  }

  /** Computes what depends on the parameters and on q alone. */
  abstract void prepare(double[] theta);

  /** Returns scale·Σ_n E[log p(y_n | ·)] of a block and writes its adjoints. */
  abstract double expectation(double[] theta, Rows rows, NonMarginalSums sums, Scratch scratch);

  /**
   * Returns minus the divergences; turns the sums over rows into adjoints of the parameters (into
   * the total's thetaBar, or freeBar where they are not constrained values) and changes curvature
   * and slope so that the rules for KL climb the whole bound.
   */
  abstract double regularise(double[] theta, NonMarginalSums sums, double[] freeGradient);

  /** q at new rows. */
  abstract LatentMixture mixture(double[] mean, double[] spread, double[] residual, Matrix a);

  /** Draws anew what the bound draws at random; the same seed and step give the same numbers. */
  public void useNoise(long seed, long step) {
    noise = Noise.of(seed, step, 0);
  }

  /** The largest natural step that the noise of its draws allows. */
  public double mostNaturalStep() {
    return 1.0;
  }

  /** Gradient in the free values after {@link #evaluate}; not a copy. */
  public final double[] freeGradient() {
    return freeBar;
  }

  /** What {@link InducingPosterior#naturalStep} takes as W. */
  public final Matrix curvature() {
    return total.spread;
  }

  /** What {@link InducingPosterior#naturalStep} takes as a. */
  public final double[] slope() {
    return total.aBar;
  }

  public final double jitter() {
    return factors.jitter();
  }

  /**
   * The bound on a batch and all its derivatives.
   *
   * @param scale N/B
   */
  public final double evaluate(Matrix x, double[] y, double scale) {
    double[] theta = parameters.value();
    factors.prepare(theta, z, workers.scratch(0));
    q.covariance(covariance);
    prepare(theta);
    int count = Math.min(MOST_SHARES, (x.rows + ROWS_PER_SHARE - 1) / ROWS_PER_SHARE);
    while (shares.size() < count) {
      shares.add(new NonMarginalSums(architecture, parameters.size(), total.drawBar.rows, own));
    }
    workers.run(
        count,
        (share, worker) -> {
          int from = (int) ((long) x.rows * share / count);
          int to = (int) ((long) x.rows * (share + 1) / count);
          NonMarginalSums sums = shares.get(share);
          sums.clear();
          for (int start = from; start < to; start += ROWS_PER_SHARE) {
            int end = Math.min(to, start + ROWS_PER_SHARE);
            block(theta, x.rowRange(start, end), y, start, scale, sums, workers.scratch(worker));
          }
        });
    total.clear();
    for (int s = 0; s < count; s++) {
      shares.get(s).addTo(total);
    }
    return finish(theta);
  }

  private double finish(double[] theta) {
    Blas.symmetrise(total.spread);
    Blas.symmetrise(total.residual);
    // ĀᵀA = m·aᵀ + Σ_s δ_s·δ̄_sᵀ + 2S·W_Q − 2W_R
    Blas.gemm(false, false, 2.0, covariance, total.spread, 0.0, product);
    double[] mean = q.mean();
    int m = mean.length;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        product.data[i * m + j] += mean[i] * total.aBar[j] - 2.0 * total.residual.data[i * m + j];
      }
    }
    Blas.gemm(true, false, 1.0, offsets(), total.drawBar, 1.0, product);
    factors.clear();
    factors.addGram(product);
    factors.pullback(theta, z, total.thetaBar, total.zBar, workers);
    Arrays.fill(freeBar, 0.0);
    double bound = total.bound + regularise(theta, total, freeBar);
    bound += parameters.logPrior(total.thetaBar);
    parameters.pullback(total.thetaBar, freeBar);
    return bound;
  }

  /** A, mean, Q and R at some rows. */
  private Matrix place(
      double[] theta,
      Matrix x,
      Matrix kxz,
      double[] prior,
      double[] mean,
      double[] spread,
      double[] residual,
      Matrix p,
      Scratch scratch) {
    int m = group.inducing();
    int n = x.rows;
    Matrix a = Matrix.wrap(scratch.take(n * m), n, m);
    group.covariance().cross(theta, architecture.covarianceAt(0), x, z, kxz, scratch);
    factors.whiten(kxz, a);
    group.covariance().diagonal(theta, architecture.covarianceAt(0), x, prior);
    group.mean().mean(theta, architecture.meanAt(0), x, mean);
    Blas.gemv(false, 1.0, a, q.mean(), 0, 1.0, mean, 0);
    Blas.gemm(false, false, 1.0, a, covariance, 0.0, p);
    for (int i = 0; i < n; i++) {
      int row = i * m;
      double floor = Elbo.VARIANCE_FLOOR * prior[i];
      spread[i] = Math.max(0.0, Sums.dot(a.data, row, p.data, row, m));
      residual[i] = Math.max(floor, prior[i] - Sums.dot(a.data, row, a.data, row, m));
    }
    return a;
  }

  private void block(
      double[] theta,
      Matrix x,
      double[] y,
      int yFrom,
      double scale,
      NonMarginalSums sums,
      Scratch scratch) {
    int mark = scratch.mark();
    int n = x.rows;
    int m = group.inducing();
    Matrix kxz = Matrix.wrap(scratch.take(n * m), n, m);
    Matrix p = Matrix.wrap(scratch.take(n * m), n, m);
    double[] prior = scratch.take(n);
    Rows rows = new Rows();
    rows.x = x;
    rows.y = y;
    rows.yFrom = yFrom;
    rows.noise = noise.fromRow(yFrom);
    rows.scale = scale;
    rows.mean = scratch.take(n);
    rows.spread = scratch.take(n);
    rows.residual = scratch.take(n);
    rows.meanBar = scratch.takeZeroed(n);
    rows.spreadBar = scratch.takeZeroed(n);
    rows.residualBar = scratch.takeZeroed(n);
    Matrix a = place(theta, x, kxz, prior, rows.mean, rows.spread, rows.residual, p, scratch);
    Matrix offsets = offsets();
    rows.draws = Matrix.wrap(scratch.take(offsets.rows * n), offsets.rows, n);
    rows.drawsBar = Matrix.wrap(scratch.take(offsets.rows * n), offsets.rows, n);
    Blas.gemm(false, true, 1.0, offsets, a, 0.0, rows.draws);
    sums.bound += expectation(theta, rows, sums, scratch);
    for (int i = 0; i < n; i++) {
      if (rows.residual[i] <= Elbo.VARIANCE_FLOOR * prior[i]) {
        rows.residualBar[i] = 0.0; // held at its floor
      }
    }
    pullback(theta, rows, kxz, a, p, sums, scratch);
    scratch.release(mark);
  }

  private void pullback(
      double[] theta,
      Rows rows,
      Matrix kxz,
      Matrix a,
      Matrix p,
      NonMarginalSums sums,
      Scratch scratch) {
    int n = rows.count();
    int m = a.cols;
    Matrix scaled = Matrix.wrap(scratch.take(n * m), n, m);
    Elbo.weightedGram(a, rows.spreadBar, scaled, sums.spread);
    Elbo.weightedGram(a, rows.residualBar, scaled, sums.residual);
    Blas.gemv(true, 1.0, a, rows.meanBar, 0, 1.0, sums.aBar, 0);
    Blas.gemm(false, false, 1.0, rows.drawsBar, a, 1.0, sums.drawBar);
    double[] mean = q.mean();
    for (int i = 0; i < n; i++) {
      double meanBar = rows.meanBar[i];
      double spreadBar = 2.0 * rows.spreadBar[i];
      double residualBar = 2.0 * rows.residualBar[i];
      int row = i * m;
      for (int j = 0; j < m; j++) {
        p.data[row + j] =
            meanBar * mean[j] + spreadBar * p.data[row + j] - residualBar * a.data[row + j];
      }
    }
    Blas.gemm(true, false, 1.0, rows.drawsBar, offsets(), 1.0, p); // p is Ā now
    Blas.trmm(true, false, 1.0, factors.inverse, p); // and K̄_xz
    int at = architecture.covarianceAt(0);
    group
        .mean()
        .meanPullback(theta, architecture.meanAt(0), rows.x, rows.meanBar, sums.thetaBar, null);
    group.covariance().diagonalPullback(theta, at, rows.x, rows.residualBar, sums.thetaBar, null);
    group
        .covariance()
        .crossPullback(theta, at, rows.x, z, kxz, p, sums.thetaBar, null, sums.zBar, scratch);
  }

  /** q at new rows, at the current values. Memory grows with rows × components. */
  public final LatentMixture predict(Matrix x) {
    double[] theta = parameters.value();
    Scratch scratch = new Scratch();
    int m = group.inducing();
    factors.prepare(theta, z, scratch);
    q.covariance(covariance);
    double[] mean = new double[x.rows];
    double[] spread = new double[x.rows];
    double[] residual = new double[x.rows];
    Matrix kxz = Matrix.zeros(x.rows, m);
    Matrix p = Matrix.zeros(x.rows, m);
    Matrix a = place(theta, x, kxz, new double[x.rows], mean, spread, residual, p, scratch);
    return mixture(mean, spread, residual, a);
  }
}
