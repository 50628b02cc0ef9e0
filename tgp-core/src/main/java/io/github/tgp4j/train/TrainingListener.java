package io.github.tgp4j.train;

/** Hears of every step; for progress bars, logs and curves. */
@FunctionalInterface
public interface TrainingListener {
  /** Hears nothing. */
  TrainingListener SILENT = progress -> true;

  /**
   * One step is done.
   *
   * @return whether to go on; false ends training, keeping what was reached
   */
  boolean onStep(Progress progress);

  /**
   * Whether training should end: asked before the first step, and between the steps of
   * preparations, which are not reported.
   */
  default boolean isStopped() {
    return false;
  }

  /** Where training stands. One instance is reused: read it during the call only. */
  final class Progress {
    int step;
    double share;
    double bound;
    double validation = Double.NaN;
    long nanos;

    /** Steps done. */
    public int step() {
      return step;
    }

    /** Share of the run that is done, 0 to 1. */
    public double share() {
      return share;
    }

    /** The bound on the last batch, scaled to the whole data. */
    public double bound() {
      return bound;
    }

    /** The last validation score (larger is better), NaN before the first. */
    public double validation() {
      return validation;
    }

    /** Nanoseconds since training began. */
    public long nanos() {
      return nanos;
    }
  }
}
