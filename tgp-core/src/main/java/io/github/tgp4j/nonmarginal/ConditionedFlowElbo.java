package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.OutputExpectation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The bound of a flow whose parameters depend on the inducing values, f_K(x) = G(f0(x); θ(v)), by
 * Monte Carlo over v; equations J5–J7 in docs/equations.md.
 *
 * <pre>
 *   v_s = m + δ_s, δ_s = L_S·ε_s, in pairs ±ε;  f0(x_n) | v_s ~ N(m_ns, R_n)
 *   E ≈ E_0 + (1/S)·Σ_s [E_s(θ(v_s)) − E_s(θ)]
 * </pre>
 *
 * <p>E_s(θ) is the expected log likelihood given v_s with flow parameters θ, and E_0 = E_q[E_s(θ)]
 * is the marginal flow's, by quadrature: a control variate that leaves nothing to chance when the
 * readout is 0, and little when it is small.
 */
public final class ConditionedFlowElbo extends NonMarginalElbo {
  private static final int PREDICTION_DRAWS = 256;

  /** Draws per inducing value in prediction, at least, so that their moments can be made exact. */
  private static final int DRAWS_PER_VALUE = 4;

  /**
   * Larger steps follow the noise of the curvature; 0.1 already needs restarts with 16 draws on 80
   * rows.
   */
  private static final double MOST_NATURAL_STEP = 0.05;

  private final InducingReadout readout;
  private final int at;
  private final int flowAt;
  private final int m;
  private final Matrix noise; // ε
  private final Matrix offsets; // δ
  private final Matrix scale; // L_S
  private final Matrix inverse;
  private final Matrix phi;
  private final Matrix covarianceBar;
  private final double[][] free;
  private final double[][] value;
  private final double[] v;
  private final double[] vBar;
  private final double[] valueBar;
  private final double[] work;
  private final double[] baseBar;
  private final List<Parameters.Block> flowBlocks;
  private Divergence divergence = Divergence.kl();

  /**
   * Reads the parameters and the posterior it is given; whoever moves them evaluates again.
   *
   * @param parameters those of the architecture and, under "readout", of the readout
   */
  public ConditionedFlowElbo(
      Architecture architecture,
      InducingReadout readout,
      Parameters parameters,
      InducingPosterior q,
      Nodes nodes,
      Workers workers) {
    super(
        architecture,
        parameters,
        q,
        nodes,
        workers,
        readout.draws(),
        readout.draws() * readout.width());
    if (!architecture.outputs().get(0).networks().isEmpty()) {
      throw new IllegalArgumentException(
          "conditioned flow: its parameters cannot depend on the input as well; use one of both");
    }
    this.readout = readout;
    at = parameters.block("readout.weights").from();
    flowAt = architecture.flowAt(0);
    m = q.size();
    int draws = readout.draws();
    noise = Matrix.zeros(draws, m);
    offsets = Matrix.zeros(draws, m);
    scale = Matrix.zeros(m, m);
    inverse = Matrix.zeros(m, m);
    phi = Matrix.zeros(m, m);
    covarianceBar = Matrix.zeros(m, m);
    free = new double[draws][parameters.size()];
    value = new double[draws][];
    v = new double[m];
    vBar = new double[m];
    valueBar = new double[parameters.size()];
    work = new double[parameters.size()];
    baseBar = new double[parameters.size()];
    flowBlocks =
        parameters.blocks().stream()
            .filter(Parameters.Block::trainable)
            .filter(b -> b.from() >= flowAt && b.from() < flowAt + readout.width())
            .toList();
    useNoise(0, 0);
  }

  @Override
  void useDivergence(Divergence replacement) {
    divergence = replacement;
  }

  @Override
  public double mostNaturalStep() {
    for (int i = at; i < at + readout.width() * m; i++) {
      if (parameters.value()[i] != 0.0) {
        return MOST_NATURAL_STEP;
      }
    }
    return super.mostNaturalStep(); // the draws cancel
  }

  @Override
  public void useNoise(long seed, long step) {
    super.useNoise(seed, step);
    pairs(noise, new SplittableRandom(seed * 0x9E3779B97F4A7C15L + step));
  }

