package io.github.tgp4j.benchmarks.experiments;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.benchmarks.PeerPython;
import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code ./bench peers-quality}: GPyTorch and GPflow on the same splits with as many inducing
 * points, trained as their own guides or the paper have it, and our own models in turn with them,
 * on one thread.
 */
final class PeersQuality implements Experiment {
  private static final int INDUCING = 100;
  private static final int STEPS = 15000; // the paper's
  private static final int GPFLOW_STEPS = 5000; // natural gradients need fewer
  private static final int DEEP_STEPS = 2000;

  private static final List<String> MODELS =
      List.of("svgp", "gpytorch-svgp", "gpflow-svgp", "dgp2", "gpytorch-dgp2");

  /** How the peers are trained, as a row says it. */
  static final Map<String, String> TRAINING =
      Map.of(
          "gpytorch-svgp", "as the paper's SVGP: Adam 0.01, batches of 1024 above 2000 rows",
          "gpflow-svgp", "natural gradients 0.1, Adam 0.01, batches of 1024 above 2000 rows",
          "gpytorch-dgp2", "linear mean, 10 samples, Adam 0.01, batches of 1024 above 2000 rows");

  @Override
  public String name() {
    return "peers-quality";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(RegressionRecipes.SETS);
    ResultFile file = new ResultFile(options.results(), name());
    Trials trials = new Trials(file, options);
    for (String set : RegressionRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int split : options.splitsOr(List.of(1))) {
        for (String model : MODELS) {
          ResultRow.Key key = new ResultRow.Key(set, model, INDUCING, split);
          if (!options.wantsModel(model) || options.resume() && file.contains(key)) {
            continue;
          }
          if (TRAINING.containsKey(model)) {
            peer(key, file, options);
          } else {
            trials.run(key, RegressionRecipes.of(set, model), data.split(split));
          }
        }
      }
    }
  }

  private static void peer(ResultRow.Key key, ResultFile file, ExperimentOptions options)
      throws IOException {
    String library = key.model().substring(0, key.model().indexOf('-'));
    boolean deep = key.model().endsWith("dgp2");
    int steps = deep ? DEEP_STEPS : library.equals("gpflow") ? GPFLOW_STEPS : STEPS;
    List<String> arguments = new ArrayList<>(arguments(key.data(), key.split(), 0, options));
    arguments.add("--steps=" + steps);
    arguments.add("--layers=" + (deep ? 2 : 1));
    String out = PeerPython.run(library, library + "_quality.py", arguments);
    JsonObject result =
        JsonParser.parseString(out.substring(out.lastIndexOf('\n') + 1)).getAsJsonObject();
    double none = Double.NaN;
    ResultRow row =
        new ResultRow(
            key,
            new Scores(
                result.get("nll").getAsDouble(),
                result.get("rmse").getAsDouble(),
                none,
                none,
                result.get("cover95").getAsDouble(),
                none,
                result.get("predict_seconds").getAsDouble()),
            result.get("seconds").getAsDouble(),
            steps,
            library + " " + result.get("version").getAsString() + ": " + TRAINING.get(key.model()),
            System.getProperty("tgp4j.commit", "unknown"));
    file.append(row);
    System.out.println(row.line());
  }

  /** The arguments of a peer's script for a split; a later one of the same name overrides. */
  static List<String> arguments(String set, int split, int curve, ExperimentOptions options) {
    Path directory = options.tables("regression");
    boolean small = RegressionRecipes.SMALL.contains(set);
    return List.of(
        "--csv=" + found(directory, set + ".csv"),
        "--splits=" + found(directory, set + ".splits.txt"),
        "--split=" + split,
        "--inducing=" + INDUCING,
        "--steps=" + STEPS,
        "--batch=" + (small ? 10000 : 1024),
        "--curve=" + curve);
  }

  private static Path found(Path directory, String name) {
    Path plain = directory.resolve(name);
    return Files.exists(plain) ? plain : directory.resolve(name + ".gz");
  }
}
