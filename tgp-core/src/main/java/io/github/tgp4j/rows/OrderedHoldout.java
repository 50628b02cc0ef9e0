package io.github.tgp4j.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Holds out the latest rows, or whole groups of rows, by the keys of a {@link RowStore}. */
final class OrderedHoldout {
  private final RowStore rows;
  private final long seed;

  OrderedHoldout(RowStore rows, long seed) {
    this.rows = rows;
    this.seed = seed;
  }

  /** One part of about so many rows. */
  Holdout of(int held) {
    if (rows.order() == RowOrder.TIME) {
      int[] order = byTime();
      return before(order, border(order, order.length - held), order.length);
    }
    List<int[]> groups = groups();
    List<int[]> aside = new ArrayList<>();
    int count = 0;
    while (aside.isEmpty() || count < held && aside.size() < groups.size() - 1) {
      int[] group = groups.get(aside.size());
      aside.add(group);
      count += group.length;
    }
    return without(aside, groups);
  }

  /**
   * Several parts: of times, the later half in blocks, each with all rows before it to train on; of
   * groups, each group in one of the parts.
   */
  List<Holdout> folds(int count) {
    List<Holdout> parts = new ArrayList<>();
    if (rows.order() == RowOrder.TIME) {
      int[] order = byTime();
      int n = order.length;
      int from = border(order, n / 2);
      for (int f = 0; f < count && from < n; f++) {
        int wanted = n / 2 + (int) ((long) (f + 1) * (n - n / 2) / count);
        int to = f == count - 1 ? n : Math.max(from + 1, border(order, wanted));
        parts.add(before(order, from, to));
        from = to;
      }
      return parts;
    }
    List<int[]> groups = groups();
    groups.sort(Comparator.comparingInt(group -> -group.length));
    int used = Math.min(count, groups.size());
    List<List<int[]>> folds = new ArrayList<>();
    int[] sizes = new int[used];
    for (int f = 0; f < used; f++) {
      folds.add(new ArrayList<>());
    }
    for (int[] group : groups) {
      int least = 0;
      for (int f = 1; f < used; f++) {
        least = sizes[f] < sizes[least] ? f : least;
      }
      folds.get(least).add(group);
      sizes[least] += group.length;
    }
    folds.forEach(aside -> parts.add(without(aside, groups)));
    return parts;
  }

  /** Places of rows, the earliest first; those without a time are the first of all. */
  private int[] byTime() {
    Comparator<Integer> earlier =
        Comparator.comparingDouble(
            i -> Double.isNaN(rows.key(i)) ? Double.NEGATIVE_INFINITY : rows.key(i));
    return IntStream.range(0, rows.size()).boxed().sorted(earlier).mapToInt(i -> i).toArray();
  }

  /** The place nearest to the wanted one that parts different times, or the wanted one. */
  private int border(int[] order, int wanted) {
    for (int away = 0; away < order.length; away++) {
      for (int at : new int[] {wanted + away, wanted - away}) {
        if (at > 0 && at < order.length && rows.key(order[at]) != rows.key(order[at - 1])) {
          return at;
        }
      }
    }
    return Math.max(1, Math.min(order.length - 1, wanted));
  }

  /** Holds out a block of an order, with what lies before it to train on. */
  private Holdout before(int[] order, int from, int to) {
    RowStore aside = new SelectedRows(rows, order, from, to);
    return new Holdout(
        new SelectedRows(rows, order, 0, from), aside.allInputs(), aside.allTargets());
  }

  /** The rows of each group, groups in a random order. */
  private List<int[]> groups() {
    Map<Double, List<Integer>> byKey = new HashMap<>();
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<Integer> group = byKey.get(rows.key(i));
      if (group == null) {
        group = new ArrayList<>();
        byKey.put(rows.key(i), group);
        all.add(group);
      }
      group.add(i);
    }
    if (all.size() < 2) {
      throw new IllegalArgumentException(
          "groups: expected two or more to hold some of them out, but got "
              + all.size()
              + "; name another column, or hold out rows at random");
    }
    SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
    List<int[]> shuffled = new ArrayList<>();
    for (List<Integer> group : all) {
      int[] places = group.stream().mapToInt(i -> i).toArray();
      int at = random.nextInt(shuffled.size() + 1);
      shuffled.add(places);
      shuffled.set(shuffled.size() - 1, shuffled.get(at));
      shuffled.set(at, places);
    }
    return shuffled;
  }

  private Holdout without(List<int[]> aside, List<int[]> groups) {
    int[] held = aside.stream().flatMapToInt(IntStream::of).toArray();
    int[] train =
        groups.stream().filter(g -> !aside.contains(g)).flatMapToInt(IntStream::of).toArray();
    RowStore out = new SelectedRows(rows, held, 0, held.length);
    return new Holdout(
        new SelectedRows(rows, train, 0, train.length), out.allInputs(), out.allTargets());
  }
}
