package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.nonmarginal.NonMarginalElbo;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.MeanSpec;
import io.github.tgp4j.spec.ProcessSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;

/**
 * Describes a process whose flow does not act on each f(x) alone, and fits it; the parts are named
 * as in {@link Tgp}. One target, one latent function.
 *
 * <pre>{@code
 * NonMarginalModel model = NonMarginalTgp.of("t-process(4)").fit(x, y);
 * Prediction p = model.predict(xNew);
 * }</pre>
 */
public final class NonMarginalTgp extends SparseFitBuilder<NonMarginalTgp> {
  private final ProcessSpec process;
  private ParameterPriors priors = ParameterPriors.NONE;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private MeanSpec mean = MeanSpec.of("zero");
  private Flow flow;
  private Likelihood likelihood = Specs.likelihood("gaussian");
  private Divergence divergence = Divergence.kl();
  private int inducing = 100;
  private Tgp.Inducing inducingStart = Tgp.Inducing.K_MEANS;
  private Tgp.FlowStart flowStart = Tgp.FlowStart.DEFAULT;
  private Tgp.FlowStart warpStart = Tgp.FlowStart.DEFAULT;
  private boolean diagonal;

  private NonMarginalTgp(ProcessSpec process) {
    this.process = process;
    flow = Specs.flow(process.isStudentT() ? "identity" : "sal(1)");
  }

  /**
   * {@code t-process(4)}: a GP under one random scale for all inputs, whose tails have 4 degrees of
   * freedom; a flow, none by default, comes after it. {@code conditioned-flow(8)}: a flow, {@code
   * sal(1)} by default, whose parameters depend on the inducing values, with 8 draws of them per
   * training step.
   */
  public static NonMarginalTgp of(String process) {
    return new NonMarginalTgp(Specs.process(process));
  }

  /** Covariance in the model language. */
  public NonMarginalTgp covariance(String text) {
    covariance = CovarianceSpec.of(text);
    return this;
  }

  /** A covariance of as many inputs as the data have. */
  public NonMarginalTgp covariance(Covariance value) {
    covariance = CovarianceSpec.of(value);
    return this;
  }

  /** A covariance made for the number of inputs: {@code Covariances::matern52}. */
  public NonMarginalTgp covariance(IntFunction<? extends Covariance> factory) {
    covariance = CovarianceSpec.of(factory);
    return this;
  }

  /**
   * A prior on every value of a parameter, by its name in the fitted model: {@code
   * prior("covariance.lengthscales", Priors.logNormal(0.7, 1))}. Values are those of scaled inputs
   * and targets.
   */
  public NonMarginalTgp prior(String parameter, Prior prior) {
    priors = priors.with(parameter, prior);
    return this;
  }

  /** Priors in the model language: {@code "covariance.lengthscales ~ lognormal(0.7, 1)"}. */
  public NonMarginalTgp priors(String text) {
    priors = priors.with(Specs.priors(text));
    return this;
  }

  /** Mean function: {@code "zero"}, {@code "constant"} or {@code "linear"}. */
  public NonMarginalTgp mean(String text) {
    mean = MeanSpec.of(text);
    return this;
  }

  /** A mean function that suits the number of inputs of the data. */
  public NonMarginalTgp mean(MeanFunction value) {
    mean = MeanSpec.of(value);
    return this;
  }

  /** A mean function made for the number of inputs: {@code LinearMean::new}. */
  public NonMarginalTgp mean(IntFunction<? extends MeanFunction> factory) {
    mean = MeanSpec.of(factory);
    return this;
  }

  /** Flow in the model language; its parameters cannot depend on the input. */
  public NonMarginalTgp flow(String text) {
    if (Specs.flowSpec(text).dependsOnInput()) {
      throw new IllegalArgumentException(
          "flow "
              + text
              + ": the flow of a "
              + process
              + " cannot depend on the input; leave out what follows @, or use Tgp");
    }
    flow = Specs.flow(text);
    return this;
  }

  /** A flow. */
  public NonMarginalTgp flow(Flow value) {
    flow = Objects.requireNonNull(value, "flow");
    return this;
  }

  /** Likelihood of one latent, in the model language. */
  public NonMarginalTgp likelihood(String text) {
    return likelihood(Specs.likelihood(text));
  }

  /** Likelihood of one latent. */
  public NonMarginalTgp likelihood(Likelihood value) {
    if (value.latents() != 1) {
      throw new IllegalArgumentException(
          "likelihood "
              + value
              + ": expected one latent function but got "
              + value.latents()
              + "; use Tgp");
    }
    likelihood = value;
    return this;
  }

  /**
   * Divergence of q from its prior: {@code "kl"}, {@code "kl(0.5)"} or {@code "renyi(0.5)"}. That
   * of a t-process takes in the scale, and its Rényi divergence is finite below order 1 only.
   */
  public NonMarginalTgp divergence(String text) {
    divergence = Specs.divergence(text);
    NonMarginalElbo.checkDivergence(process.isStudentT(), divergence); // fail now, not in fit
    return this;
  }

