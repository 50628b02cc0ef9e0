package io.github.tgp4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchesTest {
  private static final Workers WORKERS = new Workers(2);

  private static Batches batches(int rows, int size, long seed) {
    Matrix x = Matrix.zeros(rows, 2);
    double[][] y = new double[2][rows];
    for (int i = 0; i < rows; i++) {
      x.set(i, 1, i);
      y[0][i] = 10 * i;
      y[1][i] = -i;
    }
    return new Batches(RowStore.of(x, y), size, seed);
  }

  /** The rows in the order they come, over some batches; x and y must stay together. */
  private static List<Integer> stream(Batches batches, int count) {
    List<Integer> rows = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      batches.advance(WORKERS);
      assertThat(batches.block().x.rows).isEqualTo(batches.size());
      for (int i = 0; i < batches.size(); i++) {
        int row = (int) batches.block().x.get(i, 1);
        assertThat(batches.block().y[0][i]).isEqualTo(10 * row);
        assertThat(batches.block().y[1][i]).isEqualTo(-row);
        rows.add(row);
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"12, 4", "13, 5", "7, 6", "5, 1"})
  void everyRowOncePerEpoch(int rows, int size) {
    Batches batches = batches(rows, size, 3);
    List<Integer> stream = stream(batches, 3 * rows); // size epochs of three
    for (int epoch = 0; epoch < 3 * size; epoch++) {
      Set<Integer> seen = new TreeSet<>(stream.subList(epoch * rows, (epoch + 1) * rows));
      assertThat(seen).hasSize(rows);
    }
  }

  @Test
  void seeded() {
    List<Integer> one = stream(batches(50, 8, 1), 20);
    assertThat(stream(batches(50, 8, 1), 20)).isEqualTo(one);
    assertThat(stream(batches(50, 8, 2), 20)).isNotEqualTo(one);
    assertThat(one.subList(0, 50)).as("epochs differ").isNotEqualTo(one.subList(50, 100));
  }

  @Test
  void fullBatchIsTheDataItself() {
    Batches batches = batches(6, 100, 1);
    Matrix x = batches.block().x;
    assertThat(stream(batches, 2)).containsExactly(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5);
    assertThat(batches.block().x).isSameAs(x);
  }

  @Test
  void anotherThreadThatShufflesAheadChangesNothing() {
    BatchOrder plain = new BatchOrder(100, 30, 5);
    BatchOrder ahead =
        new BatchOrder(100, 30, 5).shuffledAheadBy(java.util.concurrent.ForkJoinPool.commonPool());
    long[] one = new long[30];
    long[] two = new long[30];
    for (int i = 0; i < 25; i++) {
      plain.draw(one);
      ahead.draw(two);
      assertThat(two).isEqualTo(one);
    }
  }
}
