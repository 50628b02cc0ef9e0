package io.github.tgp4j.data;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What a column of numbers looks like as a target, gathered in one pass. Facts of parts of the rows
 * merge to those of all of them.
 */
public final class TargetFacts {
  private static final int MOST_DISTINCT = 60;
  private static final int MOST_CLASSES = 12;

  /** From so many codes on, frequencies may tell counts from classes. */
  private static final int LEAST_COUNTS = 7;

  private static final double THIN = 0.1; // of the largest frequency
  private static final int MOST_DECIMALS = 4;
  private static final double MOST_STEPS = 2_000; // more are as good as no rounding
  private static final int DIGITS = 6; // of numbers in its description

  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double leastPositive = Double.POSITIVE_INFINITY;
  private boolean whole = true;
  private long zeros;
  private final TreeMap<Double, Long> distinct = new TreeMap<>(); // the least of them, where many
  private int decimals; // that every value has at most; −1 for more than four
  private long grid; // the greatest common divisor of the values times 10^decimals; 0 for none yet

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
    addDistinct(y == 0 ? 0.0 : y, 1L); // no negative zero
    addToGrid(y);
  }

  private void addDistinct(double y, long times) {
    if (distinct.size() <= MOST_DISTINCT || y <= distinct.lastKey()) {
      distinct.merge(y, times, Long::sum);
      if (distinct.size() > MOST_DISTINCT + 1) {
        distinct.pollLastEntry();
      }
    }
  }

  private void addToGrid(double y) {
    while (decimals >= 0 && !isWhole(y * Math.pow(10, decimals))) {
      decimals = decimals == MOST_DECIMALS ? -1 : decimals + 1;
      grid *= 10;
    }
    if (decimals >= 0) {
      grid = divisor(grid, (long) Math.abs(Math.rint(y * Math.pow(10, decimals))));
    }
  }

  private static boolean isWhole(double y) {
    return Math.abs(y) < 1e12 && Math.abs(y - Math.rint(y)) <= 1e-9 * Math.max(1.0, Math.abs(y));
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** The distance between neighbouring values that rounding left; 0 where they are not rounded. */
  public double step() {
    return decimals < 0 ? 0.0 : grid / Math.pow(10, decimals);
  }

  /** The {@link #step} of numbers with few of them from the least to the largest; 0 for others. */
  public double coarseStep() {
    return most - least <= MOST_STEPS * step() ? step() : 0.0;
  }

  /** What was gathered, for {@link #merge(byte[])} on another machine. */
  public byte[] toBytes() {
    return Wire.write(this::send);
  }

  /** Takes in the {@link #toBytes} of other rows' facts. */
  public void merge(byte[] other) {
    TargetFacts that = new TargetFacts();
    Wire.read(other, that::send);
    merge(that);
  }

  /** Sends or receives what was gathered. */
  void send(Wire wire) {
    count = wire.whole(count);
    least = wire.number(least);
    most = wire.number(most);
    leastPositive = wire.number(leastPositive);
    whole = wire.flag(whole);
    zeros = wire.whole(zeros);
    wire.numbers(distinct);
    decimals = (int) wire.whole(decimals);
    grid = wire.whole(grid);
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
    if (other.decimals < 0) {
      decimals = -1;
    } else if (other.grid > 0) {
      addToGrid(other.step());
    }
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
    return Collections.unmodifiableSortedSet(distinct.navigableKeySet());
  }

  public boolean isConstant() {
    return distinct.size() == 1;
  }

  /**
   * What the values are. Whole numbers 0, 1, …, K − 1 that all occur are taken for class codes up
   * to K = 12, unless K is 7 or more and their frequencies rise to a peak and fall to almost
   * nothing, as those of counts do; other whole numbers from 0 on for counts.
   */
  public TargetNature nature() {
    int size = distinct.size();
    boolean few = size >= 2 && size <= MOST_CLASSES;
    if (few && areFromZeroOn() && !(size >= LEAST_COUNTS && hasOnePeak())) {
      return size == 2 ? TargetNature.BINARY : TargetNature.CLASSES;
    }
    return numericNature();
  }

  /** Whether they are the whole numbers 0, 1, …, K − 1, all of which occur. */
  boolean areFromZeroOn() {
    return whole && least == 0 && most == distinct.size() - 1;
  }

  /** Whether frequencies rise to one peak and fall to almost nothing, up to chance. */
  private boolean hasOnePeak() {
    long[] times = distinct.values().stream().mapToLong(Long::longValue).toArray();
    int peak = 0;
    for (int k = 1; k < times.length; k++) {
      peak = times[k] > times[peak] ? k : peak;
    }
    for (int k = 0; k < times.length - 1; k++) {
      long against = k < peak ? times[k] - times[k + 1] : times[k + 1] - times[k];
      if (against > 2 * Math.sqrt(times[k] + times[k + 1])) {
        return false;
      }
    }
    return times[times.length - 1] <= THIN * times[peak];
  }

  /**
   * What the values are where they are known to be numbers, not codes of classes. Whole numbers
   * that are all multiples of another than 1, such as prices in hundreds, are no counts.
   */
  public TargetNature numericNature() {
    if (whole && least >= 0 && most < 1e6 && distinct.size() > 2 && grid == 1) {
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

  /** "numbers above 0, from 5 to 50". */
  String describe() {
    return numericNature().words()
        + ", from "
        + Values.rounded(least, DIGITS)
        + " to "
        + Values.rounded(most, DIGITS);
  }
}
