package io.github.tgp4j.cli;

import io.github.tgp4j.data.Feature;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp info}: what is in a model file. */
@Command(
    name = "info",
    description = {"Say what a model file holds: model, inputs, scores, where it came from.", ""})
final class InfoCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path file;

  @Option(names = "--json", description = "Print it as JSON.")
  private boolean json;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    SavedModel saved = ModelFile.read(file);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(asMap(saved)));
    } else {
      StringWriter text = new StringWriter();
      print(saved, new PrintWriter(text));
      out.print(Terminal.plain(text.toString()));
    }
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private static void print(SavedModel saved, PrintWriter out) {
    Provenance made = saved.provenance();
    out.printf("model     %s%n", saved.model());
    for (int o = 0; o < saved.targets().size(); o++) {
      TargetEncoder target = saved.targets().get(o);
      out.printf(
          "target    %s%s%n",
          target.name(),
          target.isClasses() ? ": " + String.join(", ", target.labels()) : values(saved, o));
    }
    out.printf("inputs    %s%n", String.join(", ", inputs(saved)));
    out.printf("encoded   %s%n", String.join(", ", encoded(saved)));
    TrainingResult training = saved.model().trainingResult();
    out.printf(
        Locale.ROOT,
        "training  %,d steps, %s%s%s%n",
        training.steps(),
        Double.isNaN(training.bound()) // trees and constants have none
            ? ""
            : String.format(Locale.ROOT, "ELBO %.6g, ", training.bound()),
        ProgressLine.time(training.nanos() / 1e9),
        training.ended() == Ended.FELL_BACK
            ? "; it could not go on and kept its best state so far"
            : "");
    out.printf(
        Locale.ROOT,
        "made      %s by tgp %s from %,d rows, data %s%n",
        made.created(),
        made.library(),
        made.rows(),
        made.fingerprint());
    made.settings().forEach((name, value) -> out.printf("  %-12s %s%n", name, value));
    made.metrics().forEach((name, value) -> out.printf(Locale.ROOT, "  %s %.5g%n", name, value));
    made.notes().forEach(note -> out.printf("  note: %s%n", note));
  }

  /** What numbers are kept within, how sure a blend is of them, how quantiles were recalibrated. */
  private static String values(SavedModel saved, int target) {
    if (!(saved.model() instanceof BlendedModel blend)) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    if (!blend.support(target).isReal()) {
      text.append(": values ").append(blend.support(target).describe());
    }
    if (!blend.sharpening(target).isNone()) {
      text.append("; ").append(blend.sharpening(target).describe());
    }
    if (!blend.calibrations().isEmpty()) {
      text.append("; ").append(blend.calibrations().get(target).describe());
    }
    return text.toString();
  }

  private static Map<String, Object> asMap(SavedModel saved) {
    Provenance made = saved.provenance();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("model", saved.model().toString());
    out.put("targets", saved.targets().stream().map(TargetEncoder::name).toList());
    out.put("inputs", inputs(saved));
    out.put("encoded", encoded(saved));
    out.put("parameters", parameters(saved));
    out.put("steps", saved.model().trainingResult().steps());
    out.put("elbo", saved.model().trainingResult().bound());
    out.put("ended", words(saved.model().trainingResult().ended()));
    out.put("created", made.created());
    out.put("version", made.library());
    out.put("rows", made.rows());
    out.put("fingerprint", made.fingerprint());
    out.put("settings", made.settings());
    out.put("metrics", made.metrics());
    out.put("notes", made.notes());
    return out;
  }

  private static String words(Ended ended) {
    return ended.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static List<String> inputs(SavedModel saved) {
    return saved.encoder() == null
        ? List.of(unnamed(saved.model().inputs()))
        : saved.encoder().inputs();
  }

  private static String unnamed(int count) {
    return count == 1 ? "one number without a name" : count + " numbers without names";
  }

  private static List<String> encoded(SavedModel saved) {
    return saved.encoder() == null
        ? List.of()
        : saved.encoder().features().stream().map(Feature::name).toList();
  }

  /** The few that say something to people; inducing inputs and weights are in the file. */
  private static Map<String, Object> parameters(SavedModel saved) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (String name : saved.model().parameterNames()) {
      double[] values = saved.model().parameter(name);
      if (values.length <= 64 && !name.startsWith("inducing")) {
        out.put(name, values);
      }
    }
    return out;
  }
}
