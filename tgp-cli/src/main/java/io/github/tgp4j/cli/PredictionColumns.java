package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.predict.Summary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The columns that {@code predict} writes: what is kept of the data, then per target mean, standard
 * deviation, quantiles and draws, or the class and the probabilities of all classes. With several
 * targets, names begin with the target's.
 */
public final class PredictionColumns {
  private final SavedModel saved;
  private final double[] quantiles;
  private final int samples;
  private final long seed;
  private final KeptColumns kept;
  private final List<OutputColumn> columns = new ArrayList<>();
  private MathContext rounding; // null for none

  PredictionColumns(
      SavedModel saved, double[] quantiles, int samples, long seed, KeptColumns kept) {
    this.saved = saved;
    this.quantiles = quantiles;
    this.samples = samples;
    this.seed = seed;
    this.kept = kept;
    columns.addAll(kept.columns());
    saved.targets().forEach(this::name);
  }

  /** Without anything that is kept of the data. */
  public static PredictionColumns of(SavedModel saved, double[] quantiles, int samples, long seed) {
    return new PredictionColumns(saved, quantiles, samples, seed, KeptColumns.none());
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

  /** Rounds what is predicted, not what is kept, to so many significant digits. */
  void round(int digits) {
    rounding = new MathContext(digits);
  }

  public List<OutputColumn> columns() {
    return columns;
  }

  /** The values of these columns for a chunk's rows. */
  public List<Object> predict(Chunk chunk) {
    List<Object> values = new ArrayList<>(kept.values(chunk));
    for (TargetPrediction prediction : saved.predictAll(chunk)) {
      add(values, prediction, chunk);
    }
    if (rounding != null) {
      values.subList(kept.columns().size(), values.size()).forEach(this::round);
    }
    return values;
  }

  private void round(Object column) {
    if (column instanceof double[] numbers) {
      for (int i = 0; i < numbers.length; i++) {
        if (Double.isFinite(numbers[i])) {
          numbers[i] = new BigDecimal(numbers[i]).round(rounding).doubleValue();
        }
      }
    }
  }

  private void add(List<Object> values, TargetPrediction prediction, Chunk chunk) {
    long drawSeed = seed + chunk.firstRow();
    if (!prediction.labels().isEmpty()) {
      values.add(prediction.mostProbableLabel());
      double[][] p = prediction.classProbabilities();
      for (int k = 0; k < prediction.labels().size(); k++) {
        values.add(column(p, k));
      }
      if (samples > 0) {
        String[][] drawn = prediction.sampleLabels(samples, drawSeed);
        for (int k = 0; k < samples; k++) {
          int draw = k;
          values.add(Arrays.stream(drawn).map(row -> row[draw]).toArray(String[]::new));
        }
      }
      return;
    }
    Summary summary = prediction.summary(quantiles);
    values.add(summary.mean());
    values.add(summary.standardDeviation());
    values.addAll(List.of(summary.quantiles()));
    if (samples > 0) {
      double[][] drawn = prediction.sample(samples, drawSeed);
      for (int k = 0; k < samples; k++) {
        values.add(column(drawn, k));
      }
    }
  }

  private static double[] column(double[][] rows, int k) {
    return Arrays.stream(rows).mapToDouble(row -> row[k]).toArray();
  }
}
