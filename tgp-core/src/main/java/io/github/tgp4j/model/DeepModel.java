package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepPredictor;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.Trainer;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fitted deep GP: immutable, safe for many threads, its factors computed once.
 *
 * <p>Inputs and targets are in their own units. A prediction is an even mixture over draws of the
 * hidden layers. Memory when predicting grows by two numbers per row, latent and draw; feed large
 * tables in slices: what is predicted for a row does not depend on the rows around it.
 */
public final class DeepModel implements Model {
  private static final int ROWS_PER_TASK = 64;

  private final Scaling inputs;
  private final Scaling targets;
  private final DeepPredictor predictor;
  private final Parameters parameters;
  private final Trainer.Result training;

  /** Puts a model together from its parts; {@link DeepGp} fits one. */
  public DeepModel(
      Scaling inputs,
      Scaling targets,
      DeepPredictor predictor,
      Parameters parameters,
      Trainer.Result training) {
    this.inputs = inputs;
    this.targets = targets;
    this.predictor = predictor;
    this.parameters = parameters.copy();
    this.training = training;
  }

  /** One prediction per target. */
  @Override
  public List<Prediction> predictAll(Matrix x) {
    RowChecks.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    RowChecks.checkReach(x, scaled);
    return predict(predictor, targets, scaled);
  }

  /** Predictions at standardised inputs. */
  static List<Prediction> predict(DeepPredictor predictor, Scaling targets, Matrix x) {
    Architecture last = predictor.architecture().last();
    int draws = predictor.samples();
    double[][] mean = new double[draws * last.latents()][x.rows];
    double[][] variance = new double[draws * last.latents()][x.rows];
    int tasks = (x.rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    IntStream.range(0, tasks)
        .parallel()
        .forEach(
            task -> {
              int from = (int) ((long) task * x.rows / tasks); // shares that differ by one row
              int to = (int) ((task + 1L) * x.rows / tasks);
              predictor.marginals(x.rowRange(from, to), mean, variance, from, new Scratch());
            });
    LatentMarginals marginals = LatentMarginals.ofDraws(draws, mean, variance);
    List<Prediction> predictions = new ArrayList<>();
    for (int o = 0; o < last.outputs().size(); o++) {
      OutputPredictive output = new OutputPredictive(last, predictor.theta(), o, targets);
      predictions.add(new MixturePrediction(output, x, marginals));
    }
    return predictions;
  }

  /**
   * A copy of the named parameter's values, on the standardised scale: {@code
   * "covariance-hidden-1.lengthscales"}, or {@code "covariance.lengthscales"} for the last layer.
   */
  @Override
  public double[] parameter(String name) {
    return parameters.get(name);
  }

  /** The priors that training put on parameters. */
  public ParameterPriors priors() {
    return ParameterPriors.of(parameters);
  }

  /** The names of all parameters. */
  @Override
  public List<String> parameterNames() {
    return parameters.blocks().stream().map(Parameters.Block::name).toList();
  }

  @Override
  public double[] warp(int target, double[] f) {
    return WarpCurve.of(predictor.architecture().last(), predictor.theta(), target, f);
  }

  @Override
  public Likelihood likelihood(int target) {
    return predictor.architecture().last().outputs().get(target).likelihood();
  }

  /** What training came to: steps, bound, restarts, jitter, time. */
  @Override
  public Trainer.Result training() {
    return training;
  }

  /** What predicts the latents of the last layer. */
  public DeepPredictor predictor() {
    return predictor;
  }

  public DeepArchitecture architecture() {
    return predictor.architecture();
  }

  @Override
  public int inputs() {
    return inputs.columns();
  }

  @Override
  public int targets() {
    return targets.columns();
  }

  @Override
  public Scaling inputScaling() {
    return inputs;
  }

  @Override
  public Scaling targetScaling() {
    return targets;
  }

  /** One line: what the model is. */
  @Override
  public String toString() {
    DeepArchitecture a = predictor.architecture();
    return a.layers()
        + " layers, "
        + a.hidden().get(0).units()
        + " hidden units, covariance "
        + a.last().groups().get(0).covariance()
        + ", likelihood "
        + a.last().outputs().get(0).likelihood()
        + ", "
        + a.last().groups().get(0).inducing()
        + " inducing points";
  }
}
