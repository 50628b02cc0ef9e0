package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes rows to a temporary file: the inputs of a row, then its targets, little-endian. */
final class SpillWriter implements RowStore.Writer {
  private static final int BUFFER = 1 << 20;

  private final Path file;
  private final FileChannel channel;
  private final int inputs;
  private final int targets;
  private final ByteBuffer buffer;
  private long rows;
  private boolean finished;

  private SpillWriter(Path file, FileChannel channel, int inputs, int targets) {
    this.file = file;
    this.channel = channel;
    this.inputs = inputs;
    this.targets = targets;
    int row = Math.multiplyExact(8, Math.addExact(inputs, targets));
    buffer = ByteBuffer.allocateDirect(Math.max(BUFFER, row)).order(ByteOrder.LITTLE_ENDIAN);
  }

  static SpillWriter create(Path directory, int inputs, int targets) {
    if (inputs < 1 || targets < 0) {
      throw new IllegalArgumentException(
          "spill: expected at least 1 input and 0 targets but got " + inputs + ", " + targets);
    }
    try {
      Path file = Files.createTempFile(directory, "tgp-rows-", ".spill");
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      return new SpillWriter(file, channel, inputs, targets);
    } catch (IOException e) {
      throw failed("creating it", directory, e);
    }
  }

  @Override
  public void append(Matrix x, Matrix y) {
    if (finished) {
      throw new IllegalStateException("spill: rows cannot be appended after finish()");
    }
    if (x.cols != inputs || y.cols != targets || x.rows != y.rows) {
      throw new IllegalArgumentException(
          "spill: expected rows of "
              + inputs
              + " inputs and "
              + targets
              + " targets but got x "
              + x.shape()
              + " and y "
              + y.shape());
    }
    for (int i = 0; i < x.rows; i++) {
      if (buffer.remaining() < 8 * (inputs + targets)) {
        flush();
      }
      put(x, i);
      put(y, i);
    }
    rows += x.rows;
  }

  private void put(Matrix block, int row) {
    for (int j = 0; j < block.cols; j++) {
      buffer.putDouble(block.data[block.at(row, j)]);
    }
  }

  private void flush() {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw failed("writing", file, e);
    }
    buffer.clear();
  }

  @Override
  public RowStore finish() {
    if (finished) {
      throw new IllegalStateException("spill: finish() was called before");
    }
    flush();
    try {
      RowStore store = new MappedRows(file, channel, rows, inputs, targets);
      finished = true;
      channel.close(); // the mappings stay
      deleteName();
      return store;
    } catch (IOException e) {
      throw failed("mapping", file, e);
    }
  }

  /** Most systems keep mapped rows without the name, so that a killed process leaves no file. */
  private void deleteName() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      System.getLogger("io.github.tgp4j.rows")
          .log(System.Logger.Level.DEBUG, "deleted when the rows are closed: " + file, e);
    }
  }

  @Override
  public void close() {
    if (!finished) {
      finished = true;
      try {
        channel.close();
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw failed("deleting", file, e);
      }
    }
  }

  static UncheckedIOException failed(String what, Path file, IOException cause) {
    return new UncheckedIOException(
        "spill file in "
            + file
            + ": "
            + what
            + " failed ("
            + cause
            + "); look for space and permissions, or choose another directory",
        cause);
  }
}
