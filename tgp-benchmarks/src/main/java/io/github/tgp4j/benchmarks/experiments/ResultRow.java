package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One line of a result file: what was run, how good it was, what it took. */
record ResultRow(Key key, Scores scores, double fitSeconds, int steps, String spec, String commit) {
  static final String HEADER =
      "data,model,inducing,split,nll,rmse,mae,crps,coverage95,accuracy,fit_seconds,predict_seconds,"
          + "steps,spec,commit";

  /** What a row is the result of; of rows with the same key the last one counts. */
  record Key(String data, String model, int inducing, int split) {}

  String line() {
    return String.join(
        ",",
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
        '"' + spec + '"',
        commit);
  }

  static ResultRow parse(String line) {
    List<String> cells = cells(line);
    if (cells.size() != 15) {
      throw new IllegalArgumentException(
          "result row: expected 15 cells but got " + cells.size() + ": " + line);
    }
    double[] n = new double[15];
    for (int i = 2; i < 13; i++) {
      n[i] = cells.get(i).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(i));
    }
    return new ResultRow(
        new Key(cells.get(0), cells.get(1), (int) n[2], (int) n[3]),
        new Scores(n[4], n[5], n[6], n[7], n[8], n[9], n[11]),
        n[10],
        (int) n[12],
        cells.get(13),
        cells.get(14));
  }

  static List<String> cells(String line) {
    List<String> out = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        out.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    out.add(cell.toString());
    return out;
  }

  /** Six digits that count, whatever the unit. */
  static String precise(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6g", value);
  }

  static String number(double value, int digits) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
