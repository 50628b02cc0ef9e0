package io.github.tgp4j.rows;

/** How rows that are held out are chosen, so that they are as new rows will be. */
public enum RowOrder {
  /** Any rows: new rows are like those at hand. */
  RANDOM,
  /** The latest rows: new rows will be later than all of them. The key of a row is its time. */
  TIME,
  /** All rows of some groups: new rows will be of other groups. The key of a row is its group. */
  GROUPS
}
