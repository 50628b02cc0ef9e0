package io.github.tgp4j.benchmarks.experiments;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * One line of auto.csv. A fit that failed has no figures and its reason in place of the spec.
 *
 * @param seconds of the fit, the table already in memory
 * @param spec what was fitted, in one line
 * @param made where and how
 */
record AutoRow(Key key, Scores scores, double seconds, String spec, Made made) {
  static final String HEADER =
      "data,model,quality,split,nll,crps,rmse,mae,coverage95,accuracy,seconds,spec,commit,date,jdk,"
          + "threads,seed";

  /**
   * What a row is the result of; of rows with the same key the last one counts.
   *
   * @param quality that was asked for; empty for other libraries
   */
  record Key(String data, String model, String quality, int split) {}

  /** The circumstances. */
  record Made(String commit, String date, String jdk, int threads, long seed) {
    /** Here and now. */
    static Made now(int threads, long seed) {
      return new Made(
          System.getProperty("tgp4j.commit", "unknown"),
          LocalDate.now().toString(),
          System.getProperty("java.version"),
          threads,
          seed);
    }
  }

  static AutoRow failed(Key key, String reason, double seconds, Made made) {
    return new AutoRow(key, Scores.none(), seconds, "failed: " + reason, made);
  }

  boolean isFailure() {
    return Double.isNaN(scores.nll());
  }

  String line() {
    return String.join(
        ",",
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
        '"' + spec.replace('"', '\'').replaceAll("\\s+", " ") + '"',
        made.commit(),
        made.date(),
        made.jdk(),
        Integer.toString(made.threads()),
        Long.toString(made.seed()));
  }

  static AutoRow parse(String line) {
    List<String> cells = ResultRow.cells(line);
    if (cells.size() != 17) {
      throw new IllegalArgumentException(
          "result row: expected 17 cells but got " + cells.size() + ": " + line);
    }
    double[] n = new double[11];
    for (int i = 4; i < 11; i++) {
      n[i] = cells.get(i).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(i));
    }
    return new AutoRow(
        new Key(cells.get(0), cells.get(1), cells.get(2), Integer.parseInt(cells.get(3))),
        new Scores(n[4], n[6], n[7], n[5], n[8], n[9], Double.NaN),
        n[10],
        cells.get(11),
        new Made(
            cells.get(12),
            cells.get(13),
            cells.get(14),
            Integer.parseInt(cells.get(15)),
            Long.parseLong(cells.get(16))));
  }
}
