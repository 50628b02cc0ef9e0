package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * q(v) with a mean of its own and the covariance of another latent of its group, its owner;
 * equation V7 in docs/equations.md.
 *
 * <p>Where C latents share S, the products of rows with S − I, the sum W over rows and the M×M
 * factorisations of a step are made once instead of C times. The owner's natural step is given the
 * mean of the latents' W; then each mean follows on its own:
 *
 * <pre>
 *   Λ ← (1−ρ)Λ + ρ(I − (2/C)·Σ_c W_c),   m_c ← m_c + ρ·S·(a_c − m_c)
 * </pre>
 */
public final class SharedPosterior implements InducingPosterior {
  private final FullPosterior owner;
  private final double[] mean;
  private final double[] slope;

  /** Starts at mean 0. */
  public SharedPosterior(FullPosterior owner) {
    this.owner = owner;
    mean = new double[owner.size()];
    slope = new double[owner.size()];
  }

  /** With a given mean. */
  public static SharedPosterior of(FullPosterior owner, double[] mean) {
    SharedPosterior q = new SharedPosterior(owner);
    System.arraycopy(mean, 0, q.mean, 0, q.size());
    return q;
  }

  /** Deep copies of all; those that share a covariance share that of their owner's copy. */
  public static List<InducingPosterior> copies(List<InducingPosterior> posteriors) {
    List<InducingPosterior> copies = new ArrayList<>();
    for (InducingPosterior q : posteriors) {
      if (q instanceof SharedPosterior shared) {
        FullPosterior owner = (FullPosterior) copies.get(posteriors.indexOf(shared.owner));
        copies.add(of(owner, shared.mean));
      } else {
        copies.add(q.copy());
      }
    }
    return copies;
  }

  /** Whose covariance it has. */
  public FullPosterior owner() {
    return owner;
  }

  @Override
  public int size() {
    return mean.length;
  }

  @Override
  public double[] mean() {
    return mean;
  }

  @Override
  public double divergence() {
    double difference = 0.0;
    double[] other = owner.mean();
    for (int i = 0; i < mean.length; i++) {
      difference += mean[i] * mean[i] - other[i] * other[i];
    }
    return owner.divergence() + 0.5 * difference;
  }

  @Override
  public double divergence(Divergence divergence, Matrix w, double[] aBar) {
    throw new UnsupportedOperationException(
        "divergence "
            + divergence
            + ": latents that share the covariance of q(v) need kl; give each its own");
  }

  @Override
  public void timesDeviation(Matrix a, Matrix p) {
    owner.timesDeviation(a, p);
  }

  @Override
  public void deviationTimes(Matrix w, Matrix out, Workers workers) {
    owner.deviationTimes(w, out, workers);
  }

  @Override
  public void deviation(Matrix d) {
    owner.deviation(d);
  }

  @Override
  public void covariance(Matrix s) {
    owner.covariance(s);
  }

  /**
   * Moves the mean alone, by the covariance that the owner has now; W is the owner's, and not read.
   */
  @Override
  public double naturalStep(Matrix w, double[] aBar, double rho) {
    for (int i = 0; i < mean.length; i++) {
      slope[i] = rho * (aBar[i] - mean[i]);
      mean[i] += slope[i];
    }
    owner.addDeviationTimes(slope, mean);
    return rho;
  }

  @Override
  public int freeSize() {
    return mean.length;
  }

  @Override
  public void storeFree(double[] free) {
    System.arraycopy(mean, 0, free, 0, mean.length);
  }

  @Override
  public void loadFree(double[] free) {
    System.arraycopy(free, 0, mean, 0, mean.length);
  }

  @Override
  public void freeGradient(Matrix w, double[] aBar, double[] freeBar) {
    for (int i = 0; i < mean.length; i++) {
      freeBar[i] = aBar[i] - mean[i];
    }
  }

  /** The mean; the covariance is part of the owner's state. */
  @Override
  public double[] state() {
    return mean.clone();
  }

  @Override
  public void restore(double[] state) {
    FullPosterior.checkState("shared", state.length, mean.length);
    System.arraycopy(state, 0, mean, 0, mean.length);
  }

  /** A copy with a copy of the owner, which no other latent shares; see {@link #copies}. */
  @Override
  public SharedPosterior copy() {
    return of(owner.copy(), mean);
  }

  /** Takes the mean; the covariance is the owner's to take. */
  @Override
  public void copyFrom(InducingPosterior other) {
    System.arraycopy(other.mean(), 0, mean, 0, mean.length);
  }
}
