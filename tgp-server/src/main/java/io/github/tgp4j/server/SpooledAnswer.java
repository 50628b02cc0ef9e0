package io.github.tgp4j.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An answer that is kept until it is complete, so that what goes wrong at row 900,000 is an error
 * and not half an answer, and a client may send all before it reads: a megabyte in memory, more in
 * a file.
 */
final class SpooledAnswer extends OutputStream {
  private static final int IN_MEMORY = 1 << 20;

  private final Path directory;
  private final long most;
  private ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private OutputStream disk;
  private Path file;
  private long count;

  /**
   * Of at most so many bytes.
   *
   * @param directory where a file goes
   */
  SpooledAnswer(Path directory, long most) {
    this.directory = directory;
    this.most = most;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int at, int length) throws IOException {
    count += length;
    if (count > most) {
      throw new ApiException(
          507, "home: the predictions need more room than there is; send fewer rows at a time");
    }
    if (disk == null && count > IN_MEMORY) {
      Files.createDirectories(directory);
      file = Files.createTempFile(directory, "answer", ".part");
      disk = Files.newOutputStream(file);
      memory.writeTo(disk);
      memory = null;
    }
    (disk == null ? memory : disk).write(bytes, at, length);
  }

  /** Called when all is written; {@link #contents} can be read then. */
  @Override
  public void close() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }

  long size() {
    return count;
  }

  /** All that was written; closing it deletes the file. */
  InputStream contents() throws IOException {
    return file == null
        ? new java.io.ByteArrayInputStream(memory.toByteArray())
        : Files.newInputStream(file, java.nio.file.StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Throws it away. */
  void discard() {
    try {
      close();
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the home directory cannot be changed", e);
    }
  }
}
