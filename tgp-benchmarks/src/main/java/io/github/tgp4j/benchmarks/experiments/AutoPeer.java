package io.github.tgp4j.benchmarks.experiments;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.benchmarks.PeerPython;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs another library on a split: its script prints the scores of the test rows. */
final class AutoPeer {
  private AutoPeer() {}

  /**
   * What a script reads.
   *
   * @param classes how many; 0 for a target of numbers
   * @param step between neighbouring values of a rounded target; 0 for none
   * @param hash of the rows of the split
   */
  record Files(Path table, Path splits, int classes, double step, String hash) {}

  static AutoRow run(AutoRow.Key key, Files files, long seed, int threads) {
    Provenance made = Provenance.now(threads, files.hash());
    boolean trees = !key.model().startsWith("gpytorch");
    String script = (trees ? key.model() : "gpytorch") + "_auto.py";
    List<String> arguments =
        List.of(
            "--csv=" + files.table(),
            "--splits=" + files.splits(),
            "--split=" + key.split(),
            "--classes=" + files.classes(),
            "--step=" + files.step(),
            "--seed=" + seed,
            "--threads=" + threads);
    long begin = System.nanoTime();
    try {
      String out = PeerPython.run(trees ? "trees" : "gpytorch", script, arguments);
      JsonObject result =
          JsonParser.parseString(out.substring(out.lastIndexOf('\n') + 1)).getAsJsonObject();
      return new AutoRow(
          key,
          Peer.scores(result),
          result.get("seconds").getAsDouble(),
          result.get("spec").getAsString(),
          seed,
          made);
    } catch (IOException e) {
      double seconds = (System.nanoTime() - begin) / 1e9;
      return AutoRow.failed(key, e.getMessage(), seconds, seed, made);
    }
  }
}
