package io.github.tgp4j.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MatrixTest {
  @Test
  void columnsAndChosenRowsAreCopies() {
    Matrix m = Matrix.ofColumns(new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(m.toRows()).isDeepEqualTo(new double[][] {{1, 4}, {2, 5}, {3, 6}});
    assertThat(m.toColumns()).isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
    Matrix chosen = m.rowRange(1, 3).selectRows(new int[] {1, 0, 1});
    assertThat(chosen.toRows()).isDeepEqualTo(new double[][] {{3, 6}, {2, 5}, {3, 6}});
    chosen.set(0, 0, 9);
    assertThat(m.get(2, 0)).isEqualTo(3);
  }
}
