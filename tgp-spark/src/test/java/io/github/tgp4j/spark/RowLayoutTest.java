package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.engine.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows go to the partitions that their number says, in their order. */
class RowLayoutTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "32768, 1",
    "32769, 2",
    "100000, 4",
    "524288, 16",
    "1000000, 16",
    "8388608, 16",
    "8388609, 32",
    "10000000, 32",
    "1000000000, 1920"
  })
  void theNumberOfRowsSaysHowManyPartitionsThereAre(long rows, int partitions) {
    long[] starts = RowLayout.starts(rows, RowLayout.BY_ROWS);
    assertThat(starts).hasSize(partitions + 1).startsWith(0).endsWith(rows);
    if (rows >= 32769 && partitions <= Cut.MOST_SHARES) {
      assertThat(
              LongStream.rangeClosed(0, Cut.MOST_SHARES)
                  .map(share -> Cut.start(rows, (int) share, Cut.MOST_SHARES)))
          .contains(Arrays.stream(starts).boxed().toArray(Long[]::new));
    }
  }

  /** Of one input, whose value is the row's number, and a target of twice that. */
  private static JavaRDD<PackedChunk> chunks(long[] starts) {
    return LocalSpark.context()
        .parallelize(List.of(0), starts.length - 1)
        .mapPartitionsWithIndex(
            (partition, none) -> {
              List<PackedChunk> some = new ArrayList<>();
              for (long at = starts[partition]; at < starts[partition + 1]; at += 4) {
                long end = Math.min(at + 4, starts[partition + 1]);
                double[] x = LongStream.range(at, end).asDoubleStream().toArray();
                double[] y = Arrays.stream(x).map(v -> 2 * v).toArray();
                some.add(new PackedChunk(x.length, 1, x, y, new long[PackedChunk.Fault.COUNT]));
              }
              return some.iterator();
            },
            true);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "1, 7", "7, 1", "7, 3", "3, 7", "2, 40"})
  void rowsKeepTheirOrder(int before, int after) {
    long[] from = RowLayout.starts(23, before);
    Arrays.fill(from, 0, 1 + before / 2, 0); // some are empty
    long[] to = RowLayout.starts(23, after);
    List<List<PackedChunk>> laid = RowLayout.lay(chunks(from), from, to).glom().collect();
    assertThat(laid).hasSize(after);
    for (int p = 0; p < after; p++) {
      double[] x = laid.get(p).stream().flatMapToDouble(c -> Arrays.stream(c.x())).toArray();
      double[] y = laid.get(p).stream().flatMapToDouble(c -> Arrays.stream(c.y())).toArray();
      assertThat(x).isEqualTo(LongStream.range(to[p], to[p + 1]).asDoubleStream().toArray());
      assertThat(y).isEqualTo(Arrays.stream(x).map(v -> 2 * v).toArray());
    }
  }

  @Test
  void rowsThatLieAsTheyShouldStay() {
    long[] starts = RowLayout.starts(23, 3);
    JavaRDD<PackedChunk> chunks = chunks(starts);
    assertThat(RowLayout.lay(chunks, starts, starts.clone())).isSameAs(chunks);
  }

  @Test
  void partitionsWithOtherRowsThanBeforeAreRefused() {
    JavaRDD<PackedChunk> chunks = chunks(new long[] {0, 10, 23});
    long[] others = {0, 11, 23};
    assertThatThrownBy(() -> RowLayout.lay(chunks, others, RowLayout.starts(23, 3)).count())
        .hasStackTraceContaining("does not give the same rows each time it is computed");
  }
}
