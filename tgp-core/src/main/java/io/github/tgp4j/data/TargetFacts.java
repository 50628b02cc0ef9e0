package io.github.tgp4j.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a column of numbers looks like as a target, gathered in one pass. Facts of parts of the rows
 * merge to those of all of them.
 */
public final class TargetFacts {
  private static final int MOST_DISTINCT = 60;
  private static final int MOST_CLASSES = 20;

  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double leastPositive = Double.POSITIVE_INFINITY;
  private boolean whole = true;
  private long zeros;
  private final TreeSet<Double> distinct = new TreeSet<>(); // the least of them, where many

  /** Takes a value; NaN and infinite ones are missing. */
  public void add(double y) {
    if (!Double.isFinite(y)) {
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
    addDistinct(y == 0 ? 0.0 : y); // no negative zero
  }

  private void addDistinct(double y) {
    if (distinct.size() <= MOST_DISTINCT || y < distinct.last()) {
      distinct.add(y);
      if (distinct.size() > MOST_DISTINCT + 1) {
        distinct.pollLast();
      }
    }
  }

  /** Takes in the facts of other rows. */
  public void merge(TargetFacts other) {
    count += other.count;
    least = Math.min(least, other.least);
    most = Math.max(most, other.most);
    leastPositive = Math.min(leastPositive, other.leastPositive);
    whole &= other.whole;
    zeros += other.zeros;
    other.distinct.forEach(this::addDistinct);
  }

  /** Values that are there. */
  public long count() {
    return count;
  }

  public double least() {
    return least;
  }

  public double most() {
    return most;
  }

  /** The distinct values in order; the least of them where there are more than 60. */
  public SortedSet<Double> distinct() {
    return Collections.unmodifiableSortedSet(distinct);
  }

  public boolean isConstant() {
    return distinct.size() == 1;
  }

  /**
   * What the values are. Whole numbers 0, 1, …, K − 1 that all occur are taken for class codes up
   * to K = 20; other whole numbers from 0 on for counts.
   */
  public TargetNature nature() {
    boolean codes =
        whole
            && distinct.size() <= MOST_CLASSES
            && distinct.size() >= 2
            && least == 0
            && most == distinct.size() - 1;
    if (codes) {
      return distinct.size() == 2 ? TargetNature.BINARY : TargetNature.CLASSES;
    }
    return numericNature();
  }

  /** What the values are where they are known to be numbers, not codes of classes. */
  public TargetNature numericNature() {
    if (whole && least >= 0 && most < 1e6 && distinct.size() > 2) {
      return TargetNature.COUNT;
    }
    if (least > 0 && most < 1 && most - least > 0.05) {
      return TargetNature.PROPORTION;
    }
    if (least > 0) {
      return TargetNature.POSITIVE;
    }
    return least == 0 && zeros < count ? TargetNature.NON_NEGATIVE : TargetNature.REAL;
  }

  /** Half the smallest value above 0: at or below it a value counts as 0. */
  public double detectionLimit() {
    return 0.5 * leastPositive;
  }

  /** Six digits at most, no zeros behind them. */
  private static String plain(double value) {
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  /** "numbers above 0, 5 to 50". */
  String describe() {
    return numericNature().words() + ", " + plain(least) + " to " + plain(most);
  }
}
