package io.github.tgp4j.cli.table;

import io.github.tgp4j.cli.table.OutputColumn.Type;
import io.github.tgp4j.io.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a table to a file, rows as they come: CSV, JSON lines (both also packed with gzip) or
 * Parquet, by the end of its name.
 *
 * <p>Rows go to a file aside, in the same directory. {@link #finish} gives it its name; {@link
 * #close} without it throws it away. So a file with the wanted name is always whole.
 */
public final class TableWriter implements AutoCloseable {
  private final Path target;
  private final WholeFile whole;
  private final Path aside;
  private final List<OutputColumn> columns;
  private final List<String> keys;
  private final boolean parquet;
  private final RowFormat format;
  private final ByteSink sink;
  private boolean sinkClosed;

  private TableWriter(Path target, List<OutputColumn> columns) throws IOException {
    FileKind kind = FileKind.ofTarget(target);
    this.target = target;
    this.columns = List.copyOf(columns);
    this.keys = RowFormat.keys(this.columns);
    this.parquet = kind == FileKind.PARQUET;
    this.format = kind == FileKind.JSON ? RowFormat.JSON : RowFormat.CSV;
    this.whole = WholeFile.at(target);
    this.aside = whole.part();
    try {
      this.sink = new ByteSink(open(aside, FileKind.isGzip(target)));
      format.header(sink, this.columns);
    } catch (IOException e) {
      whole.close();
      throw e;
    }
  }

  private TableWriter(OutputStream stream, List<OutputColumn> columns) throws IOException {
    this.target = null;
    this.whole = null;
    this.aside = null;
    this.columns = List.copyOf(columns);
    this.keys = RowFormat.keys(this.columns);
    this.parquet = false;
    this.format = RowFormat.CSV;
    this.sink = new ByteSink(stream);
    format.header(sink, this.columns);
  }

  /** Begins a table as CSV on a stream, such as standard output, which is closed at the end. */
  public static TableWriter to(OutputStream stream, List<OutputColumn> columns) {
    try {
      return new TableWriter(stream, columns);
    } catch (IOException e) {
      throw new TableException("standard output: cannot be written: " + reason(e), e);
    }
  }

  /**
   * Begins a file.
   *
   * @param force whether a file that is there may be replaced
   * @throws TableException if it is there, or cannot be written
   */
  public static TableWriter create(Path target, List<OutputColumn> columns, boolean force) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("expected one column or more to write");
    }
    FileKind kind = FileKind.ofTarget(target);
    if (kind == FileKind.PARQUET && FileKind.isGzip(target)) {
      throw new TableException(target + ": Parquet is packed already; leave out .gz");
    }
    Path directory = target.toAbsolutePath().getParent();
    if (Files.isDirectory(target)) {
      throw new TableException(target + ": is a directory; name a file");
    }
    if (!Files.isDirectory(directory)) {
      throw new TableException(target + ": there is no directory " + directory + "; make it first");
    }
    if (!force && Files.exists(target)) {
      throw new TableException(target + ": is there already; replace it with --force");
    }
    try {
      return new TableWriter(target, columns);
    } catch (IOException e) {
      throw new TableException(
          target + ": cannot be written in " + directory + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(e.getMessage());
  }

  private static OutputStream open(Path file, boolean gzip) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    return gzip ? new FastGzip(new BufferedOutputStream(out, 1 << 16)) : out;
  }

  /**
   * Writes rows.
   *
   * @param values per column a double[], long[] or String[] as its type says, of at least {@code
   *     rows} values
   */
  public void write(int rows, List<Object> values) {
    RowFormat.check(columns, rows, values);
    Object[] arrays = values.toArray();
    try {
      for (int i = 0; i < rows; i++) {
        format.row(sink, columns, keys, arrays, i);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Completes the file and gives it its name. */
  public void finish() {
    try {
      sinkClosed = true;
      sink.close();
      if (parquet) {
        toParquet();
      }
      if (whole != null) {
        whole.finish();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** From the rows as CSV, which DuckDB streams through in bounded memory. */
  private void toParquet() throws IOException {
    Path result = aside.resolveSibling(aside.getFileName() + ".parquet");
    try (DuckDb db = DuckDb.open();
        Statement statement = db.statement()) {
      statement.execute(
          "COPY (SELECT * FROM read_csv("
              + db.literal(aside)
              + ", auto_detect=false, header=true, delim=',', quote='\"', escape='\"',"
              + " compression='none', nullstr="
              + (columns.size() == 1 ? "'NA'" : "''")
              + ", allow_quoted_nulls=false, columns={"
              + String.join(", ", columns.stream().map(TableWriter::typed).toList())
              + "})) TO "
              + Sql.literal(result.toAbsolutePath().toString())
              + " (FORMAT parquet, COMPRESSION zstd)");
      Files.move(result, aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (SQLException e) {
      throw new TableException(
          target + ": cannot be written: " + DuckErrors.shortened(e.getMessage()), e);
    } finally {
      Files.deleteIfExists(result);
    }
  }

  private static String typed(OutputColumn column) {
    String type =
        column.type() == Type.TEXT ? "VARCHAR" : column.type() == Type.LONG ? "BIGINT" : "DOUBLE";
    return Sql.literal(column.name()) + ": " + Sql.literal(type);
  }

  private TableException failed(IOException e) {
    String where = target == null ? "standard output" : target.toString();
    return new TableException(where + ": cannot be written: " + reason(e), e);
  }

  /** Deletes what was written, unless it was finished. */
  @Override
  public void close() {
    try {
      if (!sinkClosed) {
        sinkClosed = true;
        sink.close();
      }
    } catch (IOException e) {
      throw failed(e);
    } finally {
      if (whole != null) {
        whole.close();
      }
    }
  }

  /** gzip at its fastest level: files of results are large and read once. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
