package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;

/** The sums over rows that one share of a batch contributes to a {@link NonMarginalElbo}. */
public final class NonMarginalSums {
  /** Adjoint of the constrained parameter values. */
  final double[] thetaBar;

  /** The view of Z̄ inside {@link #thetaBar}. */
  final Matrix zBar;

  /** Σ_n Q̄_n A_n A_nᵀ and Σ_n R̄_n A_n A_nᵀ; the lower triangles. */
  final Matrix spread;

  final Matrix residual;

  /** Σ_n m̄_n A_n. */
  final double[] aBar;

  /** δ̄_s = Σ_n m̄_ns A_n, a row per draw. */
  final Matrix drawBar;

  /** Whatever else a family sums over rows. */
  final double[] own;

  double bound;

  NonMarginalSums(Architecture architecture, int parameters, int draws, int own) {
    int m = architecture.groups().get(0).inducing();
    thetaBar = new double[parameters];
    zBar = architecture.inducing(0, thetaBar);
    spread = Matrix.zeros(m, m);
    residual = Matrix.zeros(m, m);
    aBar = new double[m];
    drawBar = Matrix.zeros(draws, m);
    this.own = new double[own];
  }

  void clear() {
    bound = 0.0;
    Arrays.fill(thetaBar, 0.0);
    Arrays.fill(spread.data, 0.0);
    Arrays.fill(residual.data, 0.0);
    Arrays.fill(aBar, 0.0);
    Arrays.fill(drawBar.data, 0.0);
    Arrays.fill(own, 0.0);
  }

  void addTo(NonMarginalSums total) {
    total.bound += bound;
    add(thetaBar, total.thetaBar);
    add(spread.data, total.spread.data);
    add(residual.data, total.residual.data);
    add(aBar, total.aBar);
    add(drawBar.data, total.drawBar.data);
    add(own, total.own);
  }

  private static void add(double[] part, double[] total) {
    for (int i = 0; i < part.length; i++) {
      total[i] += part[i];
    }
  }
}
