package io.github.tgp4j.data;

/** What the values of a column are. */
public enum ColumnType {
  /** Numbers. */
  NUMBER,
  /** Texts that name a kind, booleans among them. */
  CATEGORY,
  /** Moments, as seconds since the start of 1970 (UTC), with fractions. */
  TIME
}
