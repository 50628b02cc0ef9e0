package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One line of a result file: what was run, how good it was, what it took.
 *
 * @param failure why there are no scores; empty for a fit that went well
 */
record ResultRow(
    Key key,
    Scores scores,
    double fitSeconds,
    int steps,
    String spec,
    String failure,
    Provenance made) {
  static final String HEADER =
      "data,model,inducing,split,nll,rmse,mae,crps,coverage95,accuracy,fit_seconds,predict_seconds,"
          + "steps,spec,commit,seed,failure,coverage50,coverage80,coverage90,coverage99,pit,dirty,"
          + "date,host,jdk,threads,load,data_hash,nll_rounded";

  private static final List<String> COLUMNS = List.of(HEADER.split(","));
  private static final List<Integer> OLD_COLUMNS =
      List.of(15, 29); // up to the commit, and to the hash of the data

  /**
   * What a row is the result of; of rows with the same key the last one counts.
   *
   * @param seed of the fit; rows of before it was recorded have the split's number, which it was
   */
  record Key(String data, String model, int inducing, int split, long seed) {
    Key(String data, String model, int inducing, int split) {
      this(data, model, inducing, split, split);
    }

    /** The key of a repeat, counted from 1: the first has the split's number as its seed. */
    static Key repeat(String data, String model, int inducing, int split, int repeat) {
      return new Key(data, model, inducing, split, split + 1000L * (repeat - 1));
    }

    /** The same of another model. */
    Key of(String otherModel) {
      return new Key(data, otherModel, inducing, split, seed);
    }
  }

  /** A fit that went well. */
  static ResultRow of(
      Key key, Scores scores, double fitSeconds, int steps, String spec, Provenance made) {
    return new ResultRow(key, scores, fitSeconds, steps, spec, "", made);
  }

  /** A fit that failed. */
  static ResultRow failed(Key key, String reason, double fitSeconds, String spec, Provenance made) {
    return new ResultRow(key, Scores.none(), fitSeconds, 0, spec, Cells.oneLine(reason), made);
  }

  boolean isFailure() {
    return !failure.isEmpty();
  }

  /** The same with the NLL of the values that were rounded to the target as its NLL. */
  ResultRow rounded() {
    return new ResultRow(key, scores.rounded(), fitSeconds, steps, spec, failure, made);
  }

  String line() {
    CalibrationScores calibration = scores.calibration();
    List<String> cells =
        new ArrayList<>(
            List.of(
                key.data(),
                key.model(),
                Integer.toString(key.inducing()),
                Integer.toString(key.split()),
                precise(scores.nll()),
                precise(scores.rmse()),
                precise(scores.mae()),
                precise(scores.crps()),
                number(scores.coverage95(), 4),
                number(scores.accuracy(), 4),
                number(fitSeconds, 2),
                number(scores.predictSeconds(), 5),
                Integer.toString(steps),
                Cells.quoted(spec),
                made.commit(),
                Long.toString(key.seed()),
                Cells.quoted(failure)));
    calibration.coverage().forEach(share -> cells.add(number(share, 4)));
    cells.add(calibration.pitCell());
    cells.addAll(
        List.of(
            made.dirty(),
            made.date(),
            Cells.quoted(made.host()),
            made.jdk(),
            made.threads(),
            made.load(),
            made.dataHash(),
            precise(scores.nllRounded())));
    return String.join(",", cells);
  }

  static ResultRow parse(String line) {
    Cells row = Cells.of(line, COLUMNS, OLD_COLUMNS);
    int split = (int) row.number("split");
    String seed = row.text("seed");
    return new ResultRow(
        new Key(
            row.text("data"),
            row.text("model"),
            (int) row.number("inducing"),
            split,
            seed.isEmpty() ? split : Long.parseLong(seed)),
        Scores.of(row),
        row.number("fit_seconds"),
        (int) row.number("steps"),
        row.text("spec"),
        row.text("failure"),
        Provenance.of(row));
  }

  /** Six digits that count, whatever the unit. */
  static String precise(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6g", value);
  }

  static String number(double value, int digits) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
