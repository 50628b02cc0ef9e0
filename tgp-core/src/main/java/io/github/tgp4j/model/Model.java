package io.github.tgp4j.model;

import io.github.tgp4j.engine.Accelerators;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingResult;
import java.util.List;

/**
 * A fitted model, whatever its kind: inputs and targets in their own units in, distributions out.
 * Immutable and safe for many threads.
 *
 * <p>What is predicted for a row does not depend on the rows around it: bit for bit when it is
 * predicted alone or in a batch of at most 16 rows; in larger batches up to rounding, because
 * products of many rows are added up in another order: means, standard deviations and quantiles
 * differ by less than 1e-9 standard deviations.
 *
 * <p>Only {@link #inputs} and {@link #predictAll} have to be written, so that a test can do without
 * a fit:
 *
 * <pre>
 *   class Fake implements Model {
 *     public int inputs() { return 2; }
 *     public List&lt;Prediction&gt; predictAll(Matrix x) {
 *       return List.of(Prediction.of(Collections.nCopies(x.rows, Distribution.gaussian(3, 1))));
 *     }
 *   }
 * </pre>
 *
 * <p>What a fit knows beyond predictions (likelihood, parameters, scaling, training) throws {@link
 * UnsupportedOperationException} unless it is overridden.
 */
public interface Model {
  /** How many input columns a row has. */
  int inputs();

  /** One prediction per target. */
  List<Prediction> predictAll(Matrix x);

  /** The distribution of the target at each row of x; for a model of one target. */
  default Prediction predict(double[][] x) {
    return predict(x.length == 0 ? Matrix.zeros(0, inputs()) : Matrix.of(x));
  }

  /** The distribution of the target at each row of x; for a model of one target. */
  default Prediction predict(Matrix x) {
    if (targets() > 1) {
      throw new IllegalStateException(
          "predict: the model has " + targets() + " targets; use predictAll");
    }
    return predictAll(x).get(0);
  }

  /** The distribution of the target at one row; for a model of one target. */
  default Distribution predictRow(double... x) {
    return predict(Matrix.wrap(x, 1, x.length)).row(0);
  }

  /**
   * The same model predicting with at most so many threads per call; with 1 everything runs on the
   * caller's thread, for services that have threads of their own. Without this setting large
   * batches take the common pool. Results do not depend on it.
   *
   * @param threads 1 or more
   */
  default Model withParallelism(int threads) {
    throw unknown("parallelism");
  }

  /**
   * The same model predicting on a device: "cpu"; "cuda", an NVIDIA GPU, for which {@code tgp-cuda}
   * must be on the class path; or "auto", a GPU where one can be used. Results differ by rounding.
   * What a device has no kernels for, and all of it where the device fails, the processor predicts,
   * and says so in one line.
   *
   * @throws IllegalArgumentException when there is no such device, when it cannot be used here, or
   *     when no device predicts with models of this kind
   */
  default Model withDevice(String device) {
    if (device.equals(Accelerators.CPU) || device.equals(Accelerators.AUTO)) {
      return this;
    }
    Accelerators.check(device);
    throw new IllegalArgumentException(
        "device: expected cpu for predictions of a "
            + getClass().getSimpleName()
            + " but got "
            + device);
  }

  /** How many targets are predicted. */
  default int targets() {
    return 1;
  }

  /** p(y given f) of one target, on the standardised scale. */
  default Likelihood likelihood(int target) {
    throw unknown("likelihood");
  }

  /**
   * The learnt warp g of a target y = g(f + ε), on the standardised scale.
   *
   * @throws IllegalStateException when the target's likelihood has no warp
   */
  default double[] warp(int target, double[] f) {
    throw unknown("warp");
  }

  /** A copy of the named parameter's values, on the standardised scale. */
  default double[] parameter(String name) {
    throw unknown("parameter " + name);
  }

  /** The names of all parameters. */
  default List<String> parameterNames() {
    return List.of();
  }

  /** How inputs are standardised. */
  default Scaling inputScaling() {
    throw unknown("input scaling");
  }

  /** How targets are standardised. */
  default Scaling targetScaling() {
    throw unknown("target scaling");
  }

  /** The outcome of training: steps, bound, why it ended, time. */
  default TrainingResult trainingResult() {
    throw unknown("training");
  }

  /**
   * The course of training, phase by phase, thinned to some hundred steps. Empty for a model from a
   * file of an earlier release.
   */
  default List<TrainingListener.Progress> history() {
    return trainingResult().history();
  }

  private UnsupportedOperationException unknown(String what) {
    return new UnsupportedOperationException(
        what + ": " + getClass().getSimpleName() + " does not say; it predicts only");
  }
}
