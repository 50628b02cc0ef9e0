package io.github.tgp4j.rows;

/**
 * Places of rows to train on, and of rows kept aside to judge what was trained.
 *
 * @param train in the order in which they are taken
 * @param held kept aside
 */
public record Part(int[] train, int[] held) {
  /** The rows themselves. */
  Holdout of(RowStore rows) {
    RowStore aside = new SelectedRows(rows, held, 0, held.length);
    return new Holdout(
        new SelectedRows(rows, train, 0, train.length), aside.allInputs(), aside.allTargets());
  }
}
