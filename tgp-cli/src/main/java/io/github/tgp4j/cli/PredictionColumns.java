package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Prediction;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that {@code predict} writes: what is kept of the data, then per target mean, standard
 * deviation, quantiles and draws, or the class and the probabilities of all classes. With several
 * targets, names begin with the target's.
 */
final class PredictionColumns {
  private final SavedModel saved;
  private final double[] quantiles;
  private final int samples;
  private final long seed;
  private final List<Column> kept;
  private final List<Column> columns = new ArrayList<>();

  PredictionColumns(
      SavedModel saved, double[] quantiles, int samples, long seed, List<Column> kept) {
    this.saved = saved;
    this.quantiles = quantiles;
    this.samples = samples;
    this.seed = seed;
    this.kept = kept;
    columns.addAll(kept);
    saved.targets().forEach(this::name);
  }

  private void name(TargetEncoder target) {
    String prefix = saved.targets().size() == 1 ? "" : target.name() + "_";
    if (target.isClasses()) {
      columns.add(new Column(prefix + "class", ColumnType.CATEGORY));
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
        columns.add(new Column(prefix + "sample_" + k, ColumnType.CATEGORY));
      } else {
        number(prefix + "sample_" + k);
      }
    }
  }

  private void number(String name) {
    columns.add(new Column(name, ColumnType.NUMBER));
  }

  List<Column> columns() {
    return columns;
  }

  /** The predictions of a chunk's rows. */
  Chunk predict(Chunk chunk) {
    List<Object> values = new ArrayList<>();
    for (Column column : kept) {
      int at = chunk.require(column.name());
      values.add(column.type() == ColumnType.CATEGORY ? chunk.texts(at) : chunk.numbers(at));
    }
    List<Prediction> predictions = saved.model().predictAll(saved.encoder().encode(chunk));
    for (int o = 0; o < predictions.size(); o++) {
      add(values, predictions.get(o), saved.targets().get(o), chunk);
    }
    return new Chunk(columns, chunk.rows(), values, chunk.firstRow());
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
      values.add(prediction.mean());
      values.add(prediction.standardDeviation());
      for (double level : quantiles) {
        values.add(prediction.quantile(level));
      }
    }
    if (samples > 0) {
      addSamples(values, prediction.sample(samples, seed + chunk.firstRow()), target, rows);
    }
  }

  private void addSamples(
      List<Object> values, double[][] drawn, TargetEncoder target, int rows) {
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
