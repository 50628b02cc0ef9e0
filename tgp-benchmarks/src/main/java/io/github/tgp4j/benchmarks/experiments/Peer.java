package io.github.tgp4j.benchmarks.experiments;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.benchmarks.PeerPython;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another library's model, trained by a script on the same splits.
 *
 * @param model what a row calls it
 * @param environment the Python environment it runs in
 * @param script that trains and scores it
 * @param training how, in words
 * @param arguments of the script beside those that name the rows
 */
record Peer(
    String model,
    String environment,
    String script,
    String training,
    int steps,
    List<String> arguments) {
  private static final int INDUCING = 100;

  Peer withSteps(int value) {
    return new Peer(model, environment, script, training, value, arguments);
  }

  /** What a row's spec begins with; the library's version follows. */
  String spec() {
    return training + "; " + steps + " steps";
  }

  /** Trains and scores it; a script that fails leaves a row that says so. */
  ResultRow run(ResultRow.Key key, String hash, ExperimentOptions options) {
    Provenance made = Provenance.now(options.threads(), hash);
    long begin = System.nanoTime();
    try {
      List<String> all = new ArrayList<>(rows(key, options));
      all.add("--steps=" + steps);
      all.addAll(arguments);
      String out = PeerPython.run(environment, script, all);
      JsonObject result =
          JsonParser.parseString(out.substring(out.lastIndexOf('\n') + 1)).getAsJsonObject();
      String version =
          result.get("library").getAsString() + " " + result.get("version").getAsString();
      return ResultRow.of(
          key,
          scores(result),
          result.get("seconds").getAsDouble(),
          steps,
          spec() + "; " + version,
          made);
    } catch (IOException e) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      return ResultRow.failed(key, e.getMessage(), seconds, spec(), made);
    }
  }

  static Scores scores(JsonObject result) {
    List<Double> coverage =
        CalibrationScores.LEVELS.stream().map(level -> score(result, "coverage" + level)).toList();
    List<Double> pit = new ArrayList<>();
    if (result.has("pit")) {
      result.getAsJsonArray("pit").forEach(share -> pit.add(share.getAsDouble()));
    }
    return new Scores(
        score(result, "nll"),
        score(result, "rmse"),
        score(result, "mae"),
        score(result, "crps"),
        score(result, "coverage95"),
        score(result, "accuracy"),
        score(result, "predict_seconds"),
        new CalibrationScores(coverage, pit),
        score(result, "nll_rounded"));
  }

  private static double score(JsonObject result, String name) {
    return result.has(name) ? result.get(name).getAsDouble() : Double.NaN;
  }

  /** The arguments that name rows, inducing points, seed and threads. */
  static List<String> rows(ResultRow.Key key, ExperimentOptions options) {
    Path directory = options.tables("regression");
    boolean small = RegressionRecipes.SMALL.contains(key.data());
    return List.of(
        "--csv=" + found(directory, key.data() + ".csv"),
        "--splits=" + found(directory, key.data() + ".splits.txt"),
        "--split=" + key.split(),
        "--inducing=" + INDUCING,
        "--batch=" + (small ? 10000 : 1024),
        "--network=" + network(key.data()),
        "--seed=" + key.seed(),
        "--threads=" + options.threads());
  }

  /** Widths, activation and dropout of BA-TGP's network: {@code 50,50,relu,0.25}. */
  static String network(String set) {
    String text = RegressionRecipes.network(set);
    return text.substring(text.indexOf("mlp(") + 4, text.lastIndexOf(')'))
        .replace("dropout=", "")
        .replace(" ", "");
  }

  private static Path found(Path directory, String name) {
    Path plain = directory.resolve(name);
    return Files.exists(plain) ? plain : directory.resolve(name + ".gz");
  }
}
