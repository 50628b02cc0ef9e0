package io.github.tgp4j.cli.table;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Looks at a file before it is read as a table, to say plainly what is wrong with it. */
final class FileCheck {
  /** Bytes looked at; a header line must fit. */
  static final int HEAD = 1 << 20;

  private FileCheck() {}

  /** Refuses what is no readable file with something in it. */
  static void exists(Path file) {
    if (!Files.exists(file)) {
      throw new TableException(
          file + ": no such file; check the name (the working directory is " + here() + ")");
    }
    if (Files.isDirectory(file)) {
      throw new TableException(file + ": is a directory; name one file in it");
    }
    if (!Files.isReadable(file)) {
      throw new TableException(file + ": may not be read; check its permissions");
    }
    try {
      if (Files.size(file) == 0) {
        throw new TableException(file + ": is empty (0 bytes)");
      }
    } catch (IOException e) {
      throw new TableException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Path here() {
    return Path.of("").toAbsolutePath();
  }

  /** The first bytes of a text file, unpacked, as text without a byte order mark. */
  static String head(Path file) {
    byte[] head;
    try (InputStream in = open(file)) {
      head = in.readNBytes(HEAD);
      if (FileKind.isGzip(file)) {
        in.transferTo(OutputStream.nullOutputStream()); // DuckDB reads half a file without a word
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    boolean wide = starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff);
    String known = wide ? null : format(head);
    if (known != null) {
      throw new TableException(file + ": expected a table as text but this is " + known);
    }
    String text = new String(head, StandardCharsets.UTF_8);
    String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (unmarked.isBlank()) {
      throw new TableException(file + ": is empty (only blanks)");
    }
    return unmarked;
  }

  /** All lines of a text file, unpacked. */
  static List<String> lines(Path file) {
    exists(file);
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException | UncheckedIOException e) {
      throw unreadable(file, e);
    }
  }

  static TableException unreadable(Path file, Exception e) {
    String what = FileKind.isGzip(file) ? "broken gzip file: " : "cannot be read: ";
    String reason =
        e instanceof EOFException
            ? "it ends too early"
            : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new TableException(file + ": " + what + reason + "; get the file again or unpack it", e);
  }

  static InputStream open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      return FileKind.isGzip(file) ? new GZIPInputStream(in, 1 << 16) : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Names what is not text, null for text. */
  private static String format(byte[] head) {
    if (starts(head, 0x1f, 0x8b)) {
      return "packed with gzip; add .gz to its name";
    }
    if (starts(head, 'P', 'A', 'R', '1')) {
      return "a Parquet file; name it .parquet";
    }
    if (starts(head, 'P', 'K', 3, 4)) {
      return "a zip or Excel file; unpack it, or name a workbook .xlsx";
    }
    for (byte b : head) {
      if (b == 0) {
        return "a binary file (it has zero bytes); name a table";
      }
    }
    return null;
  }

  static boolean starts(byte[] head, int... magic) {
    byte[] expected = new byte[magic.length];
    for (int i = 0; i < magic.length; i++) {
      expected[i] = (byte) magic[i];
    }
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, expected, 0, magic.length);
  }
}
