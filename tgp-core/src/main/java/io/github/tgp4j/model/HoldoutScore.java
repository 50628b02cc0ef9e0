package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.List;

/** The mean log predictive density of the rows that a fit keeps aside. */
record HoldoutScore(Holdout rows) {
  /** Draws of a network when scoring: fewer than for prediction, the same at every check. */
  private static final int NETWORK_SAMPLES = 20;

  /** Mean log p(y) of the held rows over all targets, on the standardised scale. */
  double of(LatentPredictor predictor) {
    Architecture architecture = predictor.architecture();
    double[][] mean = new double[architecture.latents()][rows.heldX().rows];
    double[][] variance = new double[architecture.latents()][rows.heldX().rows];
    predictor.marginals(rows.heldX(), mean, variance, 0, new Scratch());
    Scaling none = Scaling.none(rows.heldY().length);
    LatentMarginals marginals = LatentMarginals.of(mean, variance);
    List<Prediction> predictions = new ArrayList<>();
    for (int o = 0; o < rows.heldY().length; o++) {
      OutputPredictive output =
          new OutputPredictive(architecture, predictor.theta(), o, none, NETWORK_SAMPLES);
      predictions.add(new MixturePrediction(output, rows.heldX(), marginals));
    }
    return of(predictions);
  }

  /** The same, given a prediction of the held rows per target, on the standardised scale. */
  double of(List<Prediction> predictions) {
    double sum = 0.0;
    for (int o = 0; o < rows.heldY().length; o++) {
      for (double value : predictions.get(o).logDensity(rows.heldY()[o])) {
        sum += value / (rows.heldX().rows * rows.heldY().length);
      }
    }
    return sum;
  }
}
