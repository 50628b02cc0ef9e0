package io.github.tgp4j.train;

/** Is told of every step; for progress bars, logs and curves. */
@FunctionalInterface
public interface TrainingListener {
  /** A listener that ignores every event. */
  TrainingListener SILENT = progress -> true;

  /** The parts of a fit, in their order. */
  enum Phase {
    /** A GP without a flow is fitted first, for the model to start from. */
    PLAIN_START,
    /** The model itself is fitted. */
    MAIN
  }

  /**
   * One step is done.
   *
   * @return whether to go on; false ends training, keeping what was reached
   */
  boolean onStep(Progress progress);

  /** Whether training should end: asked before every step. */
  default boolean isStopped() {
    return false;
  }

  /**
   * Where training stands after a step.
   *
   * @param phase of the fit
   * @param step steps done in this phase
   * @param share of the phase that is done, 0 to 1
   * @param bound on the last batch, scaled to the whole data
   * @param validation the last score of the held-out rows (larger is better), NaN before the first
   * @param nanos since the phase began, in all sittings
   */
  record Progress(
      Phase phase, int step, double share, double bound, double validation, long nanos) {}
}
