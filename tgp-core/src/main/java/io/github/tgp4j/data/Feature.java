package io.github.tgp4j.data;

/**
 * One column of the encoded matrix.
 *
 * @param name for people, such as {@code color=red}
 * @param source name of the table's column it comes from
 */
public record Feature(String name, String source, Kind kind) {
  /** What the numbers are. */
  public enum Kind {
    /** The column's own numbers. */
    NUMBER,
    /** Days since the first training time. */
    TIME,
    /** Sine or cosine of the time of day, week or year. */
    CYCLE,
    /** 1 where the column has a certain level, otherwise 0. */
    LEVEL,
    /** 1 where the value is missing, otherwise 0. */
    MISSING
  }
}
