package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * The latents of one group given their inducing values: from rows x to the marginals q(f(x)) =
 * N(mean, variance) of every latent, and back to the sums and to x̄; equations S1–S6 in
 * docs/equations.md, D4 for x̄. Shallow, deep and non-marginal bounds and predictions share it.
 */
public final class SparseConditional {
  /**
   * The smallest marginal variance, as a share of k(x, x): rounding may otherwise make it negative.
   */
  public static final double VARIANCE_FLOOR = 1e-10;

  /**
   * Where a group stands in its model.
   *
   * @param index of the group
   * @param first its first latent
   * @param covarianceAt where its covariance's values start
   * @param meanAt where the values of each of its latents' mean function start
   */
  public record Place(
      Architecture.Group group, int index, int first, int covarianceAt, int[] meanAt) {}

  private final Place place;
  private final Architecture.Group group;
  private final Matrix z;
  private final GroupFactors factors;
  private final List<InducingPosterior> posteriors; // of its own latents
  private final LatentTerms[] terms;
  private final Matrix[] product; // (S − I)W per latent
  private final boolean shared; // whether the latents have the first one's covariance

  /**
   * A group of a model.
   *
   * @param way when rows may skip the whitening
   * @param z the inducing inputs as a view of the flat vector, not a copy
   * @param posteriors of all latents of the model
   */
  public SparseConditional(
      Place place, DirectWay way, Matrix z, List<InducingPosterior> posteriors) {
    this.place = place;
    this.group = place.group;
    this.z = z;
    factors = new GroupFactors(group, place.covarianceAt, way);
    this.posteriors = posteriors.subList(place.first, place.first + group.latents());
    shared = group.latents() > 1 && this.posteriors.get(1) instanceof SharedPosterior;
    terms = new LatentTerms[group.latents()];
    product = new Matrix[group.latents()];
    for (int l = 0; l < terms.length; l++) {
      terms[l] = new LatentTerms(this.posteriors.get(l));
    }
  }

  /** All groups of a model. */
  public static SparseConditional[] of(
      Architecture architecture,
      DirectWay way,
      double[] theta,
      List<InducingPosterior> posteriors) {
    SparseConditional[] out = new SparseConditional[architecture.groups().size()];
    for (int g = 0; g < out.length; g++) {
      Matrix z = architecture.inducing(g, theta);
      out[g] = new SparseConditional(architecture.place(g), way, z, posteriors);
    }
    return out;
  }

  public int latents() {
    return terms.length;
  }

  /** Its first latent's number in the model. */
  public int first() {
    return place.first;
  }

  /** M. */
  public int inducing() {
    return group.inducing();
  }

  /** The relative jitter that the last {@link #factor} needed. */
  public double jitter() {
    return factors.jitter();
  }

  /** Factors K_zz at the current values. */
  public void factor(double[] theta, Scratch scratch) {
    factors.prepare(theta, z, scratch);
  }

  /** Takes in the q(v) of one latent; after {@link #factor}. */
  public void prepare(int latent, Workers workers) {
    terms[latent].prepare(factors, workers);
  }

  /** Writes what rows need, beside the parameter values. */
  public void store(StateWriter out) {
    factors.store(out);
    for (LatentTerms term : terms) {
      term.store(out);
    }
  }

  /** Takes what {@link #store} wrote. */
  public void load(StateReader in) {
    factors.load(in);
    for (LatentTerms term : terms) {
      term.load(in);
    }
  }

  /** What the way back needs of one block of rows. */
  public static final class Pass {
    /** The rows. */
    public Matrix x;

    /** K_xz. */
    public Matrix kxz;

    /** K_xz, or A = K_xz·L⁻ᵀ where rows are whitened. */
    public Matrix h;

    /** k(x, x). */
    public double[] prior;

    Matrix[] p; // H·C

    /** One array per latent; the adjoints are written by whoever has them. */
    public double[][] mean;

    public double[][] variance;
    public double[][] meanBar;
    public double[][] varianceBar;
  }

