package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepPredictor;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.InducingPoints;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;

/**
 * Describes a deep GP and fits it by doubly stochastic variational inference (Salimbeni and
 * Deisenroth 2017).
 *
 * <pre>{@code
 * DeepModel model = DeepGp.builder().layers(2).inducing(100).fit(x, y);
 * Prediction p = model.predict(xNew);
 * }</pre>
 *
 * <p>Every hidden layer has min(D, 16) units around the identity, or around the principal axes of
 * the inputs when D is larger, and some white noise of its own; q(v) of hidden units starts nearly
 * deterministic.
 */
public final class DeepGp extends SparseFitBuilder<DeepGp> {
  private static final int MOST_UNITS = 16;
  private static final double HIDDEN_VARIANCE = 1e-5; // of q(v), at the start

  private int layers = 2;
  private int units = MOST_UNITS;
  private ParameterPriors priors = ParameterPriors.NONE;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private double whiteNoise = 1e-6;
  private Likelihood likelihood = Specs.likelihood("gaussian");
  private Divergence divergence = Divergence.kl();
  private int inducing = 100;
  private int samples = 100;
  private double hiddenStep = Double.NaN; // by the batch size

  private DeepGp() {}

  /** Two layers with RBF covariances and Gaussian noise, until told otherwise. */
  public static DeepGp builder() {
    return new DeepGp();
  }

  /** Layers of GPs, the last one included. */
  public DeepGp layers(int count) {
    if (count < 2) {
      throw new IllegalArgumentException(
          "layers: expected at least 2 but got " + count + "; use Tgp for one");
    }
    layers = count;
    return this;
  }

  /** Units per hidden layer at most; never more than inputs. */
  public DeepGp units(int most) {
    units = atLeastOne("units", most);
    return this;
  }

  /** Covariance of every layer in the model language; hidden layers add white noise to it. */
  public DeepGp covariance(String text) {
    covariance = CovarianceSpec.of(text);
    return this;
  }

  /** A covariance of as many inputs as every layer has. */
  public DeepGp covariance(Covariance value) {
    covariance = CovarianceSpec.of(value);
    return this;
  }

  /** A covariance made for the number of inputs: {@code Covariances::matern52}. */
  public DeepGp covariance(IntFunction<? extends Covariance> factory) {
    covariance = CovarianceSpec.of(factory);
    return this;
  }

  /**
   * A prior on every value of a parameter, by its name in the fitted model: {@code
   * prior("covariance.lengthscales", Priors.logNormal(0.7, 1))}. Values are those of scaled inputs
   * and targets.
   */
  public DeepGp prior(String parameter, Prior prior) {
    priors = priors.with(parameter, prior);
    return this;
  }

  /** Priors in the model language: {@code "covariance.lengthscales ~ lognormal(0.7, 1)"}. */
  public DeepGp priors(String text) {
    priors = priors.with(Specs.priors(text));
    return this;
  }

