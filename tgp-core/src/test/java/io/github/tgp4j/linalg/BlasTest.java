package io.github.tgp4j.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.internal.BlasProvider;
import io.github.tgp4j.linalg.internal.Providers;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Every routine against its definition, through the chosen provider and through pure Java, on
 * strided views.
 */
class BlasTest {
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void gemmEqualsItsDefinition() {
    for (int n : new int[] {1, 2, 5, 9}) {
      for (boolean ta : new boolean[] {false, true}) {
        for (boolean tb : new boolean[] {false, true}) {
          Matrix a = ta ? random(n + 1, n) : random(n, n + 1);
          Matrix b = tb ? random(n + 2, n + 1) : random(n + 1, n + 2);
          Matrix start = random(n, n + 2);
          Matrix c = start.copy();
          Blas.gemm(ta, tb, 1.5, a, b, 0.5, c);
          Matrix java = start.copy();
          Providers.pureJava().gemm(ta, tb, 1.5, a, b, 0.5, java);
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < n + 2; j++) {
              double sum = 0;
              for (int k = 0; k < n + 1; k++) {
                sum += (ta ? a.get(k, i) : a.get(i, k)) * (tb ? b.get(j, k) : b.get(k, j));
              }
              double expected = 1.5 * sum + 0.5 * start.get(i, j);
              assertThat(c.get(i, j)).isCloseTo(expected, within(1e-13));
              assertThat(java.get(i, j)).isCloseTo(expected, within(1e-13));
            }
          }
        }
      }
    }
  }

  @Test
  void gemvEqualsItsDefinition() {
    Matrix a = random(4, 3);
    double[] x = {9, 1, -2, 0.5, 3};
    for (boolean trans : new boolean[] {false, true}) {
      double[] y = {9, 1, 1, 1, 1};
      Blas.gemv(trans, 2.0, a, x, 1, 0.5, y, 1);
      for (int i = 0; i < (trans ? 3 : 4); i++) {
        double sum = 0;
        for (int k = 0; k < (trans ? 4 : 3); k++) {
          sum += (trans ? a.get(k, i) : a.get(i, k)) * x[1 + k];
        }
        assertThat(y[1 + i]).isCloseTo(2 * sum + 0.5, within(1e-13));
      }
      assertThat(y[0]).isEqualTo(9);
    }
  }

  @Test
  void syrkWritesTheLowerTriangle() {
    for (boolean trans : new boolean[] {false, true}) {
      Matrix a = random(4, 6);
      int n = trans ? 6 : 4;
      Matrix c = Matrix.zeros(n, n);
      Blas.syrk(trans, 2.0, a, 0.0, c);
      Matrix full = Matrix.zeros(n, n);
      Blas.gemm(trans, !trans, 2.0, a, a, 0.0, full);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(c.get(i, j)).isCloseTo(j <= i ? full.get(i, j) : 0.0, within(1e-13));
        }
      }
      Blas.symmetrise(c);
      assertThat(c.get(0, n - 1)).isCloseTo(full.get(0, n - 1), within(1e-13));
    }
  }

  @Test
  void triangularProductsAndSolvesUndoEachOther() {
    for (BlasRoutines routines : new BlasRoutines[] {Blas::trmm, Providers.pureJava()::trmm}) {
      for (boolean right : new boolean[] {false, true}) {
        for (boolean trans : new boolean[] {false, true}) {
          Matrix l = lower(5);
          Matrix b = right ? random(3, 5) : random(5, 3);
          Matrix product = b.copy();
          routines.apply(right, trans, 2.0, l, product);
          Matrix expected = Matrix.zeros(b.rows, b.cols);
          if (right) {
            Blas.gemm(false, trans, 2.0, b, l, 0.0, expected);
          } else {
            Blas.gemm(trans, false, 2.0, l, b, 0.0, expected);
          }
          assertThat(max(product, expected)).isLessThan(1e-12);
          Blas.trsm(right, trans, 0.5, l, product);
          assertThat(max(product, b)).isLessThan(1e-12);
        }
      }
    }
  }

  @Test
  void choleskyAndTriangularInverse() {
    for (BlasProvider provider : new BlasProvider[] {Providers.choose(), Providers.pureJava()}) {
      for (int n = 1; n <= 9; n++) {
        Matrix g = random(n, n + 3);
        Matrix k = Matrix.zeros(n, n);
        Blas.gemm(false, true, 1.0, g, g, 0.0, k);
        Matrix l = k.copy();
        assertThat(provider.potrf(l)).isTrue();
        zeroAbove(l);
        Matrix back = Matrix.zeros(n, n);
        Blas.gemm(false, true, 1.0, l, l, 0.0, back);
        assertThat(max(back, k)).isLessThan(1e-12);
        Matrix inverse = l.copy();
        assertThat(provider.trtri(inverse)).isTrue();
        Blas.gemm(false, false, 1.0, l, inverse, 0.0, back);
        assertThat(max(back, Matrix.identity(n))).isLessThan(1e-9);
      }
    }
    assertThat(Blas.potrf(Matrix.of(new double[][] {{1, 2}, {2, 1}}))).isFalse();
  }

  @Test
  void transposeSwapsAcrossTiles() {
    Matrix c = random(70, 70);
    Matrix before = c.copy();
    Blas.transpose(c);
    for (int i = 0; i < 70; i++) {
      for (int j = 0; j < 70; j++) {
        assertThat(c.get(i, j)).isEqualTo(before.get(j, i));
      }
    }
  }

  @Test
  void emptyProductsAreNothing() {
    Matrix c = Matrix.of(new double[][] {{2.0}});
    Blas.gemm(false, false, 1.0, Matrix.zeros(1, 0), Matrix.zeros(0, 1), 0.5, c);
    assertThat(c.get(0, 0)).isEqualTo(1.0);
  }

  @Test
  void wrongShapesAreNamed() {
    assertThatThrownBy(
            () ->
                Blas.gemm(
                    false, false, 1, Matrix.zeros(2, 3), Matrix.zeros(4, 5), 0, Matrix.zeros(2, 5)))
        .hasMessageContaining("2×3")
        .hasMessageContaining("4×5");
    assertThatThrownBy(() -> Blas.trmm(true, false, 1, Matrix.zeros(2, 2), Matrix.zeros(2, 3)))
        .hasMessageContaining("2×3");
  }

  private interface BlasRoutines {
    void apply(boolean right, boolean trans, double alpha, Matrix l, Matrix b);
  }

  /** A view inside a larger array, so that offsets and strides are exercised. */
  private Matrix random(int rows, int cols) {
    double[] data = new double[3 + rows * (cols + 2)];
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextDouble(-1, 1);
    }
    return Matrix.wrap(data, 3, rows, cols, cols + 2);
  }

  private Matrix lower(int n) {
    Matrix l = random(n, n);
    zeroAbove(l);
    for (int i = 0; i < n; i++) {
      l.set(i, i, 1 + random.nextDouble());
    }
    return l;
  }

  private static void zeroAbove(Matrix l) {
    for (int i = 0; i < l.rows; i++) {
      for (int j = i + 1; j < l.cols; j++) {
        l.set(i, j, 0);
      }
    }
  }

  private static double max(Matrix a, Matrix b) {
    double worst = 0;
    for (int i = 0; i < a.rows; i++) {
      for (int j = 0; j < a.cols; j++) {
        worst = Math.max(worst, Math.abs(a.get(i, j) - b.get(i, j)));
      }
    }
    return worst;
  }
}
