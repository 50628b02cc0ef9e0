package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;

/** Predictions in the order of time. */
final class SeriesSection {
  private SeriesSection() {}

  static Section of(Report.Series s) {
    Section section = new Section("over-time", "Over time");
    int n = s.seconds().length;
    int inside = 0;
    for (int i = 0; i < n; i++) {
      inside += s.lower()[i] <= s.observed()[i] && s.observed()[i] <= s.upper()[i] ? 1 : 0;
    }
    Chart chart =
        Chart.xy(
            "series",
            Axis.of(s.time()).time(true).within(s.seconds()[0], s.seconds()[n - 1]),
            Axis.of(s.target()));
    if (s.dense()) {
      chart
          .add(Series.band("95% interval", "main", s.seconds(), s.lower(), s.upper()))
          .add(Series.line("predicted median", "main", s.seconds(), s.median()));
    } else {
      chart
          .add(Series.whiskers("95% interval", "main", s.seconds(), s.lower(), s.upper()))
          .add(Series.points("predicted median", "main", s.seconds(), s.median()));
    }
    chart.add(Series.points("observed", "other", s.seconds(), s.observed()));
    String summary =
        "In the order of "
            + s.time()
            + ": "
            + s.rows()
            + ". "
            + inside
            + " of "
            + n
            + " lie inside their 95% interval.";
    return section.figure("Predicted and observed over time", summary, "tall", chart);
  }
}
