package io.github.tgp4j.engine;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.ScalingLearner;

/**
 * Rows in their own units that lie elsewhere, on a cluster for example, and never come here as a
 * whole. They are numbered from 0 on.
 */
public interface RemoteRows {
  /** How many rows there are. */
  long rows();

  /** Columns of x. */
  int inputs();

  /** Columns of y. */
  int targets();

  /**
   * Looks at all rows once.
   *
   * @return what their scaling follows from
   * @throws IllegalArgumentException when a number is not finite, or a target is none of the
   *     likelihood's
   */
  ScalingLearner learn(Likelihood likelihood);

  /** The rows with these numbers, which ascend, brought here. */
  RowStore read(long[] numbers);

  /** The same rows but those with these numbers, which ascend; the others are numbered anew. */
  RemoteRows without(long[] numbers);

  /**
   * The same rows on the scale that a model trains on.
   *
   * @throws IllegalArgumentException when an input lies too far out to compute with
   */
  TrainingRows.Engines scaled(LearntScaling scaling);
}
