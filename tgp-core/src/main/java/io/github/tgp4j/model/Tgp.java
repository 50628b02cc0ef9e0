package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.Accelerators;
import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.CategoricalLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.RobustGaussianLikelihood;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowSample;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.MeanSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentNetwork;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;

/**
 * Describes a transformed GP and fits it. Parts are named in the model language or given as
 * objects; everything has a default.
 *
 * <pre>{@code
 * TgpModel model = Tgp.builder().flow("sal(3)").fit(x, y);
 * Prediction p = model.predict(xNew);
 * Band band = p.interval(0.95);
 * }</pre>
 */
public final class Tgp extends SparseFitBuilder<Tgp> {
  /** How inducing inputs start. */
  public enum Inducing {
    K_MEANS,
    RANDOM,
    GREEDY_VARIANCE
  }

  /** How a flow's parameters start. */
  public enum FlowStart {
    /** The values the flow declares: the identity wherever it can be it. */
    DEFAULT,
    /** Fitted to the identity over the range of the targets. */
    IDENTITY,
    /** Gaussianises the targets. */
    DATA,
    /** Random, seeded. */
    RANDOM
  }

  /** What training maximises. */
  public enum Objective {
    /** The lower bound on the evidence: each row counts by its expected log density. */
    ELBO,
    /**
     * Each row counts by the log density that is predicted for it, as in Jankowiak, Pleiss and
     * Gardner (2020): intervals follow the data where the noise is not what the model says.
     */
    PREDICTIVE
  }

  private static final double BAYESIAN_PRECISION = 1.0;

  /** λ of weights that are points, times the rows: a network of few rows learns them by heart. */
  private static final double POINT_PRECISION_ROWS = 5000.0;

  private static final double MOST_POINT_PRECISION = 20.0;
  private static final double NOISE_PRECISION = 40.0;

  /** Of rows that lie elsewhere, so many at most come here: as many as k-means looks at. */
  private static final int MOST_AT_HAND = 10_000;

  /** Inputs of networks count fully up to so many standard deviations. */
  private static final double NETWORK_REACH = 3.0;

  private ParameterPriors priors = ParameterPriors.NONE;
  private boolean weakPriors = true;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private MeanSpec mean = MeanSpec.of("zero");
  private FlowSpec flow = Specs.flowSpec("identity");
  private Likelihood likelihood = Specs.likelihood("gaussian");
  private Objective objective = Objective.ELBO;
  private Divergence divergence = Divergence.kl();
  private Divergence weightDivergence = Divergence.kl();
  private int inducing = 100;
  private Inducing inducingStart = Inducing.K_MEANS;
  private FlowStart flowStart = FlowStart.DEFAULT;
  private FlowStart warpStart = FlowStart.DEFAULT;
  private Boolean plainStart; // null for what the flow prefers
  private Boolean shared; // null for all but the noise's latent
  private Boolean sharedPosterior; // null for what suits the likelihood
  private boolean oneProcess;
  private boolean diagonal;
  private int trainingDraws = 1;
  private int predictionDraws = 100;
  private double weightPrecision = Double.NaN; // by the kind of network
  private TgpModel earlier; // null to start anew
  private String device = Accelerators.CPU;

  private Tgp() {}

  /** A sparse GP with an RBF covariance, Gaussian noise and no flow, until told otherwise. */
  public static Tgp builder() {
    return new Tgp();
  }

  /** The plan that {@link #fit} follows for so many rows: the one given, or one sized to them. */
  public TrainingPlan planFor(int rows) {
    return planChange.apply(plan != null ? plan : sizedPlan(rows));
  }

  /** Whether it is a GP with Gaussian noise and no flow. */
  private boolean isPlain() {
    return likelihood.isQuadratic() && flow.flow() instanceof IdentityFlow;
  }

  private TrainingPlan sizedPlan(int rows) {
    return isPlain() && objective == Objective.ELBO && mayCollapse(rows)
        ? DefaultPlans.collapsed()
        : stochasticPlan(rows);
  }

  /** The default plan for so many rows where steps are wanted that batches can do. */
  public TrainingPlan stochasticPlan(int rows) {
    if (objective == Objective.PREDICTIVE) {
      return DefaultPlans.predictive(rows);
    }
    if (oneProcess && flow.dependsOnInput()) {
      return DefaultPlans.oneProcess(rows);
    }
    return flow.dependsOnInput() || likelihood.latentNetwork() != null
        ? DefaultPlans.network(rows)
        : DefaultPlans.stochastic(rows);
  }

