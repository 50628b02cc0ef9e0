package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import org.junit.jupiter.api.Test;

class PrincipalAxesTest {
  /** Data made as scores·axes with known deviations give the axes back, in order. */
  @Test
  void findsKnownAxes() {
    double c = Math.sqrt(0.5);
    double[][] known = {{c, c, 0, 0}, {0, 0, c, -c}, {c, -c, 0, 0}};
    double[] deviation = {5, 2, 0.5};
    Matrix scores = Matrix.zeros(400, 3);
    for (int i = 0;
        i < 200;
        i++) { // with its negative, centred; signs make the scores uncorrelated
      for (int k = 0; k < 3; k++) {
        double sign = (i >> k & 1) == 0 ? 1 : -1;
        scores.set(i, k, sign * deviation[k]);
        scores.set(399 - i, k, -sign * deviation[k]);
      }
    }
    Matrix x = Matrix.zeros(400, 4);
    Blas.gemm(false, false, 1.0, scores, Matrix.of(known), 0.0, x);
    Matrix axes = PrincipalAxes.of(x, 2);
    for (int k = 0; k < 2; k++) {
      double dot = 0.0;
      for (int j = 0; j < 4; j++) {
        dot += axes.get(j, k) * known[k][j];
      }
      assertThat(Math.abs(dot)).isCloseTo(1.0, within(1e-9));
    }
  }

  @Test
  void columnsAreOrthonormalEvenWithoutVariance() {
    Matrix axes = PrincipalAxes.of(Matrix.zeros(3, 6), 4);
    Matrix gram = Matrix.zeros(4, 4);
    Blas.gemm(true, false, 1.0, axes, axes, 0.0, gram);
    assertThat(gram.data).containsExactly(Matrix.identity(4).data, within(1e-12));
  }
}
