package io.github.tgp4j.optimise;

import io.github.tgp4j.train.TrainingState;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Guards a climb against divergence; equation T4 in docs/equations.md. It is told the bound of
 * every step. When the bound is not finite, or its average has fallen far below that of the last
 * snapshot, it brings the snapshot back and halves the steps. When that has happened too often it
 * brings the snapshot back for good. At the end it leaves the better of the last state and the
 * snapshot.
 *
 * <p>A single batch counts in the average by a few times that fall at most: a batch with a far
 * outlier in it says little about the state, and many such batches in a row say a lot.
 */
final class DivergenceGuard {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final int MOST_RESTORES = 30;

  /** A fall of the smoothed bound by this many nats per row counts as divergence. */
  static final double FALL_PER_ROW = 2.0;

  /** One bound counts in the average as no lower than so many falls below the snapshot's. */
  private static final double MOST_FALLS = 6.0;

  /**
   * When a step is bad, and what follows from it.
   *
   * @param smoothing weight of the newest bound in the average of them; 1 for bounds without noise
   * @param fall of the average below that of the snapshot, in nats, that counts as divergence
   * @param snapshotEvery steps between snapshots
   */
  record Rule(double smoothing, double fall, int snapshotEvery) {}

  private final Rule rule;
  private final Supplier<Snapshot> snapshots;
  private final Runnable onRestore;
  private final Snapshot good;
  private final Snapshot start; // null where bounds have no noise: the snapshot is no worse
  private double smooth = Double.NaN;
  private double goodBound = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private int restores;

  /**
   * Takes the first snapshot.
   *
   * @param snapshots copies of the current state
   * @param onRestore called after a state was brought back, to forget what led away from it
   */
  DivergenceGuard(Rule rule, Supplier<Snapshot> snapshots, Runnable onRestore) {
    this.rule = rule;
    this.snapshots = snapshots;
    this.onRestore = onRestore;
    this.good = snapshots.get();
    this.start = rule.smoothing() < 1 ? snapshots.get() : null;
  }

  /** The average of the latest bounds. */
  double smoothBound() {
    return smooth;
  }

  /** The share of the full step size that is left. */
  double shrink() {
    return shrink;
  }

  /** Whether states were brought back so often that more steps would not help. */
  boolean isExhausted() {
    return restores > MOST_RESTORES;
  }

  /** Whether a bound is as far below the snapshot's as the average may be at most. */
  boolean isWild(double bound) {
    return bound < goodBound - rule.fall();
  }

  /** How often a state was brought back. */
  int restores() {
    return restores;
  }

  /**
   * Takes the bound of the current state into account.
   *
   * @return whether to move on from it; otherwise a snapshot has taken its place
   * @throws ArithmeticException after 30 bad steps when no bound was ever finite
   */
  boolean accepts(int step, double bound) {
    smooth = smoothed(bound);
    if (!Double.isFinite(bound) || smooth < goodBound - rule.fall()) {
      restore(step, bound);
      return false;
    }
    if (step % rule.snapshotEvery() == 0 && !(smooth < goodBound)) {
      good.take();
      goodBound = smooth;
    }
    return true;
  }

  /** Brings the last snapshot back, for a reason other than its bound. */
  void goBack() {
    bring(good);
  }

  private double smoothed(double bound) {
    if (rule.smoothing() == 1) {
      return bound;
    }
    double least = goodBound - MOST_FALLS * rule.fall(); // −∞ where falls do not count
    double counted = Double.isFinite(least) ? Math.max(least, bound) : bound;
    double before = Double.isNaN(smooth) && Double.isFinite(goodBound) ? goodBound : smooth;
    return Double.isNaN(before) ? counted : before + rule.smoothing() * (counted - before);
  }

