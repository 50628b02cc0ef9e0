package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Predicted against observed, beside the target's own distribution. */
final class PredictedSection {
  private PredictedSection() {}

  static Section of(Report.Predicted p, Report.Histogram histogram) {
    Section section = new Section("observed", "Predicted and observed");
    int n = p.observed().length;
    int inside = 0;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      inside += p.lower()[i] <= p.observed()[i] && p.observed()[i] <= p.upper()[i] ? 1 : 0;
      names.add(
          "observed "
              + Numbers.value(p.observed()[i])
              + "\npredicted "
              + Numbers.text(p.median()[i])
              + " ("
              + Numbers.text(p.lower()[i])
              + " to "
              + Numbers.text(p.upper()[i])
              + ")");
    }
    String level = Numbers.percent(p.level());
    double[] ends = ends(p);
    boolean log = isSpread(p);
    Chart chart =
        Chart.xy(
                "predicted",
                Axis.of("observed " + p.target()).log(log).within(ends[0], ends[1]),
                Axis.of("predicted " + p.target())
                    .log(log)
                    .within(height(p, ends)[0], height(p, ends)[1]))
            .add(Series.dashed("predicted = observed", ends, ends))
            .add(Series.whiskers(level + " interval", "main", p.observed(), p.lower(), p.upper()))
            .add(Series.points("median", "main", p.observed(), p.median()).named(names));
    if (histogram != null) {
      section.pairs();
    }
    String summary =
        "Each point is a row of "
            + p.rows()
            + ": the median against what was observed, with the "
            + level
            + " interval. "
            + inside
            + " of "
            + n
            + " of these intervals hold the observed value"
            + (log ? "; both axes are logarithmic." : ".");
    section.figure(
        "Medians and " + level + " intervals",
        summary,
        histogram == null ? "tall" : "square",
        chart);
    if (histogram != null) {
      section.figure(
          "How often which values occur", summary(histogram), "square", chart(histogram));
    }
    return section;
  }

  /** The range of what was observed, with a little air. */
  private static double[] ends(Report.Predicted p) {
    double low = Arrays.stream(p.observed()).min().orElse(0);
    double high = Arrays.stream(p.observed()).max().orElse(1);
    if (isSpread(p)) {
      return new double[] {low / 1.1, high * 1.1};
    }
    double air = high > low ? 0.03 * (high - low) : 0.5;
    return new double[] {low >= 0 ? Math.max(0, low - air) : low - air, high + air};
  }

  /** Over the intervals, as far as they leave the observed values in sight. */
  private static double[] height(Report.Predicted p, double[] ends) {
    double span = ends[1] - ends[0];
    double low = Math.min(ends[0], Arrays.stream(p.lower()).min().orElse(0));
    double high = Math.max(ends[1], Arrays.stream(p.upper()).max().orElse(1));
    return isSpread(p)
        ? new double[] {low, high}
        : new double[] {Math.max(low, ends[0] - span), Math.min(high, ends[1] + span)};
  }

  /** Whether all is positive and over more than two orders of magnitude. */
  private static boolean isSpread(Report.Predicted p) {
    double[] sorted = p.observed().clone();
    Arrays.sort(sorted);
    boolean positive = sorted[0] > 0 && Arrays.stream(p.lower()).allMatch(v -> v > 0);
    double least = Arrays.stream(p.lower()).min().orElse(0);
    return positive && sorted[sorted.length - 1] > 100 * sorted[0] && least > 1e-3 * sorted[0];
  }

  private static Chart chart(Report.Histogram h) {
    int n = h.counts().length;
    double[] centres = new double[n];
    for (int k = 0; k < n; k++) {
      centres[k] = 0.5 * (h.edges()[k] + h.edges()[k + 1]);
    }
    double[] counts = Arrays.stream(h.counts()).asDoubleStream().toArray();
    double top = 1.08 * Arrays.stream(counts).max().orElse(1);
    return Chart.xy(
            "histogram",
            Axis.of(h.target()).within(h.edges()[0], h.edges()[n]),
            Axis.of("rows").whole().within(0, top))
        .add(Series.dashed("median", new double[] {h.median(), h.median()}, new double[] {0, top}))
        .add(Series.bars("rows", "main", centres, counts));
  }

  private static String summary(Report.Histogram h) {
    return "Half of the rows lie below "
        + Numbers.value(h.median())
        + "."
        + (h.beyond() > 0
            ? " "
                + h.beyond()
                + (h.beyond() == 1 ? " row lies" : " rows lie")
                + " beyond the ends of the chart."
            : "");
  }
}
