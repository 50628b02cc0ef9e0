package io.github.tgp4j.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import org.junit.jupiter.api.Test;

class RowSampleTest {
  private static final int N = 5000;

  private static RowStore rows() {
    Matrix x = Matrix.zeros(N, 2);
    for (int i = 0; i < N; i++) {
      x.set(i, 0, i);
      x.set(i, 1, -i);
    }
    return RowStore.of(x, new double[0][]);
  }

  private static RowSample part(int from, int to, long seed) {
    RowSample sample = new RowSample(100, 2, seed);
    for (int i = to - 1; i >= from; i--) { // in whatever order
      sample.add(i, new double[] {i, -i});
    }
    return sample;
  }

  @Test
  void samplesOfPartsMergeToThatOfAllRows() {
    double[] whole = RowSample.of(rows(), 100, 3).inputs().data;
    RowSample merged = part(4000, N, 3);
    merged.merge(part(0, 7, 3));
    merged.merge(part(7, 7, 3));
    merged.merge(part(7, 4000, 3));
    assertThat(merged.inputs().data).isEqualTo(whole);
    assertThat(RowSample.of(rows(), 100, 4).inputs().data).isNotEqualTo(whole);
  }

  @Test
  void everyRowIsAsLikelyAsAnyOther() {
    int[] counts = new int[5];
    for (int seed = 0; seed < 200; seed++) {
      Matrix sample = RowSample.of(rows(), 50, seed).inputs();
      assertThat(sample.rows).isEqualTo(50);
      for (int i = 0; i < 50; i++) {
        counts[(int) sample.get(i, 0) / 1000]++;
        assertThat(sample.get(i, 1)).isEqualTo(-sample.get(i, 0));
        assertThat(i == 0 || sample.get(i, 0) > sample.get(i - 1, 0)).isTrue();
      }
    }
    for (int count : counts) { // mean 2000, deviation 40
      assertThat((double) count).isCloseTo(2000.0, within(200.0));
    }
  }

  @Test
  void fewRowsAreAllKept() {
    assertThat(part(0, 30, 1).inputs().rows).isEqualTo(30);
    assertThatThrownBy(() -> part(0, 30, 1).merge(part(30, 60, 2)))
        .hasMessageContaining("the same seed");
  }

  @Test
  void itsNumbersAreThoseOfTheRowsThatItKeeps() {
    RowStore rows = rows();
    long[] numbers = RowSample.numbers(rows.rows(), 40, 3);
    int[] places = java.util.Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray();
    assertThat(rows.allInputs().selectRows(places).data)
        .isEqualTo(RowSample.of(rows, 40, 3).inputs().data);
    assertThat(RowSample.numbers(3, 40, 3)).containsExactly(0, 1, 2);
  }
}
