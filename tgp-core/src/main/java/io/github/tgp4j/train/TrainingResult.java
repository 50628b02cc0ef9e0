package io.github.tgp4j.train;

import java.util.List;
import java.util.Objects;

/**
 * The outcome of training.
 *
 * @param steps that were taken, not counting those of a {@linkplain
 *     TrainingListener.Phase#PLAIN_START plain start}
 * @param bound at the end, averaged over the latest minibatches where there are such
 * @param validation the best score of the held-out rows, larger is better; NaN where none were held
 *     out
 * @param restores how often a better state was brought back
 * @param jitter the largest relative jitter that a covariance matrix needed
 * @param nanos of training, in all sittings
 * @param ended why it ended; a model from a file of an earlier release says {@link Ended#STEPS}
 * @param history the run's course, thinned to some hundred points; a run that was resumed has those
 *     since then
 */
public record TrainingResult(
    int steps,
    double bound,
    double validation,
    int restores,
    double jitter,
    long nanos,
    Ended ended,
    List<TrainingListener.Progress> history) {

  public TrainingResult {
    Objects.requireNonNull(ended, "ended");
    history = List.copyOf(history);
  }

  /** All but the history, which is long. */
  @Override
  public String toString() {
    return "TrainingResult[steps="
        + steps
        + ", bound="
        + bound
        + ", validation="
        + validation
        + ", restores="
        + restores
        + ", jitter="
        + jitter
        + ", nanos="
        + nanos
        + ", ended="
        + ended
        + "]";
  }
}
