package io.github.tgp4j.benchmarks.experiments;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.benchmarks.PeerPython;
import java.io.IOException;
import java.util.List;

/** Runs another library on a split: its script prints the scores of the test rows. */
final class AutoPeer {
  private AutoPeer() {}

  static AutoRow run(AutoRow.Key key, AutoSet set, long seed, ExperimentOptions options) {
    AutoRow.Made made = AutoRow.Made.now(options.threads(), seed);
    boolean trees = !key.model().startsWith("gpytorch");
    String script = (trees ? key.model() : "gpytorch") + "_auto.py";
    List<String> arguments =
        List.of(
            "--csv=" + set.file(options, ".csv"),
            "--splits=" + set.file(options, ".splits.txt"),
            "--split=" + key.split(),
            "--classes=" + set.classes(),
            "--seed=" + seed,
            "--threads=" + options.threads());
    long begin = System.nanoTime();
    try {
      String out = PeerPython.run(trees ? "trees" : "gpytorch", script, arguments);
      JsonObject result =
          JsonParser.parseString(out.substring(out.lastIndexOf('\n') + 1)).getAsJsonObject();
      return new AutoRow(
          key,
          scores(result),
          result.get("seconds").getAsDouble(),
          result.get("spec").getAsString(),
          made);
    } catch (IOException e) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      return AutoRow.failed(key, e.getMessage(), seconds, made);
    }
  }

  private static Scores scores(JsonObject result) {
    return new Scores(
        score(result, "nll"),
        score(result, "rmse"),
        score(result, "mae"),
        score(result, "crps"),
        score(result, "coverage95"),
        score(result, "accuracy"),
        Double.NaN);
  }

  private static double score(JsonObject result, String name) {
    return result.has(name) ? result.get(name).getAsDouble() : Double.NaN;
  }
}
