package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockBatchesTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 16, 17, 1000})
  void anOrderHasEveryNumberOnce(long size) {
    Permutation order = new Permutation(size, 7, 3);
    Set<Long> seen = new HashSet<>();
    for (long i = 0; i < size; i++) {
      long value = order.at(i);
      assertThat(value).isBetween(0L, size - 1);
      seen.add(value);
    }
    assertThat(seen).hasSize((int) size);
  }

  @Test
  void seedAndEpochChangeTheOrder() {
    Permutation order = new Permutation(1_000_000, 7, 3);
    assertThat(order.at(5)).isNotEqualTo(new Permutation(1_000_000, 8, 3).at(5));
    assertThat(order.at(5)).isNotEqualTo(new Permutation(1_000_000, 7, 4).at(5));
  }

  /**
   * 5,001 rows in batches of 2,500: blocks of 3, the last one full; of 5,000: its last is short.
   */
  @ParameterizedTest
  @ValueSource(longs = {5001, 5000})
  void batchesOfAnEpochShareNoRow(long rows) {
    BlockBatches batches = new BlockBatches(rows, 2500, 1);
    Set<Long> seen = new HashSet<>();
    long sum = 0;
    for (int b = 0; b < 2; b++) {
      Batch batch = batches.batch(b);
      assertThat(batch.size()).isBetween(2498L, 2499L);
      for (long place = 0; place < batch.size(); place++) {
        long row = batch.row(place);
        assertThat(batch.place(row)).isEqualTo(place);
        assertThat(row).isBetween(0L, rows - 1);
        seen.add(row);
      }
      sum += batch.size();
    }
    assertThat(seen).hasSize((int) sum);
    assertThat(batches.scale()).isEqualTo(1667 / 833.0);
  }

  /** Rows that are not in the batch have the place of the next one that is. */
  @Test
  void placesOfABatchAscendWithTheRows() {
    Batch batch = new Batch(20, 3, new long[] {1, 4, 6}); // rows 3–5, 12–14, 18 and 19
    assertThat(batch.size()).isEqualTo(8);
    assertThat(batch.place(0)).isEqualTo(0);
    assertThat(batch.place(4)).isEqualTo(1);
    assertThat(batch.place(6)).isEqualTo(3);
    assertThat(batch.place(14)).isEqualTo(5);
    assertThat(batch.place(17)).isEqualTo(6);
    assertThat(batch.place(19)).isEqualTo(7);
    assertThat(batch.row(7)).isEqualTo(19);
  }

  @Test
  void asManyRowsAsThereAreOrMoreAreAllRows() {
    for (int size : new int[] {100, 101, Integer.MAX_VALUE}) {
      BlockBatches batches = new BlockBatches(100, size, 1);
      assertThat(batches.batch(3).isAll()).isTrue();
      assertThat(batches.size()).isEqualTo(100);
      assertThat(batches.scale()).isEqualTo(1.0);
    }
  }
}
