package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * q(f0(x*)) = N(μ, v) at new inputs, before the flow; equation S4 in docs/equations.md. Factors are
 * computed once; immutable and safe for many threads, each with its own scratch.
 */
public final class LatentPredictor {
  private static final int BLOCK = 512;

  private final Architecture architecture;
  private final double[] theta;
  private final List<InducingPosterior> posteriors;
  private final SparseConditional[] groups;

  /**
   * Takes the current values; later changes of the parameters or posteriors are not seen if they
   * are copies.
   */
  public LatentPredictor(
      Architecture architecture, double[] theta, List<InducingPosterior> posteriors) {
    this.architecture = architecture;
    this.theta = theta.clone();
    this.posteriors = SharedPosterior.copies(posteriors);
    groups = SparseConditional.of(architecture, DirectWay.NEVER, this.theta, this.posteriors);
    Scratch scratch = new Scratch();
    for (SparseConditional group : groups) {
      group.factor(this.theta, scratch);
      for (int l = 0; l < group.latents(); l++) {
        group.prepare(l, new Workers(1));
      }
    }
  }

  public Architecture architecture() {
    return architecture;
  }

  /** The constrained parameter values, not a copy: not to be modified. */
  public double[] theta() {
    return theta;
  }

  /** θ, and what rows need of every group, as the state of a bound has it but for its nodes. */
  public State state() {
    StateWriter out = new StateWriter().put(theta);
    for (SparseConditional group : groups) {
      group.store(out);
    }
    return out.finish(0, 0);
  }

  /** Copies of the posteriors it predicts with. */
  public List<InducingPosterior> posteriors() {
    return SharedPosterior.copies(posteriors);
  }

  /**
   * Writes means and variances of every latent, one array of x.rows values per latent, from place
   * {@code at} on.
   */
  public void marginals(Matrix x, double[][] mean, double[][] variance, int at, Scratch scratch) {
    for (int from = 0; from < x.rows; from += BLOCK) {
      int to = Math.min(x.rows, from + BLOCK);
      Matrix rows = x.rows <= BLOCK ? x : x.rowRange(from, to);
      block(rows, mean, variance, at + from, scratch);
    }
  }

  private void block(Matrix x, double[][] mean, double[][] variance, int at, Scratch scratch) {
    for (SparseConditional group : groups) {
      int mark = scratch.mark();
      SparseConditional.Pass pass = group.forward(theta, x, scratch);
      for (int l = 0; l < group.latents(); l++) {
        System.arraycopy(pass.mean[l], 0, mean[group.first() + l], at, x.rows);
        System.arraycopy(pass.variance[l], 0, variance[group.first() + l], at, x.rows);
      }
      scratch.release(mark);
    }
  }

  /**
   * The joint q(f0(x*)) of one latent over all rows: writes the mean and returns the lower Cholesky
   * factor of the covariance K_xx + A(S − I)Aᵀ. O(n³) in the rows.
   */
  public Matrix joint(int latent, Matrix x, double[] mean) {
    Matrix covariance = jointCovariance(latent, x, mean);
    Matrix factor = Matrix.zeros(x.rows, x.rows);
    Cholesky.factor(covariance, factor);
    return factor;
  }

  /** The covariance K_xx + A(S − I)Aᵀ of one latent over all rows; writes the mean. */
  public Matrix jointCovariance(int latent, Matrix x, double[] mean) {
    SparseConditional group = groups[architecture.groupOf(latent)];
    Scratch scratch = new Scratch();
    SparseConditional.Pass pass = group.rows(theta, x, scratch);
    Matrix p = Matrix.zeros(x.rows, group.inducing());
    Matrix covariance = Matrix.zeros(x.rows, x.rows);
    group.mean(theta, latent - group.first(), x, mean);
    Blas.gemv(false, 1.0, pass.h, posteriors.get(latent).mean(), 0, 1.0, mean, 0);
    group.covariance(theta, x, covariance, scratch);
    posteriors.get(latent).timesDeviation(pass.h, p);
    Blas.gemm(false, true, 1.0, p, pass.h, 1.0, covariance);
    Blas.symmetrise(covariance);
    return covariance;
  }

  /** The largest relative jitter that any K_zz needed. */
  public double jitter() {
    double most = 0.0;
    for (SparseConditional group : groups) {
      most = Math.max(most, group.jitter());
    }
    return most;
  }
}