  /** The variance at which the white noise of the hidden layers starts. */
  public DeepGp whiteNoise(double variance) {
    if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "white noise: expected a finite variance above 0 but got " + variance);
    }
    whiteNoise = variance;
    return this;
  }

  /** Likelihood in the model language: {@code "student-t(4)"}. */
  public DeepGp likelihood(String text) {
    return likelihood(Specs.likelihood(text));
  }

  public DeepGp likelihood(Likelihood value) {
    likelihood = sameNoiseEverywhere(value);
    return this;
  }

  /**
   * Divergence of each q(u) from its prior, in every layer: {@code "kl"}, {@code "kl(0.5)"} or
   * {@code "renyi(0.5)"}.
   */
  public DeepGp divergence(String text) {
    divergence = Specs.divergence(text);
    return this;
  }

  /** M, the number of inducing points of every layer; fewer when there are fewer distinct rows. */
  public DeepGp inducing(int count) {
    inducing = atLeastOne("inducing points", count);
    return this;
  }

  /** Draws of the hidden layers that a prediction is a mixture of. */
  public DeepGp samples(int count) {
    samples = atLeastOne("samples", count);
    return this;
  }

  /**
   * The natural step of hidden layers' q(v) as a share of the plan's; 0 trains them by Adam. By
   * default 0.1 when every step sees all rows, and 0 with minibatches, whose noise it cannot bear.
   */
  public DeepGp hiddenStep(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("hidden step: expected 0 ≤ share ≤ 1 but got " + share);
    }
    hiddenStep = share;
    return this;
  }

  /** Fits one target. */
  public DeepModel fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Fits one target per column of y: outputs of one model that share the hidden layers. */
  public DeepModel fit(Matrix x, Matrix y) {
    TrainingControl control = newControl();
    RowChecks.check(x, y);
    RowChecks.checkTargets(y, Collections.nCopies(y.cols, likelihood));
    // Held-out rows must not tell anything about themselves: only the others are learnt from.
    RowStore learnt = Holdout.of(RowStore.of(x, y.toColumns()), validation, seed).train();
    Scaling inputScaling = LearntScaling.of(learnt, inputScale, TargetScaling.NONE).inputs();
    Matrix xs = inputScaling.apply(x);
    RowChecks.checkReach(x, xs);
    Scaling targetScaling = targetScaling(learnt.allTargets());
    double[][] ys = targetScaling.apply(y).toColumns();
    Holdout holdout = Holdout.of(RowStore.of(xs, ys), validation, seed);
    RowStore train = RowStore.of(holdout.train().allInputs(), holdout.train().allTargets());

    Matrix z = InducingPoints.kMeans(train, inducing, 10, seed);
    DeepArchitecture architecture = architecture(x.cols, targetScaling, z.rows);
    Parameters parameters =
        architecture.newParameters(z, projections(architecture, train.allInputs()));
    priors.applyTo(parameters);
    List<InducingPosterior> posteriors = architecture.newPosteriors(HIDDEN_VARIANCE, 1.0);
    TrainingPlan chosen =
        control.withinLimits(planChange.apply(plan != null ? plan : defaultPlan()));
    try (Workers workers = new Workers(threads)) {
      Trainer trainer =
          Trainer.inMemory(
              Trainable.of(
                  architecture, hiddenShare(chosen, train.size()), parameters, posteriors, nodes),
              train,
              chosen.withSeed(seed),
              workers);
      trainer.useDivergences(divergence, Divergence.kl());
      DoubleSupplier score =
          holdout.isEmpty() ? null : () -> score(holdout, architecture, parameters, posteriors);
      TrainingResult result = trainer.train(score, control, checkpoints);
      DeepPredictor predictor =
          new DeepPredictor(architecture, parameters.value(), posteriors, samples, seed);
      return new DeepModel(inputScaling, targetScaling, predictor, parameters, result);
    }
  }

  private double score(
      Holdout holdout,
      DeepArchitecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors) {
    DeepPredictor predictor =
        new DeepPredictor(architecture, parameters.value(), posteriors, samples, seed);
    Scaling none = Scaling.none(holdout.heldY().length);
    return new HoldoutScore(holdout).of(DeepModel.predict(predictor, none, holdout.heldX()));
  }

  /** The plan that {@link #fit} follows when none is given. */
  public static TrainingPlan defaultPlan() {
    return TrainingPlan.ofSteps(3000)
        .withBatchSize(1024)
        .withNaturalStep(0.1)
        .withLearningRate(0.05);
  }

  private double hiddenShare(TrainingPlan chosen, int rows) {
    if (!Double.isNaN(hiddenStep)) {
      return hiddenStep;
    }
    return chosen.batchSize() >= rows ? 0.1 : 0.0;
  }

  private Scaling targetScaling(double[][] y) {
    double[] shift = new double[y.length];
    double[] scale = new double[y.length];
    for (int o = 0; o < y.length; o++) {
      double[] learnt = Scaling.learn(y[o], likelihood.targetScaling());
      shift[o] = learnt[0];
      scale[o] = learnt[1];
    }
    return new Scaling(shift, scale);
  }

  private DeepArchitecture architecture(int inputs, Scaling targets, int m) {
    int width = Math.min(inputs, units);
    List<DeepArchitecture.Hidden> hidden = new ArrayList<>();
    for (int l = 0; l < layers - 1; l++) {
      int from = l == 0 ? inputs : width;
      Covariance k =
          Covariances.sum(
              covariance.bind(from), Covariances.white(from).startingAt("variance", whiteNoise));
      hidden.add(new DeepArchitecture.Hidden(k, m, width));
    }
    int latents = likelihood.latents();
    List<Architecture.Output> outputs = new ArrayList<>();
    for (double scale : targets.scale()) {
      outputs.add(
          new Architecture.Output(
              likelihood.rescaled(scale), Collections.nCopies(latents, new IdentityFlow())));
    }
    Architecture.Group last =
        new Architecture.Group(covariance.bind(width), new ZeroMean(), m, outputs.size() * latents);
    return new DeepArchitecture(hidden, new Architecture(width, List.of(last), outputs));
  }

  private static List<Matrix> projections(DeepArchitecture architecture, Matrix x) {
    List<Matrix> projections = new ArrayList<>();
    for (DeepArchitecture.Hidden layer : architecture.hidden()) {
      boolean first = projections.isEmpty();
      projections.add(
          first && layer.units() < x.cols
              ? PrincipalAxes.of(x, layer.units())
              : Matrix.identity(layer.units()));
    }
    return projections;
  }
}
