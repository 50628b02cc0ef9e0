package io.github.tgp4j.io;

import io.github.tgp4j.rows.RankCurve;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The rank curves of a scaling as three arrays: how many knots each column has, 0 for one without a
 * curve, then all knots and all their scores, one column after the other.
 */
final class CurvesArrays {
  private CurvesArrays() {}

  /** Writes nothing where there is no curve. */
  static void write(String name, RankCurve[] curves, Contents contents) {
    if (curves.length == 0) {
      return;
    }
    double[] counts = new double[curves.length];
    double[] knots = new double[0];
    double[] scores = new double[0];
    for (int j = 0; j < curves.length; j++) {
      if (curves[j] != null) {
        counts[j] = curves[j].knots().length;
        knots = joined(knots, curves[j].knots());
        scores = joined(scores, curves[j].scores());
      }
    }
    contents.put(name + "/curves", counts);
    contents.put(name + "/knots", knots);
    contents.put(name + "/scores", scores);
  }

  private static double[] joined(double[] first, double[] second) {
    return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  /** One per column, null for one without; none in files of scalings without curves. */
  static RankCurve[] read(String name, int columns, Contents contents) {
    if (!contents.has(name + "/curves")) {
      return new RankCurve[0];
    }
    double[] counts = contents.finite(name + "/curves", columns);
    double[] knots = contents.get(name + "/knots");
    double[] scores = contents.get(name + "/scores", knots.length);
    RankCurve[] curves = new RankCurve[columns];
    int from = 0;
    for (int j = 0; j < columns; j++) {
      if (!(counts[j] >= 0 && counts[j] <= knots.length - from && counts[j] == (int) counts[j])) {
        throw wrong(name, j, "a whole number of knots that the file has but got " + counts[j]);
      }
      int to = from + (int) counts[j];
      if (to > from) {
        curves[j] = curve(name, j, knots, scores, from, to);
      }
      from = to;
    }
    if (from != knots.length) {
      throw wrong(name, columns - 1, knots.length + " knots in all but got " + from);
    }
    return curves;
  }

  private static RankCurve curve(
      String name, int column, double[] knots, double[] scores, int from, int to) {
    try {
      return new RankCurve(
          Arrays.copyOfRange(knots, from, to), Arrays.copyOfRange(scores, from, to));
    } catch (IllegalArgumentException e) {
      throw wrong(name, column, "a curve by ranks but got one that is none: " + e.getMessage());
    }
  }

  private static ModelFileException wrong(String name, int column, String expected) {
    return new ModelFileException(
        "array "
            + name
            + "/curves: column "
            + column
            + ": expected "
            + expected
            + "; the file was written by other software, or wrongly");
  }
}
