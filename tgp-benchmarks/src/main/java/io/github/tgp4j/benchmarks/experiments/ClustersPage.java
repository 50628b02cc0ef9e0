package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The page of {@code ./bench clusters}: both sparse GPs side by side. */
final class ClustersPage {
  private ClustersPage() {}

  /** Writes the page, if there are rows. */
  static void write(Path results) throws IOException {
    Collection<AutoRow> rows = new AutoFile(results, "clusters").rows();
    if (rows.isEmpty()) {
      return;
    }
    Path notes = results.resolve("notes").resolve("clusters.txt");
    TreeSet<String> commits = new TreeSet<>();
    rows.forEach(row -> commits.add(row.made().commit()));
    MarkdownTable table =
        new MarkdownTable(
            "data",
            "split",
            "NLL svgp",
            "NLL GPyTorch SVGP",
            "svgp less GPyTorch",
            "RMSE svgp",
            "RMSE GPyTorch SVGP",
            "seconds svgp",
            "seconds GPyTorch SVGP");
    for (AutoRow ours : rows) {
      if (ours.key().model().equals("svgp")) {
        table.add(cells(ours, rows));
      }
    }
    Files.writeString(
        results.resolve("clusters.md"),
        (Files.exists(notes) ? Files.readString(notes) : "# clusters\n")
            + "\nMade by `./bench pages` from `clusters.csv`: "
            + rows.size()
            + " rows, computed at "
            + String.join(", ", commits)
            + ".\n\n"
            + table);
  }

  private static List<String> cells(AutoRow ours, Collection<AutoRow> rows) {
    Optional<AutoRow> peer =
        rows.stream()
            .filter(row -> row.key().model().equals("gpytorch-svgp"))
            .filter(row -> row.key().data().equals(ours.key().data()))
            .filter(row -> row.key().split() == ours.key().split())
            .findFirst();
    double none = Double.NaN;
    double theirs = peer.map(row -> row.scores().nll()).orElse(none);
    double gap = ours.scores().nll() - theirs;
    return List.of(
        ours.key().data(),
        Integer.toString(ours.key().split()),
        MarkdownTable.number(ours.scores().nll()),
        MarkdownTable.number(theirs),
        Double.isNaN(gap) ? "" : MarkdownTable.number(gap, 3),
        MarkdownTable.number(ours.scores().rmse()),
        MarkdownTable.number(peer.map(row -> row.scores().rmse()).orElse(none)),
        MarkdownTable.number(ours.seconds(), 0),
        peer.map(row -> MarkdownTable.number(row.seconds(), 0)).orElse(""));
  }
}
