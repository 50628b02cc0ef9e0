package io.github.tgp4j.spark;

import io.github.tgp4j.engine.Cut;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import scala.Tuple2;

/**
 * Lays rows out anew, in the same order, in partitions that end where the number of rows says,
 * wherever those of the DataFrame ended: sums over partitions then have the same bits. Up to {@link
 * Cut#MOST_SHARES} partitions end where the shares of a full batch end.
 */
final class RowLayout {
  /** Asks for as many partitions as the number of rows says. */
  static final int BY_ROWS = 0;

  private static final long FEW_ROWS = 1 << 15; // of a partition, worth a task of its own
  private static final long MANY_ROWS = 1 << 19;

  private RowLayout() {}

  /**
   * Number of each partition's first row, and how many rows there are.
   *
   * @param partitions how many there are to be, or {@link #BY_ROWS}
   */
  static long[] starts(long rows, int partitions) {
    int count = partitions == BY_ROWS ? partitions(rows) : partitions;
    long[] starts = new long[count + 1];
    for (int p = 0; p <= count; p++) {
      starts[p] = Cut.start(rows, p, count);
    }
    return starts;
  }

  /** A power of two up to that of the shares, then some for each share. */
  private static int partitions(long rows) {
    long few = (rows + FEW_ROWS - 1) / FEW_ROWS;
    if (few <= Cut.MOST_SHARES) {
      return few <= 1 ? 1 : 2 * Integer.highestOneBit((int) few - 1);
    }
    long many = Cut.MOST_SHARES * MANY_ROWS;
    return Math.toIntExact(Cut.MOST_SHARES * ((rows + many - 1) / many));
  }

  /**
   * The chunks in other partitions; the same ones where they lie as they should.
   *
   * @param from starts of the partitions that they are in
   * @param to starts of those that they are to be in
   */
  static JavaRDD<PackedChunk> lay(JavaRDD<PackedChunk> chunks, long[] from, long[] to) {
    return Arrays.equals(from, to)
        ? chunks
        : chunks
            .mapPartitionsWithIndex(new Pieces(from, to), true)
            .mapToPair(piece -> piece)
            .repartitionAndSortWithinPartitions(new ByRow(to)) // spills what memory has no room for
            .values();
  }

  /** What is said where a partition has other rows than when it was computed before. */
  static IllegalStateException changed(String what) {
    return new IllegalStateException(
        "rows: "
            + what
            + " when the fit began, and now has others: the DataFrame does not give the same rows each time it is computed; write it to"
            + " files, or checkpoint it, before the fit");
  }

  /** Cuts the chunks of a partition where others end; each piece by the number of its first row. */
  private static final class Pieces
      implements Function2<Integer, Iterator<PackedChunk>, Iterator<Tuple2<Long, PackedChunk>>> {
    private static final long serialVersionUID = 1L;

    private final long[] from;
    private final long[] to;

    Pieces(long[] from, long[] to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public Iterator<Tuple2<Long, PackedChunk>> call(Integer partition, Iterator<PackedChunk> all) {
      return new Iterator<>() {
        private final Deque<Tuple2<Long, PackedChunk>> ready = new ArrayDeque<>();
        private long next = from[partition]; // number of the next chunk's first row

        @Override
        public boolean hasNext() {
          while (ready.isEmpty() && all.hasNext()) {
            PackedChunk chunk = all.next();
            check(next + chunk.rows() <= from[partition + 1], partition);
            cut(chunk, next, ready);
            next += chunk.rows();
          }
          check(!ready.isEmpty() || next == from[partition + 1], partition);
          return !ready.isEmpty();
        }

        @Override
        public Tuple2<Long, PackedChunk> next() {
          if (!hasNext()) {
            throw new NoSuchElementException("no piece is left");
          }
          return ready.remove();
        }
      };
    }

    private void check(boolean asBefore, int partition) {
      if (!asBefore) {
        throw changed("partition " + partition + " had " + (from[partition + 1] - from[partition]));
      }
    }

    private void cut(PackedChunk chunk, long first, Deque<Tuple2<Long, PackedChunk>> out) {
      long end = first + chunk.rows();
      for (long at = first; at < end; ) {
        long stop = Math.min(end, to[partition(to, at) + 1]);
        out.add(new Tuple2<>(at, chunk.slice((int) (at - first), (int) (stop - first))));
        at = stop;
      }
    }
  }

  /** The last partition that starts at a row or before: those that start there too are empty. */
  private static int partition(long[] starts, long row) {
    int low = 0;
    int high = starts.length - 2;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Sends a piece to the partition that its first row, and so all of it, belongs to. */
  private static final class ByRow extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final long[] starts;

    ByRow(long[] starts) {
      this.starts = starts;
    }

    @Override
    public int numPartitions() {
      return starts.length - 1;
    }

    @Override
    public int getPartition(Object row) {
      return partition(starts, (Long) row);
    }
  }
}
