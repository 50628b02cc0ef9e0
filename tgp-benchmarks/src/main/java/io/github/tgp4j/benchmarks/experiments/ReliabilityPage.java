package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * docs/reliability.md: what is promised, beside the counts of the last run of {@code ./bench fuzz}.
 */
final class ReliabilityPage {
  static final String HEADER = "kind,seed,cases,accepted,refused,findings,seconds,commit";

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
    String commit = "";
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      table.add(
          List.of(
              cells[0],
              cells[1],
              grouped(cells[2]),
              grouped(cells[3]),
              grouped(cells[4]),
              cells[5]));
      seconds += Double.parseDouble(cells[6]);
      commit = cells[7];
    }
    Files.writeString(
        results.resolveSibling("reliability.md"),
        Files.readString(results.resolve("notes").resolve("reliability.txt"))
            + String.format(
                Locale.ROOT,
                "%nMade by `./bench fuzz` or `./bench pages` from `results/fuzz.csv`: %.0f minutes on one machine at commit %s.%n%n",
                seconds / 60,
                commit)
            + table);
  }

  private static String grouped(String count) {
    return String.format(Locale.ROOT, "%,d", Long.parseLong(count));
  }
}
