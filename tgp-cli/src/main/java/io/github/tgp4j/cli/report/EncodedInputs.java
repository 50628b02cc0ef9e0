package io.github.tgp4j.cli.report;

import io.github.tgp4j.data.CategoryCoding;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Feature;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The inputs of a page, from the encoder that made the rows. A time is several inputs: its trend
 * and each of its cycles, one moved while the others stay; moved together, a coarse walk through
 * years would hit random hours of the day.
 */
public final class EncodedInputs {
  private static final double DAY = 86400;
  private static final int STEPS = 25;
  private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private EncodedInputs() {}

  /** One or more per column of the table, in its order. */
  public static List<InputColumn> of(Encoder encoder, Matrix x) {
    if (x.cols != encoder.features().size()) {
      throw new IllegalArgumentException(
          "x: expected "
              + encoder.features().size()
              + " columns, as the encoder makes, but got "
              + x.cols);
    }
    List<InputColumn> all = new ArrayList<>();
    int at = 0;
    for (ColumnCoding coding : encoder.description().columns()) {
      int width = coding.features().size();
      if (coding instanceof CategoryCoding category) {
        all.add(category(category, at, width));
      } else if (coding instanceof TimeCoding time) {
        all.addAll(times(time, at, x));
      } else if (coding instanceof NumberCoding number) {
        all.add(InputColumn.number(number.name(), IntStream.range(at, at + width).toArray()));
      }
      at += width;
    }
    return all;
  }

  private static InputColumn category(CategoryCoding coding, int at, int width) {
    List<String> labels = new ArrayList<>(coding.levels());
    if (coding.hasRare()) {
      labels.add("(rare)");
    }
    if (coding.hasMissing()) {
      labels.add("(missing)");
    }
    if (width == 1) { // of two levels, 1 for the second
      return new InputColumn(
          coding.name(), new int[] {at}, labels, null, new double[][] {{0}, {1}}, false);
    }
    return InputColumn.category(coding.name(), IntStream.range(at, at + width).toArray(), labels);
  }

  private static List<InputColumn> times(TimeCoding coding, int at, Matrix x) {
    List<InputColumn> all = new ArrayList<>();
    all.add(trend(coding, at, x));
    int next = at + 1;
    if (coding.day()) {
      double[] hours = IntStream.rangeClosed(0, 24).asDoubleStream().toArray();
      double[] phases = Arrays.stream(hours).map(h -> h / 24).toArray();
      all.add(cycle("hour of the day (" + coding.name() + ")", next, null, hours, phases));
      next += 2;
    }
    if (coding.week()) {
      // The first of January 1970 was a Thursday; Monday noon is four and a half days later.
      double[] phases = IntStream.range(0, 7).mapToDouble(k -> (k + 4.5) / 7).toArray();
      all.add(cycle("day of the week (" + coding.name() + ")", next, DAYS, null, phases));
      next += 2;
    }
    if (coding.year()) {
      double[] phases = IntStream.range(0, 12).mapToDouble(k -> (k + 0.5) / 12).toArray();
      all.add(cycle("month (" + coding.name() + ")", next, MONTHS, null, phases));
    }
    return all;
  }

  private static InputColumn trend(TimeCoding coding, int at, Matrix x) {
    double[] days = new Rows(x, null).column(at);
    Arrays.sort(days);
    double[] seconds = new double[STEPS];
    double[][] encoded = new double[STEPS][];
    int width = coding.features().size();
    boolean indicator = coding.features().get(width - 1).kind() == Feature.Kind.MISSING;
    for (int k = 0; k < STEPS; k++) {
      double day = days[0] + (days[days.length - 1] - days[0]) * k / (STEPS - 1);
      seconds[k] = coding.origin() + DAY * day;
      encoded[k] = indicator ? new double[] {day, 0} : new double[] {day};
    }
    int[] columns = indicator ? new int[] {at, at + width - 1} : new int[] {at};
    return InputColumn.times(coding.name(), columns, seconds, encoded);
  }

  private static InputColumn cycle(
      String name, int at, List<String> labels, double[] values, double[] phases) {
    double[][] encoded = new double[phases.length][];
    for (int k = 0; k < phases.length; k++) {
      double angle = 2 * Math.PI * phases[k];
      encoded[k] = new double[] {Math.sin(angle), Math.cos(angle)};
    }
    return new InputColumn(name, new int[] {at, at + 1}, labels, values, encoded, false);
  }
}
