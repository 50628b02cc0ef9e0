package io.github.tgp4j.cli.table;

import io.github.tgp4j.io.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A DuckDB of its own, in memory, with a private directory for what does not fit. It fetches
 * nothing from the network, keeps the order of rows, and hands results over while it computes them.
 */
final class DuckDb implements AutoCloseable {
  private static final String MEMORY = "1GB";
  private static final String PREFIX = "tgp-table-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-\\d+");
  private static final AtomicBoolean SWEPT = new AtomicBoolean();

  private final Connection connection;
  private final Path scratch;

  private DuckDb(Connection connection, Path scratch) {
    this.connection = connection;
    this.scratch = scratch;
  }

  static DuckDb open() {
    sweep();
    Path scratch;
    try {
      scratch = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new TableException(
          "no temporary directory can be made in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage(),
          e);
    }
    Properties settings = new Properties();
    settings.setProperty("jdbc_stream_results", "true");
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("preserve_insertion_order", "true");
    settings.setProperty("memory_limit", MEMORY);
    settings.setProperty("temp_directory", scratch.resolve("spill").toString());
    settings.setProperty(
        "threads", Integer.toString(Math.min(4, Runtime.getRuntime().availableProcessors())));
    try {
      Connection connection = DriverManager.getConnection("jdbc:duckdb:", settings);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TimeZone = 'UTC'");
      }
      return new DuckDb(connection, scratch);
    } catch (SQLException e) {
      delete(scratch);
      throw new TableException("DuckDB does not start: " + e.getMessage(), e);
    }
  }

  Statement statement() throws SQLException {
    return connection.createStatement();
  }

  /** A file of this name that is deleted with the rest. */
  Path scratchFile(String name) {
    return scratch.resolve(name);
  }

  /**
   * A name for the file that DuckDB takes for this file only. In a name with *, ? or [ it would
   * look for a pattern, so such a file gets a link with a plain name.
   */
  String literal(Path file) {
    Path absolute = file.toAbsolutePath();
    if (!absolute.toString().matches("(?s).*[*?\\[\\]{}\\\\].*")) {
      return Sql.literal(absolute.toString());
    }
    String name = file.getFileName().toString();
    Path link =
        scratch.resolve(
            "file" + name.substring(Math.max(0, name.indexOf('.'))).replaceAll("[^\\w.]", "_"));
    if (Files.isSymbolicLink(link)) { // made when the file was named before: one file per DuckDB
      return Sql.literal(link.toString());
    }
    try {
      return Sql.literal(Files.createSymbolicLink(link, absolute).toString());
    } catch (IOException | UnsupportedOperationException e) {
      throw new TableException(file + ": rename it to a name without * ? [ ] { } \\", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new TableException("DuckDB does not stop: " + e.getMessage(), e);
    } finally {
      delete(scratch);
    }
  }

  /** Once per process: deletes the directories of processes that were killed. */
  private static void sweep() {
    if (SWEPT.getAndSet(true)) {
      return;
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(temporary, PREFIX + "*")) {
      for (Path path : inside) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (name.matches() && WholeFile.isLeftBehind(path, Long.parseLong(name.group(1)))) {
          delete(path);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      System.getLogger("io.github.tgp4j.cli")
          .log(System.Logger.Level.DEBUG, "no look for directories left behind", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      directory
          .toFile()
          .deleteOnExit(); // it is in the temporary directory, for the system to clear
    }
  }
}
