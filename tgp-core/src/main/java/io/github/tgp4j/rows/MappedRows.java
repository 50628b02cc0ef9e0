package io.github.tgp4j.rows;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rows in a file that is mapped into memory. A mapping cannot exceed 2 GB, so there are several,
 * each of whole rows.
 */
final class MappedRows implements RowStore {
  private static final long MOST_BYTES = 1L << 30;

  private final Path file;
  private final long rows;
  private final int inputs;
  private final int targets;
  private final int width;
  private final int rowsPerPart;
  private final DoubleBuffer[] parts;

  MappedRows(Path file, FileChannel channel, long rows, int inputs, int targets)
      throws IOException {
    this(file, channel, rows, inputs, targets, MOST_BYTES);
  }

  /**
   * @param mostBytes of one mapping
   */
  MappedRows(Path file, FileChannel channel, long rows, int inputs, int targets, long mostBytes)
      throws IOException {
    this.file = file;
    this.rows = rows;
    this.inputs = inputs;
    this.targets = targets;
    width = inputs + targets;
    rowsPerPart = (int) Math.max(1, Math.min(Integer.MAX_VALUE, mostBytes / (8L * width)));
    parts = new DoubleBuffer[(int) ((rows + rowsPerPart - 1) / rowsPerPart)];
    for (int p = 0; p < parts.length; p++) {
      long from = 8L * width * p * rowsPerPart;
      long count = Math.min(rowsPerPart, rows - (long) p * rowsPerPart);
      parts[p] =
          channel
              .map(FileChannel.MapMode.READ_ONLY, from, 8L * width * count)
              .order(ByteOrder.LITTLE_ENDIAN)
              .asDoubleBuffer();
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int targets() {
    return targets;
  }

  @Override
  public void read(long row, double[] x, int xAt, double[][] y, int yAt) {
    DoubleBuffer part = parts[(int) (row / rowsPerPart)];
    int at = (int) (row % rowsPerPart) * width;
    part.get(at, x, xAt, inputs);
    for (int o = 0; o < targets; o++) {
      y[o][yAt] = part.get(at + inputs + o);
    }
  }

  /** Where a mapped file cannot be deleted, it goes when the program ends. */
  @Override
  public void close() {
    java.util.Arrays.fill(parts, null);
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