  /** Covariance in the model language: {@code "matern52 + periodic(period=24)"}. */
  public Tgp covariance(String text) {
    covariance = CovarianceSpec.of(text);
    return this;
  }

  /** A covariance of as many inputs as the data have. */
  public Tgp covariance(Covariance value) {
    covariance = CovarianceSpec.of(value);
    return this;
  }

  /** A covariance made for the number of inputs: {@code Covariances::matern52}. */
  public Tgp covariance(IntFunction<? extends Covariance> factory) {
    covariance = CovarianceSpec.of(factory);
    return this;
  }

  /**
   * A prior on every value of a parameter, by its name in the fitted model: {@code
   * prior("covariance.lengthscales", Priors.logNormal(0.7, 1))}. Values are those of scaled inputs
   * and targets.
   */
  public Tgp prior(String parameter, Prior prior) {
    priors = priors.with(parameter, prior);
    return this;
  }

  /** Priors in the model language: {@code "covariance.lengthscales ~ lognormal(0.7, 1)"}. */
  public Tgp priors(String text) {
    priors = priors.with(Specs.priors(text));
    return this;
  }

  /**
   * Whether a plain GP that is given no priors has weak ones on its lengthscales, variances and
   * noise. The default is yes: on few rows they predict better, on many they change nothing.
   */
  public Tgp weakPriors(boolean value) {
    weakPriors = value;
    return this;
  }

  private ParameterPriors priorsOf(Parameters parameters, int inputs) {
    return weakPriors && priors.isEmpty() && isPlain() ? WeakPriors.of(parameters, inputs) : priors;
  }

  /** Mean function: {@code "zero"}, {@code "constant"} or {@code "linear"}. */
  public Tgp mean(String text) {
    mean = MeanSpec.of(text);
    return this;
  }

  /** A mean function that suits the number of inputs of the data. */
  public Tgp mean(MeanFunction value) {
    mean = MeanSpec.of(value);
    return this;
  }

  /** A mean function made for the number of inputs: {@code LinearMean::new}. */
  public Tgp mean(IntFunction<? extends MeanFunction> factory) {
    mean = MeanSpec.of(factory);
    return this;
  }

  /**
   * Flow in the model language: {@code "sal(2) > softplus"}, {@code "sal(1) @ mlp(25, tanh,
   * dropout=0.5)"}.
   */
  public Tgp flow(String text) {
    flow = Specs.flowSpec(text);
    return this;
  }

  /** A flow whose parameters are the same for all inputs. */
  public Tgp flow(Flow value) {
    flow = FlowSpec.of(value);
    return this;
  }

  /**
   * How often the network of an input-dependent flow is drawn per row.
   *
   * @param training draws per training step
   * @param prediction draws per prediction, 0 for the mean network
   */
  public Tgp networkSamples(int training, int prediction) {
    if (training < 1 || prediction < 0) {
      throw new IllegalArgumentException(
          "network samples: expected at least 1 in training and 0 in prediction but got "
              + training
              + ", "
              + prediction);
    }
    trainingDraws = training;
    predictionDraws = prediction;
    return this;
  }

  /**
   * λ of the prior N(0, 1/λ) on each weight of a network. The default is 1 where a flow's weights
   * have a distribution ({@code bayes}), as in the paper, 5,000 by the number of rows, 20 at most,
   * where they are points, and 40 for the network of a noise, which would otherwise follow every
   * row that the GP fits by chance.
   */
  public Tgp weightPrecision(double lambda) {
    if (!(lambda >= 0)) {
      throw new IllegalArgumentException("weight precision: expected 0 or more but got " + lambda);
    }
    weightPrecision = lambda;
    return this;
  }

  /** Likelihood in the model language: {@code "student-t(4)"}. */
  public Tgp likelihood(String text) {
    return likelihood(Specs.likelihood(text));
  }

  public Tgp likelihood(Likelihood value) {
    likelihood = Objects.requireNonNull(value, "likelihood");
    return this;
  }

  /** What training maximises; {@link #divergence} says what is taken off for q(u). */
  public Tgp objective(Objective value) {
    objective = Objects.requireNonNull(value, "objective");
    return this;
  }

  /** Divergence of q(u) from its prior: {@code "kl"}, {@code "kl(0.5)"} or {@code "renyi(0.5)"}. */
  public Tgp divergence(String text) {
    divergence = Specs.divergence(text);
    return this;
  }

