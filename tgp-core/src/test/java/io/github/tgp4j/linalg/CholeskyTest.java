package io.github.tgp4j.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.GradientCheck;
import org.junit.jupiter.api.Test;

class CholeskyTest {
  private static Matrix spd(int n) {
    Matrix k = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k.set(i, j, Math.exp(-0.3 * (i - j) * (i - j)) + (i == j ? 0.1 : 0));
      }
    }
    return k;
  }

  @Test
  void wellConditionedMatricesGetNoJitter() {
    for (int n = 0; n <= 9; n++) {
      Matrix k = spd(n);
      Matrix l = Matrix.zeros(n, n);
      assertThat(Cholesky.factor(k, l)).isZero();
      Matrix back = Matrix.zeros(n, n);
      Blas.gemm(false, true, 1, l, l, 0, back);
      for (int i = 0; i < n * n; i++) {
        assertThat(back.data[i]).isCloseTo(k.data[i], within(1e-14));
      }
    }
    Matrix l = Matrix.of(new double[][] {{2, 0}, {1, 3}});
    assertThat(Cholesky.logDeterminant(l)).isCloseTo(Math.log(36), within(1e-14));
  }

  @Test
  void singularMatricesGetTheLeastJitterAndSayHowMuch() {
    Matrix k = Matrix.of(new double[][] {{2, 2}, {2, 2}});
    Matrix l = Matrix.zeros(2, 2);
    assertThat(Cholesky.factor(k, l)).isEqualTo(1e-8);
    assertThat(l.get(1, 1)).isPositive();
  }

  @Test
  void hopelessMatricesSayWhy() {
    Matrix l = Matrix.zeros(2, 2);
    assertThatThrownBy(() -> Cholesky.factor(Matrix.of(new double[][] {{1, 2}, {2, 1}}), l))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("not positive definite");
    assertThatThrownBy(
            () -> Cholesky.factor(Matrix.of(new double[][] {{1, 0}, {Double.NaN, 1}}), l))
        .hasMessageContaining("entry (1, 0)")
        .hasMessageContaining("NaN");
  }

  @Test
  void pullbackIsTheGradient() {
    int n = 5;
    Matrix k = spd(n);
    double[] weights = new double[n * n];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.cos(i);
    }
    Matrix l = Matrix.zeros(n, n);
    Cholesky.factor(k, l);
    Matrix inverse = l.copy();
    Blas.trtri(inverse);
    Matrix phi = Matrix.zeros(n, n);
    Matrix lBar = Matrix.wrap(weights.clone(), n, n);
    Blas.gemm(true, false, 1, l, lower(lBar), 0, phi);
    Matrix kBar = Matrix.zeros(n, n);
    Cholesky.pullback(inverse, phi, kBar);
    // moving K_ij and K_ji together moves the objective by K̄_ij + K̄_ji
    GradientCheck.check(
        free -> {
          Matrix moved = k.copy();
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
              moved.set(i, j, moved.get(i, j) + 0.5 * (free[i * n + j] + free[j * n + i]));
            }
          }
          Matrix factor = Matrix.zeros(n, n);
          Cholesky.factor(moved, factor);
          double sum = 0;
          for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
              sum += weights[i * n + j] * factor.get(i, j);
            }
          }
          return sum;
        },
        new double[n * n],
        kBar.data,
        i -> "K[" + i / n + "," + i % n + "]");
  }

  private static Matrix lower(Matrix m) {
    Matrix l = m.copy();
    for (int i = 0; i < l.rows; i++) {
      for (int j = i + 1; j < l.cols; j++) {
        l.set(i, j, 0);
      }
    }
    return l;
  }
}
