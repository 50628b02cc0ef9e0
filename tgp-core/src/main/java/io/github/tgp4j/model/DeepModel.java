package io.github.tgp4j.model;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.compute.Pool;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepPredictor;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * A fitted deep GP: immutable, safe for many threads, its factors computed once.
 *
 * <p>Inputs and targets are in their own units. A prediction is an even mixture over draws of the
 * hidden layers. Memory when predicting grows by two numbers per row, latent and draw; feed large
 * tables in slices.
 */
public final class DeepModel implements Model {
  private static final int ROWS_PER_TASK = 64;

  private final Scaling inputs;
  private final Scaling targets;
  private final DeepPredictor predictor;
  private final List<OutputPredictive> outputs;
  private final Parallelism parallelism;
  private final Pool<Scratch> idle = new Pool<>(Scratch::new);
  private final Parameters parameters;
  private final TrainingResult training;

  /** Puts a model together from its parts; {@link DeepGp} fits one. */
  public DeepModel(
      Scaling inputs,
      Scaling targets,
      DeepPredictor predictor,
      Parameters parameters,
      TrainingResult training) {
    this.inputs = inputs;
    this.targets = targets;
    this.predictor = predictor;
    this.outputs = outputs(predictor, targets);
    this.parallelism = Parallelism.ALL;
    this.parameters = parameters.copy();
    this.training = training;
  }

  /** The same model predicting with other threads. */
  private DeepModel(DeepModel model, Parallelism parallelism) {
    this.inputs = model.inputs;
    this.targets = model.targets;
    this.predictor = model.predictor;
    this.outputs = model.outputs;
    this.parameters = model.parameters;
    this.training = model.training;
    this.parallelism = parallelism;
  }

  @Override
  public DeepModel withParallelism(int threads) {
    return new DeepModel(this, Parallelism.of(threads));
  }

  /** One prediction per target. */
  @Override
  public List<Prediction> predictAll(Matrix x) {
    RowChecks.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    RowChecks.checkReach(x, scaled);
    LatentMarginals marginals = marginals(predictor, scaled, parallelism, idle).requireFinite();
    List<Prediction> predictions = new ArrayList<>();
    for (OutputPredictive output : outputs) {
      predictions.add(new MixturePrediction(output, scaled, marginals, parallelism));
    }
    return predictions;
  }

  /** Predictions at standardised inputs. */
  static List<Prediction> predict(DeepPredictor predictor, Scaling targets, Matrix x) {
    LatentMarginals marginals = marginals(predictor, x, Parallelism.ALL, new Pool<>(Scratch::new));
    List<Prediction> predictions = new ArrayList<>();
    for (OutputPredictive output : outputs(predictor, targets)) {
      predictions.add(new MixturePrediction(output, x, marginals));
    }
    return predictions;
  }

  private static List<OutputPredictive> outputs(DeepPredictor predictor, Scaling targets) {
    Architecture last = predictor.architecture().last();
    List<OutputPredictive> outputs = new ArrayList<>();
    for (int o = 0; o < last.outputs().size(); o++) {
      outputs.add(new OutputPredictive(last, predictor.theta(), o, targets));
    }
    return outputs;
  }

  private static LatentMarginals marginals(
      DeepPredictor predictor, Matrix x, Parallelism parallelism, Pool<Scratch> idle) {
    Architecture last = predictor.architecture().last();
    int draws = predictor.samples();
    double[][] mean = new double[draws * last.latents()][x.rows];
    double[][] variance = new double[draws * last.latents()][x.rows];
    int tasks = (x.rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    boolean few = x.rows <= Blas.FEW_ROWS;
    parallelism.run(
        tasks,
        task -> {
          int from = (int) ((long) task * x.rows / tasks); // shares that differ by one row
          int to = (int) ((task + 1L) * x.rows / tasks);
          Scratch scratch = few ? idle.take() : new Scratch();
          predictor.marginals(x.rowRange(from, to), mean, variance, from, scratch);
          if (few) {
            idle.give(scratch);
          }
        });
    return LatentMarginals.ofDraws(draws, mean, variance);
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

  @Override
  public TrainingResult trainingResult() {
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
