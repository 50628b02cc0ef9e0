package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.rows.RowBlock;
import java.util.ArrayList;
import java.util.List;

/** Sums over rows in memory: threads take shares of them, and the shares are added in order. */
final class Shares {
  private final Workers workers;
  private final List<RowSums> sums = new ArrayList<>();
  private Bound owner; // of the sums

  Shares(Workers workers) {
    this.workers = workers;
  }

  void sum(Bound bound, Bound.Pass pass, RowBlock rows, double scale, RowSums total) {
    if (owner != bound) {
      sums.clear();
      owner = bound;
    }
    Cut cut = bound.cut();
    int count = cut.shares(rows.rows());
    while (sums.size() < count) {
      sums.add(bound.newSums());
    }
    workers.run(
        count,
        (share, worker) -> {
          RowSums own = sums.get(share);
          own.clear();
          int from = (int) Cut.start(rows.rows(), share, count);
          int to = (int) Cut.start(rows.rows(), share + 1, count);
          bound.accumulateShare(pass, rows.slice(from, to), scale, own, workers.scratch(worker));
        });
    total.clear();
    for (int s = 0; s < count; s++) {
      sums.get(s).addTo(total);
    }
  }
}
