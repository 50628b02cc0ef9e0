package io.github.tgp4j.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.Function2;

/** The chunks of a partition without the rows that have some numbers. */
final class DropRows implements Function2<Integer, Iterator<PackedChunk>, Iterator<PackedChunk>> {
  private static final long serialVersionUID = 1L;

  private final long[] numbers;
  private final long[] starts;

  /**
   * Of all partitions.
   *
   * @param numbers ascending
   * @param starts number of each partition's first row, and how many rows there are
   */
  DropRows(long[] numbers, long[] starts) {
    this.numbers = numbers;
    this.starts = starts;
  }

  /**
   * The numbers of each partition's first row, and how many rows there are, without the dropped.
   */
  long[] startsAfter() {
    long[] out = starts.clone();
    for (int p = 0; p < out.length; p++) {
      out[p] -= before(starts[p]);
    }
    return out;
  }

  /** How many of the dropped have smaller numbers. */
  private int before(long row) {
    int found = Arrays.binarySearch(numbers, row);
    return found >= 0 ? found : -found - 1;
  }

  @Override
  public Iterator<PackedChunk> call(Integer partition, Iterator<PackedChunk> chunks) {
    return new Iterator<>() {
      private long first = starts[partition];

      @Override
      public boolean hasNext() {
        return chunks.hasNext();
      }

      @Override
      public PackedChunk next() {
        if (!chunks.hasNext()) {
          throw new NoSuchElementException("no chunk is left");
        }
        PackedChunk chunk = chunks.next();
        PackedChunk rest = without(chunk, first);
        first += chunk.rows();
        return rest;
      }
    };
  }

  private PackedChunk without(PackedChunk chunk, long first) {
    int dropped = before(first + chunk.rows()) - before(first);
    if (dropped == 0) {
      return chunk;
    }
    int inputs = chunk.inputs();
    int rows = chunk.rows() - dropped;
    double[] x = new double[rows * inputs];
    double[] y = new double[rows];
    int next = before(first);
    for (int i = 0, to = 0; i < chunk.rows(); i++) {
      if (next < numbers.length && numbers[next] == first + i) {
        next++;
        continue;
      }
      System.arraycopy(chunk.x(), i * inputs, x, to * inputs, inputs);
      y[to++] = chunk.y()[i];
    }
    return new PackedChunk(rows, inputs, x, y, chunk.faults());
  }
}
