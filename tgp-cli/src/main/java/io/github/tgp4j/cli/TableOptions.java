package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.cli.table.Spool;
import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.cli.table.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where the rows come from: a file or a query. */
final class TableOptions {
  static final String DATA =
      "A table: .csv, .tsv, .csv.gz, .xlsx, .parquet, .json or .jsonl; the first line of text and the"
          + " first row of a sheet have the names of the columns. - is standard input.";

  private Path file;
  private Spool spool; // of what can be read only once

  @Option(
      names = "--sql",
      paramLabel = "QUERY",
      description = "Take the rows of a query over files instead: \"select * from 'a.csv'\".")
  private String sql;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description =
          "Character between the values of a text file (default: detected from the file).")
  private Character delimiter;

  @Option(
      names = "--decimal",
      paramLabel = "CHAR",
      description = "Decimal mark of a text file, . or , (default: detected from the file).")
  private Character decimal;

  @Option(
      names = "--infer-all",
      description =
          "Take the types of columns from all rows of a large file, not the first 100,000.")
  private boolean inferAll;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "Encoding of a text file: utf-8, windows-1252 … (default: detected from the file).")
  private String encoding;

  @Option(
      names = "--sheet",
      paramLabel = "NAME",
      description = "Sheet of an .xlsx workbook, by name or number (default: the first).")
  private String sheet;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  /** The file, which commands take as an argument. */
  void file(Path value) {
    file = value;
  }

  /** Whether there is one. */
  boolean isGiven() {
    return file != null || sql != null;
  }

  /** Opens it from the start. */
  DuckTable open() {
    if ((file == null) == (sql == null)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          file == null
              ? "expected a table, DATA or --sql QUERY, but got none"
              : "DATA and --sql: expected one of them but got both");
    }
    if (sql != null) {
      if (!options().equals(ReadOptions.defaults())) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "--sql: expected no options of a file but got some; say it in the query, such as"
                + " \"select * from read_csv('a.csv', delim=';')\"");
      }
      return Tables.openSql(sql);
    }
    try {
      return Tables.open(source(), options());
    } catch (TableException e) {
      if (spool == null) {
        throw e;
      }
      throw new TableException(e.getMessage().replace(spool.file().toString(), name()), e);
    }
  }

  /** Opens it again with every value as the text that it is in the file; null for a query. */
  DuckTable openAsText() {
    return sql != null ? null : Tables.open(source(), options().withText());
  }

  /** How many rows it has; -1 for a query, which might be costly. */
  long countRows() {
    return sql != null ? -1 : Tables.countRows(source(), options());
  }

  ReadOptions options() {
    return new ReadOptions(delimiter, decimal, inferAll, encoding, sheet, false);
  }

  /** The file; what can be read only once is kept in a temporary one. */
  private synchronized Path source() {
    if (spool != null) {
      return spool.file();
    }
    if (isStandardInput()) {
      spool = Spool.of(System.in);
      return spool.file();
    }
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      try (InputStream in = Files.newInputStream(file)) { // a pipe
        spool = Spool.of(in);
        return spool.file();
      } catch (IOException e) {
        throw new UserException(file + ": cannot be read: " + e.getMessage());
      }
    }
    return file;
  }

  private boolean isStandardInput() {
    return file.toString().equals("-") || file.toString().equals("/dev/stdin");
  }

  /** For people. */
  String name() {
    if (sql != null) {
      return "query";
    }
    String given = isStandardInput() ? "standard input" : file.getFileName().toString();
    return sheet == null ? given : given + ", sheet " + sheet;
  }

  /** SHA-256 of the file, or of the query's text. */
  String fingerprint() {
    if (sql == null) {
      return "sha256:" + Tables.fingerprint(source(), options());
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
      return "query sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  /** A file of the table's name with another ending, in the working directory. */
  Path besides(String ending) {
    if (file == null || isStandardInput()) {
      return Path.of("model" + ending);
    }
    String name = file.getFileName().toString();
    int dot = name.indexOf('.', 1);
    return Path.of((dot < 0 ? name : name.substring(0, dot)) + ending);
  }
}
