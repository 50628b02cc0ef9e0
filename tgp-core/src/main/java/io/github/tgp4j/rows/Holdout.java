package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rows to train on, and rows kept aside to judge what was trained. */
public record Holdout(RowStore train, Matrix heldX, double[][] heldY) {
  /**
   * Keeps a share of the rows aside, chosen as {@link RowStore#order} says, by default at random;
   * at least one row stays in training.
   */
  public static Holdout of(RowStore rows, double share, long seed) {
    int n = rows.size();
    int held = (int) Math.min(n - 1L, Math.round(share * n));
    if (held <= 0) {
      return new Holdout(rows, Matrix.zeros(0, rows.inputs()), new double[rows.targets()][0]);
    }
    return rows.order() == RowOrder.RANDOM
        ? cut(rows, shuffled(n, seed), held)
        : new OrderedParts(rows, seed).of(held).of(rows);
  }

  /**
   * Of rows that were cut before.
   *
   * @param aside null for none
   */
  public static Holdout of(RowStore train, RowStore aside) {
    return aside == null
        ? of(train, 0.0, 0)
        : new Holdout(train, aside.allInputs(), aside.allTargets());
  }

  /**
   * Cuts the rows, shuffled, into {@code count} parts, each held out once. Rows with times are held
   * out in blocks of the later half, each with all earlier rows to train on; groups stay together.
   */
  public static List<Holdout> folds(RowStore rows, int count, long seed) {
    if (rows.order() != RowOrder.RANDOM) {
      return new OrderedParts(rows, seed).folds(count).stream().map(part -> part.of(rows)).toList();
    }
    int n = rows.size();
    int[] order = shuffled(n, seed);
    List<Holdout> parts = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int from = (int) ((long) f * n / count);
      int to = (int) ((long) (f + 1) * n / count);
      int[] turned = new int[n]; // the held rows first
      for (int i = 0; i < n; i++) {
        turned[i] = order[(from + i) % n];
      }
      parts.add(cut(rows, turned, to - from));
    }
    return parts;
  }

  private static int[] shuffled(int rows, long seed) {
    int[] order = new int[rows];
    SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
    for (int i = 0; i < rows; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Holds the first rows of an order aside. */
  private static Holdout cut(RowStore rows, int[] order, int held) {
    RowStore aside = new SelectedRows(rows, order, 0, held);
    return new Holdout(
        new SelectedRows(rows, order, held, order.length), aside.allInputs(), aside.allTargets());
  }

  /** Whether no row is kept aside. */
  public boolean isEmpty() {
    return heldX.rows == 0;
  }
}
