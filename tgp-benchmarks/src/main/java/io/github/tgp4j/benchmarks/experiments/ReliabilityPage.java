package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * docs/reliability.md: what is promised, beside the counts of the last run of {@code ./bench fuzz}.
 */
final class ReliabilityPage {
  static final String HEADER =
      "kind,seed,cases,accepted,refused,findings,seconds," + Provenance.HEADER;
  private static final List<String> COLUMNS = List.of(HEADER.split(","));

  private ReliabilityPage() {}

  /** Writes the page, if there are counts. */
  static void write(Path results) throws IOException {
    Path counts = results.resolve("fuzz.csv");
    if (!Files.exists(counts)) {
      return;
    }
    List<String> lines = Files.readAllLines(counts);
    MarkdownTable table =
        new MarkdownTable(
            "kind", "first seed", "cases", "accepted", "refused in words", "findings");
    double seconds = 0;
    List<Provenance> made = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      Cells cells = Cells.of(line, COLUMNS, List.of());
      table.add(
          List.of(
              cells.text("kind"),
              cells.text("seed"),
              grouped(cells.text("cases")),
              grouped(cells.text("accepted")),
              grouped(cells.text("refused")),
              cells.text("findings")));
      seconds += cells.number("seconds");
      made.add(Provenance.of(cells));
    }
    Files.writeString(
        results.resolveSibling("reliability.md"),
        Files.readString(results.resolve("notes").resolve("reliability.txt"))
            + String.format(Locale.ROOT, "%nThe last run took %.0f minutes. ", seconds / 60)
            + Origin.measured("results/fuzz.csv", made)
            + "\n"
            + table);
  }

  private static String grouped(String count) {
    return String.format(Locale.ROOT, "%,d", Long.parseLong(count));
  }
}