  private void restore(int step, double bound) {
    if (++restores > MOST_RESTORES && goodBound == Double.NEGATIVE_INFINITY) {
      throw new ArithmeticException(
          "training: the bound is "
              + bound
              + " at step "
              + step
              + " after "
              + MOST_RESTORES
              + " restarts with ever smaller steps; look for extreme values in the data");
    }
    if (isExhausted()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "training ended at step {0}: the bound kept falling far, in spite of {1} restarts with"
              + " ever smaller steps; the best state so far is kept",
          step,
          MOST_RESTORES);
    }
    LOG.log(System.Logger.Level.DEBUG, "step {0}: bound {1}; restored, steps halved", step, bound);
    good.restore();
    onRestore.run();
    shrink *= 0.5;
    smooth = Double.NaN;
  }

  /**
   * Leaves the best of the current state, the snapshot and, where bounds are noisy, the start. Each
   * is seen on the same rows and with the same random numbers, since bounds of different steps
   * cannot be compared.
   *
   * @param looks how many times; noise averages out over them
   * @param place prepares rows and random numbers of a look; 0 is that of the last step
   * @param value the bound of the current state there, NaN where it cannot be computed
   * @param steps that were taken
   * @return the bound at the state that was left
   * @throws ArithmeticException when none of them has a finite bound, and none ever had
   */
  double finishAtBestState(int looks, IntConsumer place, DoubleSupplier value, int steps) {
    if (start == null) {
      place.accept(0);
      double bound = value.getAsDouble();
      if (Double.isFinite(bound) && !(bound < goodBound)) {
        smooth = bound;
        return bound;
      }
    }
    Snapshot last = snapshots.get();
    Snapshot[] states =
        start == null ? new Snapshot[] {last, good} : new Snapshot[] {last, good, start};
    double[] means = means(states, looks, place, value);
    int best = best(means);
    if (!Double.isFinite(means[best]) && Double.isFinite(goodBound)) { // as far as these rows tell
      best = 1;
      means[best] = goodBound;
    }
    checkFinite(means[best], steps);
    bring(states[best]);
    if (best != 0) {
      LOG.log(System.Logger.Level.DEBUG, "the last state is not the best one: restored that");
      restores++;
    }
    if (start == null || best != 0 || Double.isNaN(smooth)) {
      smooth = means[best];
    }
    return means[best];
  }

  /**
   * For a state that was chosen in another way: its bound must be finite too, or the run never was
   * at a state of any use.
   *
   * @param value the bound of that state, which is computed where the average is not finite
   * @param steps that were taken
   */
  void finishAtChosenState(DoubleSupplier value, int steps) {
    if (!Double.isFinite(smooth)) {
      smooth = value.getAsDouble();
      checkFinite(smooth, steps);
    }
  }

  private static void checkFinite(double bound, int steps) {
    if (!Double.isFinite(bound)) {
      throw new ArithmeticException(
          "training: the bound is "
              + bound
              + " at the best state of "
              + steps
              + " steps; look for extreme values in the data");
    }
  }

  private double[] means(Snapshot[] states, int looks, IntConsumer place, DoubleSupplier value) {
    double[] means = new double[states.length];
    for (int look = 0; look < looks; look++) {
      place.accept(look);
      for (int s = 0; s < states.length; s++) {
        bring(states[s]);
        means[s] += value.getAsDouble();
      }
    }
    for (int s = 0; s < means.length; s++) {
      means[s] /= looks;
    }
    return means;
  }

  private void bring(Snapshot state) {
    state.restore();
    onRestore.run();
  }

  private static int best(double[] means) {
    int best = 0;
    for (int s = 1; s < means.length; s++) {
      if (means[s] > means[best] || !Double.isFinite(means[best])) {
        best = s;
      }
    }
    return best;
  }

  /** Writes all but the start, which the run that goes on begins with again. */
  void store(double bound, Map<String, double[]> numbers, Map<String, long[]> counts) {
    counts.put("restores", new long[] {restores});
    numbers.put("progress", new double[] {bound, smooth, goodBound, shrink});
    good.store("good", numbers);
  }

  /** Takes what {@link #store} wrote and returns the bound. */
  double load(TrainingState state) {
    double[] progress = state.sized("progress", 4);
    smooth = progress[1];
    goodBound = progress[2];
    shrink = progress[3];
    restores = Math.toIntExact(state.single("restores"));
    good.load("good", state);
    return progress[0];
  }
}
