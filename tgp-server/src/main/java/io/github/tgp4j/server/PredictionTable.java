package io.github.tgp4j.server;

import io.github.tgp4j.cli.PredictionColumns;
import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.io.SavedModel;
import java.util.List;

/**
 * Predictions as columns, by the names that files of predictions have.
 *
 * @param values per column a double[] or String[]
 */
record PredictionTable(List<OutputColumn> columns, List<Object> values, int rows) {
  static PredictionTable of(SavedModel saved, Chunk rows, Questions asked) {
    PredictionColumns columns =
        PredictionColumns.of(saved, asked.quantiles(), asked.samples(), asked.seed());
    List<Object> values = rows.rows() == 0 ? List.of() : columns.predict(rows);
    return new PredictionTable(columns.columns(), values, rows.rows());
  }

  static List<OutputColumn> columnsOf(SavedModel saved, Questions asked) {
    return PredictionColumns.of(saved, asked.quantiles(), asked.samples(), asked.seed()).columns();
  }
}
