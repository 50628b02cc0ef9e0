package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The columns that {@code predict} writes: what is kept of the data, then per target mean, standard
 * deviation, quantiles and draws, or the class and the probabilities of all classes. With several
 * targets, names begin with the target's.
 */
final class PredictionColumns {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private final SavedModel saved;
  private final double[] quantiles;
  private final int samples;
  private final long seed;
  private final List<Column> kept;
  private final List<OutputColumn> columns = new ArrayList<>();

  PredictionColumns(
      SavedModel saved, double[] quantiles, int samples, long seed, List<Column> kept) {
    this.saved = saved;
    this.quantiles = quantiles;
    this.samples = samples;
    this.seed = seed;
    this.kept = kept;
    for (Column column : kept) {
      columns.add(
          column.type() == ColumnType.NUMBER
              ? OutputColumn.number(column.name())
              : OutputColumn.text(column.name()));
    }
    saved.targets().forEach(this::name);
  }

  private void name(TargetEncoder target) {
    String prefix = saved.targets().size() == 1 ? "" : target.name() + "_";
    if (target.isClasses()) {
      columns.add(OutputColumn.text(prefix + "class"));
      target.labels().forEach(label -> number(prefix + "p_" + label));
    } else {
      number(prefix + "mean");
      number(prefix + "sd");
      for (double level : quantiles) {
        number(prefix + "q" + level);
      }
    }
    for (int k = 1; k <= samples; k++) {
      if (target.isClasses()) {
        columns.add(OutputColumn.text(prefix + "sample_" + k));
      } else {
        number(prefix + "sample_" + k);
      }
    }
  }

  private void number(String name) {
    columns.add(OutputColumn.number(name));
  }

  List<OutputColumn> columns() {
    return columns;
  }

  /** The values of these columns for a chunk's rows. */
  List<Object> predict(Chunk chunk) {
    List<Object> values = new ArrayList<>();
    for (Column column : kept) {
      int at = chunk.require(column.name());
      values.add(
          switch (column.type()) {
            case NUMBER -> chunk.numbers(at);
            case CATEGORY -> chunk.texts(at);
            case TIME -> times(chunk.numbers(at), chunk.rows());
          });
    }
    List<Prediction> predictions = saved.model().predictAll(saved.encoder().encode(chunk));
    for (int o = 0; o < predictions.size(); o++) {
      add(values, predictions.get(o), saved.targets().get(o), chunk);
    }
    return values;
  }

  /** Seconds since 1970 as "2026-05-17 08:30:00". */
  private static String[] times(double[] seconds, int rows) {
    String[] out = new String[rows];
    for (int i = 0; i < rows; i++) {
      if (!Double.isNaN(seconds[i])) {
        LocalDateTime time =
            LocalDateTime.ofEpochSecond((long) Math.floor(seconds[i]), 0, ZoneOffset.UTC);
        out[i] = time.format(TIME);
      }
    }
    return out;
  }

  private void add(List<Object> values, Prediction prediction, TargetEncoder target, Chunk chunk) {
    int rows = chunk.rows();
    if (target.isClasses()) {
      double[][] p = prediction.classProbabilities();
      String[] best = new String[rows];
      double[][] columnsOfP = new double[target.labels().size()][rows];
      for (int i = 0; i < rows; i++) {
        int most = 0;
        for (int k = 0; k < p[i].length; k++) {
          columnsOfP[k][i] = p[i][k];
          most = p[i][k] > p[i][most] ? k : most;
        }
        best[i] = target.labels().get(most);
      }
      values.add(best);
      values.addAll(List.of(columnsOfP));
    } else {
      Summary summary = prediction.summary(quantiles);
      values.add(summary.mean());
      values.add(summary.standardDeviation());
      values.addAll(List.of(summary.quantiles()));
    }
    if (samples > 0) {
      addSamples(values, prediction.sample(samples, seed + chunk.firstRow()), target, rows);
    }
  }

  private void addSamples(List<Object> values, double[][] drawn, TargetEncoder target, int rows) {
    for (int k = 0; k < samples; k++) {
      if (target.isClasses()) {
        String[] labels = new String[rows];
        for (int i = 0; i < rows; i++) {
          labels[i] = target.labels().get((int) drawn[i][k]);
        }
        values.add(labels);
      } else {
        double[] numbers = new double[rows];
        for (int i = 0; i < rows; i++) {
          numbers[i] = drawn[i][k];
        }
        values.add(numbers);
      }
    }
  }
}
