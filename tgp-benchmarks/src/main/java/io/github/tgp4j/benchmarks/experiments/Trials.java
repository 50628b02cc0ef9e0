package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import java.io.IOException;

/** Fits models to splits, scores them and appends a row for each. */
final class Trials {
  /** The mean network of the model trained as {@link #BAYESIAN}: one training gives both rows. */
  static final String POINT_ESTIMATE = "pe-tgp";

  static final String BAYESIAN = "ba-tgp";

  /** Sees each model after its row was appended. */
  interface Observer {
    void fitted(ResultRow.Key key, Model model, SplitData.Split rows, Provenance made)
        throws IOException;
  }

  private final ResultFile file;
  private final ExperimentOptions options;
  private final Observer observer;

  Trials(ResultFile file, ExperimentOptions options) {
    this(file, options, (key, model, rows, made) -> {});
  }

  Trials(ResultFile file, ExperimentOptions options, Observer observer) {
    this.file = file;
    this.options = options;
    this.observer = observer;
  }

  /** Fits and scores, unless the row is there and rows that are there are to be kept. */
  void run(ResultRow.Key key, ModelSpec spec, SplitData.Split rows) throws IOException {
    if (options.resume() && file.contains(key, spec.toString())) {
      return;
    }
    Provenance made = Provenance.now(options.threads(), rows.hash());
    long begin = System.nanoTime();
    try {
      Model model =
          spec.fit(rows.trainX(), rows.trainY(), key.inducing(), key.seed(), options.threads());
      double seconds = (System.nanoTime() - begin) / 1e9;
      append(key, spec, model, rows, seconds, made);
      if (key.model().equals(BAYESIAN)) {
        Model mean = ((TgpModel) model).withNetworkSamples(0);
        append(key.of(POINT_ESTIMATE), spec, mean, rows, seconds, made);
      }
    } catch (RuntimeException e) { // a row says so, and the others go on
      double seconds = (System.nanoTime() - begin) / 1e9;
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      file.append(ResultRow.failed(key, reason, seconds, spec.toString(), made));
      if (key.model().equals(BAYESIAN)) {
        file.append(
            ResultRow.failed(key.of(POINT_ESTIMATE), reason, seconds, spec.toString(), made));
      }
    }
  }

  private void append(
      ResultRow.Key key,
      ModelSpec spec,
      Model model,
      SplitData.Split rows,
      double fitSeconds,
      Provenance made)
      throws IOException {
    file.append(
        ResultRow.of(
            key,
            Scores.of(model, rows),
            fitSeconds,
            model.trainingResult().steps(),
            spec.toString(),
            made));
    observer.fitted(key, model, rows, made);
  }
}
