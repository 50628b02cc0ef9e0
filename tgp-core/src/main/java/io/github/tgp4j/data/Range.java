package io.github.tgp4j.data;

import java.util.List;

/** Least, greatest and mean of the finite values seen; the others count as missing. */
final class Range {
  private long finite;
  private long missing;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double mean;

  void add(double[] values, int rows) {
    for (int i = 0; i < rows; i++) {
      double x = values[i];
      if (Double.isFinite(x)) {
        finite++;
        least = Math.min(least, x);
        greatest = Math.max(greatest, x);
        mean += x / finite - mean / finite; // not (x − mean)/n, which can overflow
      } else {
        missing++;
      }
    }
  }

  /** Takes in the values that another range has seen. */
  void merge(Range other) {
    missing += other.missing;
    if (other.finite == 0) {
      return;
    }
    long all = finite + other.finite;
    mean = mean * ((double) finite / all) + other.mean * ((double) other.finite / all);
    finite = all;
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
  }

  /** Sends or receives what was seen. */
  void send(Wire wire) {
    finite = wire.whole(finite);
    missing = wire.whole(missing);
    least = wire.number(least);
    greatest = wire.number(greatest);
    mean = wire.number(mean);
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
    return mean;
  }
}
