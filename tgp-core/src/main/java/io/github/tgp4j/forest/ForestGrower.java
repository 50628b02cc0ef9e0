package io.github.tgp4j.forest;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.ClassFrequencies;
import io.github.tgp4j.predict.KernelDensity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Grows the trees of a forest, several at a time; the result does not depend on how many. */
public final class ForestGrower {
  /** Rows that one tree learns from at most. */
  private static final int MOST_ROWS = 50_000;

  /** Rows of all trees of classes: what a forest takes in memory and files grows with them. */
  private static final int ALL_ROWS = 2_000_000;

  /** The same of trees of numbers, whose leaves have single rows. */
  private static final int ALL_ROWS_OF_NUMBERS = 1_000_000;

  private static final int FEW_TREES = 20;
  private static final int MANY_TREES = 100;

  /** Share of the rows that one tree of numbers sees: the others show its errors. */
  private static final double SEEN = 0.7;

  private final Matrix x;
  private final double[] y;
  private final long seed;
  private final int count;
  private final int threads;
  private final BooleanSupplier enough;

  /**
   * Of some rows.
   *
   * @param count of trees; 0 for 100, fewer where each has many rows
   * @param threads trees that grow at a time
   * @param enough asked before every tree: whether those that have been begun, of which there is at
   *     least one, must do
   */
  public ForestGrower(
      Matrix x, double[] y, long seed, int count, int threads, BooleanSupplier enough) {
    this.x = x;
    this.y = y;
    this.seed = seed;
    this.count = count;
    this.threads = threads;
    this.enough = enough;
  }

  /** One tree and the rows that it has seen. */
  private record Grown(Trees tree, BitSet seen) {}

  /** Of targets that are codes 0 … K − 1 of K classes. */
  public ClassForest ofClasses(int classes) {
    Trees trees =
        Trees.join(
            grow(LeafTargets.ofClasses(y, classes), y.length, ALL_ROWS).stream()
                .map(Grown::tree)
                .toList());
    return new ClassForest(trees, ClassFrequencies.of(y, classes).classProbabilities());
  }

  /**
   * Of targets that are numbers.
   *
   * @throws ArithmeticException where rows are too few to show the trees' errors
   */
  public NumberForest ofNumbers() {
    int most = Math.max(1, (int) (SEEN * y.length));
    List<Grown> grown = grow(LeafTargets.ofNumbers(y), most, ALL_ROWS_OF_NUMBERS);
    List<LeafMeans> unseen = unseen(grown);
    int[] judged = IntStream.range(0, y.length).filter(i -> unseen.get(i).count() > 1).toArray();
    if (judged.length < 2) {
      throw new ArithmeticException(
          "forest: expected rows that trees had not seen but there are none; give it more rows");
    }
    double[] errors = Arrays.stream(judged).mapToDouble(i -> y[i] - unseen.get(i).mean()).toArray();
    double floor = floor(errors);
    double[] scaled = new double[judged.length];
    for (int k = 0; k < judged.length; k++) {
      scaled[k] = errors[k] / Math.hypot(unseen.get(judged[k]).deviation(), floor);
    }
    Trees trees = Trees.join(grown.stream().map(Grown::tree).toList());
    return new NumberForest(trees, shape(scaled), floor);
  }

  /** What trees that agree may still err by. */
  private double floor(double[] errors) {
    double[] sizes = Arrays.stream(errors).map(Math::abs).sorted().toArray();
    double least = Math.max(1e-300, 1e-9 * Arrays.stream(y).map(Math::abs).max().orElseThrow());
    double typical =
        Math.max(0.05 * sizes[sizes.length / 2], 0.01 * Arrays.stream(sizes).average().orElse(0));
    return Math.max(least, typical);
  }

  /** Targets that never vary leave no errors: one kernel as wide as the floor. */
  private static KernelDensity shape(double[] errors) {
    boolean none = Arrays.stream(errors).allMatch(error -> error == 0);
    double end = Double.POSITIVE_INFINITY;
    return none
        ? new KernelDensity(new double[1], 1.0, -end, end, KernelDensity.Weights.KERNELS)
        : KernelDensity.of(errors, -end, end);
  }

  /** What the trees that have not seen a row say of it. */
  private List<LeafMeans> unseen(List<Grown> grown) {
    List<LeafMeans> out = new ArrayList<>();
    for (int i = 0; i < y.length; i++) {
      LeafMeans means = new LeafMeans();
      for (Grown one : grown) {
        if (!one.seen.get(i)) {
          means.add(one.tree, 0, x.data, x.at(i, 0));
        }
      }
      out.add(means);
    }
    return out;
  }

  /**
   * Rows count for more than trees: many rows have fewer, larger ones.
   *
   * @param most rows of one tree
   * @param all rows of all trees
   */
  private List<Grown> grow(LeafTargets targets, int most, int all) {
    int rows = Math.min(most, MOST_ROWS);
    int usual = Math.max(FEW_TREES, Math.min(MANY_TREES, all / rows));
    double[][] columns = x.toColumns();
    Grown[] grown = new Grown[count > 0 ? count : usual];
    try (Workers workers = new Workers(Math.min(threads, grown.length))) {
      workers.run(
          grown.length,
          (tree, worker) -> {
            if (tree == 0 || !enough.getAsBoolean()) {
              SplittableRandom random =
                  new SplittableRandom(seed + 0x9e3779b97f4a7c15L * (tree + 1));
              int[] some = sample(rows, random);
              BitSet seen = new BitSet();
              Arrays.stream(some).forEach(seen::set);
              grown[tree] = new Grown(new TreeGrower(columns, targets, some, random).grow(), seen);
            }
          });
    }
    return Arrays.stream(grown).filter(Objects::nonNull).toList();
  }

  /** So many rows, the first of a shuffle of all. */
  private int[] sample(int rows, SplittableRandom random) {
    int[] all = new int[y.length];
    Arrays.setAll(all, i -> i);
    for (int i = 0; i < rows && rows < all.length; i++) {
      int other = random.nextInt(i, all.length);
      int row = all[other];
      all[other] = all[i];
      all[i] = row;
    }
    return Arrays.copyOf(all, rows);
  }
}
