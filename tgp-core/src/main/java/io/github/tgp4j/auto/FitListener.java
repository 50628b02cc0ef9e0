package io.github.tgp4j.auto;

/** Follows a fit from a table to a model; for progress bars and logs. */
public interface FitListener {
  /** A listener that ignores every event. */
  FitListener SILENT = (stage, share, bound, bestNll) -> {};

  /**
   * One step of some fit is done.
   *
   * @param stage which fit: {@code "tgp, round 1, fold 2"}
   * @param share of all the work that is done, 0 to 1
   * @param bound of the last step
   * @param bestNll the best negative log density on held-out rows so far; NaN before the first
   */
  void onStep(String stage, double share, double bound, double bestNll);

  /** A trial is done; {@code result} says what came of it, or why it failed. */
  default void onTrial(String stage, TrialResult result) {}
}
