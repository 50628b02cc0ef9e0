package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The page of {@code ./bench clusters}: both sparse GPs side by side. GPyTorch's rows of the
 * paper's tables are those of {@code ./bench peers-quality}.
 */
final class ClustersPage {
  private static final String PEER = "gpytorch-svgp";
  private static final int INDUCING = 100;

  private ClustersPage() {}

  /** What the page says of GPyTorch. */
  private record Peer(double nll, double rmse, double seconds) {}

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
            "split",
            "NLL svgp",
            "NLL GPyTorch SVGP",
            "svgp less GPyTorch",
            "RMSE svgp",
            "RMSE GPyTorch SVGP",
            "seconds svgp",
            "seconds GPyTorch SVGP");
    Collection<ResultRow> peers = new ResultFile(results, "peers-quality").rows();
    for (AutoRow ours : rows) {
      if (ours.key().model().equals("svgp")) {
        table.add(cells(ours, peer(ours.key(), rows, peers)));
      }
    }
    Files.writeString(
        results.resolve("clusters.md"),
        (Files.exists(notes) ? Files.readString(notes) : "# clusters\n")
            + "\n"
            + Origin.sentences("clusters.csv", rows.stream().map(AutoRow::made).toList())
            + "\n"
            + table);
  }

  private static Optional<Peer> peer(
      AutoRow.Key ours, Collection<AutoRow> rows, Collection<ResultRow> peers) {
    Optional<Peer> own =
        rows.stream()
            .filter(row -> row.key().model().equals(PEER))
            .filter(row -> row.key().data().equals(ours.data()))
            .filter(row -> row.key().split() == ours.split())
            .findFirst()
            .map(row -> new Peer(row.scores().nll(), row.scores().rmse(), row.seconds()));
    ResultRow.Key key = new ResultRow.Key(ours.data(), PEER, INDUCING, ours.split());
    return own.or(
        () ->
            peers.stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .map(row -> new Peer(row.scores().nll(), row.scores().rmse(), row.fitSeconds())));
  }

  private static List<String> cells(AutoRow ours, Optional<Peer> peer) {
    double none = Double.NaN;
    double theirs = peer.map(Peer::nll).orElse(none);
    double gap = ours.scores().nll() - theirs;
    return List.of(
        ours.key().data(),
        Integer.toString(ours.key().split()),
        MarkdownTable.number(ours.scores().nll()),
        MarkdownTable.number(theirs),
        Double.isNaN(gap) ? "" : MarkdownTable.number(gap, 3),
        MarkdownTable.number(ours.scores().rmse()),
        MarkdownTable.number(peer.map(Peer::rmse).orElse(none)),
        MarkdownTable.number(ours.seconds(), 0),
        peer.map(p -> MarkdownTable.number(p.seconds(), 0)).orElse(""));
  }
}
