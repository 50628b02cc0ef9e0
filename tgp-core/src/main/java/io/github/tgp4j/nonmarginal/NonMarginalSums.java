package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.linalg.Matrix;

/** A {@link RowSums} by the names that a {@link NonMarginalElbo} has for its parts. */
final class NonMarginalSums {
  /** The sums themselves. */
  final RowSums all;

  /** Adjoint of the constrained parameter values. */
  final double[] thetaBar;

  /** Σ_n Q̄_n A_n A_nᵀ and Σ_n R̄_n A_n A_nᵀ; the lower triangles. */
  final Matrix spread;

  final Matrix residual;

  /** Σ_n m̄_n A_n. */
  final double[] aBar;

  /** δ̄_s = Σ_n m̄_ns A_n, a row per draw. */
  final Matrix drawBar;

  private final int ownFrom;

  NonMarginalSums(RowSums all, int draws) {
    this.all = all;
    thetaBar = all.thetaBar;
    spread = all.w[0];
    residual = all.w[1];
    aBar = all.aBar[0];
    int m = aBar.length;
    drawBar = Matrix.wrap(all.more, 0, draws, m, m);
    ownFrom = draws * m;
  }

  /** W and a, the slopes in S and m, times a factor. */
  void scaleSlopes(double factor) {
    for (int i = 0; i < spread.data.length; i++) {
      spread.data[i] *= factor;
    }
    for (int i = 0; i < aBar.length; i++) {
      aBar[i] *= factor;
    }
  }

  /** Where a number that only one family sums stands among {@link RowSums#more}. */
  int own(int index) {
    return ownFrom + index;
  }

  /** Adds to a number that only one family sums. */
  void addOwn(int index, double value) {
    all.more[own(index)] += value;
  }
}
