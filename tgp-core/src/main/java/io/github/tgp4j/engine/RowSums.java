package io.github.tgp4j.engine;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/**
 * The sums over rows that one share of a batch contributes. Each share has its own, and they are
 * added in the order of their numbers, so that the total does not depend on who computed what.
 */
public final class RowSums {
  /** Adjoint of the constrained parameter values. */
  public final double[] thetaBar;

  /**
   * Σ_n v̄_n H_n H_nᵀ per latent, with H = A or K_xz; only the lower triangle until the bound
   * finishes the total.
   */
  public final Matrix[] w;

  /** Σ_n m̄_n H_n per latent. */
  public final double[][] aBar;

  /** Views of the groups' Z̄ inside {@link #thetaBar}. */
  public final Matrix[] zBar;

  /** Whatever else a bound sums. */
  public final double[] more;

  /** Σ_n E[log p(y_n)]. */
  public double expectation;

  /** Where the Z of a group lies in a flat vector. */
  @FunctionalInterface
  public interface Inducing {
    Matrix view(int group, double[] flat);
  }

  /**
   * Zeros.
   *
   * @param parameters how many values the model has
   * @param sizes M of every W and a
   * @param more how many other numbers are summed
   */
  public RowSums(int parameters, int[] sizes, int groups, Inducing inducing, int more) {
    this(parameters, sizes, sizes, groups, inducing, more);
  }

  /**
   * Zeros, where latents that share a covariance share a W.
   *
   * @param curvatures M of every W, 0 for a latent that has none of its own
   * @param sizes M of every a
   */
  public RowSums(
      int parameters, int[] curvatures, int[] sizes, int groups, Inducing inducing, int more) {
    thetaBar = new double[parameters];
    w = new Matrix[sizes.length];
    aBar = new double[sizes.length][];
    for (int l = 0; l < sizes.length; l++) {
      w[l] = Matrix.zeros(curvatures[l], curvatures[l]);
      aBar[l] = new double[sizes[l]];
    }
    zBar = new Matrix[groups];
    for (int g = 0; g < groups; g++) {
      zBar[g] = inducing.view(g, thetaBar);
    }
    this.more = new double[more];
  }

  /** Sets all to zero. */
  public void clear() {
    for (int part = 0; part < parts(); part++) {
      Arrays.fill(part(part), 0.0);
    }
    expectation = 0.0;
  }

  /** Adds these to a total. */
  public void addTo(RowSums total) {
    for (int part = 0; part < parts(); part++) {
      add(part(part), 0, total.part(part));
    }
    total.expectation += expectation;
  }

  /** How many numbers {@link #flat} has. */
  public int size() {
    int size = 1;
    for (int part = 0; part < parts(); part++) {
      size += part(part).length;
    }
    return size;
  }

  /** All numbers one after the other, a copy. */
  public double[] flat() {
    double[] flat = new double[size()];
    flat[0] = expectation;
    int at = 1;
    for (int part = 0; part < parts(); part++) {
      System.arraycopy(part(part), 0, flat, at, part(part).length);
      at += part(part).length;
    }
    return flat;
  }

  /** Adds what {@link #flat} of sums of the same model gave: the same bits as {@link #addTo}. */
  public void add(double[] flat) {
    if (flat.length != size()) {
      throw new IllegalArgumentException(
          "sums: expected " + size() + " numbers, those of this model, but got " + flat.length);
    }
    expectation += flat[0];
    int at = 1;
    for (int part = 0; part < parts(); part++) {
      add(flat, at, part(part));
      at += part(part).length;
    }
  }

  private int parts() {
    return 2 + w.length + aBar.length;
  }

  private double[] part(int index) {
    if (index == 0) {
      return thetaBar;
    }
    if (index == 1) {
      return more;
    }
    int latent = index - 2;
    return latent < w.length ? w[latent].data : aBar[latent - w.length];
  }

  private static void add(double[] part, int from, double[] total) {
    for (int i = 0; i < total.length; i++) {
      total[i] += part[from + i];
    }
  }
}
