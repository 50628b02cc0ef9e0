package io.github.tgp4j.cli.table;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A stream that can be read only once, such as standard input, kept in a temporary file: tables are
 * read more than once. What it holds is seen from its first bytes.
 */
public final class Spool implements AutoCloseable {
  private final Path file;

  private Spool(Path file) {
    this.file = file;
  }

  /** Copies all of a stream. */
  public static Spool of(InputStream stream) {
    try {
      BufferedInputStream in = new BufferedInputStream(stream, 1 << 16);
      in.mark(64);
      byte[] head = in.readNBytes(16);
      in.reset();
      Path file = Files.createTempFile("tgp-input", ending(head));
      file.toFile().deleteOnExit();
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return new Spool(file);
    } catch (IOException e) {
      throw new TableException("standard input: cannot be kept aside: " + e.getMessage(), e);
    }
  }

  private static String ending(byte[] head) {
    if (FileCheck.starts(head, 'P', 'A', 'R', '1')) {
      return ".parquet";
    }
    if (FileCheck.starts(head, 'P', 'K', 3, 4)) {
      return ".xlsx";
    }
    if (FileCheck.starts(head, 0x1f, 0x8b)) {
      return ".csv.gz";
    }
    for (byte b : head) {
      if (b == '{' || b == '[') {
        return ".json";
      }
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        break;
      }
    }
    return ".csv";
  }

  public Path file() {
    return file;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // it is in the temporary directory, and deleted when Java ends
    }
  }
}