  /** M, the number of inducing points; fewer when there are fewer distinct rows. */
  public NonMarginalTgp inducing(int count) {
    inducing = atLeastOne("inducing points", count);
    return this;
  }

  public NonMarginalTgp inducing(int count, Tgp.Inducing start) {
    inducingStart = start;
    return inducing(count);
  }

  /** How the flow's parameters start. */
  public NonMarginalTgp flowStart(Tgp.FlowStart start) {
    flowStart = start;
    return this;
  }

  /** How the parameters of a warped likelihood start. */
  public NonMarginalTgp warpStart(Tgp.FlowStart start) {
    warpStart = start;
    return this;
  }

  /** A diagonal instead of a full covariance for q. */
  public NonMarginalTgp diagonalPosterior(boolean value) {
    diagonal = value;
    return this;
  }

  /** The plan that {@link #fit} follows for so many rows: the one given, or one sized to them. */
  public TrainingPlan planFor(int rows) {
    return planChange.apply(plan != null ? plan : sizedPlan(rows));
  }

  private TrainingPlan sizedPlan(int rows) {
    return process.isStudentT()
        ? DefaultPlans.stochastic(rows)
        : DefaultPlans.conditionedFlow(rows);
  }

  /** Fits one target. */
  public NonMarginalModel fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Fits one target, y a single column. */
  public NonMarginalModel fit(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    return fit(RowStore.of(x, y.toColumns()));
  }

  /**
   * Fits rows wherever they lie, in their own units: with minibatches, what is not in memory need
   * not fit there.
   */
  public NonMarginalModel fit(RowStore raw) {
    TrainingControl control = newControl();
    if (raw.targets() > 1) {
      throw new IllegalArgumentException(
          "targets: expected one column but got " + raw.targets() + "; fit one model for each");
    }
    RowChecks.check(raw, likelihood);
    LearntScaling scaling =
        LearntScaling.of(
            Holdout.of(raw, validation, seed).train(),
            inputScale,
            Tgp.targetScaling(likelihood, flow));
    RowChecks.checkReach(raw, scaling.inputs());
    return train(scaling, Holdout.of(scaling.apply(raw), validation, seed), control);
  }

  private NonMarginalModel train(LearntScaling scaling, Holdout holdout, TrainingControl control) {
    RowStore rows = holdout.train();
    Covariance k = covariance.bind(rows.inputs());
    Matrix z = InducingStarts.of(inducingStart, rows, k, inducing, seed);
    Architecture architecture = architecture(k, z.rows, scaling.targets());
    Parameters parameters = NonMarginalModel.newParameters(process, architecture, z);
    priors.applyTo(parameters);
    FlowStarts starts = new FlowStarts(architecture, parameters, rows, seed);
    starts.flows(flow, flowStart);
    starts.warps(warpStart);
    InducingPosterior q = architecture.newPosteriors(diagonal, 1.0).get(0);
    NonMarginalModel.Bound bound = NonMarginalModel.bound(process, architecture);
    try (Workers workers = new Workers(threads)) {
      Trainable what =
          Trainable.of(
              architecture,
              parameters,
              q,
              nodes,
              (placed, threads) -> bound.of(parameters, q, placed.get(0), threads));
      Trainer trainer =
          Trainer.inMemory(what, rows, control.withinLimits(chosenPlan(rows.size())), workers);
      trainer.useDivergences(divergence, Divergence.kl());
      DoubleSupplier score =
          holdout.isEmpty() ? null : () -> score(holdout, architecture, parameters, q);
      TrainingResult result = trainer.train(score, control, checkpoints);
      return new NonMarginalModel(
              scaling.inputs(), scaling.targets(), process, architecture, parameters, q, result)
          .withTailsBeyondInducing();
    }
  }

  /** q first: while it is wide, what is read off the inducing values is nothing but noise. */
  private TrainingPlan chosenPlan(int rows) {
    TrainingPlan chosen = planFor(rows).withSeed(seed);
    return process.isStudentT() ? chosen : chosen.withHold("readout", 0.0, 0.1);
  }

  private double score(
      Holdout holdout, Architecture architecture, Parameters parameters, InducingPosterior q) {
    Prediction prediction =
        NonMarginalModel.predict(
            process, architecture, parameters, q, Scaling.none(1), holdout.heldX());
    return Arrays.stream(prediction.logDensity(holdout.heldY()[0])).average().orElseThrow();
  }

  private Architecture architecture(Covariance k, int m, Scaling targets) {
    Likelihood scaled = likelihood.rescaled(targets.scale()[0]);
    return new Architecture(
        k.inputs(),
        List.of(new Architecture.Group(k, mean.bind(k.inputs()), m, 1)),
        List.of(new Architecture.Output(scaled, List.of(flow))));
  }
}
