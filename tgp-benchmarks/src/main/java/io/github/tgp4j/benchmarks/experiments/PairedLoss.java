package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The NLL of a model less that of another on the same test rows.
 *
 * @param difference its mean over the rows; negative where the model is better
 * @param standardError s/√n of the rows' differences
 */
record PairedLoss(
    ResultRow.Key key,
    String against,
    double difference,
    double standardError,
    int rows,
    Provenance made) {
  private static final List<String> COLUMNS = List.of(PairedLosses.HEADER.split(","));

  /** From log densities of the same rows. */
  static PairedLoss of(
      ResultRow.Key key, String against, double[] base, double[] own, Provenance made) {
    double[] differences = new double[own.length];
    for (int i = 0; i < own.length; i++) {
      differences[i] = base[i] - own[i];
    }
    return new PairedLoss(
        key,
        against,
        Statistics.mean(differences),
        Statistics.standardError(differences),
        own.length,
        made);
  }

  String line() {
    return String.join(
        ",",
        key.data(),
        key.model(),
        against,
        Integer.toString(key.inducing()),
        Integer.toString(key.split()),
        Long.toString(key.seed()),
        ResultRow.precise(difference),
        ResultRow.precise(standardError),
        Integer.toString(rows),
        made.line());
  }

  /** The last of each key. */
  static List<PairedLoss> last(List<String> lines) {
    Map<ResultRow.Key, PairedLoss> byKey = new LinkedHashMap<>();
    for (String line : lines) {
      PairedLoss loss = parse(line);
      byKey.put(loss.key, loss);
    }
    return List.copyOf(byKey.values());
  }

  static PairedLoss parse(String line) {
    Cells row = Cells.of(line, COLUMNS, List.of());
    return new PairedLoss(
        new ResultRow.Key(
            row.text("data"),
            row.text("model"),
            (int) row.number("inducing"),
            (int) row.number("split"),
            (long) row.number("seed")),
        row.text("against"),
        row.number("difference"),
        row.number("standard_error"),
        (int) row.number("rows"),
        Provenance.of(row));
  }
}
