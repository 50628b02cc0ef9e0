package io.github.tgp4j.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Holds out the latest rows, or whole groups of rows, by their keys. */
public final class OrderedParts {
  private final RowOrder order;
  private final int size;
  private final IntToDoubleFunction key;
  private final long seed;

  /** Of rows with these keys; see {@link RowOrder}. */
  public OrderedParts(RowOrder order, double[] keys, long seed) {
    this(order, keys.length, i -> keys[i], seed);
  }

  OrderedParts(RowStore rows, long seed) {
    this(rows.order(), rows.size(), rows::key, seed);
  }

  private OrderedParts(RowOrder order, int size, IntToDoubleFunction key, long seed) {
    this.order = order;
    this.size = size;
    this.key = key;
    this.seed = seed;
  }

  /** One part of about so many rows. */
  Part of(int held) {
    if (order == RowOrder.TIME) {
      int[] places = byTime();
      return before(places, border(places, size - held), size);
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
  public List<Part> folds(int count) {
    List<Part> parts = new ArrayList<>();
    if (order == RowOrder.TIME) {
      int[] places = byTime();
      int n = size;
      int from = border(places, n / 2);
      for (int f = 0; f < count && from < n; f++) {
        int wanted = n / 2 + (int) ((long) (f + 1) * (n - n / 2) / count);
        int to = f == count - 1 ? n : Math.max(from + 1, border(places, wanted));
        parts.add(before(places, from, to));
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
            i ->
                Double.isNaN(key.applyAsDouble(i))
                    ? Double.NEGATIVE_INFINITY
                    : key.applyAsDouble(i));
    return IntStream.range(0, size).boxed().sorted(earlier).mapToInt(i -> i).toArray();
  }

  /** The place nearest to the wanted one that parts different times, or the wanted one. */
  private int border(int[] places, int wanted) {
    for (int away = 0; away < size; away++) {
      for (int at : new int[] {wanted + away, wanted - away}) {
        if (at > 0 && at < size && isBorder(places, at)) {
          return at;
        }
      }
    }
    return Math.max(1, Math.min(size - 1, wanted));
  }

  private boolean isBorder(int[] places, int at) {
    return key.applyAsDouble(places[at]) != key.applyAsDouble(places[at - 1]);
  }

  /** Holds out a block of an order, with what lies before it to train on. */
  private static Part before(int[] places, int from, int to) {
    return new Part(Arrays.copyOf(places, from), Arrays.copyOfRange(places, from, to));
  }

  /** The rows of each group, groups in a random order. */
  private List<int[]> groups() {
    Map<Double, List<Integer>> byKey = new HashMap<>();
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<Integer> group = byKey.get(key.applyAsDouble(i));
      if (group == null) {
        group = new ArrayList<>();
        byKey.put(key.applyAsDouble(i), group);
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

  private static Part without(List<int[]> aside, List<int[]> groups) {
    int[] held = aside.stream().flatMapToInt(IntStream::of).toArray();
    int[] train =
        groups.stream().filter(g -> !aside.contains(g)).flatMapToInt(IntStream::of).toArray();
    return new Part(train, held);
  }
}
