package io.github.tgp4j.spark;

import io.github.tgp4j.train.TrainingListener.Progress;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * Tells Spark's listeners of a step of a fit: {@code SparkListener#onOtherEvent} gets one after
 * every step.
 */
public final class FitProgress implements SparkListenerEvent {
  private final String uid;
  private final Progress progress;

  FitProgress(String uid, Progress progress) {
    this.uid = uid;
    this.progress = progress;
  }

  /** Of the estimator. */
  public String uid() {
    return uid;
  }

  /** Where training stands. */
  public Progress progress() {
    return progress;
  }

  /** Event logs hold what a history server understands; of a fit these are its jobs. */
  @Override
  public boolean logEvent() {
    return false;
  }
}
