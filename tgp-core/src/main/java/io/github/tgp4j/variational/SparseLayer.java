package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * The latents of one group as a block with inputs of its own: from rows x to the marginals q(f(x))
 * = N(mean, variance) of every latent, and back to the sums and to x̄; equations S1–S6 in
 * docs/equations.md, D4 for x̄.
 */
public final class SparseLayer {
  /** For what already runs inside a task; it starts no thread and has no state. */
  private static final Workers SERIAL = new Workers(1);

  private final int index; // among the groups of the sums
  private final int first; // its first latent
  private final Architecture.Group group;
  private final int covarianceAt;
  private final int[] meanAt;
  private final Matrix z;
  private final GroupFactors factors;
  private final List<InducingPosterior> posteriors; // of its own latents
  private final LatentTerms[] terms;
  private final Matrix[] product; // (S − I)W per latent

  /**
   * The group with this number among those of the sums.
   *
   * @param first its first latent
   * @param meanAt where the mean function's values of each of its latents start
   * @param z the inducing inputs as a view of the flat vector, not a copy
   * @param posteriors of all latents of the model
   */
  public SparseLayer(
      int index,
      int first,
      Architecture.Group group,
      int covarianceAt,
      int[] meanAt,
      Matrix z,
      List<InducingPosterior> posteriors) {
    this.index = index;
    this.first = first;
    this.group = group;
    this.covarianceAt = covarianceAt;
    this.meanAt = meanAt;
    this.z = z;
    // Direct takes four M×M products more per latent and saves two of the rows for all of them
    factors = new GroupFactors(group, covarianceAt, group.latents() == 1);
    this.posteriors = posteriors.subList(first, first + group.latents());
    terms = new LatentTerms[group.latents()];
    product = new Matrix[group.latents()];
    for (int l = 0; l < terms.length; l++) {
      terms[l] = new LatentTerms(this.posteriors.get(l));
      product[l] = Matrix.zeros(group.inducing(), group.inducing());
    }
  }

  public int latents() {
    return terms.length;
  }

  public double jitter() {
    return factors.jitter();
  }

  /** Factors K_zz at the current values. */
  public void factor(double[] theta, Scratch scratch) {
    factors.prepare(theta, z, scratch);
  }

  /** Takes in the q(v) of one latent; after {@link #factor}. */
  public void prepare(int latent) {
    terms[latent].prepare(factors, SERIAL);
  }

  /** What the way back needs of one block of rows. */
  public static final class Pass {
    public Matrix x;
    public Matrix kxz;
    public Matrix h; // K_xz or A
    public Matrix[] p;
    public double[][] mean;
    public double[][] variance;
    public double[][] meanBar;
    public double[][] varianceBar;
  }

  /** The marginals at x; what they and the way back need is taken from scratch. */
  public Pass forward(double[] theta, Matrix x, Scratch scratch) {
    int n = x.rows;
    int m = group.inducing();
    Pass pass = new Pass();
    pass.x = x;
    pass.kxz = Matrix.wrap(scratch.take(n * m), n, m);
    group.covariance().cross(theta, covarianceAt, x, z, pass.kxz, scratch);
    pass.h = pass.kxz;
    if (!factors.isDirect()) {
      pass.h = Matrix.wrap(scratch.take(n * m), n, m);
      factors.whiten(pass.kxz, pass.h);
    }
    double[] prior = scratch.take(n);
    group.covariance().diagonal(theta, covarianceAt, x, prior);
    pass.p = new Matrix[latents()];
    pass.mean = new double[latents()][];
    pass.variance = new double[latents()][];
    pass.meanBar = new double[latents()][];
    pass.varianceBar = new double[latents()][];
    for (int l = 0; l < latents(); l++) {
      pass.p[l] = Matrix.wrap(scratch.take(n * m), n, m);
      pass.mean[l] = scratch.take(n);
      pass.variance[l] = scratch.take(n);
      pass.meanBar[l] = scratch.take(n);
      pass.varianceBar[l] = scratch.take(n);
      group.mean().mean(theta, meanAt[l], x, pass.mean[l]);
      terms[l].forward(pass.h, pass.mean[l], pass.p[l]);
      Elbo.marginalVariance(prior, pass.h, pass.p[l], pass.variance[l], 0);
    }
    return pass;
  }

  /**
   * From the adjoints of the marginals to the sums and, unless it is null, to xBar. Overwrites what
   * the pass holds.
   */
  public void pullback(double[] theta, Pass pass, RowSums sums, Matrix xBar, Scratch scratch) {
    int n = pass.x.rows;
    int mark = scratch.mark();
    double[] priorBar = scratch.takeZeroed(n);
    Matrix bar = pass.p[0]; // H̄, then K̄_xz
    Matrix scaled = Matrix.wrap(scratch.take(n * pass.h.cols), n, pass.h.cols);
    for (int l = 0; l < latents(); l++) {
      double[] meanBar = pass.meanBar[l];
      double[] varianceBar = pass.varianceBar[l];
      Elbo.weightedGram(pass.h, varianceBar, scaled, sums.w[first + l]);
      Blas.gemv(true, 1.0, pass.h, meanBar, 0, 1.0, sums.aBar[first + l], 0);
      terms[l].pullback(meanBar, varianceBar, pass.p[l], bar);
      for (int i = 0; i < n; i++) {
        priorBar[i] += varianceBar[i];
      }
      group.mean().meanPullback(theta, meanAt[l], pass.x, meanBar, sums.thetaBar, xBar);
    }
    if (!factors.isDirect()) {
      Blas.trmm(true, false, 1.0, factors.inverse, bar);
    }
    group.covariance().diagonalPullback(theta, covarianceAt, pass.x, priorBar, sums.thetaBar, xBar);
    group
        .covariance()
        .crossPullback(
            theta,
            covarianceAt,
            pass.x,
            z,
            pass.kxz,
            bar,
            sums.thetaBar,
            xBar,
            sums.zBar[index],
            scratch);
    scratch.release(mark);
  }

  /** Brings the total sums of one latent to their whitened form; latents are independent here. */
  public void finishLatent(int latent, RowSums total) {
    Matrix w = total.w[first + latent];
    double[] aBar = total.aBar[first + latent];
    Blas.symmetrise(w);
    if (factors.isDirect()) {
      factors.whiten(w, SERIAL);
      Blas.trmm(false, false, 1.0, factors.inverse, Matrix.wrap(aBar, aBar.length, 1));
    }
    posteriors.get(latent).deviationTimes(w, product[latent], SERIAL);
  }

  /** On to K̄_zz once every latent is finished; returns Σ_l KL[q(v_l) ‖ N(0, I)]. */
  public double finish(double[] theta, RowSums total, Workers workers) {
    double divergence = 0.0;
    factors.clear();
    for (int l = 0; l < latents(); l++) {
      factors.addProduct(posteriors.get(l), total.aBar[first + l], product[l]);
      divergence += posteriors.get(l).divergence();
    }
    factors.pullback(theta, z, total.thetaBar, total.zBar[index], workers);
    return divergence;
  }
}
