package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;

/**
 * Count, largest magnitude, sum and sum of squares of one column, from which its shift and scale
 * follow. Moments of parts of the rows merge to those of all rows.
 *
 * <p>Both sums are kept in two doubles, which together have twice the digits of one: the variance
 * is then Σx²/n − (Σx/n)² without harm where the mean is up to ten million times the deviation, and
 * the same to the last bit or two however the rows were cut. Values are multiplied by a power of
 * two, so that squares of 1e300 do not overflow and those of 1e-300 do not vanish.
 */
final class ColumnMoments {
  /** How many {@link #numbers} there are. */
  static final int NUMBERS = 8;

  private static final double SPLITTER = 0x1p27 + 1;
  private static final int REACH = 300; // how far, in powers of two, values may exceed the unit

  private long count;
  private double largest;
  private boolean marks = true;
  private int unit; // values are divided by 2^unit
  private double sum;
  private double sumRest;
  private double squares;
  private double squaresRest;

  void add(double value) {
    count++;
    marks &= value == 0.0 || value == 1.0;
    reach(Math.abs(value));
    double x = Math.scalb(value, -unit);
    addToSum(x);
    double square = x * x;
    addToSquares(square);
    squaresRest += lostInProduct(x, x, square);
  }

  void merge(ColumnMoments other) {
    if (other.count == 0) {
      return;
    }
    count += other.count;
    marks &= other.marks;
    reach(other.largest);
    int by = other.unit - unit;
    addToSum(Math.scalb(other.sum, by));
    sumRest += Math.scalb(other.sumRest, by);
    addToSquares(Math.scalb(other.squares, 2 * by));
    squaresRest += Math.scalb(other.squaresRest, 2 * by);
  }

  /** Takes a new largest magnitude, and a larger unit where squares would become too large. */
  private void reach(double magnitude) {
    if (!(magnitude > largest)) {
      return;
    }
    boolean first = largest == 0.0;
    largest = magnitude;
    int exponent = Math.max(Math.getExponent(magnitude), Double.MIN_EXPONENT);
    if (first || exponent > unit + REACH) {
      int by = unit - exponent;
      unit = exponent;
      sum = Math.scalb(sum, by);
      sumRest = Math.scalb(sumRest, by);
      squares = Math.scalb(squares, 2 * by);
      squaresRest = Math.scalb(squaresRest, 2 * by);
    }
  }

  private void addToSum(double x) {
    double added = sum + x;
    sumRest += lostInSum(sum, x, added);
    sum = added;
  }

  private void addToSquares(double x) {
    double added = squares + x;
    squaresRest += lostInSum(squares, x, added);
    squares = added;
  }

  /** What a + b lacks when it was rounded to {@code sum}; exact. */
  private static double lostInSum(double a, double b, double sum) {
    double ofB = sum - a;
    return (a - (sum - ofB)) + (b - ofB);
  }

  /** What a·b lacks when it was rounded to {@code product}; exact. */
  private static double lostInProduct(double a, double b, double product) {
    double aHigh = SPLITTER * a - (SPLITTER * a - a);
    double aLow = a - aHigh;
    double bHigh = SPLITTER * b - (SPLITTER * b - b);
    double bLow = b - bHigh;
    return ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
  }

  /** All of it as numbers, for whoever merges it elsewhere. */
  double[] numbers() {
    return new double[] {count, largest, marks ? 1 : 0, unit, sum, sumRest, squares, squaresRest};
  }

  /** What {@link #numbers} gave, from a place on. */
  static ColumnMoments of(double[] numbers, int at) {
    ColumnMoments moments = new ColumnMoments();
    moments.count = (long) numbers[at];
    moments.largest = numbers[at + 1];
    moments.marks = numbers[at + 2] == 1;
    moments.unit = (int) numbers[at + 3];
    moments.sum = numbers[at + 4];
    moments.sumRest = numbers[at + 5];
    moments.squares = numbers[at + 6];
    moments.squaresRest = numbers[at + 7];
    return moments;
  }

  long count() {
    return count;
  }

  /** Whether all values are 0 or 1: the mark of a level, of a missing value, a yes or no. */
  boolean isMarks() {
    return marks;
  }

  /** Shift and scale, in that order. */
  double[] shiftAndScale(TargetScaling kind) {
    if (kind == TargetScaling.NONE || largest == 0.0) {
      return new double[] {0.0, 1.0};
    }
    double mean = (sum + sumRest) / count;
    double deviation = Math.sqrt(Math.max(0.0, centredSquares() / count));
    double scale =
        deviation > 1e-14 * Math.abs(mean)
            ? Math.scalb(deviation, unit)
            : largest; // constant up to rounding
    double shift = kind == TargetScaling.STANDARDISE ? Math.scalb(mean, unit) : 0.0;
    return new double[] {shift, Math.max(scale, Double.MIN_NORMAL)};
  }

  /** Σx² − (Σx)²/n in units of 4^unit, with the digits of both halves of the sums. */
  private double centredSquares() {
    double high = sum + sumRest;
    double low = lostInSum(sum, sumRest, high);
    double product = high * high;
    double productRest = lostInProduct(high, high, product) + 2 * high * low;
    double quotient = product / count;
    double back = quotient * count;
    double quotientRest =
        ((product - back) - lostInProduct(quotient, count, back) + productRest) / count;
    double difference = squares - quotient;
    double differenceRest = lostInSum(squares, -quotient, difference);
    return difference + (differenceRest + squaresRest - quotientRest);
  }
}
