package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of auto.csv. A fit that failed has no figures and its reason in place of the spec.
 *
 * @param seconds of the fit, the table already in memory
 * @param spec what was fitted, in one line
 * @param seed of the fit
 * @param made where and how
 */
record AutoRow(Key key, Scores scores, double seconds, String spec, long seed, Provenance made) {
  static final String HEADER =
      "data,model,quality,split,nll,crps,rmse,mae,coverage95,accuracy,seconds,spec,commit,date,jdk,"
          + "threads,seed,coverage50,coverage80,coverage90,coverage99,pit,dirty,host,load,data_hash,"
          + "nll_rounded";

  private static final List<String> COLUMNS = List.of(HEADER.split(","));
  private static final List<Integer> OLD_COLUMNS =
      List.of(17, 26); // up to the seed, and to the hash of the data

  /**
   * What a row is the result of; of rows with the same key the last one counts.
   *
   * @param quality that was asked for; empty for other libraries
   */
  record Key(String data, String model, String quality, int split) {}

  private static final String FAILED = "failed: ";

  static AutoRow failed(Key key, String reason, double seconds, long seed, Provenance made) {
    return new AutoRow(key, Scores.none(), seconds, FAILED + reason, seed, made);
  }

  boolean isFailure() {
    return Double.isNaN(scores.nll());
  }

  /** As a row beside those of models with so many inducing points. */
  ResultRow result(int inducing) {
    ResultRow.Key same = resultKey(key, inducing, seed);
    return isFailure()
        ? ResultRow.failed(same, spec.substring(FAILED.length()), seconds, "", made)
        : ResultRow.of(same, scores, seconds, 0, spec, made);
  }

  static ResultRow.Key resultKey(Key key, int inducing, long seed) {
    return new ResultRow.Key(key.data(), key.model(), inducing, key.split(), seed);
  }

  String line() {
    List<String> cells =
        new ArrayList<>(
            List.of(
                key.data(),
                key.model(),
                key.quality(),
                Integer.toString(key.split()),
                ResultRow.precise(scores.nll()),
                ResultRow.precise(scores.crps()),
                ResultRow.precise(scores.rmse()),
                ResultRow.precise(scores.mae()),
                ResultRow.number(scores.coverage95(), 4),
                ResultRow.number(scores.accuracy(), 4),
                String.format(Locale.ROOT, "%.1f", seconds),
                Cells.quoted(spec),
                made.commit(),
                made.date(),
                made.jdk(),
                made.threads(),
                Long.toString(seed)));
    CalibrationScores calibration = scores.calibration();
    calibration.coverage().forEach(share -> cells.add(ResultRow.number(share, 4)));
    cells.add(calibration.pitCell());
    cells.addAll(List.of(made.dirty(), Cells.quoted(made.host()), made.load(), made.dataHash()));
    cells.add(ResultRow.precise(scores.nllRounded()));
    return String.join(",", cells);
  }

  static AutoRow parse(String line) {
    Cells row = Cells.of(line, COLUMNS, OLD_COLUMNS);
    return new AutoRow(
        new Key(
            row.text("data"), row.text("model"), row.text("quality"), (int) row.number("split")),
        Scores.of(row),
        row.number("seconds"),
        row.text("spec"),
        (long) row.number("seed"),
        Provenance.of(row));
  }
}
