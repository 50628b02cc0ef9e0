package io.github.tgp4j.benchmarks.rows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The lines of a CSV file that is appended to line by line, also by several processes. A file with
 * the columns of an earlier version is given the new ones when a line is first appended, its old
 * lines with empty cells.
 */
public final class ResultLines {
  private final Path path;
  private final String header;

  public ResultLines(Path path, String header) {
    this.path = path;
    this.header = header;
  }

  /** All but the header and blank ones; none where there is no file. */
  public List<String> read() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    return Files.readAllLines(path).stream().skip(1).filter(line -> !line.isBlank()).toList();
  }

  /** Adds a line at the end. */
  public void append(String line) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    try (FileChannel file =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      String text = text(file);
      if (!text.startsWith(header + "\n")) {
        byte[] bytes = widened(text).getBytes(StandardCharsets.UTF_8);
        write(file, bytes, 0);
        file.truncate(bytes.length);
      }
      write(file, (line + "\n").getBytes(StandardCharsets.UTF_8), file.size());
    }
  }

  private static String text(FileChannel file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
    while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
      // reads on
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  private static void write(FileChannel file, byte[] bytes, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      file.write(buffer, at + buffer.position());
    }
  }

  /** The same with the new header, and an empty cell per new column at the end of old lines. */
  private String widened(String text) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    if (lines.isEmpty()) {
      return header + "\n";
    }
    if (!header.startsWith(lines.get(0) + ",")) {
      throw new IllegalStateException(
          path + ": expected the columns " + header + " or the first of them, got " + lines.get(0));
    }
    int columns = Arrays.asList(header.split(",")).size();
    return header
        + "\n"
        + lines.stream()
            .skip(1)
            .map(line -> line + ",".repeat(columns - Cells.split(line).size()) + "\n")
            .collect(Collectors.joining());
  }
}
