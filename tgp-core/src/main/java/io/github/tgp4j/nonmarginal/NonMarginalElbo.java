package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.DirectWay;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.OutputExpectation;
import io.github.tgp4j.variational.SparseConditional;
import io.github.tgp4j.variational.WeightedGram;
import java.util.List;
import java.util.function.Function;

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
 */
public abstract sealed class NonMarginalElbo implements Bound
    permits StudentTProcessElbo, ConditionedFlowElbo {
  private static final Cut CUT = new Cut(256, 256, 1);

  final Architecture architecture;
  final Parameters parameters;
  final InducingPosterior q;
  final OutputExpectation output;

  /** S. */
  final Matrix covariance;

  private final Workers workers;
  private final SparseConditional conditional;
  private final Matrix product;
  private final Matrix none;
  private final NonMarginalSums total;
  private final double[] mean; // of q
  private final int own;
  private boolean factored;
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
    output = new OutputExpectation(architecture, 0, nodes);
    conditional =
        SparseConditional.of(architecture, DirectWay.NEVER, parameters.value(), List.of(q))[0];
    int m = conditional.inducing();
    covariance = Matrix.zeros(m, m);
    product = Matrix.zeros(m, m);
    none = Matrix.zeros(draws, m);
    mean = new double[m];
    total = new NonMarginalSums(newSums(), draws);
  }

  /** One block of rows: what a family reads, and the adjoints it <b>writes</b>. */
  static final class Rows {
    RowBlock block;
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
      return block.rows();
    }
  }

  /** δ_s, a row per draw; none by default. */
  Matrix offsets() {
    return none;
  }

  /** Computes what depends on the parameters and on q alone. */
  abstract void prepare(double[] theta);

  /** Writes what {@link #prepare(double[])} computed. */
  abstract void store(StateWriter out);

  /** Takes what {@link #store} wrote. */
  abstract void load(StateReader in);

  /** Returns scale·Σ_n E[log p(y_n | ·)] of a block and writes its adjoints. */
  abstract double expectation(double[] theta, Rows rows, NonMarginalSums sums, Scratch scratch);

  /**
   * Returns minus the divergences; turns the sums over rows into adjoints of the parameters and
   * changes curvature and slope so that the rules for KL climb the whole bound.
   */
  abstract double regularise(double[] theta, NonMarginalSums sums);

  /** What the components of q have in common at all rows. */
  @FunctionalInterface
  interface Components {
    /** q at some rows, of which mean, spread and residual are given. */
    LatentMixture at(Rows rows, Matrix a);
  }

  /** The components of q, at the current values. */
  abstract Components components();

  /**
   * Complains about a divergence that the bound cannot have.
   *
   * @throws IllegalArgumentException for one of a Student-t process that is infinite
   */
  public static void checkDivergence(boolean isStudentT, Divergence inducing) {
    if (isStudentT) {
      StudentTDivergence.check(inducing);
    }
  }

  /** Takes another divergence of q from its prior. */
  abstract void useDivergence(Divergence inducing);

  @Override
  public final void useDivergences(Divergence inducing, Divergence weights) {
    if (!weights.isKl()) {
      throw new IllegalArgumentException(
          "divergence of weights: expected kl but got "
              + weights
              + "; the flows of this model have no network");
    }
    useDivergence(inducing);
  }

  /** Draws anew what the bound draws at random; the same seed and step give the same numbers. */
  @Override
  public void useNoise(long seed, long step) {
    noise = Noise.of(seed, step, 0);
  }

  @Override
  public final double[] gradient() {
    return total.thetaBar;
  }

  /** What {@link InducingPosterior#naturalStep} takes as W; there is one latent, 0. */
  @Override
  public final Matrix curvature(int latent) {
    return total.spread;
  }

  /** What {@link InducingPosterior#naturalStep} takes as a; there is one latent, 0. */
  @Override
  public final double[] slope(int latent) {
    return total.aBar;
  }

  @Override
  public final double jitter() {
    return conditional.jitter();
  }

  @Override
  public final Workers workers() {
    return workers;
  }

  @Override
  public final Cut cut() {
    return CUT;
  }

  /** Two Gram matrices, of the spreads and of the residuals, and what a family sums. */
  @Override
  public final RowSums newSums() {
    int m = conditional.inducing();
    return new RowSums(
        parameters.size(), new int[] {m, m}, 1, architecture::inducing, none.rows * m + own);
  }

  @Override
  public final void useNodes(int index, Nodes nodes) {
    output.useNodes(nodes);
  }

  @Override
  public final void factor(Scratch scratch) {
    conditional.factor(parameters.value(), scratch);
    factored = true;
  }

  @Override
  public final void unfactor() {
    factored = false;
  }

  @Override
  public final void prepare(Pass pass) {
    if (!factored) {
      factor(workers.scratch(0));
    }
    factored = false;
    q.covariance(covariance);
    System.arraycopy(q.mean(), 0, mean, 0, mean.length);
    prepare(parameters.value());
  }

  @Override
  public final State state() {
    StateWriter out = new StateWriter().put(parameters.value()).put(mean).put(covariance.data);
    conditional.store(out);
    output.store(out);
    store(out);
    return out.finish(noise.seed(), noise.step());
  }

  @Override
  public final void load(State state) {
    StateReader in = new StateReader(state);
    in.next(parameters.value());
    in.next(mean);
    in.next(covariance.data);
    conditional.load(in);
    output.load(in);
    load(in);
    in.finish();
    noise = Noise.of(state.seed(), state.step(), 0);
  }

  @Override
  public final double evaluate(Engine engine) {
    prepare(Pass.GRADIENT);
    engine.sum(this, Pass.GRADIENT, total.all);
    return finish(total.all);
  }

  @Override
  public final double finish(RowSums all) {
    NonMarginalSums sums = new NonMarginalSums(all, none.rows);
    double[] theta = parameters.value();
    Blas.symmetrise(sums.spread);
    Blas.symmetrise(sums.residual);
    // ĀᵀA = m·aᵀ + Σ_s δ_s·δ̄_sᵀ + 2S·W_Q − 2W_R
    Blas.gemm(false, false, 2.0, covariance, sums.spread, 0.0, product);
    int m = mean.length;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        product.data[i * m + j] += mean[i] * sums.aBar[j] - 2.0 * sums.residual.data[i * m + j];
      }
    }
    Blas.gemm(true, false, 1.0, offsets(), sums.drawBar, 1.0, product);
    conditional.finish(theta, product, all, workers);
    double bound = all.expectation + regularise(theta, sums);
    return bound + parameters.logPrior(sums.thetaBar);
  }

  /** Mean, Q and R at some rows. */
  private void place(double[] theta, SparseConditional.Pass pass, Rows rows, Matrix p) {
    Matrix a = pass.h;
    int m = a.cols;
    conditional.mean(theta, 0, pass.x, rows.mean);
    Blas.gemv(false, 1.0, a, mean, 0, 1.0, rows.mean, 0);
    Blas.gemm(false, false, 1.0, a, covariance, 0.0, p);
    for (int i = 0; i < a.rows; i++) {
      int row = i * m;
      double floor = SparseConditional.VARIANCE_FLOOR * pass.prior[i];
      rows.spread[i] = Math.max(0.0, Sums.dot(a.data, row, p.data, row, m));
      rows.residual[i] = Math.max(floor, pass.prior[i] - Sums.dot(a.data, row, a.data, row, m));
    }
  }

  @Override
  public final void accumulate(
      Pass kind, RowBlock block, double scale, RowSums all, Scratch scratch) {
    if (kind != Pass.GRADIENT) {
      throw new IllegalStateException("the optimal q(v) of this model has no closed form");
    }
    int mark = scratch.mark();
    double[] theta = parameters.value();
    NonMarginalSums sums = new NonMarginalSums(all, none.rows);
    SparseConditional.Pass pass = conditional.rows(theta, block.x, scratch);
    int n = block.rows();
    int m = conditional.inducing();
    Matrix p = Matrix.wrap(scratch.take(n * m), n, m);
    Rows rows = new Rows();
    rows.block = block;
    rows.noise = block.noise(noise);
    rows.scale = scale;
    rows.mean = scratch.take(n);
    rows.spread = scratch.take(n);
    rows.residual = scratch.take(n);
    rows.meanBar = scratch.takeZeroed(n);
    rows.spreadBar = scratch.takeZeroed(n);
    rows.residualBar = scratch.takeZeroed(n);
    place(theta, pass, rows, p);
    Matrix offsets = offsets();
    rows.draws = Matrix.wrap(scratch.take(offsets.rows * n), offsets.rows, n);
    rows.drawsBar = Matrix.wrap(scratch.take(offsets.rows * n), offsets.rows, n);
    Blas.gemm(false, true, 1.0, offsets, pass.h, 0.0, rows.draws);
    all.expectation += expectation(theta, rows, sums, scratch);
    for (int i = 0; i < n; i++) {
      if (rows.residual[i] <= SparseConditional.VARIANCE_FLOOR * pass.prior[i]) {
        rows.residualBar[i] = 0.0; // held at its floor
      }
    }
    pullback(theta, rows, pass, p, sums, scratch);
    scratch.release(mark);
  }

  private void pullback(
      double[] theta,
      Rows rows,
      SparseConditional.Pass pass,
      Matrix p,
      NonMarginalSums sums,
      Scratch scratch) {
    Matrix a = pass.h;
    int n = rows.count();
    int m = a.cols;
    Matrix scaled = Matrix.wrap(scratch.take(n * m), n, m);
    WeightedGram.add(a, rows.spreadBar, scaled, sums.spread);
    WeightedGram.add(a, rows.residualBar, scaled, sums.residual);
    Blas.gemv(true, 1.0, a, rows.meanBar, 0, 1.0, sums.aBar, 0);
    Blas.gemm(false, false, 1.0, rows.drawsBar, a, 1.0, sums.drawBar);
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
    conditional.meanPullback(theta, 0, pass, rows.meanBar, sums.all, null);
    conditional.rowsPullback(theta, pass, p, rows.residualBar, sums.all, null, scratch);
  }

  /** q at new rows, at the current values. Memory grows with rows × components. */
  public final LatentMixture predict(Matrix x) {
    return predictor().apply(x);
  }

  /**
   * q at new rows, at the values of now, whose factors are computed once. Safe for many threads
   * while neither this bound nor its parameters are used for anything else.
   */
  public final Function<Matrix, LatentMixture> predictor() {
    double[] theta = parameters.value();
    conditional.factor(theta, new Scratch());
    q.covariance(covariance);
    System.arraycopy(q.mean(), 0, mean, 0, mean.length);
    Components components = components();
    return x -> {
      SparseConditional.Pass pass = conditional.rows(theta, x, new Scratch());
      Rows rows = new Rows();
      rows.mean = new double[x.rows];
      rows.spread = new double[x.rows];
      rows.residual = new double[x.rows];
      place(theta, pass, rows, Matrix.zeros(x.rows, conditional.inducing()));
      return components.at(rows, pass.h);
    };
  }
}
