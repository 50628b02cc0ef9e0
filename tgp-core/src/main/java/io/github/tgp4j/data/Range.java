package io.github.tgp4j.data;

import java.util.List;

/**
 * Least, greatest and mean of the finite values seen; the others count as missing. The sum is kept
 * in two doubles, so that the mean has the same bits however the rows were cut.
 */
final class Range {
  private static final int SHIFT = 40; // so many bits less, and no sum of 2^40 values overflows

  private long finite;
  private long missing;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double sum;
  private double rest; // what the rounding of the sum has lost

  void add(double[] values, int rows) {
    for (int i = 0; i < rows; i++) {
      double x = values[i];
      if (Double.isFinite(x)) {
        finite++;
        least = Math.min(least, x);
        greatest = Math.max(greatest, x);
        addToSum(Math.scalb(x, -SHIFT));
      } else {
        missing++;
      }
    }
  }

  private void addToSum(double x) {
    double added = sum + x;
    double ofX = added - sum;
    rest += (sum - (added - ofX)) + (x - ofX); // exact (Knuth)
    sum = added;
  }

  /** Takes in the values that another range has seen. */
  void merge(Range other) {
    missing += other.missing;
    finite += other.finite;
    addToSum(other.sum);
    rest += other.rest;
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
  }

  /** Sends or receives what was seen. */
  void send(Wire wire) {
    finite = wire.whole(finite);
    missing = wire.whole(missing);
    least = wire.number(least);
    greatest = wire.number(greatest);
    sum = wire.number(sum);
    rest = wire.number(rest);
  }

  /** Whether all values that are there are the same; then says so. */
  boolean isConstant(String name, List<String> notes) {
    if (finite == 0) {
      notes.add(name + ": all values missing, left out");
    } else if (least == greatest) {
      String except = missing > 0 ? " where not missing" : "";
      notes.add(name + ": constant (" + Values.text(least) + ")" + except + ", left out");
    }
    return !(least < greatest);
  }

  long finite() {
    return finite;
  }

  long rows() {
    return finite + missing;
  }

  long missing() {
    return missing;
  }

  double least() {
    return least;
  }

  double greatest() {
    return greatest;
  }

  double mean() {
    return Math.scalb((sum + rest) / finite, SHIFT);
  }
}
