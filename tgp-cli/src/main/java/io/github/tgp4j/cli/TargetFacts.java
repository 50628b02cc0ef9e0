package io.github.tgp4j.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.TreeSet;

/** What a column of numbers looks like as a target, gathered in one pass. */
final class TargetFacts {
  private static final int MOST_DISTINCT = 60;
  private static final int MOST_CLASSES = 20;

  /** A target's nature, which decides what models make sense. */
  enum Nature {
    REAL("numbers"),
    POSITIVE("numbers above 0"),
    NON_NEGATIVE("numbers, 0 or more, some of them 0"),
    PROPORTION("numbers between 0 and 1"),
    COUNT("counts"),
    BINARY("two classes"),
    CLASSES("classes");

    private final String words;

    Nature(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean isClasses() {
      return this == BINARY || this == CLASSES;
    }
  }

  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double leastPositive = Double.POSITIVE_INFINITY;
  private boolean whole = true;
  private long zeros;
  private boolean manyDistinct;
  private final TreeSet<Double> distinct = new TreeSet<>();

  void add(double y) {
    if (Double.isNaN(y)) {
      return;
    }
    count++;
    least = Math.min(least, y);
    most = Math.max(most, y);
    whole &= y == Math.rint(y);
    if (y == 0) {
      zeros++;
    } else if (y > 0) {
      leastPositive = Math.min(leastPositive, y);
    }
    if (!manyDistinct && distinct.add(y == 0 ? 0.0 : y)) {
      manyDistinct = distinct.size() > MOST_DISTINCT;
    }
  }

  long count() {
    return count;
  }

  double least() {
    return least;
  }

  double most() {
    return most;
  }

  /** The distinct values in order, as long as they are few. */
  TreeSet<Double> distinct() {
    return distinct;
  }

  boolean isConstant() {
    return distinct.size() == 1;
  }

  /**
   * Whole numbers 0, 1, …, K − 1 that all occur are taken for class codes up to K = 20; other whole
   * numbers from 0 on for counts.
   */
  Nature nature() {
    if (whole && !manyDistinct && least == 0 && most == distinct.size() - 1) {
      if (distinct.size() == 2) {
        return Nature.BINARY;
      }
      if (distinct.size() > 2 && distinct.size() <= MOST_CLASSES) {
        return Nature.CLASSES;
      }
    }
    if (whole && least >= 0 && most < 1e6 && distinct.size() > 2) {
      return Nature.COUNT;
    }
    if (least > 0 && most < 1 && most - least > 0.05) {
      return Nature.PROPORTION;
    }
    if (least > 0) {
      return Nature.POSITIVE;
    }
    return least == 0 && zeros < count ? Nature.NON_NEGATIVE : Nature.REAL;
  }

  /** Half the smallest value above 0: at or below it a value counts as 0. */
  double detectionLimit() {
    return 0.5 * leastPositive;
  }

  /** Six digits at most, no zeros behind them. */
  private static String plain(double value) {
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  /** "numbers above 0, 5 to 50". */
  String describe() {
    Nature nature = nature();
    return nature.isClasses()
        ? distinct.size() + " classes"
        : nature.words() + ", " + plain(least) + " to " + plain(most);
  }
}
