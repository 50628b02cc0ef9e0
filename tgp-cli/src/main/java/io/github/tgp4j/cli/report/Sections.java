package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The parts of the page in their order; those without data are left out. */
final class Sections {
  private Sections() {}

  static List<Section> of(Report report) {
    List<Section> all = new ArrayList<>();
    all.add(fitted(report));
    if (report.predicted() != null) {
      all.add(predicted(report.predicted()));
    }
    if (report.calibration() != null) {
      all.add(CalibrationSections.numbers(report.calibration()));
    }
    if (report.classes() != null) {
      all.add(CalibrationSections.classes(report.classes()));
    }
    if (!report.dependence().isEmpty()) {
      all.add(DependenceSection.of(report.dependence()));
    }
    if (!report.flows().isEmpty()) {
      all.add(LearntSections.flows(report.flows()));
    }
    if (report.latent() != null) {
      all.add(LearntSections.latent(report.latent()));
    }
    if (report.training() != null && report.training().steps().length > 1) {
      all.add(TrainingSection.of(report.training()));
    }
    if (!report.notes().isEmpty()) {
      all.add(notes(report.notes()));
    }
    return all;
  }

  private static Section fitted(Report report) {
    Section section = new Section("What was fitted, and how well");
    if (report.scores() != null) {
      section.paragraph(report.scores().summary(), "lead");
      section.markup(ScoreTable.html(report.scores()));
    }
    if (!report.facts().isEmpty()) {
      StringBuilder facts = new StringBuilder("<div class=\"card facts\"><dl>\n");
      for (Report.Fact fact : report.facts()) {
        facts.append("<dt>").append(Section.escape(fact.label())).append("</dt><dd>");
        facts.append(Section.escape(fact.value())).append("</dd>\n");
      }
      section.markup(facts.append("</dl></div>").toString());
    }
    return section;
  }

  private static Section predicted(Report.Predicted p) {
    Section section = new Section("Predicted against observed");
    int n = p.observed().length;
    int inside = 0;
    List<String> names = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      inside += p.lower()[i] <= p.observed()[i] && p.observed()[i] <= p.upper()[i] ? 1 : 0;
      names.add(
          "observed "
              + Numbers.text(p.observed()[i])
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
    String summary =
        "Each point is a row of "
            + p.rows()
            + ": the median against what was observed, with the "
            + level
            + " interval. "
            + inside
            + " of "
            + n
            + " intervals ("
            + Numbers.percent((double) inside / n)
            + ") cross the dashed line, that is, hold the observed value"
            + (log ? "; both axes are logarithmic." : ".");
    return section.figure("Medians and " + level + " intervals", summary, "tall", chart);
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

  /** From the lowest to the highest of intervals and of what was observed. */
  private static double[] height(Report.Predicted p, double[] ends) {
    double low = Math.min(ends[0], Arrays.stream(p.lower()).min().orElse(0));
    double high = Math.max(ends[1], Arrays.stream(p.upper()).max().orElse(1));
    return new double[] {low, high};
  }

  /** Whether all is positive and over more than two orders of magnitude. */
  private static boolean isSpread(Report.Predicted p) {
    double[] sorted = p.observed().clone();
    Arrays.sort(sorted);
    boolean positive = sorted[0] > 0 && Arrays.stream(p.lower()).allMatch(v -> v > 0);
    double least = Arrays.stream(p.lower()).min().orElse(0);
    return positive && sorted[sorted.length - 1] > 100 * sorted[0] && least > 1e-3 * sorted[0];
  }

  private static Section notes(List<String> notes) {
    StringBuilder list = new StringBuilder("<div class=\"card\"><ul>\n");
    for (String note : notes) {
      list.append("<li>").append(Section.escape(note)).append("</li>\n");
    }
    return new Section("Notes").markup(list.append("</ul></div>").toString());
  }
}
