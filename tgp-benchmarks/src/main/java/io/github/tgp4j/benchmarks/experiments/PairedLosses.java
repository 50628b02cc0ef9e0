package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.benchmarks.rows.ResultLines;
import io.github.tgp4j.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How much a model's NLL differs from another's on the same test rows, with the error of that mean
 * over the rows: two models err on the same rows, so that their difference is known far better than
 * either NLL. Lines go to EXPERIMENT-pairs.csv.
 */
final class PairedLosses {
  static final String HEADER =
      "data,model,against,inducing,split,seed,difference,standard_error,rows," + Provenance.HEADER;

  private final ResultLines lines;
  private final String against;

  PairedLosses(Path results, String experiment, String against) {
    this.lines = file(results, experiment);
    this.against = against;
  }

  private static ResultLines file(Path results, String experiment) {
    return new ResultLines(results.resolve(experiment + "-pairs.csv"), HEADER);
  }

  /** The differences so far, the last one of each key. */
  static List<PairedLoss> read(Path results, String experiment) throws IOException {
    return PairedLoss.last(file(results, experiment).read());
  }

  /** Appends the difference of a model from the one it is compared with. */
  void add(ResultRow.Key key, Model model, Model baseline, SplitData.Split rows, Provenance made)
      throws IOException {
    double[] base = baseline.predict(rows.testX()).logDensity(rows.testY());
    double[] own = model.predict(rows.testX()).logDensity(rows.testY());
    lines.append(PairedLoss.of(key, against, base, own, made).line());
  }
}
