package io.github.tgp4j.linalg.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Vectors and loops give the same bits, at sizes that fill vectors and that do not. */
class RowProductTest {
  private final SplittableRandom random = new SplittableRandom(4);

  @Test
  void vectorsAndLoopsGiveTheSameBits() {
    RowProduct vectors = new VectorRowProduct();
    RowProduct loops = new ScalarRowProduct();
    for (int rows : new int[] {1, 3, 4, 5, 16}) {
      for (int inner : new int[] {1, 2, 5, 64}) {
        for (int cols : new int[] {1, 3, 7, 8, 13, 36, 100}) {
          Matrix a = random(rows, inner);
          Matrix b = random(inner, cols);
          for (double beta : new double[] {0.0, 1.0, -0.3}) {
            Matrix one = random(rows, cols);
            Matrix other = Matrix.wrap(one.data.clone(), 2, rows, cols, cols + 1);
            vectors.gemm(0.7, a, b, beta, one);
            loops.gemm(0.7, a, b, beta, other);
            assertThat(one.data).containsExactly(other.data);
          }
        }
      }
    }
  }

  @Test
  void theModuleDecides() {
    assertThat(RowProduct.choose()).isInstanceOf(VectorRowProduct.class);
  }

  @Test
  void whatWasThereDoesNotMatterWhereItIsReplaced() {
    Matrix c = Matrix.of(new double[][] {{Double.NaN, Double.NaN}});
    new VectorRowProduct().gemm(1.0, Matrix.identity(1), random(1, 2), 0.0, c);
    assertThat(c.data).doesNotContain(Double.NaN);
  }

  private Matrix random(int rows, int cols) {
    double[] data = new double[2 + rows * (cols + 1)];
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextDouble(-1, 1);
    }
    return Matrix.wrap(data, 2, rows, cols, cols + 1);
  }
}
