package io.github.tgp4j.cli.table;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/** Opens tables: CSV, TSV, JSON (also packed with gzip), Parquet, workbooks and SQL queries. */
public final class Tables {
  private Tables() {}

  /**
   * What a file holds.
   *
   * @param fingerprint SHA-256 of its bytes, in hexadecimal, and the sheet of a workbook
   */
  public record Description(
      List<Column> columns, long rows, String fingerprint, List<String> notes) {}

  /** A file, by the end of its name. */
  public static DuckTable open(Path file) {
    return open(file, ReadOptions.defaults());
  }

  /**
   * A file, by the end of its name.
   *
   * @throws TableException if it cannot be read; the message says why and where
   */
  public static DuckTable open(Path file, ReadOptions options) {
    return open(options, relations -> relations.ofFile(file));
  }

  /** The rows of a query, which may read files: {@code select * from 'a.csv' where x > 0}. */
  public static DuckTable openSql(String sql) {
    return open(ReadOptions.defaults(), relations -> relations.ofSql(sql));
  }

  private static DuckTable open(ReadOptions options, Function<Relations, Relation> relation) {
    DuckDb db = DuckDb.open();
    try {
      return new DuckTable(db, relation.apply(new Relations(db, options)));
    } catch (RuntimeException e) {
      db.close();
      throw e;
    }
  }

  /** How many rows a file has; quick beside anything that is done with them. */
  public static long countRows(Path file, ReadOptions options) {
    try (DuckDb db = DuckDb.open();
        Statement statement = db.statement();
        ResultSet result =
            statement.executeQuery(
                "SELECT count(*) FROM "
                    + new Relations(db, options.withText()).ofFile(file).from())) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw DuckErrors.of(file.toString(), e);
    }
  }

  /** Columns, number of rows and fingerprint; reads the whole file. */
  public static Description describe(Path file, ReadOptions options) {
    try (DuckTable table = open(file, options)) {
      long rows = 0;
      for (Chunk chunk = table.next(); chunk != null; chunk = table.next()) {
        rows += chunk.rows();
      }
      return new Description(table.columns(), rows, fingerprint(file, options), table.notes());
    }
  }

  /** The same, and which sheet of a workbook: others of the same file have other rows. */
  public static String fingerprint(Path file, ReadOptions options) {
    String bytes = fingerprint(file);
    if (FileKind.of(file) != FileKind.WORKBOOK) {
      return bytes;
    }
    try (Workbook book = Workbook.open(file)) {
      return bytes + " sheet " + book.sheet(options.sheet()).name();
    }
  }

  /** SHA-256 of a file's bytes, in hexadecimal. */
  public static String fingerprint(Path file) {
    FileCheck.exists(file);
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new TableException(file + ": cannot be read: " + e.getMessage(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
