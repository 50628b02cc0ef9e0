package io.github.tgp4j.benchmarks.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis: which pixel a value lies at, and ticks at round numbers. A linear one has ticks at
 * multiples of 1, 2 or 5 times a power of ten; a logarithmic one at such numbers themselves.
 */
final class Axis {
  private static final double ROOM = 0.04; // of the range, beyond the outermost values
  private static final int MOST_TICKS = 7;

  private final boolean logarithmic;
  private final double from;
  private final double to;
  private final double first;
  private final double last;

  private Axis(boolean logarithmic, double from, double to, double first, double last) {
    this.logarithmic = logarithmic;
    this.from = from;
    this.to = to;
    this.first = first;
    this.last = last;
  }

  /**
   * @param low the smallest value that is shown
   * @param high the largest
   * @param first the pixel of the low end
   * @param last the pixel of the high end; may be smaller
   */
  static Axis linear(double low, double high, double first, double last) {
    double room =
        high > low ? ROOM * (high - low) : Math.max(Math.abs(low), 1e-12) * ROOM; // one value
    return new Axis(false, low - room, high + room, first, last);
  }

  /** The same with logarithms; both ends are positive. */
  static Axis logarithmic(double low, double high, double first, double last) {
    if (!(low > 0)) {
      throw new IllegalArgumentException("logarithmic axis: expected values above 0, got " + low);
    }
    double room = Math.pow(high / low, ROOM);
    return new Axis(true, low / room, high * room * (high > low ? 1 : 1.1), first, last);
  }

  /** The pixel of a value. */
  double at(double value) {
    double share =
        logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    return first + share * (last - first);
  }

  /** Values with a tick, from small to large. */
  List<Double> ticks() {
    return logarithmic ? powers() : multiples();
  }

  private List<Double> multiples() {
    double step = step();
    List<Double> ticks = new ArrayList<>();
    for (long k = (long) Math.ceil(from / step); k * step <= to; k++) {
      ticks.add(k * step);
    }
    return ticks;
  }

  private double step() {
    double unit = Math.pow(10, Math.floor(Math.log10(to - from)) - 1);
    for (double times : new double[] {1, 2, 5, 10, 20, 50}) {
      if ((to - from) / (times * unit) <= MOST_TICKS) {
        return times * unit;
      }
    }
    return 100 * unit;
  }

  private List<Double> powers() {
    for (int[] digits : new int[][] {{1, 2, 5}, {1}}) {
      List<Double> ticks = new ArrayList<>();
      for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
        for (int digit : digits) {
          double value = digit * Math.pow(10, power);
          if (value >= from && value <= to) {
            ticks.add(value);
          }
        }
      }
      if (ticks.size() <= MOST_TICKS || digits.length == 1) {
        return ticks;
      }
    }
    throw new IllegalStateException("the loop returns");
  }

  /** A tick's value as people write it: no digit more than tells it from the next. */
  String label(double tick) {
    double unit = logarithmic ? tick : step();
    int digits = (int) Math.max(0, -Math.floor(Math.log10(unit) + 1e-9));
    if (digits > 5) {
      String text = String.format(Locale.ROOT, "%.1e", tick);
      return text.replace(".0e", "e").replace("e-0", "e-");
    }
    String text = String.format(Locale.ROOT, "%." + digits + "f", tick);
    return text.matches("-0\\.?0*") ? text.substring(1) : text.replace('-', '−');
  }
}
