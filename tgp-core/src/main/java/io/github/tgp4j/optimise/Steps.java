package io.github.tgp4j.optimise;

import io.github.tgp4j.train.TrainingState;
import java.util.Map;

/** The steps of a run of training, which change its parameters and posteriors in place. */
interface Steps {
  /**
   * One step on the current batch.
   *
   * @param step its number, from 0 on
   * @param share of the plan that is done
   * @return false when nothing is left to gain
   */
  boolean step(int step, double share);

  /**
   * After the last of so many steps: leaves the best state of the run, since the last one need not
   * be it.
   */
  void finishAtBestState(int steps);

  /**
   * After the last of so many steps, where another state has taken the place of theirs.
   *
   * @throws ArithmeticException when the bound is not finite there either
   */
  void finishAtChosenState(int steps);

  /** Makes parameters and posteriors those of the last step, where another has them. */
  default void home() {}

  /** The largest relative jitter that any K_zz needed in the last step. */
  double jitter();

  /** The bound as the last step saw it. */
  double bound();

  /** The same, averaged over the latest minibatches. */
  double smoothBound();

  /** How often a bad step was taken back. */
  int restores();

  /** Whether so many bad steps were taken back that no more are worth taking. */
  boolean isExhausted();

  /** Writes what the next steps depend on, beside parameters and posteriors. */
  void store(Map<String, double[]> numbers, Map<String, long[]> counts);

  /** Goes on where {@link #store} was called, on the batch of the last step. */
  void load(TrainingState state);
}
