package io.github.tgp4j.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a saved plot shows, read back from its SVG: elements with their pixels. */
public final class DrawnPlot {
  /** A text and where it stands. */
  public record Label(double x, double y, String anchor, String kind, String words) {
    double left() {
      double width = Svg.width(words, Svg.SMALL);
      return x - (anchor.equals("middle") ? 0.5 * width : anchor.equals("end") ? width : 0);
    }

    double right() {
      return left() + Svg.width(words, Svg.SMALL);
    }
  }

  private static final Pattern TEXT =
      Pattern.compile(
          "<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" font-size=\"11\" text-anchor=\"(\\w+)\"([^>]*)>([^<]*)</text>");

  private final String svg;

  private DrawnPlot(String svg) {
    this.svg = svg;
  }

  public static DrawnPlot read(Path file) throws IOException {
    return new DrawnPlot(Files.readString(file));
  }

  static DrawnPlot of(Svg svg) {
    return new DrawnPlot(svg.toString());
  }

  /** Texts that lie flat. */
  public List<Label> labels() {
    List<Label> out = new ArrayList<>();
    Matcher matcher = TEXT.matcher(svg);
    while (matcher.find()) {
      if (matcher.group(4).contains("rotate")) {
        continue; // the title of the vertical axis
      }
      Matcher kind = Pattern.compile("class=\"([^\"]+)\"").matcher(matcher.group(4));
      out.add(
          new Label(
              Double.parseDouble(matcher.group(1)),
              Double.parseDouble(matcher.group(2)),
              matcher.group(3),
              kind.find() ? kind.group(1) : "",
              matcher.group(5)));
    }
    return out;
  }

  public List<Label> labels(String kind) {
    return labels().stream().filter(label -> label.kind().equals(kind)).toList();
  }

  /** Centres of markers: x, y, and 1 for hollow ones. */
  public List<double[]> markers() {
    List<double[]> out = new ArrayList<>();
    Matcher matcher =
        Pattern.compile(
                "<circle cx=\"([-0-9.]+)\" cy=\"([-0-9.]+)\" r=\"[0-9.]+\" fill=\"([^\"]+)\"[^>]*class=\"marker\"/>")
            .matcher(svg);
    while (matcher.find()) {
      out.add(
          new double[] {
            Double.parseDouble(matcher.group(1)),
            Double.parseDouble(matcher.group(2)),
            matcher.group(3).equals("white") ? 1 : 0
          });
    }
    return out;
  }

  /** Ends of error bars: x1, y, x2. */
  public List<double[]> bars() {
    List<double[]> out = new ArrayList<>();
    Matcher matcher =
        Pattern.compile(
                "<line x1=\"([-0-9.]+)\" y1=\"([-0-9.]+)\" x2=\"([-0-9.]+)\"[^>]*class=\"bar\"/>")
            .matcher(svg);
    while (matcher.find()) {
      out.add(
          new double[] {
            Double.parseDouble(matcher.group(1)),
            Double.parseDouble(matcher.group(2)),
            Double.parseDouble(matcher.group(3))
          });
    }
    return out;
  }

  /** The value at a pixel of a linear axis, by its outermost ticks. */
  public double value(double pixel) {
    List<Label> ticks = labels("tick");
    Label first = ticks.get(0);
    Label last = ticks.get(ticks.size() - 1);
    double share = (pixel - first.x()) / (last.x() - first.x());
    return number(first) + share * (number(last) - number(first));
  }

  private static double number(Label tick) {
    return Double.parseDouble(tick.words().replace('−', '-'));
  }

  /** The frame of a plot of curves: left, top, right, bottom. */
  public double[] frame() {
    Matcher matcher =
        Pattern.compile(
                "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\" fill=\"none\"")
            .matcher(svg);
    if (!matcher.find()) {
      return new double[0];
    }
    double[] n = new double[4];
    for (int i = 0; i < 4; i++) {
      n[i] = Double.parseDouble(matcher.group(i + 1));
    }
    return new double[] {n[0], n[1], n[0] + n[2], n[1] + n[3]};
  }

  /** Pairs of texts that stand on each other, in words. */
  public List<String> overlaps() {
    List<String> out = new ArrayList<>();
    List<Label> all = labels();
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        Label a = all.get(i);
        Label b = all.get(j);
        boolean sameHeight = Math.abs(a.y() - b.y()) < Svg.SMALL;
        if (sameHeight && a.left() < b.right() && b.left() < a.right()) {
          out.add(a.words() + " over " + b.words());
        }
      }
    }
    return out;
  }
}
