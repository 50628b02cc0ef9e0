package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp evaluate}: how good a model is on a table that has the answers. */
@Command(
    name = "evaluate",
    description = {
      "Say how good the predictions of a model are, on a table that has the target.",
      ""
    },
    footer = {"", "Example: tgp evaluate houses.tgp houses-2026.csv"})
final class EvaluateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path model;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Mixin private PredictionDevice device = new PredictionDevice();

  @Option(names = "--json", description = "Print the scores as JSON.")
  private boolean json;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    SavedModel saved = ModelFile.read(model).requireTable().withDevice(device.name);
    Map<String, Evaluation> scores = new LinkedHashMap<>();
    long[] left = {0};
    ModelWarnings warnings = new ModelWarnings(saved, table);
    boolean seen = warnings.isTrainingTable();
    try (ProgressLine line = ProgressLine.on(spec.commandLine().getErr());
        TableReader reader = table.open()) {
      RowProgress progress = new RowProgress(line, "evaluating", table);
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        add(saved, chunk, scores, seen, left);
        warnings.add(chunk);
        progress.add(chunk.rows());
      }
    }
    if (scores.values().stream().allMatch(s -> s.scores().rows() == 0)) {
      throw new UserException(
          table.name() + ": no row has a target to compare with; expected at least one");
    }
    warnings.print(spec.commandLine().getErr());
    print(scores, left[0], warnings.all());
    return CommandLine.ExitCode.OK;
  }

  private static void add(
      SavedModel saved, Chunk chunk, Map<String, Evaluation> scores, boolean seen, long[] left) {
    Matrix x = saved.encoder().encode(chunk);
    for (int o = 0; o < saved.targets().size(); o++) {
      TargetEncoder target = saved.targets().get(o);
      Evaluation score = scores.computeIfAbsent(target.name(), n -> new Evaluation(target, seen));
      double[] y = target.encode(chunk);
      int[] known = IntStream.range(0, y.length).filter(i -> !Double.isNaN(y[i])).toArray();
      left[0] += y.length - known.length;
      if (known.length > 0) {
        double[] answers = Arrays.stream(known).mapToDouble(i -> y[i]).toArray();
        Prediction prediction = saved.model().predictAll(x.selectRows(known)).get(o);
        score.add(prediction, answers, saved.model().likelihood(o));
      }
    }
  }

  private void print(Map<String, Evaluation> scores, long left, List<String> warnings) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("model", model.toString());
      all.put("data", table.name());
      scores.forEach(
          (name, score) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("rows", score.scores().rows());
            one.putAll(score.scores().asMap());
            if (score.scores().rows() > 0) {
              one.put("grade", score.verdict().grade().words());
            }
            all.put(scores.size() == 1 ? "scores" : name, one);
          });
      if (!warnings.isEmpty()) {
        all.put("warnings", warnings);
      }
      out.println(Json.text(all));
      return;
    }
    scores.forEach((name, score) -> out.print(Terminal.plain(score.text(table.name()))));
    if (left > 0) {
      out.printf(Locale.ROOT, "%,d rows have no target and were left out%n", left);
    }
    out.flush();
  }
}