  /** Standard normal rows, the second half minus the first. */
  private static void pairs(Matrix e, SplittableRandom random) {
    int half = e.rows / 2;
    for (int s = 0; s < half; s++) {
      for (int j = 0; j < e.cols; j++) {
        double draw = random.nextGaussian();
        e.data[e.at(s, j)] = draw;
        e.data[e.at(s + half, j)] = -draw;
      }
    }
  }

  @Override
  Matrix offsets() {
    return offsets;
  }

  /** δ ← ε·L_Sᵀ. */
  private void place(Matrix e, Matrix delta) {
    Cholesky.factor(covariance, scale);
    System.arraycopy(e.data, 0, delta.data, 0, e.data.length);
    Blas.trmm(true, true, 1.0, scale, delta);
  }

  private void drawn(Matrix delta, int s) {
    double[] mean = q.mean();
    for (int j = 0; j < m; j++) {
      v[j] = mean[j] + delta.data[delta.at(s, j)];
    }
  }

  @Override
  void prepare(double[] theta) {
    place(noise, offsets);
    for (int s = 0; s < offsets.rows; s++) {
      if (value[s] == null) {
        value[s] = theta.clone();
      } else {
        System.arraycopy(theta, 0, value[s], 0, theta.length);
      }
      drawn(offsets, s);
      readout.forward(theta, at, parameters.free(), flowAt, v, free[s], value[s]);
    }
  }

  @Override
  void store(StateWriter out) {
    out.put(offsets.data);
    for (double[] one : value) {
      out.put(one);
    }
  }

  @Override
  void load(StateReader in) {
    in.next(offsets.data);
    for (int s = 0; s < value.length; s++) {
      value[s] = new double[parameters.size()];
      in.next(value[s]);
    }
  }

  @Override
  double expectation(double[] theta, Rows rows, NonMarginalSums sums, Scratch scratch) {
    int n = rows.count();
    int mark = scratch.mark();
    double[] mean = scratch.take(n);
    double[] variance = scratch.take(n);
    double[] meanBar = scratch.take(n);
    double[] varianceBar = scratch.take(n);
    OutputExpectation.Marginals marginals =
        OutputExpectation.Marginals.of(mean, variance, meanBar, varianceBar);
    for (int i = 0; i < n; i++) {
      mean[i] = rows.mean[i];
      variance[i] = rows.residual[i] + rows.spread[i];
    }
    double sum = pullback(theta, rows, marginals, rows.scale, sums, scratch);
    for (int i = 0; i < n; i++) {
      rows.meanBar[i] = meanBar[i];
      rows.spreadBar[i] = varianceBar[i];
      rows.residualBar[i] = varianceBar[i];
    }
    System.arraycopy(rows.residual, 0, variance, 0, n);
    double share = rows.scale / offsets.rows;
    double[] flowBar = scratch.take(readout.width());
    for (int s = 0; s < offsets.rows; s++) {
      int row = rows.draws.at(s, 0);
      for (int i = 0; i < n; i++) {
        mean[i] = rows.mean[i] + rows.draws.data[row + i];
      }
      sum += pullback(theta, rows, marginals, -share, sums, scratch);
      for (int i = 0; i < n; i++) {
        rows.drawsBar.data[row + i] = meanBar[i];
        rows.residualBar[i] += varianceBar[i];
      }
      // What this draw adds to the flow's adjoints belongs to its own flow parameters
      System.arraycopy(sums.thetaBar, flowAt, flowBar, 0, readout.width());
      Arrays.fill(sums.thetaBar, flowAt, flowAt + readout.width(), 0.0);
      sum += pullback(value[s], rows, marginals, share, sums, scratch);
      for (int k = 0; k < readout.width(); k++) {
        sums.addOwn(s * readout.width() + k, sums.thetaBar[flowAt + k]);
        sums.thetaBar[flowAt + k] = flowBar[k];
      }
      for (int i = 0; i < n; i++) {
        rows.drawsBar.data[row + i] += meanBar[i];
        rows.residualBar[i] += varianceBar[i];
        rows.meanBar[i] += rows.drawsBar.data[row + i];
      }
    }
    scratch.release(mark);
    return sum;
  }