  /** K_xz, H and k(x, x), without the latents; all is taken from scratch. */
  public Pass rows(double[] theta, Matrix x, Scratch scratch) {
    int n = x.rows;
    int m = group.inducing();
    Pass pass = new Pass();
    pass.x = x;
    pass.kxz = Matrix.wrap(scratch.take(n * m), n, m);
    group.covariance().cross(theta, place.covarianceAt, x, z, pass.kxz, scratch);
    pass.h = pass.kxz;
    if (!factors.isDirect()) {
      pass.h = Matrix.wrap(scratch.take(n * m), n, m);
      factors.whiten(pass.kxz, pass.h);
    }
    pass.prior = scratch.take(n);
    group.covariance().diagonal(theta, place.covarianceAt, x, pass.prior);
    return pass;
  }

  /** The marginals at x. */
  public Pass forward(double[] theta, Matrix x, Scratch scratch) {
    Pass pass = rows(theta, x, scratch);
    pass.p = new Matrix[latents()];
    takeMarginals(pass, scratch);
    for (int l = 0; l < latents(); l++) {
      if (shared && l > 0) {
        mean(theta, l, x, pass.mean[l]);
        terms[l].addMean(pass.h, pass.mean[l]);
        System.arraycopy(pass.variance[0], 0, pass.variance[l], 0, x.rows);
        continue;
      }
      pass.p[l] = Matrix.wrap(scratch.take(x.rows * inducing()), x.rows, inducing());
      mean(theta, l, x, pass.mean[l]);
      terms[l].forward(pass.h, pass.mean[l], pass.p[l]);
      marginalVariance(pass.prior, pass.h, pass.p[l], pass.variance[l]);
    }
    return pass;
  }

  /** The marginals at x under q(v) = N(0, I). */
  public Pass priorMarginals(double[] theta, Matrix x, Scratch scratch) {
    Pass pass = rows(theta, x, scratch);
    takeMarginals(pass, scratch);
    for (int l = 0; l < latents(); l++) {
      mean(theta, l, x, pass.mean[l]);
      System.arraycopy(pass.prior, 0, pass.variance[l], 0, x.rows);
    }
    return pass;
  }

  private void takeMarginals(Pass pass, Scratch scratch) {
    double[][][] all = new double[4][latents()][];
    for (double[][] part : all) {
      for (int l = 0; l < part.length; l++) {
        part[l] = scratch.take(pass.x.rows);
      }
    }
    pass.mean = all[0];
    pass.variance = all[1];
    pass.meanBar = all[2];
    pass.varianceBar = all[3];
  }

  /** The mean function of one latent. */
  public void mean(double[] theta, int latent, Matrix x, double[] out) {
    group.mean().mean(theta, place.meanAt[latent], x, out);
  }

  /** v_n = k(x_n, x_n) + A_n·(S − I)·A_nᵀ. */
  private static void marginalVariance(double[] prior, Matrix a, Matrix p, double[] variance) {
    for (int i = 0; i < a.rows; i++) {
      double v = prior[i] + Sums.dot(a.data, a.at(i, 0), p.data, p.at(i, 0), a.cols);
      variance[i] = Math.max(v, VARIANCE_FLOOR * prior[i]);
    }
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
    if (shared) {
      gatherVarianceBar(pass);
    }
    moments(pass, sums, scratch);
    for (int l = 0; l < latents(); l++) {
      if (shared && l > 0) {
        terms[l].meanPullback(pass.meanBar[l], bar);
      } else {
        terms[l].pullback(pass.meanBar[l], pass.varianceBar[l], pass.p[l], bar);
        for (int i = 0; i < n; i++) {
          priorBar[i] += pass.varianceBar[l][i];
        }
      }
      meanPullback(theta, l, pass, pass.meanBar[l], sums, xBar);
    }
    rowsPullback(theta, pass, bar, priorBar, sums, xBar, scratch);
    scratch.release(mark);
  }

  /** v̄ of the covariance that all latents share: the sum of theirs, in the first one's place. */
  private static void gatherVarianceBar(Pass pass) {
    double[] total = pass.varianceBar[0];
    for (int l = 1; l < pass.varianceBar.length; l++) {
      for (int i = 0; i < pass.x.rows; i++) {
        total[i] += pass.varianceBar[l][i];
      }
    }
  }

  /** Adds Σ_n v̄_n H_n H_nᵀ and Σ_n m̄_n H_n alone. */
  public void moments(Pass pass, RowSums sums, Scratch scratch) {
    int mark = scratch.mark();
    Matrix h = pass.h;
    Matrix scaled = Matrix.wrap(scratch.take(h.rows * h.cols), h.rows, h.cols);
    for (int l = 0; l < latents(); l++) {
      if (!shared || l == 0) {
        WeightedGram.add(h, pass.varianceBar[l], scaled, sums.w[place.first + l]);
      }
      Blas.gemv(true, 1.0, h, pass.meanBar[l], 0, 1.0, sums.aBar[place.first + l], 0);
    }
    scratch.release(mark);
  }

