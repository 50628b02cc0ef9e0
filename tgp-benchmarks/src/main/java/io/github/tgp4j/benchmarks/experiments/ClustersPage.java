package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;

/**
 * The page of {@code ./bench clusters}: both sparse GPs side by side. GPyTorch's rows of the
 * paper's tables are those of {@code ./bench auto}.
 */
final class ClustersPage {
  private ClustersPage() {}

  /** Writes the page, if there are rows. */
  static void write(Path results) throws IOException {
    Collection<AutoRow> rows = new AutoFile(results, "clusters").rows();
    if (rows.isEmpty()) {
      return;
    }
    Path notes = results.resolve("notes").resolve("clusters.txt");
    MarkdownTable table =
        new MarkdownTable(
            "data",
            "splits",
            "NLL svgp",
            "NLL GPyTorch SVGP",
            "svgp less GPyTorch",
            "RMSE svgp",
            "RMSE GPyTorch SVGP",
            "seconds svgp",
            "seconds GPyTorch SVGP");
    AutoBoard board = new AutoBoard(results);
    rows.stream()
        .map(row -> row.key().data())
        .distinct()
        .forEach(
            data -> {
              AutoContestant theirs = of(rows, data, Clusters.PEER);
              table.add(
                  cells(
                      data,
                      of(rows, data, Clusters.OURS),
                      theirs.isEmpty() ? inAuto(board, data) : theirs));
            });
    Files.writeString(
        results.resolve("clusters.md"),
        (Files.exists(notes) ? Files.readString(notes) : "# clusters\n")
            + "\n"
            + Origin.sentences("clusters.csv", rows.stream().map(AutoRow::made).toList())
            + "\n"
            + table);
  }

  private static AutoContestant of(Collection<AutoRow> rows, String data, String model) {
    AutoContestant out = AutoContestant.named(model);
    rows.stream()
        .filter(row -> row.key().data().equals(data) && row.key().model().equals(model))
        .filter(row -> !row.isFailure())
        .forEach(row -> out.add(row.key().split(), row.scores(), row.seconds()));
    return out;
  }

  private static AutoContestant inAuto(AutoBoard board, String data) {
    return AutoSet.ALL.stream()
        .filter(set -> set.name().equals(data))
        .findFirst()
        .map(set -> board.peer(set, Clusters.PEER))
        .orElse(AutoContestant.named(Clusters.PEER));
  }

  /** Of the splits that both have. */
  private static List<String> cells(String data, AutoContestant ours, AutoContestant theirs) {
    SortedSet<Integer> splits = ours.common(theirs);
    double nll = ours.mean(Scores::nll, splits);
    double other = theirs.mean(Scores::nll, splits);
    return List.of(
        data,
        Integer.toString(splits.size()),
        MarkdownTable.number(nll),
        MarkdownTable.number(other),
        splits.isEmpty() ? "" : MarkdownTable.number(nll - other, 3),
        MarkdownTable.number(ours.mean(Scores::rmse, splits)),
        MarkdownTable.number(theirs.mean(Scores::rmse, splits)),
        MarkdownTable.number(ours.meanSeconds(), 0),
        theirs.isEmpty() ? "" : MarkdownTable.number(theirs.meanSeconds(), 0));
  }
}
