package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;
import java.nio.file.Path;

/**
 * The rows that a model is trained on, inputs and targets, wherever they lie: in memory, or in a
 * file that is mapped into it and may be larger than the heap. Reading is safe for many threads.
 *
 * <pre>{@code
 * try (RowStore.Writer writer = RowStore.spill(directory, inputs, 1)) {
 *   writer.append(xBlock, yBlock); // as often as there are blocks
 *   try (RowStore rows = writer.finish()) {
 *     TgpModel model = Tgp.builder().fit(rows);
 *   }
 * }
 * }</pre>
 */
public interface RowStore extends AutoCloseable {
  /** How many rows there are. */
  long rows();

  /**
   * How many rows there are, where they are to be told apart by an int.
   *
   * @throws IllegalStateException when they are too many for that
   */
  default int size() {
    if (rows() > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "rows: expected at most "
              + Integer.MAX_VALUE
              + " on one machine but got "
              + rows()
              + "; take a sample of them");
    }
    return (int) rows();
  }

  /** Columns of x. */
  int inputs();

  /** Columns of y. */
  int targets();

  /** Copies the inputs of a row to x, from place {@code xAt}, and its targets to y[o][yAt]. */
  void read(long row, double[] x, int xAt, double[][] y, int yAt);

  /** How rows of these are held out. */
  default RowOrder order() {
    return RowOrder.RANDOM;
  }

  /** The time or group of a row, by which it is held out; NaN where it has none. */
  default double key(long row) {
    return Double.NaN;
  }

  /** The same rows, held out by these keys, one per row. */
  default RowStore withKeys(RowOrder order, double[] keys) {
    return new KeyedRows(this, order, keys);
  }

  /** All inputs as a matrix: the rows themselves where they are in memory, else a copy. */
  default Matrix allInputs() {
    Matrix x = Matrix.zeros(size(), inputs());
    double[][] y = new double[targets()][1];
    for (int i = 0; i < rows(); i++) {
      read(i, x.data, i * x.cols, y, 0);
    }
    return x;
  }

  /** All targets, an array per target: those of the rows themselves where they are in memory. */
  default double[][] allTargets() {
    double[] x = new double[inputs()];
    double[][] y = new double[targets()][size()];
    for (int i = 0; i < rows(); i++) {
      read(i, x, 0, y, i);
    }
    return y;
  }

  /** Whether {@link #allInputs} and {@link #allTargets} cost nothing. */
  default boolean isInMemory() {
    return false;
  }

  /** Lets go of what it holds; a spill file is deleted. */
  @Override
  default void close() {}

  /** Rows in memory, not copied: x and one array of targets per column of y. */
  static RowStore of(Matrix x, double[][] y) {
    return new MemoryRows(x, y);
  }

  /**
   * Rows that will lie in a temporary file of the directory, 8 bytes per number.
   *
   * @throws java.io.UncheckedIOException when there can be no such file
   */
  static Writer spill(Path directory, int inputs, int targets) {
    return SpillWriter.create(directory, inputs, targets);
  }

  /** Takes rows block by block. */
  interface Writer extends AutoCloseable {
    /** Appends the rows of x and y, of which there must be equally many. */
    void append(Matrix x, Matrix y);

    /** What was appended, to be closed by the caller; nothing can be appended afterwards. */
    RowStore finish();

    /** Deletes the file unless {@link #finish} has handed it on. */
    @Override
    void close();
  }
}