  /** From the adjoint of one latent's mean function to its values and to x̄. */
  public void meanPullback(
      double[] theta, int latent, Pass pass, double[] meanBar, RowSums sums, Matrix xBar) {
    group.mean().meanPullback(theta, place.meanAt[latent], pass.x, meanBar, sums.thetaBar, xBar);
  }

  /**
   * The pullback of {@link #rows}.
   *
   * @param bar H̄; becomes K̄_xz
   */
  public void rowsPullback(
      double[] theta,
      Pass pass,
      Matrix bar,
      double[] priorBar,
      RowSums sums,
      Matrix xBar,
      Scratch scratch) {
    if (!factors.isDirect()) {
      Blas.trmm(true, false, 1.0, factors.inverse, bar);
    }
    int at = place.covarianceAt;
    Matrix zBar = sums.zBar[place.index];
    double[] thetaBar = sums.thetaBar;
    group.covariance().diagonalPullback(theta, at, pass.x, priorBar, thetaBar, xBar);
    group
        .covariance()
        .crossPullback(
            theta, at, pass.x, z, pass.kxz, new CrossAdjoints(bar, thetaBar, xBar, zBar), scratch);
  }

  /** Makes the total sums of one latent full, symmetric, and those of A whichever H they are of. */
  public void whiten(int latent, RowSums total, Workers workers) {
    Matrix w = total.w[place.first + latent];
    double[] aBar = total.aBar[place.first + latent];
    boolean own = !shared || latent == 0;
    if (own) {
      Blas.symmetrise(w);
    }
    if (factors.isDirect()) {
      if (own) {
        factors.whiten(w, workers);
      }
      Blas.trmm(false, false, 1.0, factors.inverse, Matrix.wrap(aBar, aBar.length, 1));
    }
  }

  /** {@link #whiten}, and (S − I)W; latents may be taken by several threads. */
  public void finishLatent(int latent, RowSums total, Workers workers) {
    whiten(latent, total, workers);
    if (shared && latent > 0) {
      return;
    }
    if (product[latent] == null) {
      product[latent] = Matrix.zeros(inducing(), inducing());
    }
    posteriors.get(latent).deviationTimes(total.w[place.first + latent], product[latent], workers);
  }

  /**
   * On to K̄_zz once every latent is finished; returns Σ_l D[q(v_l) ‖ N(0, I)] and makes W and a
   * those with which the rules for KL climb E − D.
   */
  public double finish(double[] theta, Divergence divergence, RowSums total, Workers workers) {
    double sum = 0.0;
    factors.clear();
    for (int l = 0; l < latents(); l++) {
      InducingPosterior q = posteriors.get(l);
      double[] aBar = total.aBar[place.first + l];
      if (shared && l > 0) {
        factors.addProduct(q, aBar);
      } else {
        factors.addProduct(q, aBar, product[l]);
      }
      sum +=
          divergence.isKl()
              ? q.divergence()
              : q.divergence(divergence, total.w[place.first + l], aBar);
    }
    factors.pullback(theta, z, total.thetaBar, total.zBar[place.index], workers);
    if (shared) {
      scale(total.w[place.first], 1.0 / latents());
    }
    return sum;
  }

  /** The C latents' KL holds the shared covariance C times: its step wants W for one. */
  private static void scale(Matrix w, double factor) {
    for (int i = 0; i < w.data.length; i++) {
      w.data[i] *= factor;
    }
  }

  /** On to K̄_zz from ĀᵀA, of which only the lower triangle is read. */
  public void finish(double[] theta, Matrix gram, RowSums total, Workers workers) {
    factors.clear();
    factors.addGram(gram);
    factors.pullback(theta, z, total.thetaBar, total.zBar[place.index], workers);
  }

  /** k(x, x′) between all rows, for joint distributions. */
  public void covariance(double[] theta, Matrix x, Matrix out, Scratch scratch) {
    group.covariance().cross(theta, place.covarianceAt, x, x, out, scratch);
  }
}
