package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.cli.table.Tables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Where the rows come from: a file or a query. */
final class TableOptions {
  static final String DATA =
      "A table: .csv, .tsv, .csv.gz, .parquet, .json or .jsonl, with a header where it is text.";

  private Path file;

  @Option(
      names = "--sql",
      paramLabel = "QUERY",
      description = "Take the rows of a query over files instead: \"select * from 'a.csv'\".")
  private String sql;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "Between values of a text file (default: detected from the file).")
  private Character delimiter;

  @Option(
      names = "--decimal",
      paramLabel = "CHAR",
      description =
          "Mark before the decimals of a text file, . or , (default: detected from the file).")
  private Character decimal;

  @Option(
      names = "--infer-all",
      description =
          "Take the types of columns from all rows of a large file, not the first 100,000.")
  private boolean inferAll;

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
    return sql != null
        ? Tables.openSql(sql)
        : Tables.open(file, new ReadOptions(delimiter, decimal, inferAll));
  }

  /** For people. */
  String name() {
    return sql != null ? "query" : file.getFileName().toString();
  }

  /** SHA-256 of the file, or of the query's text. */
  String fingerprint() {
    if (sql == null) {
      return "sha256:" + Tables.fingerprint(file);
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
    if (file == null) {
      return Path.of("model" + ending);
    }
    String name = file.getFileName().toString();
    int dot = name.indexOf('.', 1);
    return Path.of((dot < 0 ? name : name.substring(0, dot)) + ending);
  }
}
