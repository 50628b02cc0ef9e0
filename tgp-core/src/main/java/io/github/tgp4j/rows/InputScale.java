package io.github.tgp4j.rows;

/** What a model does to the columns of its inputs before it sees them. */
public enum InputScale {
  /** Nothing. */
  RAW,
  /** Shifts and divides each, see {@link Scaling}: the default. */
  STANDARD,
  /**
   * In columns that are skewed or have outliers, replaces a value by the normal score of its rank
   * among those of training, see {@link RankCurve}: the few far values no longer push all others
   * together. Other columns are standardised.
   */
  RANKS
}
