package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.data.Target;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code fit} says at its end. */
final class FitSummary {
  private final TrainingTable table;
  private final FitOutcome outcome;
  private final Path file;
  private final Path report;

  FitSummary(TrainingTable table, FitOutcome outcome, Path file, Path report) {
    this.table = table;
    this.outcome = outcome;
    this.file = file;
    this.report = report;
  }

  String text() {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "data",
        String.format(
            Locale.ROOT,
            "%,d rows, %d inputs as %d numbers",
            table.rows().rows(),
            table.encoder().inputs().size(),
            table.encoder().features().size()));
    for (Target target : table.targets()) {
      line(out, "target", target.name() + ": " + target.describe());
    }
    line(out, "model", outcome.name() + ": " + outcome.describe());
    line(out, "chosen", outcome.comparison().reason());
    if (outcome.comparison().scores().size() > 1) {
      line(out, "tried", candidates());
    }
    outcome.comparison().failures().forEach((name, why) -> line(out, "failed", name + ": " + why));
    List<HeldOut> held = outcome.comparison().heldOut().get(outcome.name());
    if (held != null) {
      for (HeldOut target : held) {
        line(out, "held out", Scores.of(target).describe());
      }
    }
    line(out, "time", ProgressLine.time(outcome.seconds()));
    line(out, "written", file + (report == null ? "" : ", " + report));
    return out.toString();
  }

  private static void line(StringBuilder out, String name, String text) {
    out.append(String.format(Locale.ROOT, "%-9s %s%n", name, text));
  }

  private String candidates() {
    StringBuilder text = new StringBuilder();
    outcome
        .comparison()
        .scores()
        .forEach(
            (name, nll) ->
                text.append(text.length() == 0 ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%s %.4g", name, nll)));
    return text + " (held-out NLL, less is better)";
  }

  String json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("model", outcome.name());
    out.put("recipe", outcome.describe());
    out.put("reason", outcome.comparison().reason());
    out.put("rows", table.rows().rows());
    out.put("inputs", table.encoder().inputs());
    out.put("targets", table.targets().stream().map(t -> t.name()).toList());
    out.put("tried", outcome.comparison().scores());
    if (!outcome.comparison().failures().isEmpty()) {
      out.put("failed", outcome.comparison().failures());
    }
    List<HeldOut> held = outcome.comparison().heldOut().get(outcome.name());
    if (held != null) {
      out.put("held_out", held.stream().map(target -> Scores.of(target).asMap()).toList());
    }
    out.put("steps", outcome.saved().model().trainingResult().steps());
    out.put("seconds", outcome.seconds());
    out.put("notes", table.notes());
    out.put("file", file.toString());
    if (report != null) {
      out.put("report", report.toString());
    }
    return Json.text(out) + System.lineSeparator();
  }
}
