package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Prediction;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tgp evaluate}: how good a model is on a table that has the answers. */
@Command(
    name = "evaluate",
    description = {"Score a model on a table that has the target.", ""},
    footer = {"", "Example: tgp evaluate houses.tgp houses-2026.csv"})
final class EvaluateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A model file of tgp fit.")
  private Path model;

  @Mixin private TableOptions table = new TableOptions();

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = TableOptions.DATA)
  void setData(Path file) {
    table.file(file);
  }

  @Option(names = "--json", description = "Print the scores as JSON.")
  private boolean json;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    SavedModel saved = ModelFile.read(model);
    Map<String, Scores> scores = new LinkedHashMap<>();
    long[] left = {0};
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
        TableReader reader = table.open()) {
      long rows = 0;
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        add(saved, chunk, scores, left);
        rows += chunk.rows();
        if (progress.isDue()) {
          progress.show("evaluating", Double.NaN, String.format(Locale.ROOT, "%,d rows", rows));
        }
      }
    }
    if (scores.values().stream().allMatch(s -> s.rows() == 0)) {
      throw new UserException(
          table.name() + ": no row has a target to compare with; expected at least one");
    }
    print(scores, left[0]);
    return CommandLine.ExitCode.OK;
  }

  private static void add(SavedModel saved, Chunk chunk, Map<String, Scores> scores, long[] left) {
    List<double[]> y = new ArrayList<>();
    for (TargetEncoder target : saved.targets()) {
      y.add(target.encode(chunk));
    }
    Matrix x = saved.encoder().encode(chunk);
    List<Prediction> predictions = saved.model().predictAll(x);
    for (int o = 0; o < y.size(); o++) {
      TargetEncoder target = saved.targets().get(o);
      Scores score = scores.computeIfAbsent(target.name(), n -> new Scores(target.isClasses()));
      double[] values = y.get(o);
      int known = (int) java.util.Arrays.stream(values).filter(v -> !Double.isNaN(v)).count();
      if (known == values.length) {
        score.add(predictions.get(o), values, saved.model().likelihood(o), 1L);
        continue;
      }
      left[0] += values.length - known;
      if (known > 0) {
        Matrix some = Matrix.zeros(known, x.cols);
        double[] answers = new double[known];
        int at = 0;
        for (int i = 0; i < values.length; i++) {
          if (!Double.isNaN(values[i])) {
            System.arraycopy(x.data, x.at(i, 0), some.data, at * x.cols, x.cols);
            answers[at++] = values[i];
          }
        }
        Prediction there = saved.model().predictAll(some).get(o);
        score.add(there, answers, saved.model().likelihood(o), 1L);
      }
    }
  }

  private void print(Map<String, Scores> scores, long left) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("model", model.toString());
      all.put("data", table.name());
      scores.forEach(
          (name, score) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("rows", score.rows());
            one.putAll(score.asMap());
            all.put(scores.size() == 1 ? "scores" : name, one);
          });
      out.println(Json.text(all));
      return;
    }
    scores.forEach(
        (name, score) -> {
          out.printf(Locale.ROOT, "%s: %,d rows%n", name, score.rows());
          score
              .asMap()
              .forEach((what, value) -> out.printf(Locale.ROOT, "  %-11s %.5g%n", what, value));
        });
    if (left > 0) {
      out.printf(Locale.ROOT, "%,d rows have no target and were left out%n", left);
    }
    out.flush();
  }
}
