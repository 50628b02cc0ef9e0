package io.github.tgp4j.spark;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowBlock;
import java.util.Iterator;

/**
 * Reads the rows of a partition by their numbers, which ascend from call to call, so that chunks
 * pass by once and none that was spilled to disk has to stay in memory.
 */
final class ChunkReader {
  private final Iterator<PackedChunk> chunks;
  private PackedChunk chunk;
  private long first; // number of the chunk's first row

  /**
   * Of a partition.
   *
   * @param first number of its first row
   */
  ChunkReader(Iterator<PackedChunk> chunks, long first) {
    this.chunks = chunks;
    this.first = first;
  }

  /** The rows of a batch from one place to another: a view where that is possible. */
  RowBlock rows(Batch batch, long from, long to) {
    long start = batch.row(from);
    seek(start);
    if (batch.isAll() && to <= first + chunk.rows()) {
      return chunk.block(first).slice((int) (start - first), (int) (to - first));
    }
    return copy(batch, from, (int) (to - from));
  }

  private RowBlock copy(Batch batch, long from, int count) {
    Matrix x = Matrix.zeros(count, chunk.inputs());
    double[] y = new double[count];
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = batch.row(from + i);
      seek(numbers[i]);
      int at = (int) (numbers[i] - first);
      System.arraycopy(chunk.x(), at * x.cols, x.data, i * x.cols, x.cols);
      y[i] = chunk.y()[at];
    }
    double[][] targets = {y};
    return batch.isAll() ? RowBlock.of(x, targets, numbers[0]) : RowBlock.of(x, targets, numbers);
  }

  /** Goes on to the chunk that has the row. */
  private void seek(long row) {
    while (chunk == null || row >= first + chunk.rows()) {
      first += chunk == null ? 0 : chunk.rows();
      if (!chunks.hasNext()) {
        throw RowLayout.changed("a partition had row " + row);
      }
      chunk = chunks.next();
    }
  }
}
