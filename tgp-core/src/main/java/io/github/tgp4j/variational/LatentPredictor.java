package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
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
  private final GroupFactors[] factors;
  private final Matrix[] z;

  /**
   * Takes the current values; later changes of the parameters or posteriors are not seen if they
   * are copies.
   */
  public LatentPredictor(
      Architecture architecture, double[] theta, List<InducingPosterior> posteriors) {
    this.architecture = architecture;
    this.theta = theta.clone();
    this.posteriors = posteriors.stream().map(InducingPosterior::copy).toList();
    factors = new GroupFactors[architecture.groups().size()];
    z = new Matrix[factors.length];
    Scratch scratch = new Scratch();
    for (int g = 0; g < factors.length; g++) {
      z[g] = architecture.inducing(g, this.theta);
      factors[g] = new GroupFactors(architecture, g);
      factors[g].prepare(this.theta, z[g], scratch);
    }
  }

  public Architecture architecture() {
    return architecture;
  }

  /** The constrained parameter values, not a copy: not to be modified. */
  public double[] theta() {
    return theta;
  }

  /** Copies of the posteriors it predicts with. */
  public List<InducingPosterior> posteriors() {
    return posteriors.stream().map(InducingPosterior::copy).toList();
  }

  /**
   * Writes means and variances of every latent, one array of x.rows values per latent, from place
   * {@code at} on.
   */
  public void marginals(Matrix x, double[][] mean, double[][] variance, int at, Scratch scratch) {
    for (int from = 0; from < x.rows; from += BLOCK) {
      int to = Math.min(x.rows, from + BLOCK);
      block(x.rowRange(from, to), mean, variance, at + from, scratch);
    }
  }

  private void block(Matrix x, double[][] mean, double[][] variance, int at, Scratch scratch) {
    int n = x.rows;
    for (int g = 0; g < factors.length; g++) {
      Architecture.Group group = architecture.groups().get(g);
      int mark = scratch.mark();
      Matrix a = whitened(g, x, scratch);
      Matrix p = Matrix.wrap(scratch.take(n * group.inducing()), n, group.inducing());
      double[] prior = scratch.take(n);
      double[] mu = scratch.take(n);
      group.covariance().diagonal(theta, architecture.covarianceAt(g), x, prior);
      int first = architecture.firstLatentOfGroup(g);
      for (int l = first; l < first + group.latents(); l++) {
        group.mean().mean(theta, architecture.meanAt(l), x, mu);
        Blas.gemv(false, 1.0, a, posteriors.get(l).mean(), 0, 1.0, mu, 0);
        System.arraycopy(mu, 0, mean[l], at, n);
        posteriors.get(l).timesDeviation(a, p);
        Elbo.marginalVariance(prior, a, p, variance[l], at);
      }
      scratch.release(mark);
    }
  }

  private Matrix whitened(int g, Matrix x, Scratch scratch) {
    Architecture.Group group = architecture.groups().get(g);
    int n = x.rows;
    Matrix kxz = Matrix.wrap(scratch.take(n * group.inducing()), n, group.inducing());
    Matrix a = Matrix.wrap(scratch.take(n * group.inducing()), n, group.inducing());
    group.covariance().cross(theta, architecture.covarianceAt(g), x, z[g], kxz, scratch);
    factors[g].whiten(kxz, a);
    return a;
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
    int g = architecture.groupOf(latent);
    Architecture.Group group = architecture.groups().get(g);
    Scratch scratch = new Scratch();
    int n = x.rows;
    Matrix a = whitened(g, x, scratch);
    Matrix p = Matrix.zeros(n, group.inducing());
    Matrix covariance = Matrix.zeros(n, n);
    group.mean().mean(theta, architecture.meanAt(latent), x, mean);
    Blas.gemv(false, 1.0, a, posteriors.get(latent).mean(), 0, 1.0, mean, 0);
    group.covariance().cross(theta, architecture.covarianceAt(g), x, x, covariance, scratch);
    posteriors.get(latent).timesDeviation(a, p);
    Blas.gemm(false, true, 1.0, p, a, 1.0, covariance);
    Blas.symmetrise(covariance);
    return covariance;
  }

  /** The largest relative jitter that any K_zz needed. */
  public double jitter() {
    double most = 0.0;
    for (GroupFactors f : factors) {
      most = Math.max(most, f.jitter());
    }
    return most;
  }
}