  /** Divergence of a network's q(W) from its prior, in the same language. */
  public Tgp weightDivergence(String text) {
    weightDivergence = Specs.divergence(text);
    return this;
  }

  /**
   * A warped GP: y = warp(f + noise), the warp in the flows' language, from the latent scale to
   * y's. {@code "sal(1) > softplus"} keeps every prediction above 0. Short for {@code
   * likelihood("warped(…)")}.
   */
  public Tgp warp(String text) {
    return likelihood(new WarpedLikelihood(Specs.flow(text)));
  }

  /**
   * A warped GP with a detection limit, in the targets' units: of targets at or below it is only
   * known that they are. Needed wherever targets on the edge of the warp's range, such as no rain
   * at all, occur.
   */
  public Tgp warp(String text, double censor) {
    return likelihood(WarpedLikelihood.censored(Specs.flow(text), censor));
  }

  /** How the parameters of a {@link #warp} start. */
  public Tgp warpStart(FlowStart start) {
    warpStart = Objects.requireNonNull(start, "start of the warp");
    return this;
  }

  /** M, the number of inducing points; fewer when there are fewer distinct rows. */
  public Tgp inducing(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("inducing points: expected at least 1 but got " + count);
    }
    inducing = count;
    return this;
  }

  public Tgp inducing(int count, Inducing start) {
    inducingStart = Objects.requireNonNull(start, "start of the inducing points");
    return inducing(count);
  }

  public Tgp flowStart(FlowStart start) {
    flowStart = Objects.requireNonNull(start, "start of the flow");
    return this;
  }

  /**
   * Whether a model with Gaussian noise whose flow starts as the identity starts from the plain GP,
   * fitted, or from the covariance's own values. The default is yes, but no where the flow depends
   * on the input: a network learns more while the GP still leaves it something to explain. Yes is
   * refused by a fit that has no such start.
   */
  public Tgp plainStart(boolean value) {
    plainStart = value;
    return this;
  }

  /**
   * Starts from a fitted model of the same parts, with its scaling, parameters and q(v), in place
   * of starts of its own: to go on with other rows, or for longer. It has as many inducing points
   * as that model.
   */
  public Tgp startFrom(TgpModel model) {
    earlier = Objects.requireNonNull(model, "model to start from");
    return this;
  }

  /**
   * Whether several latent functions share covariance and inducing inputs, or each has its own. The
   * default is to share, but not where one of them is the noise's: noise varies more slowly than
   * what it hides.
   */
  public Tgp shared(boolean value) {
    shared = value;
    return this;
  }

  /**
   * Whether the latent functions share the covariance of q(u) as well, each with a mean of its own:
   * a step then costs little more than that of one latent. The default is yes for three or more
   * classes where covariance and inducing inputs are shared, and the divergence is KL.
   */
  public Tgp sharedPosterior(boolean value) {
    sharedPosterior = value;
    return this;
  }

  /**
   * Whether one GP serves all classes, transformed by a flow for each: the efficient transformed GP
   * of Maroñas and Hernández-Lobato (2023), whose cost does not grow with the classes; equation E7
   * in docs/equations.md. The likelihood is {@code categorical(C)}, and the flow has parameters, or
   * the classes would all be alike.
   */
  public Tgp oneProcess(boolean value) {
    oneProcess = value;
    return this;
  }

  /** A diagonal instead of a full covariance for q(u). */
  public Tgp diagonalPosterior(boolean value) {
    diagonal = value;
    return this;
  }

  /**
   * Where the rows are computed with: "cpu"; "cuda", an NVIDIA GPU, for which {@code tgp-cuda} must
   * be on the class path; or "auto", a GPU where one can be used. Results differ by rounding. What
   * a device has no kernels for, and all of it where the device fails, the processor computes, and
   * says so in one line.
   *
   * @throws IllegalArgumentException when there is no such device, or when it cannot be used here
   */
  public Tgp device(String value) {
    Accelerators.check(value);
    device = value;
    return this;
  }

  /** Fits one target. */
  public TgpModel fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Fits one target per column of y, as independent outputs of one model. */
  public TgpModel fit(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    return fit(RowStore.of(x, y.toColumns()));
  }

  /**
   * Fits rows wherever they lie, in their own units: with minibatches, what is not in memory need
   * not fit there. The same rows give the same bits, in memory or not.
   */
  public TgpModel fit(RowStore raw) {
    checkObjective();
    checkOneProcess();
    TrainingControl control = newControl();
    RowChecks.check(raw, likelihood);
    LearntScaling scaling =
        earlier != null
            ? new LearntScaling(earlier.inputScaling(), earlier.targetScaling())
            : LearntScaling.of( // held-out rows must not tell anything about themselves
                Holdout.of(raw, validation, seed).train(),
                inputScale,
                targetScaling(likelihood, flow.flow()));
    RowChecks.checkReach(raw, scaling.inputs());
    Holdout holdout = Holdout.of(scaling.apply(raw), validation, seed);
    return train(Accelerators.rows(holdout.train(), device), scaling, holdout, control);
  }

  /**
   * Fits rows that lie elsewhere and stay there: sums over all of them are computed where they are,
   * and 10,000 of them at most, drawn by chance, come here to place inducing points and to start
   * flows. As many rows or fewer give the model of {@link #fit(RowStore)}, wherever they are. Of
   * rows to hold out, 10,000 at most come here too.
   *
   * @throws IllegalArgumentException where a device is asked for: rows elsewhere are computed with
   *     where they are
   */
  public TgpModel fit(RemoteRows given) {
    checkObjective();
    checkOneProcess();
    if (!device.equals(Accelerators.CPU)) {
      throw new IllegalArgumentException(
          "device: expected cpu for rows that lie elsewhere but got " + device);
    }
    TrainingControl control = newControl();
    long[] aside = heldOut(given.rows());
    RowStore held = aside.length == 0 ? null : given.read(aside);
    if (held != null) {
      RowChecks.check(held, likelihood);
    }
    RemoteRows raw = held == null ? given : given.without(aside);
    ScalingLearner moments = raw.learn(likelihood);
    LearntScaling scaling =
        earlier != null
            ? new LearntScaling(earlier.inputScaling(), earlier.targetScaling())
            : LearntScaling.of(
                moments,
                inputScale,
                targetScaling(likelihood, flow.flow()),
                numbers -> raw.read(numbers).allInputs());
    RowStore sample = raw.read(RowSample.numbers(raw.rows(), MOST_AT_HAND, seed));
    TrainingRows rows = new TrainingRows(raw.rows(), scaling.apply(sample), raw.scaled(scaling));
    return train(rows, scaling, Holdout.of(rows.sample(), heldRows(held, scaling)), control);
  }

  /** The numbers of the rows to hold out, by chance, ascending; at least one row stays. */
  private long[] heldOut(long rows) {
    long most = Math.min(rows - 1, Math.round(validation * rows));
    int count = (int) Math.min(MOST_AT_HAND, most);
    return count < 1 ? new long[0] : RowSample.numbers(rows, count, ~seed);
  }

  private static RowStore heldRows(RowStore held, LearntScaling scaling) {
    if (held == null) {
      return null;
    }
    RowChecks.checkReach(held, scaling.inputs());
    return scaling.apply(held);
  }

  /** A robust loss is no density, so that nothing can be predicted by it. */
  private void checkObjective() {
    if (objective == Objective.PREDICTIVE && likelihood instanceof RobustGaussianLikelihood) {
      throw new IllegalArgumentException(
          "objective predictive: expected a likelihood but got "
              + likelihood
              + ", a loss; use gaussian or student-t(4, learnt)");
    }
  }

  private void checkOneProcess() {
    if (!oneProcess) {
      return;
    }
    if (!(likelihood instanceof CategoricalLikelihood)) {
      throw new IllegalArgumentException(
          "one GP for all classes: expected the likelihood categorical(C) but got " + likelihood);
    }
    if (flow.flow().parameterCount() == 0) {
      throw new IllegalArgumentException(
          "one GP for all classes: expected a flow with parameters, which tell the classes apart,"
              + " but got "
              + flow
              + "; use affine @ mlp(50,50, relu, dropout=0.1, shared)");
    }
  }

  private TgpModel train(
      TrainingRows rows, LearntScaling scaling, Holdout holdout, TrainingControl control) {
    int inputs = rows.inputs();
    RowStore sample = rows.sample();
    Covariance k = covariance.bind(inputs);
    MeanFunction meanFunction = mean.bind(inputs);
    TrainingPlan wanted = planFor(rows.size()).withSeed(seed);
    double[] learnt = pilot(k, meanFunction, rows, wanted, control);
    Matrix z =
        earlier != null
            ? Matrix.zeros(earlier.architecture().groups().get(0).inducing(), inputs)
            : inducingInputs(rows, k, learnt);
    Architecture architecture = architecture(rows, scaling.targets(), k, meanFunction, z.rows);
    Parameters parameters =
        architecture.newParameters(Collections.nCopies(architecture.groups().size(), z));
    priorsOf(parameters, inputs).applyTo(parameters);
    if (learnt != null) {
      parameters.setFrom(architecture.covarianceAt(0), learnt);
    }
    List<InducingPosterior> posteriors = newPosteriors(architecture);
    if (earlier != null) {
      new WarmStart(earlier).apply(parameters, posteriors);
    } else {
      FlowStarts starts = new FlowStarts(architecture, parameters, sample, seed);
      starts.flows(flow.flow(), flowStart);
      starts.warps(warpStart);
      architecture.startNetworks(parameters);
    }
    try (Workers workers = new Workers(threads)) {
      if (startsFromPlainGp(architecture, parameters, rows.size())) {
        new PlainStart(architecture, parameters, posteriors)
            .fit(control.withinLimits(wanted), rows, workers, control);
      }
      Trainer trainer =
          Trainer.on(
              rows,
              Trainable.of(architecture, parameters, posteriors, nodes),
              control.withinLimits(wanted),
              workers);
      trainer.useDivergences(divergence, weightDivergence);
      if (objective == Objective.PREDICTIVE) {
        trainer.usePredictive();
      }
      HoldoutScore score = new HoldoutScore(holdout);
      NetworkStatistics statistics = new NetworkStatistics(architecture, sample, seed);
      DoubleSupplier validation =
          holdout.isEmpty()
              ? null
              : () -> {
                statistics.learn(parameters);
                return score.of(new LatentPredictor(architecture, parameters.value(), posteriors));
              };
      TrainingResult result = trainer.train(validation, control, checkpoints);
      statistics.learn(parameters);
      return new TgpModel(
              scaling.inputs(),
              scaling.targets(),
              architecture,
              parameters,
              posteriors,
              result,
              predictionDraws)
          .withTailsBeyond(sample)
          .withDevice(device);
    }
  }

  /** Where inducing inputs start: found on the rows at hand, moved by all where these are some. */
  private Matrix inducingInputs(TrainingRows rows, Covariance k, double[] learnt) {
    Matrix z = InducingStarts.of(inducingStart, rows.sample(), k, learnt, inducing, seed);
    return inducingStart == Inducing.K_MEANS && rows.count() > rows.sample().rows()
        ? rows.engines().centres(z, InducingStarts.lengthscales(k, learnt))
        : z;
  }

  /** The covariance's values to start from where they are worth learning first; null otherwise. */
  private double[] pilot(
      Covariance k,
      MeanFunction m,
      TrainingRows rows,
      TrainingPlan wanted,
      TrainingControl control) {
    CovariancePilot pilot = new CovariancePilot(k, m, likelihood, priors);
    boolean possible =
        earlier == null
            && inducingStart == Inducing.K_MEANS
            && isShared()
            && !oneProcess
            && rows.targets() == 1;
    return possible && pilot.applies(inducing, rows.count(), wanted)
        ? pilot.fit(rows, control.withinLimits(wanted), threads, control)
        : null;
  }

  private List<InducingPosterior> newPosteriors(Architecture architecture) {
    boolean can = isShared() && !diagonal && divergence.isKl();
    boolean suits = likelihood.classes() > 0 && likelihood.latents() > 2;
    if (Boolean.TRUE.equals(sharedPosterior) && !can) {
      throw new IllegalArgumentException(
          "shared posterior: expected latents that share covariance and inducing inputs, a full"
              + " covariance of q(u) and the divergence kl; leave out sharedPosterior(true), or"
              + " what it does not go with");
    }
    boolean share = sharedPosterior == null ? can && suits : sharedPosterior;
    return share && architecture.latents() > 1
        ? architecture.newSharedPosteriors()
        : architecture.newPosteriors(diagonal, 1.0);
  }

  /** Refuses a start from the plain GP that was asked for where there can be none. */
  private boolean startsFromPlainGp(Architecture architecture, Parameters parameters, int rows) {
    String reason = null;
    if (earlier != null) {
      reason = "it starts from a fitted model";
    } else if (!mayCollapse(rows)) {
      reason = "the plain GP on these rows, q(u) and divergence has no collapsed bound";
    } else if (architecture.isConjugate() && objective != Objective.PREDICTIVE) {
      reason = "it is the plain GP";
    } else if (!PlainStart.applies(architecture, parameters)) {
      reason = "its noise is not Gaussian or its flow does not start as the identity";
    }
    if (reason != null && Boolean.TRUE.equals(plainStart)) {
      throw new IllegalArgumentException(
          "plain start: this model cannot start from the plain GP, since "
              + reason
              + "; leave plainStart out");
    }
    return reason == null && (plainStart == null ? !flow.dependsOnInput() : plainStart);
  }

  /** Whether a plain GP on so many rows may be trained on the collapsed bound. */
  private boolean mayCollapse(int rows) {
    return DefaultPlans.mayCollapse(rows, inducing) && !diagonal && divergence.isKl();
  }

  /**
   * How targets of a likelihood are scaled: a flow that stops at zero would be cut off from targets
   * below their mean, so zero stays where it is.
   */
  static TargetScaling targetScaling(Likelihood likelihood, Flow flow) {
    TargetScaling kind = likelihood.targetScaling();
    return kind == TargetScaling.STANDARDISE && !flow.range(Interval.REAL).equals(Interval.REAL)
        ? TargetScaling.SCALE
        : kind;
  }

  private Architecture architecture(
      TrainingRows rows, Scaling targets, Covariance k, MeanFunction meanFunction, int m) {
    List<Architecture.Output> outputs = new ArrayList<>();
    for (int o = 0; o < targets.scale().length; o++) {
      outputs.add(output(rows, o, likelihood.rescaled(targets.scale()[o])));
    }
    int latents = outputs.stream().mapToInt(Architecture.Output::processes).sum();
    List<Architecture.Group> groups =
        isShared()
            ? List.of(new Architecture.Group(k, meanFunction, m, latents))
            : Collections.nCopies(latents, new Architecture.Group(k, meanFunction, m, 1));
    return new Architecture(rows.inputs(), groups, outputs);
  }

  /** Whether latents share covariance and inducing inputs. */
  private boolean isShared() {
    return shared == null ? !hasNoiseProcess() : shared;
  }

  private boolean hasNoiseProcess() {
    return likelihood instanceof VaryingNoiseLikelihood && likelihood.latentNetwork() == null;
  }

  private double precision(TrainingRows rows) {
    if (Double.isNaN(weightPrecision)) {
      return flow.isBayesian()
          ? BAYESIAN_PRECISION
          : Math.min(MOST_POINT_PRECISION, POINT_PRECISION_ROWS / rows.count());
    }
    return weightPrecision;
  }

  private double reach() {
    return inputScale == InputScale.RAW ? Double.POSITIVE_INFINITY : NETWORK_REACH;
  }

  private Architecture.Output output(TrainingRows rows, int number, Likelihood scaled) {
    int inputs = rows.inputs();
    List<Flow> flows = new ArrayList<>(Collections.nCopies(scaled.processes(), flow.flow()));
    if (hasNoiseProcess()) {
      flows.set(1, new IdentityFlow());
    }
    List<FlowNetwork> networks = new ArrayList<>();
    int together = flow.shared() ? scaled.processes() : 1;
    if (flow.shared() && hasNoiseProcess()) {
      throw new IllegalArgumentException(
          "flow "
              + flow
              + ": a noise's GP has no flow that could share the network; leave out shared");
    }
    for (int c = 0; flow.dependsOnInput() && c < flows.size(); c += together) {
      if (flows.get(c).equals(flow.flow())) {
        networks.add(
            FlowNetwork.of(
                    flow.flow(),
                    together,
                    flow.all() ? name -> true : FlowNetwork.usualParameters(flow.flow()),
                    flow.network(),
                    inputs,
                    trainingDraws,
                    precision(rows),
                    seed + 31L * number + c)
                .withReach(reach()));
      }
    }
    LatentNetwork noise =
        scaled.latentNetwork() == null
            ? null
            : LatentNetwork.of(
                    scaled.latentNetwork(),
                    inputs,
                    trainingDraws,
                    Double.isNaN(weightPrecision) ? NOISE_PRECISION : weightPrecision,
                    seed + 31L * number + flows.size())
                .withReach(reach());
    int processes = oneProcess ? 1 : scaled.processes();
    return new Architecture.Output(scaled, flows, networks, noise, processes);
  }

  /** One line: what would be fitted. */
  @Override
  public String toString() {
    return "Tgp: flow "
        + flow
        + ", likelihood "
        + likelihood
        + ", "
        + inducing
        + " inducing points";
  }
}
