package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.Trainer;
import java.util.List;

/**
 * A fitted model, whatever its kind: inputs and targets in their own units in, distributions out.
 * Immutable and safe for many threads; what is predicted for a row does not depend on the rows
 * around it.
 */
public sealed interface Model permits TgpModel, DeepModel {
  /** The distribution of the target at each row of x; for a model of one target. */
  default Prediction predict(double[][] x) {
    return predict(x.length == 0 ? Matrix.zeros(0, inputScaling().columns()) : Matrix.of(x));
  }

  /** The distribution of the target at each row of x; for a model of one target. */
  default Prediction predict(Matrix x) {
    if (targets() > 1) {
      throw new IllegalStateException(
          "predict: the model has " + targets() + " targets; use predictAll");
    }
    return predictAll(x).get(0);
  }

  /** One prediction per target. */
  List<Prediction> predictAll(Matrix x);

  /** How many targets are predicted. */
  default int targets() {
    return targetScaling().columns();
  }

  /** p(y given f) of one target, on the standardised scale. */
  Likelihood likelihood(int target);

  /**
   * The learnt warp g of a target y = g(f + ε), on the standardised scale.
   *
   * @throws IllegalStateException when the target's likelihood has no warp
   */
  double[] warp(int target, double[] f);

  /** A copy of the named parameter's values, on the standardised scale. */
  double[] parameter(String name);

  /** The names of all parameters. */
  List<String> parameterNames();

  Scaling inputScaling();

  Scaling targetScaling();

  /** What training came to: steps, bound, restarts, jitter, time. */
  Trainer.Result training();
}