  private double pullback(
      double[] theta,
      Rows rows,
      OutputExpectation.Marginals marginals,
      double scale,
      NonMarginalSums sums,
      Scratch scratch) {
    return output.pullback(
        theta, rows.block, 0, rows.noise, marginals, scale, sums.thetaBar, scratch);
  }

  @Override
  double regularise(double[] theta, NonMarginalSums sums) {
    Arrays.fill(baseBar, 0.0);
    for (int s = 0; s < offsets.rows; s++) {
      drawn(offsets, s);
      Arrays.fill(vBar, 0.0);
      System.arraycopy(
          sums.all.more, sums.own(s * readout.width()), valueBar, flowAt, readout.width());
      readout.pullback(
          theta,
          at,
          parameters.free(),
          flowAt,
          v,
          free[s],
          value[s],
          valueBar,
          sums.thetaBar,
          baseBar,
          vBar,
          work);
      for (int j = 0; j < m; j++) {
        sums.aBar[j] += vBar[j];
        sums.drawBar.data[sums.drawBar.at(s, j)] += vBar[j];
      }
    }
    covariancePullback(sums);
    return -(divergence.isKl() ? q.divergence() : q.divergence(divergence, sums.spread, sums.aBar));
  }

  /** The free values of the flow's parameters are where the readout adds to them. */
  @Override
  public void addFreeGradient(double[] freeBar) {
    for (int b = 0; b < flowBlocks.size(); b++) {
      Parameters.Block block = flowBlocks.get(b);
      for (int k = block.from(); k < block.from() + block.size(); k++) {
        freeBar[k] += baseBar[k];
      }
    }
  }

  /** L̄_S = Σ_s δ̄_s·ε_sᵀ, and on to S. */
  private void covariancePullback(NonMarginalSums sums) {
    System.arraycopy(scale.data, 0, inverse.data, 0, scale.data.length);
    Blas.trtri(inverse);
    Blas.gemm(true, false, 1.0, sums.drawBar, noise, 0.0, phi);
    Blas.trmm(false, true, 1.0, scale, phi); // Φ = L_SᵀL̄_S
    Cholesky.pullback(inverse, phi, covarianceBar);
    for (int i = 0; i < covarianceBar.data.length; i++) {
      sums.spread.data[i] += covarianceBar.data[i];
    }
  }

  /** Draws whose mean and covariance are exactly those of q. */
  @Override
  Components components() {
    int draws = Math.max(PREDICTION_DRAWS, DRAWS_PER_VALUE * m);
    Matrix delta = Matrix.zeros(draws, m);
    Matrix e = Matrix.zeros(draws, m);
    pairs(e, new SplittableRandom(1));
    Blas.syrk(true, 1.0 / draws, e, 0.0, phi);
    Blas.symmetrise(phi);
    Cholesky.factor(phi, inverse);
    Blas.trsm(true, true, 1.0, inverse, e); // ε ← ε·C⁻ᵀ with εᵀε/S = C·Cᵀ
    place(e, delta);
    double[] weights = new double[draws];
    double[][] theta = new double[draws][];
    Arrays.fill(weights, 1.0 / draws);
    for (int s = 0; s < draws; s++) {
      drawn(delta, s);
      theta[s] = parameters.value().clone();
      readout.forward(theta[s], at, parameters.free(), flowAt, v, work, theta[s]);
    }
    return (rows, a) -> {
      double[][] means = new double[draws][a.rows];
      double[][] variances = new double[draws][];
      Arrays.fill(variances, rows.residual);
      for (int s = 0; s < draws; s++) {
        Blas.gemv(false, 1.0, a, delta.data, delta.at(s, 0), 0.0, means[s], 0);
        for (int i = 0; i < a.rows; i++) {
          means[s][i] += rows.mean[i];
        }
      }
      return new LatentMixture(weights, means, variances, theta);
    };
  }
}
