package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;
import java.util.List;

/** Whether the probabilities mean what they say. */
final class CalibrationSections {
  private static final int MOST_CLASSES = 20; // in the confusion matrix

  private CalibrationSections() {}

  static Section numbers(Report.Calibrated c) {
    Section section = new Section("Calibration");
    section.paragraph(
        "If the intervals are right, nine in ten unseen rows lie inside their 90% interval.");
    section.figure("Where the observed values fell", pitSummary(c), "", pitChart(c));
    section.figure("Coverage by nominal level", coverageSummary(c), "", coverageChart(c));
    return section;
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
    return "PIT histogram of "
        + Numbers.count(c.rows())
        + " rows. Flat is calibrated, a U means intervals too narrow, a hump too wide, a slope"
        + " biased. "
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
            .add(Series.dashed("honest", ideal, ideal))
            .add(Series.band("its 95% range by chance", "muted", c.levels(), low, high));
    if (c.baseline() != null) {
      chart.add(Series.line(c.baselineName(), "other", c.levels(), c.baseline()).dotted());
    }
    return chart.add(Series.line("this model", "main", c.levels(), c.coverage()).dotted());
  }

  private static String coverageSummary(Report.Calibrated c) {
    StringBuilder out = new StringBuilder("Central intervals: ");
    int told = 0;
    for (int k = 0; k < c.levels().length; k++) {
      double level = c.levels()[k];
      if (level == 0.5 || level == 0.9 || level == 0.95) {
        out.append(told++ == 0 ? "" : ", ");
        out.append(Numbers.percent(c.coverage()[k]))
            .append(" of rows in the ")
            .append(Numbers.percent(level));
      }
    }
    return out.append(" intervals. Above the dashed line intervals are too wide, below too narrow.")
        .toString();
  }

  /** Half the 95% range of a share of n rows with probability p. */
  private static double halfWidth(double p, int n) {
    return 1.96 * Math.sqrt(p * (1 - p) / n);
  }

  static Section classes(Report.Classes c) {
    Section section = new Section("Predicted against observed classes");
    if (c.labels().size() <= MOST_CLASSES) {
      section.markup(confusion(c));
    } else {
      section.paragraph(
          "With "
              + c.labels().size()
              + " classes a confusion matrix would not fit; it is left out.");
    }
    section.figure(
        "Predicted probability and frequency", reliabilitySummary(c), "", reliability(c));
    section.figure("How sure, and how often right", sureSummary(c), "", sure(c));
    return section;
  }

  private static String confusion(Report.Classes c) {
    StringBuilder out =
        new StringBuilder("<div class=\"card scroll\"><h3>Confusion matrix</h3>")
            .append(
                "<table class=\"confusion\"><thead><tr><th scope=\"col\">observed ↓ predicted →</th>");
    for (String label : c.labels()) {
      out.append("<th scope=\"col\">").append(Section.escape(label)).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < c.confusion().length; i++) {
      int sum = Arrays.stream(c.confusion()[i]).sum();
      out.append("<tr><th scope=\"row\">")
          .append(Section.escape(c.labels().get(i)))
          .append("</th>");
      for (int j = 0; j < c.confusion()[i].length; j++) {
        int count = c.confusion()[i][j];
        int heat = sum == 0 || count == 0 ? 0 : 1 + (int) (4.0 * count / sum);
        out.append("<td class=\"heat").append(heat).append(i == j ? " hit\">" : "\">");
        out.append(Numbers.count(count)).append("</td>");
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody></table></div>\n<p></p>").toString();
  }

  private static Chart reliability(Report.Classes c) {
    Report.Reliability r = c.reliability();
    double[] ideal = {0, 1};
    return Chart.xy(
            "reliability",
            Axis.of("predicted probability").percent().within(0, 1),
            Axis.of("how often it came true").percent().within(0, 1))
        .add(Series.dashed("honest", ideal, ideal))
        .add(Series.whiskers("95% interval", "main", r.predicted(), r.lower(), r.upper()))
        .add(
            Series.points("forecasts", "main", r.predicted(), r.frequency())
                .between(r.lower(), r.upper()));
  }

  private static String reliabilitySummary(Report.Classes c) {
    Report.Reliability r = c.reliability();
    int out = 0;
    for (int k = 0; k < r.predicted().length; k++) {
      out += r.predicted()[k] < r.lower()[k] || r.predicted()[k] > r.upper()[k] ? 1 : 0;
    }
    return "Reliability over "
        + Numbers.count(Arrays.stream(r.counts()).sum())
        + " class probabilities of "
        + Numbers.count(c.rows())
        + " rows, in bins. On the dashed line probabilities mean what they say; "
        + out
        + " of "
        + r.predicted().length
        + " bins are further from it than chance explains.";
  }

  private static Chart sure(Report.Classes c) {
    int bins = c.right().length;
    double[] centres = new double[bins];
    for (int k = 0; k < bins; k++) {
      centres[k] = (k + 0.5) / bins;
    }
    return Chart.xy(
            "sure",
            Axis.of("probability of the most probable class").percent().within(0, 1),
            Axis.of("rows").whole())
        .add(Series.bars("right", "main", centres, doubles(c.right())).stacked("rows"))
        .add(Series.bars("wrong", "other", centres, doubles(c.wrong())).stacked("rows"));
  }

  private static String sureSummary(Report.Classes c) {
    int right = Arrays.stream(c.right()).sum();
    List<String> labels = c.labels();
    return "The most probable of "
        + labels.size()
        + " classes came true in "
        + Numbers.count(right)
        + " of "
        + Numbers.count(c.rows())
        + " rows ("
        + Numbers.percent((double) right / Math.max(1, c.rows()))
        + "). Mistakes should lie on the left, where the model said it was not sure.";
  }

  private static double[] doubles(int[] counts) {
    return Arrays.stream(counts).asDoubleStream().toArray();
  }
}
