package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;

/** Whether intervals hold what they promise. */
final class CalibrationSections {
  private CalibrationSections() {}

  static Section numbers(Report.Calibrated c) {
    Section section = new Section("intervals", "Can the intervals be trusted?");
    section.paragraph(verdict(c), "lead");
    section.paragraph(
        "If the intervals are right, 95% of unseen rows lie inside the 95% interval.");
    section.figure("Where the observed values fell", pitSummary(c), "", pitChart(c));
    section.figure("Coverage by nominal level", coverageSummary(c), "", coverageChart(c));
    return section;
  }

  private static String verdict(Report.Calibrated c) {
    String held =
        "95% intervals held "
            + VerdictText.whole(c.inside())
            + " of "
            + Numbers.count(c.rows())
            + " rows: ";
    return held
        + switch (c.trust()) {
          case RIGHT ->
              c.discrete()
                  ? "they can be trusted. (Intervals of whole numbers hold at least what they say.)"
                  : "they can be trusted.";
          case TOO_WIDE -> "they are wider than they need be, on the safe side.";
          case TOO_NARROW -> "they are too narrow; expect more surprises than they say.";
          case SEEN -> "rows that the model has seen, which do not say what others will do.";
        };
  }

  private static Chart pitChart(Report.Calibrated c) {
    int bins = c.histogram().length;
    double[] centres = new double[bins];
    for (int k = 0; k < bins; k++) {
      centres[k] = (k + 0.5) / bins;
    }
    double[] edge = {0, 1};
    double expected = 1.0 / bins;
    double half = halfWidth(expected, c.rows());
    double low = Math.max(0, expected - half);
    double high = expected + half;
    double top = Math.max(high, Arrays.stream(c.histogram()).max().orElse(0)) * 1.08;
    return Chart.xy(
            "pit",
            Axis.of("probability given to lower values").within(0, 1),
            Axis.of("share of rows").percent().within(0, top))
        .add(
            Series.band(
                    "95% of bars where the intervals are right",
                    "muted", edge, new double[] {low, low}, new double[] {high, high})
                .alpha(0.4))
        .add(Series.bars("rows", "main", centres, c.histogram()));
  }

  private static String pitSummary(Report.Calibrated c) {
    double expected = 1.0 / c.histogram().length;
    double half = halfWidth(expected, c.rows());
    int out = 0;
    for (double share : c.histogram()) {
      out += Math.abs(share - expected) > half ? 1 : 0;
    }
    return "Each row by the probability that the model gave to lower values (PIT histogram), "
        + Numbers.count(c.rows())
        + " rows. Flat is right; a U means intervals too narrow, a hump too wide, a slope"
        + " predictions too high or too low. "
        + out
        + " of "
        + c.histogram().length
        + " bars lie outside the band, where one is expected by chance"
        + (c.discrete() ? "; for counts the values are spread at random within their jump." : ".");
  }

  private static Chart coverageChart(Report.Calibrated c) {
    double[] ideal = {0, 1};
    double[] low = new double[c.levels().length];
    double[] high = new double[c.levels().length];
    for (int k = 0; k < low.length; k++) {
      double half = halfWidth(c.levels()[k], c.rows());
      low[k] = Math.max(0, c.levels()[k] - half);
      high[k] = Math.min(1, c.levels()[k] + half);
    }
    Chart chart =
        Chart.xy(
                "coverage",
                Axis.of("nominal level of the interval").percent().within(0, 1),
                Axis.of("rows inside").percent().within(0, 1))
            .add(Series.dashed("as promised", ideal, ideal))
            .add(Series.band("its 95% range by chance", "muted", c.levels(), low, high));
    if (c.baseline() != null) {
      chart.add(Series.line(c.baselineName(), "other", c.levels(), c.baseline()).dotted());
    }
    return chart.add(Series.line("this model", "main", c.levels(), c.coverage()).dotted());
  }

  private static String coverageSummary(Report.Calibrated c) {
    StringBuilder out = new StringBuilder();
    if (!c.discrete()) {
      for (int k = 0; k < c.levels().length; k++) {
        if (c.levels()[k] == 0.5 || c.levels()[k] == 0.9) {
          out.append(VerdictText.whole(c.coverage()[k]))
              .append(" of the rows lie in the ")
              .append(VerdictText.whole(c.levels()[k]))
              .append(" intervals, ");
        }
      }
      out.append(VerdictText.whole(c.inside())).append(" in the 95% intervals. ");
    } else {
      out.append("A whole number at the end of an interval counts in part. ");
    }
    return out.append("Above the dashed line intervals are too wide, below too narrow.").toString();
  }

  /** Half the 95% range of a share of n rows with probability p. */
  private static double halfWidth(double p, int n) {
    return 1.96 * Math.sqrt(p * (1 - p) / n);
  }
}
