package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;
import java.util.List;

/** What each input does. */
final class DependenceSection {
  private static final double[] ALPHAS = {0.32, 0.16};
  private static final double[] WIDTHS = {0.55, 0.3};

  private DependenceSection() {}

  static Section of(List<Report.Dependence> all) {
    Section section = new Section("What each input does");
    boolean classes = all.get(0).bands().size() < 2;
    section.paragraph(
        "One input is moved through its range while the others stay as they are in sample rows. "
            + (classes
                ? "The line is the mean over those rows, the band holds 90% of them. "
                : "Shown are means over those rows: of the median (line), and of the ends of the 50%"
                    + " (dark) and 95% (light) intervals. ")
            + "The most influential inputs come first; an effect that depends on other inputs is"
            + " averaged out here.");
    section.small();
    double[] range = range(all);
    for (int k = 0; k < all.size(); k++) {
      Report.Dependence d = all.get(k);
      Chart chart = d.labels() == null ? curve(k, d, range) : categories(k, d, range);
      section.figure(title(d), summary(d), "", chart);
    }
    return section;
  }

  private static String title(Report.Dependence d) {
    return d.output().isEmpty() ? d.input() : d.output() + " by " + d.input();
  }

  /** One scale for all, so that charts can be compared. */
  private static double[] range(List<Report.Dependence> all) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Report.Dependence d : all) {
      for (Report.Band band : d.bands()) {
        low = Math.min(low, Arrays.stream(band.lower()).min().orElse(low));
        high = Math.max(high, Arrays.stream(band.upper()).max().orElse(high));
      }
      low = Math.min(low, Arrays.stream(d.middle()).min().orElse(low));
      high = Math.max(high, Arrays.stream(d.middle()).max().orElse(high));
    }
    double air = high > low ? 0.04 * (high - low) : 0.5;
    return new double[] {low >= 0 && low - air < 0 ? 0 : low - air, high + air};
  }

  private static Chart curve(int k, Report.Dependence d, double[] range) {
    Chart chart =
        Chart.xy(
                "dependence-" + k,
                Axis.of(d.input())
                    .time(d.time())
                    .within(d.grid()[0], d.grid()[d.grid().length - 1]),
                Axis.of(d.output()).within(range[0], range[1]))
            .rug(d.marks());
    for (int b = d.bands().size() - 1; b >= 0; b--) {
      Report.Band band = d.bands().get(b);
      chart.add(
          Series.band(band.name(), "main", d.grid(), band.lower(), band.upper())
              .alpha(ALPHAS[Math.min(b, 1)]));
    }
    return chart.add(Series.line(middle(d), "main", d.grid(), d.middle())).plain();
  }

  private static Chart categories(int k, Report.Dependence d, double[] range) {
    Chart chart =
        Chart.xy(
            "dependence-" + k,
            Axis.of(d.input()).labels(d.labels()),
            Axis.of(d.output()).within(range[0], range[1]));
    for (int b = d.bands().size() - 1; b >= 0; b--) {
      Report.Band band = d.bands().get(b);
      chart.add(
          Series.ranges(band.name(), "main", band.lower(), band.upper())
              .alpha(ALPHAS[Math.min(b, 1)] + 0.08)
              .width(WIDTHS[Math.min(b, 1)]));
    }
    return chart.add(Series.dots(middle(d), "main", d.middle())).plain();
  }

  private static String middle(Report.Dependence d) {
    return d.bands().isEmpty() || d.bands().size() == 1 ? "mean" : "median";
  }

  private static String summary(Report.Dependence d) {
    int least = 0;
    int most = 0;
    for (int i = 1; i < d.middle().length; i++) {
      least = d.middle()[i] < d.middle()[least] ? i : least;
      most = d.middle()[i] > d.middle()[most] ? i : most;
    }
    return "The "
        + middle(d)
        + " runs from "
        + Numbers.text(d.middle()[least])
        + " at "
        + place(d, least)
        + " to "
        + Numbers.text(d.middle()[most])
        + " at "
        + place(d, most)
        + (d.labels() == null && d.marks() != null
            ? "; marks cut the data into twenty equal parts."
            : ".");
  }

  private static String place(Report.Dependence d, int i) {
    if (d.labels() != null) {
      return d.labels().get(i);
    }
    return d.time() ? Times.text(d.grid()[i]) : Numbers.text(d.grid()[i]);
  }
}
