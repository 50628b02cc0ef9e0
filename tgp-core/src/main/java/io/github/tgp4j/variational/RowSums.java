package io.github.tgp4j.variational;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/**
 * The sums over rows that one share of a batch contributes. Each share has its own, and they are
 * added in the order of their numbers, so that the total does not depend on which thread did what.
 */
public final class RowSums {
  /** Adjoint of the constrained parameter values. */
  public final double[] thetaBar;

  /**
   * Σ_n v̄_n H_n H_nᵀ per latent, with H = A or K_xz; only the lower triangle until {@link #addTo}
   * has gathered the total.
   */
  public final Matrix[] w;

  /** Σ_n m̄_n H_n per latent. */
  public final double[][] aBar;

  /** Views of the groups' Z̄ inside {@link #thetaBar}. */
  public final Matrix[] zBar;

  public double bound;

  /** Where the Z of a group lies in a flat vector. */
  @FunctionalInterface
  public interface Inducing {
    Matrix view(int group, double[] flat);
  }

  public RowSums(Architecture architecture, int parameters) {
    this(parameters, sizes(architecture), architecture.groups().size(), architecture::inducing);
  }

  /**
   * @param sizes M of every latent
   */
  public RowSums(int parameters, int[] sizes, int groups, Inducing inducing) {
    thetaBar = new double[parameters];
    w = new Matrix[sizes.length];
    aBar = new double[sizes.length][];
    for (int l = 0; l < sizes.length; l++) {
      w[l] = Matrix.zeros(sizes[l], sizes[l]);
      aBar[l] = new double[sizes[l]];
    }
    zBar = new Matrix[groups];
    for (int g = 0; g < groups; g++) {
      zBar[g] = inducing.view(g, thetaBar);
    }
  }

  private static int[] sizes(Architecture architecture) {
    int[] sizes = new int[architecture.latents()];
    for (int l = 0; l < sizes.length; l++) {
      sizes[l] = architecture.groups().get(architecture.groupOf(l)).inducing();
    }
    return sizes;
  }

  public void clear() {
    Arrays.fill(thetaBar, 0.0);
    for (int l = 0; l < w.length; l++) {
      Arrays.fill(w[l].data, 0.0);
      Arrays.fill(aBar[l], 0.0);
    }
    bound = 0.0;
  }

  public void addTo(RowSums total) {
    add(thetaBar, total.thetaBar);
    for (int l = 0; l < w.length; l++) {
      add(w[l].data, total.w[l].data);
      add(aBar[l], total.aBar[l]);
    }
    total.bound += bound;
  }

  private static void add(double[] part, double[] total) {
    for (int i = 0; i < part.length; i++) {
      total[i] += part[i];
    }
  }
}
