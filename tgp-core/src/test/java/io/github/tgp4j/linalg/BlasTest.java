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

  /** The promise of few rows: each gets the bits that it gets alone. */
  @Test
  void aRowAmongFewHasTheBitsItHasAlone() {
    for (int m : new int[] {1, 3, 7, 16, 37, 100}) {
      Matrix b = random(m, m);
      Matrix l = lower(m);
      double[] x = row(random(1, m), 0);
      Matrix a = random(Blas.FEW_ROWS, m);
      for (int count = 1; count <= Blas.FEW_ROWS; count += count < 6 ? 1 : 5) {
        for (int from = 0; from + count <= Blas.FEW_ROWS; from += 3) {
          Matrix together = rowProducts(a.rowRange(from, from + count), b, l, x);
          for (int i = 0; i < count; i++) {
            Matrix alone = rowProducts(a.rowRange(from + i, from + i + 1), b, l, x);
            assertThat(row(together, i)).containsExactly(row(alone, 0));
          }
        }
      }
    }
  }

  /** Everything that promises row by row, side by side. */
  private static Matrix rowProducts(Matrix a, Matrix b, Matrix l, double[] x) {
    int m = b.rows;
    Matrix all = Matrix.zeros(a.rows, 4 * m + 1);
    Matrix part = Matrix.zeros(a.rows, m);
    for (int kind = 0; kind < 4; kind++) {
      if (kind < 2) {
        part = a.copy();
        Blas.gemm(false, kind == 1, 1.5, a, b, -0.5, part);
      } else {
        part = a.copy();
        Blas.trmm(true, kind == 2, 1.5, l, part);
      }
      for (int i = 0; i < a.rows; i++) {
        System.arraycopy(row(part, i), 0, all.data, all.at(i, kind * m), m);
      }
    }
    double[] y = new double[a.rows];
    Blas.gemv(false, 1.0, a, x, 0, 0.0, y, 0);
    for (int i = 0; i < a.rows; i++) {
      all.set(i, 4 * m, y[i]);
    }
    return all;
  }

  /** Up to 16 rows in Java, beyond by the provider: both the same product. */
  @Test
  void fewRowsAndManyAgree() {
    for (int m : new int[] {1, 5, 13, 33, 100}) {
      Matrix b = random(m, m);
      Matrix l = lower(m);
      double[] x = row(random(1, m), 0);
      Matrix a = random(Blas.FEW_ROWS + 4, m);
      Matrix many = rowProducts(a, b, l, x);
      Matrix few = rowProducts(a.rowRange(0, Blas.FEW_ROWS), b, l, x);
      assertThat(max(few, many)).isLessThan(1e-13 * m);
    }
  }

  @Test
  void dotsOfLongVectors() {
    double[] a = row(random(1, 1000), 0);
    double[] result = {7};
    Blas.dot(a, a, 1000, result);
    assertThat(result[0])
        .isCloseTo(java.util.Arrays.stream(a).map(v -> v * v).sum(), within(1e-11));
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

  private static double[] row(Matrix m, int i) {
    return java.util.Arrays.copyOfRange(m.data, m.at(i, 0), m.at(i, 0) + m.cols);
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
