package io.github.tgp4j.benchmarks.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** docs/results/speed.csv: one measured quantity per line. */
public final class SpeedFile {
  private static final String HEADER =
      "table,case,threads,library,quantity,value,commit,dirty,date,host,jdk,load";

  private static final List<String> COLUMNS = List.of(HEADER.split(","));

  /** Where the benchmarks that are run by hand record theirs. */
  public static final Path RESULTS = Path.of("docs", "results");

  /**
   * What was measured.
   *
   * @param table the benchmark: {@code step}, {@code peers} …
   * @param setting what it was measured on
   * @param library whose it is
   */
  public record Key(String table, String setting, int threads, String library, String quantity) {}

  /** A line. */
  public record Row(Key key, double value, Provenance made) {}

  private final ResultLines lines;

  public SpeedFile(Path directory) {
    this.lines = new ResultLines(directory.resolve("speed.csv"), HEADER);
  }

  /** Every line, in the order they came; of lines with the same key the last one counts. */
  public List<Row> rows() throws IOException {
    return lines.read().stream().map(SpeedFile::parse).toList();
  }

  private static Row parse(String line) {
    Cells row = Cells.of(line, COLUMNS, List.of());
    Key key =
        new Key(
            row.text("table"),
            row.text("case"),
            (int) row.number("threads"),
            row.text("library"),
            row.text("quantity"));
    return new Row(key, row.number("value"), Provenance.of(row));
  }

  /** Adds what was measured here and now. */
  public void append(Key key, double value) throws IOException {
    Provenance made = Provenance.now(key.threads(), "");
    lines.append(
        String.join(
            ",",
            key.table(),
            Cells.quoted(key.setting()),
            Integer.toString(key.threads()),
            key.library(),
            key.quantity(),
            String.format(Locale.ROOT, "%.6g", value),
            made.commit(),
            made.dirty(),
            made.date(),
            Cells.quoted(made.host()),
            made.jdk(),
            made.load()));
  }
}
