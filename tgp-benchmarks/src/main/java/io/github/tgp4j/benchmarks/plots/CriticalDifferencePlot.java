package io.github.tgp4j.benchmarks.plots;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A critical-difference diagram (Demšar 2006): models on a line of mean ranks, best on the left; a
 * thick bar joins those that do not differ significantly, and one above shows how far apart two
 * must be.
 */
public final class CriticalDifferencePlot {
  private static final int WIDTH = 620;
  private static final int SIDE = 110;
  private static final int AXIS = 88;
  private static final int LINE = 22;

  private final String title;
  private final List<String> names;
  private final double[] ranks;
  private final double critical;
  private final List<List<Integer>> groups;

  /**
   * @param ranks mean rank by model
   * @param critical the difference from which on two models differ
   * @param groups of models, by index, that do not differ
   */
  public CriticalDifferencePlot(
      String title,
      List<String> names,
      double[] ranks,
      double critical,
      List<List<Integer>> groups) {
    this.title = title;
    this.names = List.copyOf(names);
    this.ranks = ranks.clone();
    this.critical = critical;
    this.groups = List.copyOf(groups);
  }

  public void save(Path file) throws IOException {
    draw().save(file);
  }

  private double at(double rank) {
    return SIDE + (rank - 1) / (ranks.length - 1.0) * (WIDTH - 2 * SIDE);
  }

  Svg draw() {
    int half = (names.size() + 1) / 2;
    int first = AXIS + 24 + 12 * groups.size();
    Svg svg = new Svg(WIDTH, first + LINE * half + 14);
    svg.text(WIDTH / 2.0, 20, title, Svg.TITLE, Svg.Anchor.MIDDLE, "font-weight=bold");
    scale(svg);
    List<Integer> order =
        IntStream.range(0, ranks.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> ranks[k]))
            .toList();
    for (int i = 0; i < order.size(); i++) {
      boolean left = i < half;
      double y = first + LINE * (left ? i : order.size() - 1 - i);
      model(svg, order.get(i), left, y);
    }
    for (int g = 0; g < groups.size(); g++) {
      double from = groups.get(g).stream().mapToDouble(k -> ranks[k]).min().orElseThrow();
      double to = groups.get(g).stream().mapToDouble(k -> ranks[k]).max().orElseThrow();
      double y = AXIS + 14 + 12 * g;
      svg.line(at(from) - 4, y, at(to) + 4, y, "stroke=#222222, stroke-width=4, class=group");
    }
    return svg;
  }

  private void scale(Svg svg) {
    svg.line(at(1), AXIS, at(ranks.length), AXIS, "stroke=#222222");
    for (int rank = 1; rank <= ranks.length; rank++) {
      svg.line(at(rank), AXIS - 5, at(rank), AXIS, "stroke=#222222");
      svg.text(
          at(rank), AXIS - 10, Integer.toString(rank), Svg.SMALL, Svg.Anchor.MIDDLE, "class=tick");
    }
    double to = Math.min(1 + critical, ranks.length);
    svg.line(at(1), 52, at(to), 52, "stroke=#888888, stroke-width=2, class=critical");
    String words = String.format(Locale.ROOT, "critical difference %.2f", critical);
    svg.text(at(1), 44, words, Svg.SMALL, Svg.Anchor.START, "fill=#666666");
  }

  private void model(Svg svg, int k, boolean left, double y) {
    double x = at(ranks[k]);
    double end = left ? SIDE - 6 : WIDTH - SIDE + 6;
    svg.line(x, AXIS, x, y, "stroke=#555555, class=model");
    svg.line(x, y, end, y, "stroke=#555555");
    String name = String.format(Locale.ROOT, "%s  %.2f", names.get(k), ranks[k]);
    svg.text(
        left ? end - 4 : end + 4,
        y + 4,
        name,
        Svg.SMALL,
        left ? Svg.Anchor.END : Svg.Anchor.START,
        "class=name");
  }
}
