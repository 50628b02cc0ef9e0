package io.github.tgp4j.flow;

/** An open interval of the real line: the domain or the range of a flow. */
public record Interval(double lower, double upper) {
  public static final Interval REAL =
      new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  public static final Interval POSITIVE = new Interval(0.0, Double.POSITIVE_INFINITY);

  public Interval {
    if (!(lower < upper)) {
      throw new IllegalArgumentException(
          "interval: expected lower < upper but got (" + lower + ", " + upper + ")");
    }
  }

  public boolean contains(double value) {
    return value > lower && value < upper;
  }

  public boolean contains(Interval other) {
    return other.lower >= lower && other.upper <= upper;
  }

  @Override
  public String toString() {
    return "(" + lower + ", " + upper + ")";
  }
}
