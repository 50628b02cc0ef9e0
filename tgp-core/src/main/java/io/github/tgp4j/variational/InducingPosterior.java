package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;

/**
 * q(v) = N(m, S) over the M whitened inducing values of one latent function, u = L·v; equations
 * V1–V6 in docs/equations.md.
 *
 * <p>Mutable: an optimiser moves it, either along the natural gradient or through its free values
 * ({@link #storeFree}, {@link #loadFree}).
 */
public interface InducingPosterior {
  /** M. */
  int size();

  /** m, not a copy. */
  double[] mean();

  /** KL[q(v) ‖ N(0, I)] = ½(tr S + mᵀm − M − log det S). */
  double divergence();

  /**
   * D[q(v) ‖ N(0, I)], and W and a replaced so that {@link #naturalStep} and {@link #freeGradient},
   * which climb E − KL, climb E − D (the latter by its w-th part):
   *
   * <pre>
   *   W ← W/w + ½I − R,  a ← a/w + m − r
   * </pre>
   *
   * with w, R, r of the {@link Divergence}. Where D is infinite both stay as they are.
   */
  double divergence(Divergence divergence, Matrix w, double[] aBar);

  /** p ← a·(S − I). */
  void timesDeviation(Matrix a, Matrix p);

  /** out ← (S − I)·w. */
  void deviationTimes(Matrix w, Matrix out, Workers workers);

  /** d ← S − I. */
  void deviation(Matrix d);

  /** s ← S. */
  void covariance(Matrix s);

  /**
   * A natural-gradient step on the bound: with Λ = S⁻¹, η = Λm,
   *
   * <pre>
   *   Λ ← (1−ρ)Λ + ρ(I − 2W)
   *   η ← (1−ρ)η + ρ(a − 2Wm)
   * </pre>
   *
   * When Λ would lose positive definiteness ρ is halved until it does not.
   *
   * @param w W = Σ_n v̄_n A_n A_nᵀ, full symmetric
   * @param aBar a = Σ_n m̄_n A_n
   * @return the ρ that was taken; 0 when even a tiny step fails and q stays as it is
   */
  double naturalStep(Matrix w, double[] aBar, double rho);

  /** How many free values describe it. */
  int freeSize();

  /** Writes its free values. */
  void storeFree(double[] free);

  /** Takes the values that free values describe. */
  void loadFree(double[] free);

  /**
   * freeBar ← gradient of E − KL[q ‖ p] in the free values, where E's adjoints are W and a as in
   * {@link #naturalStep}. The current values must be those of the last {@link #loadFree} or {@link
   * #storeFree}.
   */
  void freeGradient(Matrix w, double[] aBar, double[] freeBar);

  /** Everything that a step depends on, for {@link #restore}; a copy. */
  double[] state();

  /**
   * Takes what {@link #state} of a posterior of the same kind and size gave: later steps have the
   * same bits as its own.
   *
   * @throws IllegalArgumentException when the number of values is not that of this kind and size
   */
  void restore(double[] state);

  /** A deep copy. */
  InducingPosterior copy();

  /** Takes the values of another posterior of the same kind and size. */
  void copyFrom(InducingPosterior other);
}
