package io.github.tgp4j.model;

import io.github.tgp4j.forest.Forest;
import io.github.tgp4j.forest.ForestGrower;
import io.github.tgp4j.likelihood.BernoulliLikelihood;
import io.github.tgp4j.likelihood.CategoricalLikelihood;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowSample;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Builds a {@link ForestModel}.
 *
 * <pre>
 *   ForestModel model = RandomTrees.builder().likelihood("categorical(3)").fit(rows);
 * </pre>
 */
public final class RandomTrees {
  private static final int MOST_ROWS = 200_000;
  private static final double MOST = 1e150; // whose squares are numbers

  private Likelihood likelihood = Specs.likelihood("gaussian");
  private long seed = 1L;
  private int threads = Runtime.getRuntime().availableProcessors();
  private Duration timeLimit;
  private int trees; // 0 for as many as the rows call for
  private TrainingListener listener = TrainingListener.SILENT;

  private RandomTrees() {}

  public static RandomTrees builder() {
    return new RandomTrees();
  }

  /** What the target is: {@code gaussian}, {@code bernoulli} or {@code categorical(3)}. */
  public RandomTrees likelihood(String text) {
    Likelihood value = Specs.likelihood(text);
    if (!(value instanceof GaussianLikelihood
        || value instanceof BernoulliLikelihood
        || value instanceof CategoricalLikelihood)) {
      throw new IllegalArgumentException(
          "forest: expected the likelihood gaussian, bernoulli or categorical but got " + text);
    }
    likelihood = value;
    return this;
  }

  /** The same seed gives the same trees. */
  public RandomTrees seed(long value) {
    seed = value;
    return this;
  }

  /** How many; without this 100, or fewer, down to 20, for more than 10,000 rows. */
  public RandomTrees trees(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("trees: expected at least 1 but got " + count);
    }
    trees = count;
    return this;
  }

  /** Trees that grow at a time; the result does not depend on it. */
  public RandomTrees threads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("threads: expected at least 1 but got " + count);
    }
    threads = count;
    return this;
  }

  /** No tree is begun after it, but one. */
  public RandomTrees timeLimit(Duration value) {
    timeLimit = value;
    return this;
  }

  /** Who may ask for the end. */
  public RandomTrees listener(TrainingListener value) {
    listener = value;
    return this;
  }

  /** Learns from all rows, or from a sample of 200,000. */
  public ForestModel fit(RowStore rows) {
    boolean numbers = likelihood instanceof GaussianLikelihood;
    if (rows.targets() != 1) {
      throw new IllegalArgumentException(
          "forest: expected one target but got " + rows.targets() + "; fit one model for each");
    }
    long begin = System.nanoTime();
    long[] sample = RowSample.numbers(rows.rows(), MOST_ROWS, seed);
    Matrix x = Matrix.zeros(sample.length, rows.inputs());
    double[][] targets = new double[1][sample.length];
    for (int i = 0; i < sample.length; i++) {
      rows.read(sample[i], x.data, x.at(i, 0), targets, i);
    }
    double[] y = targets[0];
    check(x, y);
    AtomicReference<Ended> ended = new AtomicReference<>(Ended.STEPS);
    BooleanSupplier enough =
        () -> {
          boolean late = timeLimit != null && System.nanoTime() - begin >= timeLimit.toNanos();
          if (late || listener.isStopped()) {
            ended.set(late ? Ended.TIME_LIMIT : Ended.CANCELLED);
          }
          return ended.get() != Ended.STEPS;
        };
    ForestGrower grower = new ForestGrower(x, y, seed, trees, threads, enough);
    Forest forest = numbers ? grower.ofNumbers() : grower.ofClasses(likelihood.classes());
    return new ForestModel(
        forest,
        likelihood,
        new TrainingResult(
            forest.trees().count(),
            Double.NaN,
            Double.NaN,
            0,
            0.0,
            System.nanoTime() - begin,
            ended.get(),
            List.of()));
  }

  private void check(Matrix x, double[] y) {
    RowChecks.checkFinite("x", x);
    int classes = likelihood.classes();
    for (double value : y) {
      boolean code = value >= 0 && value < classes && value == Math.rint(value);
      if (classes > 0 ? !code : !(Math.abs(value) < MOST)) {
        throw new IllegalArgumentException(
            "forest: expected targets "
                + (classes > 0 ? "0 to " + (classes - 1) : "below " + MOST)
                + " but got "
                + value);
      }
    }
  }
}
