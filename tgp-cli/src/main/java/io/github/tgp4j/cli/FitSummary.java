package io.github.tgp4j.cli;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.cli.report.Verdict;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.model.BlendedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What {@code fit} says at its end: the answer first, in words. */
public final class FitSummary {
  private static final double NEARLY_ALL = 0.995; // shown as 100%
  private static final String NOT_TRIED = "not tried: ";

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
    int inputs = table.encoder().inputs().size();
    line(
        out,
        "data",
        String.format(
            Locale.ROOT,
            "%,d rows, %d input%s as %d number%s",
            table.rows().rows(),
            inputs,
            inputs == 1 ? "" : "s",
            table.encoder().features().size(),
            table.encoder().features().size() == 1 ? "" : "s"));
    List<HeldOut> held = outcome.comparison().heldOut().get(outcome.name());
    for (int o = 0; o < table.targets().size(); o++) {
      Target target = table.targets().get(o);
      line(out, "target", target.name() + ": " + target.describe());
      if (held != null) {
        answer(out, target, held.get(o), o);
        line(out, "scores", Scores.of(held.get(o)).describe());
      }
    }
    addModel(out);
    line(out, "chosen", ModelNames.inWords(outcome.comparison().reason()));
    if (outcome.comparison().scores().size() > 1) {
      addCandidates(out);
    }
    addFailures(out, outcome.comparison().failures());
    if (outcome.saved().model() instanceof BlendedModel blend) {
      for (int o = 0; o < blend.calibrations().size(); o++) {
        line(out, "quantiles", blend.calibrations().get(o).describe());
      }
    }
    line(out, "time", ProgressLine.time(outcome.seconds()));
    line(out, "written", file + (report == null ? "" : ", " + report));
    return out.toString();
  }

  private void answer(StringBuilder out, Target target, HeldOut held, int o) {
    Verdict verdict = Verdict.of(held, outcome.saved().model().likelihood(o).discrete());
    List<String> labels = target.encoder().isClasses() ? target.encoder().labels() : null;
    String name = "answer";
    for (String sentence : verdict.sentences(target.name(), labels, "held-out rows")) {
      line(out, name, sentence);
      name = "";
    }
  }

  private static void line(StringBuilder out, String name, String text) {
    out.append(String.format(Locale.ROOT, "%-9s %s%n", name, text));
  }

  private void addModel(StringBuilder out) {
    addModel(out, outcome.parts());
  }

  /** One model, with what else has a little weight behind it, or the models of a blend. */
  static void addModel(StringBuilder out, List<FitOutcome.Part> parts) {
    boolean one = parts.get(0).weight() >= NEARLY_ALL;
    line(out, "model", one ? text(parts.get(0)) : "blend of " + parts.size() + " models");
    for (FitOutcome.Part part : one ? parts.subList(1, parts.size()) : parts) {
      String share =
          one ? "and " + part.percent() : String.format(Locale.ROOT, "%4s", part.percent());
      line(out, "", share + " " + text(part));
    }
  }

  private static String text(FitOutcome.Part part) {
    return ModelNames.of(part.name()) + ": " + part.recipe().describe();
  }

  /** A line for each reason, with all models that it is the reason of. */
  static void addFailures(StringBuilder out, Map<String, String> failures) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    failures.forEach(
        (name, why) ->
            byReason.computeIfAbsent(why, w -> new ArrayList<>()).add(ModelNames.of(name)));
    byReason.forEach(
        (why, names) -> {
          boolean tried = !why.startsWith(NOT_TRIED);
          String reason = tried ? why : why.substring(NOT_TRIED.length());
          line(out, tried ? "failed" : "not tried", String.join("; ", names) + ": " + reason);
        });
  }

  private void addCandidates(StringBuilder out) {
    boolean whole = table.targets().stream().anyMatch(t -> t.nature() == TargetNature.COUNT);
    line(
        out,
        "tried",
        "NLL of held-out rows"
            + (whole ? ", by the probabilities of whole numbers" : "")
            + ", less is better");
    outcome.comparison().scores().entrySet().stream()
        .sorted(Comparator.comparingDouble(Map.Entry::getValue))
        .forEach(
            tried ->
                line(
                    out,
                    "",
                    String.format(
                        Locale.ROOT,
                        "%8.4g  %s",
                        tried.getValue(),
                        ModelNames.of(tried.getKey()))));
  }

  String json() {
    Map<String, Object> out = asMap(table, outcome);
    out.put("file", file.toString());
    if (report != null) {
      out.put("report", report.toString());
    }
    return Json.text(out) + System.lineSeparator();
  }

  /** What came of a fit, as plain values. */
  public static Map<String, Object> asMap(TrainingTable table, FitOutcome outcome) {
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
      out.put(
          "grade",
          IntStream.range(0, held.size()).mapToObj(o -> grade(outcome, held.get(o), o)).toList());
    }
    out.put("steps", outcome.saved().model().trainingResult().steps());
    out.put("seconds", outcome.seconds());
    out.put("notes", table.notes());
    List<String> warnings = HeldOutWarnings.warnings(table.targets(), outcome);
    if (!warnings.isEmpty()) {
      out.put("warnings", warnings);
    }
    return out;
  }

  private static String grade(FitOutcome outcome, HeldOut held, int target) {
    return Verdict.of(held, outcome.saved().model().likelihood(target).discrete()).grade().words();
  }
}
