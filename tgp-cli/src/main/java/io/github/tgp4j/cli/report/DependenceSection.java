package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What each input does. */
final class DependenceSection {
  private static final double[] ALPHAS = {0.32, 0.16};
  private static final double[] WIDTHS = {0.55, 0.3};

  private DependenceSection() {}

  static Section of(List<Report.Dependence> all) {
    Section section = new Section("effects", "What each input does");
    double[] range = range(all);
    if (all.size() == 1 && all.get(0).points() != null) {
      Report.Dependence only = all.get(0);
      return section.figure(title(only), summary(only), "tall", curve(0, only, ends(only, range)));
    }
    boolean classes = all.get(0).bands().size() < 2;
    section.paragraph(
        "One input is moved through its range while the others stay as they are in sample rows. "
            + (classes
                ? "The line is the mean over those rows, the band holds 90% of them. "
                : "Shown are means over those rows: of the median (line), and of the ends of the"
                    + " 50% (dark) and 95% (light) intervals. ")
            + "Small marks show where the data are. An effect that depends on other inputs is"
            + " averaged out here.");
    if (all.stream().allMatch(Report.Dependence::flat)) {
      section.paragraph("No input moves the prediction noticeably.", "lead");
    }
    section.small();
    long flat = all.stream().filter(Report.Dependence::flat).count();
    String size = all.size() - flat == 1 ? "wide" : "";
    for (int k = 0; k < all.size(); k++) {
      if (!all.get(k).flat()) {
        add(section, k, all.get(k), range, size);
      }
    }
    if (flat > 0) {
      section.fold(
          flat == 1 ? "One effect that is next to flat" : flat + " effects that are next to flat");
      section.small();
      for (int k = 0; k < all.size(); k++) {
        if (all.get(k).flat()) {
          add(section, k, all.get(k), range, "");
        }
      }
    }
    return section.unfold();
  }

  private static void add(
      Section section, int k, Report.Dependence d, double[] range, String size) {
    Chart chart = d.labels() == null ? curve(k, d, range) : categories(k, d, range);
    section.figure(title(d), summary(d), size, chart);
  }

  /** With the points in sight, but for the few that lie far out. */
  private static double[] ends(Report.Dependence d, double[] range) {
    double[] sorted = d.points().y().clone();
    Arrays.sort(sorted);
    double low = Rows.quantile(sorted, 0.005);
    double high = Rows.quantile(sorted, 0.995);
    double air = 0.05 * (high - low);
    return new double[] {
      Math.min(range[0], low - (low >= 0 ? Math.min(air, low) : air)),
      Math.max(range[1], high + air)
    };
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
        low = Math.min(low, known(band.lower()).min().orElse(low));
        high = Math.max(high, known(band.upper()).max().orElse(high));
      }
      low = Math.min(low, known(d.middle()).min().orElse(low));
      high = Math.max(high, known(d.middle()).max().orElse(high));
    }
    double air = high > low ? 0.04 * (high - low) : 0.5;
    return new double[] {low >= 0 && low - air < 0 ? 0 : low - air, high + air};
  }

  private static DoubleStream known(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite);
  }

  private static Axis output(Report.Dependence d, double[] range) {
    Axis axis = Axis.of(d.output()).within(range[0], range[1]);
    return d.bands().size() < 2 ? axis.percent() : axis;
  }

  private static Chart curve(int k, Report.Dependence d, double[] range) {
    Chart chart =
        Chart.xy(
                "dependence-" + k,
                Axis.of(d.input())
                    .time(d.time())
                    .year(d.year())
                    .within(d.grid()[0], d.grid()[d.grid().length - 1]),
                output(d, range))
            .rug(d.marks());
    for (int b = d.bands().size() - 1; b >= 0; b--) {
      Report.Band band = d.bands().get(b);
      chart.add(
          Series.band(band.name(), "main", d.grid(), band.lower(), band.upper())
              .alpha(ALPHAS[Math.min(b, 1)]));
    }
    chart.add(Series.line(middle(d), "main", d.grid(), d.middle()));
    if (d.points() != null) {
      return chart.add(Series.points("observed", "other", d.points().x(), d.points().y()));
    }
    return chart.plain();
  }

  private static Chart categories(int k, Report.Dependence d, double[] range) {
    Chart chart =
        Chart.xy("dependence-" + k, Axis.of(d.input()).labels(d.labels()), output(d, range));
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

  /** "From 0.88 to 9.4 the predicted median rises from 19 to 51." */
  private static String summary(Report.Dependence d) {
    int[] known =
        IntStream.range(0, d.middle().length).filter(i -> Double.isFinite(d.middle()[i])).toArray();
    int least = known[0];
    int most = known[0];
    for (int i : known) {
      least = d.middle()[i] < d.middle()[least] ? i : least;
      most = d.middle()[i] > d.middle()[most] ? i : most;
    }
    String what = "the " + (d.bands().size() < 2 ? "mean probability" : "predicted median");
    String low = value(d, least);
    String high = value(d, most);
    if (low.equals(high)) {
      return "Whatever " + d.input() + " is, " + what + " stays at " + low + ".";
    }
    if (d.labels() != null) {
      return "By "
          + d.input()
          + ", "
          + what
          + " is lowest for "
          + place(d, least)
          + " ("
          + low
          + ") and highest for "
          + place(d, most)
          + " ("
          + high
          + ").";
    }
    int first = known[0];
    int last = known[known.length - 1];
    boolean ends = (least == first && most == last) || (least == last && most == first);
    if (ends) {
      return "From "
          + place(d, first)
          + " to "
          + place(d, last)
          + " "
          + what
          + (least == first ? " rises" : " falls")
          + " from "
          + value(d, first)
          + " to "
          + value(d, last)
          + ".";
    }
    return "Between "
        + place(d, first)
        + " and "
        + place(d, last)
        + " "
        + what
        + " is lowest at "
        + place(d, least)
        + " ("
        + low
        + ") and highest at "
        + place(d, most)
        + " ("
        + high
        + ").";
  }

  private static String value(Report.Dependence d, int i) {
    return d.bands().size() < 2 ? VerdictText.whole(d.middle()[i]) : Numbers.brief3(d.middle()[i]);
  }

  private static String place(Report.Dependence d, int i) {
    if (d.labels() != null) {
      return d.labels().get(i);
    }
    if (d.time()) {
      return Times.text(d.grid()[i]);
    }
    return d.year() ? String.valueOf(Math.round(d.grid()[i])) : Numbers.brief3(d.grid()[i]);
  }
}
