package io.github.tgp4j.data;

import io.github.tgp4j.data.Feature.Kind;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * A time becomes the days since the first training time, and for each chosen cycle the sine and
 * cosine of where in the cycle it lies:
 *
 * <pre>
 *   sin(2π t/p), cos(2π t/p),  p = 1, 7 or 365.2425 days, t from the start of 1970 (UTC)
 * </pre>
 *
 * so that 23:59 is near 00:01. A missing time becomes the training rows' mean time, in the middle
 * of every cycle's circle (0, 0); where training rows had missing ones, a column says so.
 *
 * @param origin first training time, in seconds since 1970
 * @param mean of the training rows' times, in days since the origin
 * @param indicator whether there is a column that is 1 where the time is missing
 * @param last training time, in seconds since 1970; NaN where it is not known, as in older files
 */
public record TimeCoding(
    String name,
    double origin,
    double mean,
    boolean indicator,
    boolean day,
    boolean week,
    boolean year,
    double last)
    implements ColumnCoding {
  static final double DAY = 86400;
  static final double WEEK = 7 * DAY;
  static final double YEAR = 365.2425 * DAY;

  public TimeCoding {
    ColumnCoding.checkName(name);
    ColumnCoding.checkFinite(name, "first time", origin);
    ColumnCoding.checkFinite(name, "mean", mean);
    ColumnCoding.checkRange(name, Double.isNaN(last) ? last : origin, last);
  }

  /** Without the last of the training rows' times. */
  public TimeCoding(
      String name,
      double origin,
      double mean,
      boolean indicator,
      boolean day,
      boolean week,
      boolean year) {
    this(name, origin, mean, indicator, day, week, year, Double.NaN);
  }

  @Override
  public List<Feature> features() {
    List<Feature> features = new ArrayList<>();
    features.add(new Feature(name, name, Kind.TIME));
    addCycle(features, day, "day");
    addCycle(features, week, "week");
    addCycle(features, year, "year");
    if (indicator) {
      features.add(new Feature(name + " missing", name, Kind.MISSING));
    }
    return List.copyOf(features);
  }

  private void addCycle(List<Feature> features, boolean present, String cycle) {
    if (present) {
      features.add(new Feature(name + " (" + cycle + " sin)", name, Kind.CYCLE));
      features.add(new Feature(name + " (" + cycle + " cos)", name, Kind.CYCLE));
    }
  }

  @Override
  public void encode(Chunk chunk, int column, Matrix to, int at) {
    double[] seconds = Values.times(chunk, column);
    for (int i = 0; i < chunk.rows(); i++) {
      double t = seconds[i];
      boolean missing = !Double.isFinite(t);
      int entry = to.at(i, at);
      to.data[entry++] = missing ? mean : (t - origin) / DAY;
      entry = cycle(to, entry, day, t, DAY);
      entry = cycle(to, entry, week, t, WEEK);
      entry = cycle(to, entry, year, t, YEAR);
      if (indicator) {
        to.data[entry] = missing ? 1 : 0;
      }
    }
  }

  private static int cycle(Matrix to, int entry, boolean present, double t, double period) {
    if (!present) {
      return entry;
    }
    boolean missing = !Double.isFinite(t);
    double angle = 2 * Math.PI * phase(t, period);
    to.data[entry] = missing ? 0 : Math.sin(angle);
    to.data[entry + 1] = missing ? 0 : Math.cos(angle);
    return entry + 2;
  }

  /** Where in its cycle a time lies, from 0 to 1. */
  static double phase(double seconds, double period) {
    double cycles = seconds / period;
    return cycles - Math.floor(cycles);
  }
}
