package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import java.io.IOException;

/** Fits models to splits, scores them and appends a row for each. */
final class Trials {
  /** The mean network of the model trained as {@link #BAYESIAN}: one training gives both rows. */
  static final String POINT_ESTIMATE = "pe-tgp";

  static final String BAYESIAN = "ba-tgp";

  private final ResultFile file;
  private final ExperimentOptions options;

  Trials(ResultFile file, ExperimentOptions options) {
    this.file = file;
    this.options = options;
  }

  /** Fits and scores, unless the row is there and rows that are there are to be kept. */
  void run(ResultRow.Key key, ModelSpec spec, SplitData.Split rows) throws IOException {
    if (options.resume() && file.contains(key)) {
      return;
    }
    long begin = System.nanoTime();
    Model model;
    try {
      model =
          spec.fit(rows.trainX(), rows.trainY(), key.inducing(), key.split(), options.threads());
    } catch (ArithmeticException e) { // training gave up: no row, but the others go on
      System.err.println("bench: " + key + ", " + spec + ": " + e.getMessage());
      return;
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    append(key, spec, model, rows, seconds);
    if (key.model().equals(BAYESIAN)) {
      ResultRow.Key other =
          new ResultRow.Key(key.data(), POINT_ESTIMATE, key.inducing(), key.split());
      append(other, spec, ((TgpModel) model).withNetworkSamples(0), rows, seconds);
    }
  }

  private void append(
      ResultRow.Key key, ModelSpec spec, Model model, SplitData.Split rows, double fitSeconds)
      throws IOException {
    ResultRow row =
        new ResultRow(
            key,
            Scores.of(model, rows.testX(), rows.testY()),
            fitSeconds,
            model.trainingResult().steps(),
            spec.toString(),
            System.getProperty("tgp4j.commit", "unknown"));
    file.append(row);
    System.out.println(row.line());
  }
}
