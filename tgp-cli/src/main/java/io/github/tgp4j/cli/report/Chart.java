package io.github.tgp4j.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart as {@code charts.js} reads it: axes and series over them, or a matrix. Names of fields
 * are the names in the page's data; what is null is not written.
 */
final class Chart {
  String id;
  final String kind;
  final Axis x;
  final Axis y;
  final List<Series> series = new ArrayList<>();
  double[] rug;
  Boolean plain;
  Boolean horizontal;
  double[][] values; // of a matrix
  List<String> names; // of its rows

  private Chart(String id, String kind, Axis x, Axis y) {
    this.id = id;
    this.kind = kind;
    this.x = x;
    this.y = y;
  }

  static Chart xy(String id, Axis x, Axis y) {
    return new Chart(id, "xy", x, y);
  }

  static Chart heat(String id, Axis x, Axis y, double[][] values, List<String> names) {
    Chart chart = new Chart(id, "heat", x, y);
    chart.values = values;
    chart.names = names;
    return chart;
  }

  Chart add(Series next) {
    series.add(next);
    return this;
  }

  /** Without a legend: the text around says what is what. */
  Chart plain() {
    plain = true;
    return this;
  }

  /** Bars that lie, with their labels at the y axis. */
  Chart horizontal() {
    horizontal = true;
    return this;
  }

  /** Marks on the x axis. */
  Chart rug(double[] at) {
    rug = at;
    return this;
  }

  /** An axis: of numbers, or of labels. */
  static final class Axis {
    final String label;
    Double min;
    Double max;
    List<String> labels;
    Boolean log;
    Boolean time;
    Boolean percent;
    Boolean whole;
    Boolean year;

    private Axis(String label) {
      this.label = label;
    }

    static Axis of(String label) {
      return new Axis(label);
    }

    Axis within(double least, double most) {
      min = least;
      max = most;
      return this;
    }

    Axis labels(List<String> values) {
      labels = values;
      return this;
    }

    Axis log(boolean value) {
      log = value ? true : null;
      return this;
    }

    Axis time(boolean value) {
      time = value ? true : null;
      return this;
    }

    Axis percent() {
      percent = true;
      return this;
    }

    Axis whole() {
      whole = true;
      return this;
    }

    /** Numbers without thousands. */
    Axis year(boolean value) {
      year = value ? true : null;
      return this;
    }
  }

  /** Something drawn over the axes; {@code kind} names its builder in {@code charts.js}. */
  static final class Series {
    final String kind;
    final String name;
    final String colour;
    double[] x;
    double[] y;
    double[] lower;
    double[] upper;
    List<String> names;
    Double alpha;
    Double width;
    Boolean dash;
    Boolean dots;
    String stack;

    private Series(String kind, String name, String colour) {
      this.kind = kind;
      this.name = name;
      this.colour = colour;
    }

    static Series line(String name, String colour, double[] x, double[] y) {
      return new Series("line", name, colour).at(x, y);
    }

    static Series dashed(String name, double[] x, double[] y) {
      Series series = line(name, "muted", x, y);
      series.dash = true;
      return series;
    }

    static Series band(String name, String colour, double[] x, double[] lower, double[] upper) {
      return new Series("band", name, colour).at(x, null).between(lower, upper);
    }

    static Series points(String name, String colour, double[] x, double[] y) {
      return new Series("points", name, colour).at(x, y);
    }

    static Series whiskers(String name, String colour, double[] x, double[] lower, double[] upper) {
      return new Series("whiskers", name, colour).at(x, null).between(lower, upper);
    }

    static Series bars(String name, String colour, double[] x, double[] y) {
      return new Series("bars", name, colour).at(x, y);
    }

    static Series ranges(String name, String colour, double[] lower, double[] upper) {
      return new Series("ranges", name, colour).between(lower, upper);
    }

    static Series dots(String name, String colour, double[] y) {
      return new Series("dots", name, colour).at(null, y);
    }

    private Series at(double[] xs, double[] ys) {
      x = xs;
      y = ys;
      return this;
    }

    Series between(double[] low, double[] high) {
      lower = low;
      upper = high;
      return this;
    }

    Series named(List<String> values) {
      names = values;
      return this;
    }

    Series alpha(double value) {
      alpha = value;
      return this;
    }

    Series width(double value) {
      width = value;
      return this;
    }

    Series dotted() {
      dots = true;
      return this;
    }

    Series stacked(String group) {
      stack = group;
      return this;
    }
  }
}
