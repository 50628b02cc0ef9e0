package io.github.tgp4j.cli.report;

import io.github.tgp4j.cli.report.Chart.Axis;
import io.github.tgp4j.cli.report.Chart.Series;
import java.util.Arrays;
import java.util.List;

/** What drives the prediction. */
final class ImportanceSection {
  private ImportanceSection() {}

  static Section of(Report.Importance importance) {
    Section section = new Section("drivers", "What drives the prediction");
    section.paragraph(
        "The values of one input at a time are shuffled between rows: the more the predictions"
            + " suffer, the more the input matters. Measured on "
            + importance.rows()
            + (importance.names().size() < importance.inputs()
                ? ", for the "
                    + importance.names().size()
                    + " of "
                    + Numbers.count(importance.inputs())
                    + " inputs that move the predictions most"
                : "")
            + ". Of two inputs that say the same, neither may seem to matter.");
    long clear = clear(importance);
    if (clear == 0) {
      section.paragraph("Shuffling any one input changes no more than chance does.", "lead");
      section.fold("Show the measurements anyway");
    }
    section.pairs();
    String size =
        importance.names().size() > 16
            ? "bars30"
            : importance.names().size() > 8 ? "bars16" : "bars8";
    String error = importance.classes() ? "share of wrong answers" : "typical error";
    section.figure(
        "By the " + error,
        summary(importance, error, importance.error(), importance.classes()),
        size,
        chart(
            "importance-error",
            "growth of the " + error,
            importance,
            importance.error(),
            importance.classes()));
    section.figure(
        "By the log score (NLL)",
        summary(importance, "NLL", importance.nll(), false),
        size,
        chart("importance-nll", "growth of the NLL", importance, importance.nll(), false));
    return section.unfold();
  }

  private static Chart chart(
      String id, String label, Report.Importance importance, double[] values, boolean share) {
    int n = values.length;
    double[] clear = new double[n];
    double[] chance = new double[n];
    for (int i = 0; i < n; i++) {
      clear[i] = importance.clear()[i] ? values[i] : Double.NaN;
      chance[i] = importance.clear()[i] ? Double.NaN : values[i];
    }
    Axis x = Axis.of(label);
    double most = Arrays.stream(values).max().orElse(1);
    double least = Arrays.stream(values).min().orElse(0);
    if (most > 0 && least > -0.1 * most) {
      x.within(Math.min(0, 1.05 * least), 1.08 * most);
    }
    return Chart.xy(id, share ? x.percent() : x, Axis.of("").labels(importance.names()))
        .horizontal()
        .add(Series.bars("matters", "main", null, clear).stacked("one"))
        .add(Series.bars("may be chance", "muted", null, chance).stacked("one"));
  }

  private static long clear(Report.Importance importance) {
    long count = 0;
    for (boolean one : importance.clear()) {
      count += one ? 1 : 0;
    }
    return count;
  }

  private static String summary(
      Report.Importance importance, String what, double[] values, boolean share) {
    List<String> names = importance.names();
    int most = 0;
    for (int i = 1; i < values.length; i++) {
      most = values[i] > values[most] ? i : most;
    }
    long clear = clear(importance);
    if (clear == 0 || !(values[most] > 0)) {
      return "Shuffling any one input changes the " + what + " no more than chance does.";
    }
    return clear
        + " of "
        + (names.size() < importance.inputs() ? "the strongest " : "")
        + names.size()
        + (clear == 1 ? " inputs matters beyond chance." : " inputs matter beyond chance.")
        + " With “"
        + names.get(most)
        + "” shuffled, the "
        + what
        + " grows by "
        + (share ? VerdictText.whole(values[most]) + " of the rows" : Numbers.brief(values[most]))
        + ".";
  }
}
