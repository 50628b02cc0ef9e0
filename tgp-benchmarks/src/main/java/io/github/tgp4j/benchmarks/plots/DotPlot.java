package io.github.tgp4j.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line per label with its value as a dot on a common scale and its standard error as a bar. A
 * value that is of one split has no error: its dot is hollow. Labels stand below each other, where
 * they cannot overlap.
 */
public final class DotPlot {
  /**
   * @param error the standard error, or NaN where there is none
   * @param count how many splits or sets the value is of
   */
  private record Line(String label, double value, double error, int count) {}

  private static final int WIDTH = 560;
  private static final int LINE = 22;
  private static final int TOP = 34;
  private static final int BOTTOM = 62;
  private static final int COUNTS = 44;
  private static final String INK = "#1f5fa8";

  private final String title;
  private final String axisTitle;
  private final String counted;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param axisTitle what the values are
   * @param counted what the counts count, such as {@code splits}
   */
  public DotPlot(String title, String axisTitle, String counted) {
    this.title = title;
    this.axisTitle = axisTitle;
    this.counted = counted;
  }

  /** Adds a line below the others. */
  public void add(String label, double value, double error, int count) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(label + ": expected a finite value but got " + value);
    }
    lines.add(new Line(label, value, count > 1 ? error : Double.NaN, count));
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }

  public void save(Path file) throws IOException {
    draw().save(file);
  }

  Svg draw() {
    int bottom = TOP + LINE * lines.size();
    Svg svg = new Svg(WIDTH, bottom + BOTTOM);
    svg.text(WIDTH / 2.0, 20, title, Svg.TITLE, Svg.Anchor.MIDDLE, "font-weight=bold");
    double left =
        14 + lines.stream().mapToDouble(l -> Svg.width(l.label, Svg.SMALL)).max().orElse(0);
    Axis axis = axis(left);
    for (double tick : axis.ticks()) {
      svg.line(axis.at(tick), TOP, axis.at(tick), bottom, "stroke=#dddddd");
      svg.text(
          axis.at(tick), bottom + 15, axis.label(tick), Svg.SMALL, Svg.Anchor.MIDDLE, "class=tick");
    }
    svg.line(left, bottom, WIDTH - COUNTS, bottom, "stroke=#888888");
    svg.text(WIDTH - 4, TOP - 4, counted, Svg.SMALL, Svg.Anchor.END, "fill=#666666");
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, lines.get(i), axis, left, TOP + LINE * (i + 0.5));
    }
    double middle = 0.5 * (left + WIDTH - COUNTS);
    svg.text(middle, bottom + 33, axisTitle, Svg.SMALL, Svg.Anchor.MIDDLE);
    svg.text(middle, bottom + 50, note(), Svg.SMALL, Svg.Anchor.MIDDLE, "fill=#666666");
    return svg;
  }

  private void draw(Svg svg, Line line, Axis axis, double left, double y) {
    svg.text(left - 8, y + 4, line.label, Svg.SMALL, Svg.Anchor.END);
    boolean bar = Double.isFinite(line.error);
    if (bar) {
      double from = axis.at(line.value - line.error);
      double to = axis.at(line.value + line.error);
      svg.line(from, y, to, y, "stroke=#555555, class=bar");
      svg.line(from, y - 4, from, y + 4, "stroke=#555555");
      svg.line(to, y - 4, to, y + 4, "stroke=#555555");
    }
    String fill = bar ? INK : "white";
    svg.circle(axis.at(line.value), y, 4, "fill=" + fill + ", stroke=" + INK + ", class=marker");
    svg.text(
        WIDTH - 4, y + 4, Integer.toString(line.count), Svg.SMALL, Svg.Anchor.END, "fill=#666666");
  }

  private Axis axis(double left) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Line line : lines) {
      double error = Double.isFinite(line.error) ? line.error : 0.0;
      low = Math.min(low, line.value - error);
      high = Math.max(high, line.value + error);
    }
    return Axis.linear(low, high, left, WIDTH - COUNTS);
  }

  private String note() {
    boolean bars = lines.stream().anyMatch(line -> Double.isFinite(line.error));
    boolean hollow = lines.stream().anyMatch(line -> !Double.isFinite(line.error));
    String one = "hollow: only one of the " + counted + ", so no error is known";
    return (bars ? "bars: ± a standard error" : "")
        + (bars && hollow ? "; " : "")
        + (hollow ? one : "");
  }
}
