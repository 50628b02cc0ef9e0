package io.github.tgp4j.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Curves and dots over two axes; the legend stands beside the data, never over them. */
public final class LinePlot {
  /** The colours that curves take. */
  public static final List<String> COLOURS = List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd");

  /** The colour of what curves are compared with. */
  public static final String GREY = "#a0a0a0";

  /** Values that belong together; without a name it is the other half of a band. */
  private record Series(String name, double[] x, double[] y, String colour, boolean dots) {}

  private static final int WIDTH = 620;
  private static final int HEIGHT = 320;
  private static final int TOP = 34;
  private static final int BOTTOM = HEIGHT - 48;
  private static final int LEFT = 66;

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final boolean logarithmic;
  private final List<Series> all = new ArrayList<>();

  private LinePlot(String title, String xTitle, String yTitle, boolean logarithmic) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.logarithmic = logarithmic;
  }

  public static LinePlot of(String title, String xTitle, String yTitle) {
    return new LinePlot(title, xTitle, yTitle, false);
  }

  /** The same with logarithms of x. */
  public static LinePlot logarithmic(String title, String xTitle, String yTitle) {
    return new LinePlot(title, xTitle, yTitle, true);
  }

  /** Adds a curve; one with a blank name stays out of the legend. */
  public void line(String name, double[] x, double[] y, String colour) {
    all.add(new Series(name, x.clone(), y.clone(), colour, false));
  }

  public void dots(String name, double[] x, double[] y) {
    all.add(new Series(name, x.clone(), y.clone(), "#777777", true));
  }

  public void save(Path file) throws IOException {
    draw().save(file);
  }

  Svg draw() {
    Svg svg = new Svg(WIDTH, HEIGHT);
    svg.text(WIDTH / 2.0, 20, title, Svg.TITLE, Svg.Anchor.MIDDLE, "font-weight=bold");
    double right = WIDTH - 34 - legendWidth();
    double[] xs = range(all.stream().map(Series::x).toList());
    double[] ys = range(all.stream().map(Series::y).toList());
    Axis x =
        logarithmic
            ? Axis.logarithmic(xs[0], xs[1], LEFT, right)
            : Axis.linear(xs[0], xs[1], LEFT, right);
    Axis y = Axis.linear(ys[0], ys[1], BOTTOM, TOP);
    axes(svg, x, y, right);
    for (Series series : all) {
      draw(svg, series, x, y);
    }
    legend(svg, right + 12);
    return svg;
  }

  private void axes(Svg svg, Axis x, Axis y, double right) {
    for (double tick : x.ticks()) {
      svg.line(x.at(tick), TOP, x.at(tick), BOTTOM, "stroke=#e4e4e4");
      svg.text(
          x.at(tick), BOTTOM + 15, x.label(tick), Svg.SMALL, Svg.Anchor.MIDDLE, "class=x-tick");
    }
    for (double tick : y.ticks()) {
      svg.line(LEFT, y.at(tick), right, y.at(tick), "stroke=#e4e4e4");
      svg.text(LEFT - 6, y.at(tick) + 4, y.label(tick), Svg.SMALL, Svg.Anchor.END, "class=y-tick");
    }
    svg.rectangle(LEFT, TOP, right - LEFT, BOTTOM - TOP, "fill=none, stroke=#888888");
    svg.text(0.5 * (LEFT + right), BOTTOM + 35, xTitle, Svg.SMALL, Svg.Anchor.MIDDLE);
    double middle = 0.5 * (TOP + BOTTOM);
    String turned = "transform=rotate(-90 14 " + middle + ")";
    svg.text(14, middle, yTitle, Svg.SMALL, Svg.Anchor.MIDDLE, turned);
  }

  private static void draw(Svg svg, Series series, Axis x, Axis y) {
    double[] px = Arrays.stream(series.x).map(x::at).toArray();
    double[] py = Arrays.stream(series.y).map(y::at).toArray();
    if (series.dots) {
      for (int i = 0; i < px.length; i++) {
        svg.circle(px[i], py[i], 2.5, "fill=" + series.colour + ", class=dot");
      }
    } else {
      svg.path(px, py, "stroke=" + series.colour + ", stroke-width=1.6, class=curve");
    }
  }

  private Map<String, Series> named() {
    Map<String, Series> named = new LinkedHashMap<>();
    all.stream().filter(s -> !s.name.isBlank()).forEach(s -> named.putIfAbsent(s.name, s));
    return named;
  }

  private double legendWidth() {
    return named().size() < 2
        ? 0
        : 30 + named().keySet().stream().mapToDouble(n -> Svg.width(n, Svg.SMALL)).max().orElse(0);
  }

  private void legend(Svg svg, double left) {
    if (named().size() < 2) {
      return; // the title says what there is
    }
    double y = TOP + 10;
    for (Series series : named().values()) {
      if (series.dots) {
        svg.circle(left + 9, y, 2.5, "fill=" + series.colour);
      } else {
        svg.line(left, y, left + 18, y, "stroke=" + series.colour + ", stroke-width=1.6");
      }
      svg.text(left + 24, y + 4, series.name, Svg.SMALL, Svg.Anchor.START, "class=legend");
      y += 18;
    }
  }

  private static double[] range(List<double[]> parts) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double[] part : parts) {
      for (double value : part) {
        if (Double.isFinite(value)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    if (low > high) {
      throw new IllegalArgumentException("plot: expected a finite value but there is none");
    }
    return new double[] {low, high};
  }
}
