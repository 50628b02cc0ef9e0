package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.exact.TransformedPriorBound;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.AdamAscent;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The paper's G-SP for up to 1000 rows: a transformed prior with a Gaussian approximate posterior.
 * It is the ablation that shows what transforming the posterior too, as {@link Tgp} does, is worth;
 * it predicts as a GP without a flow does. Flows must be onto the whole line.
 */
public final class TransformedPriorGp extends FitBuilder<TransformedPriorGp> {
  private static final int MOST_ROWS = 1000;

  private ParameterPriors priors = ParameterPriors.NONE;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private Flow flow = Flows.sal(1);
  private Likelihood likelihood = Specs.likelihood("gaussian");
  private Divergence divergence = Divergence.kl();
  private int nodes = 32;
  private int pairs = 8;
  private TrainingPlan plan = defaultPlan();
  private long seed = 1;

  private TransformedPriorGp() {}

  /** An RBF covariance, flow {@code sal(1)} and Gaussian noise, until told otherwise. */
  public static TransformedPriorGp builder() {
    return new TransformedPriorGp();
  }

  /**
   * What was fitted.
   *
   * @param model the Gaussian posterior, with the data as inducing inputs
   * @param flow the prior's flow
   * @param flowValues its trained values, in the order of its parameters
   */
  public record Fit(TgpModel model, Flow flow, double[] flowValues) {
    public Fit {
      flowValues = flowValues.clone();
    }
  }

  /** Covariance in the model language. */
  public TransformedPriorGp covariance(String text) {
    covariance = CovarianceSpec.of(text);
    return this;
  }

  /** A covariance of as many inputs as the data have. */
  public TransformedPriorGp covariance(Covariance value) {
    covariance = CovarianceSpec.of(value);
    return this;
  }

  /** A covariance made for the number of inputs: {@code Covariances::matern52}. */
  public TransformedPriorGp covariance(IntFunction<? extends Covariance> factory) {
    covariance = CovarianceSpec.of(factory);
    return this;
  }

  /**
   * A prior on every value of a parameter, by its name in the fitted model: {@code
   * prior("covariance.lengthscales", Priors.logNormal(0.7, 1))}. Values are those of scaled inputs
   * and targets.
   */
  public TransformedPriorGp prior(String parameter, Prior prior) {
    priors = priors.with(parameter, prior);
    return this;
  }

  /** Priors in the model language: {@code "covariance.lengthscales ~ lognormal(0.7, 1)"}. */
  public TransformedPriorGp priors(String text) {
    priors = priors.with(Specs.priors(text));
    return this;
  }

  /** The prior's flow in the model language, onto the whole line. */
  public TransformedPriorGp flow(String text) {
    flow = Specs.flow(text);
    return this;
  }

  /** A flow. */
  public TransformedPriorGp flow(Flow value) {
    flow = Objects.requireNonNull(value, "flow");
    return this;
  }

  /** Likelihood of one latent, in the model language. */
  public TransformedPriorGp likelihood(String text) {
    likelihood = sameNoiseEverywhere(Specs.likelihood(text));
    return this;
  }

  /** A likelihood of one latent. */
  public TransformedPriorGp likelihood(Likelihood value) {
    likelihood = sameNoiseEverywhere(value);
    return this;
  }

  /** Divergence of q(f) from the transformed prior: {@code "kl"} or {@code "kl(0.5)"}. */
  public TransformedPriorGp divergence(String text) {
    Divergence value = Specs.divergence(text);
    if (value.order() != 1.0) {
      throw new IllegalArgumentException(
          "divergence: expected kl or kl(w) with a transformed prior but got " + text);
    }
    divergence = value;
    return this;
  }

  /** Monte-Carlo samples per step, in antithetic pairs. */
  public TransformedPriorGp samplePairs(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("sample pairs: expected at least 1 but got " + count);
    }
    pairs = count;
    return this;
  }

  /** The plan that {@link #fit} follows when none is given. */
  public static TrainingPlan defaultPlan() {
    return TrainingPlan.ofSteps(2000).withLearningRate(0.02);
  }

  /** Steps and learning rate of Adam. */
  public TransformedPriorGp plan(TrainingPlan value) {
    plan = given("plan", value);
    if (value.seed() != TrainingPlan.USUAL_SEED) {
      seed = value.seed();
    }
    return this;
  }

  public TransformedPriorGp seed(long value) {
    seed = value;
    return this;
  }

  public Fit fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), y);
  }

  /** Fits one target. */
  public Fit fit(Matrix x, double[] y) {
    TrainingControl control = newControl();
    checkPlan(x.rows);
    SmallData.requireFew(x, MOST_ROWS, "G-SP");
    SmallData data = SmallData.of(x, y, likelihood, inputScale);
    Likelihood scaled = likelihood.rescaled(data.targets().scale()[0]);
    Architecture architecture = architecture(x, scaled, flow);
    TransformedPriorBound bound =
        new TransformedPriorBound(architecture, data.x(), data.y(), nodes);
    Parameters parameters = bound.newParameters();
    priors.applyTo(parameters);
    bound.useDivergence(divergence);
    TrainingPlan within = control.withinLimits(plan);
    if (divergence.isKl() && PlainStart.hasIdentityFlows(architecture, parameters)) {
      startFromPlainGp(architecture, bound, parameters, data, control);
      within = control.withinLimits(plan);
    }
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, valueBar) -> {
              double value = value(bound, parameters, bound.noise(pairs, seed + step));
              System.arraycopy(bound.gradient(), 0, valueBar, 0, valueBar.length);
              return value;
            },
            within,
            control);
    // Predictions are those of the GP without a flow: its parts come before the flow.
    Architecture plain = architecture(x, scaled, Flows.identity());
    Parameters kept = plain.newParameters(List.of(data.x()));
    priors.applyWhereNamed(kept);
    kept.setFrom(0, Arrays.copyOf(parameters.value(), kept.size()));
    int at = architecture.flowAt(0);
    return new Fit(
        new TgpModel(
            data.inputs(),
            data.targets(),
            plain,
            kept,
            List.of(bound.posterior(parameters)),
            result,
            0),
        flow,
        Arrays.copyOfRange(parameters.value(), at, at + flow.parameterCount()));
  }

  /**
   * The GP without a flow, fitted, is where the flow starts: Adam alone needs thousands of steps to
   * bring the N²/2 numbers of q(v) there.
   */
  private void startFromPlainGp(
      Architecture architecture,
      TransformedPriorBound bound,
      Parameters parameters,
      SmallData data,
      TrainingControl control) {
    List<InducingPosterior> q = architecture.newPosteriors(false, 1.0);
    TrainingPlan fixed = control.withinLimits(plan).withHold("inducing", 0, 1);
    TrainingRows rows = TrainingRows.of(RowStore.of(data.x(), new double[][] {data.y()}));
    try (Workers workers = new Workers(1)) {
      new PlainStart(architecture, parameters, q).fit(fixed, rows, workers, control);
    }
    bound.setPosterior(parameters, (FullPosterior) q.get(0));
  }

  /** Adam on all rows: other settings would be ignored. */
  private void checkPlan(int rows) {
    if (plan.patience() > 0 || plan.method() != TrainingPlan.Method.STOCHASTIC) {
      throw new IllegalArgumentException(
          "plan: expected steps of Adam without early stopping, since G-SP holds no rows out, but got "
              + plan);
    }
    if (plan.batchSize() < rows) {
      throw new IllegalArgumentException(
          "plan: expected all rows in every step but got batches of " + plan.batchSize());
    }
  }

  private Architecture architecture(Matrix x, Likelihood scaled, Flow of) {
    Covariance k = covariance.bind(x.cols);
    return new Architecture(
        x.cols,
        List.of(new Architecture.Group(k, Specs.mean("zero", x.cols), x.rows, 1)),
        List.of(new Architecture.Output(scaled, List.of(of))));
  }

  private static double value(TransformedPriorBound bound, Parameters parameters, Matrix noise) {
    try {
      return bound.evaluate(parameters, noise);
    } catch (ArithmeticException e) { // K cannot be factored: a bad step
      return Double.NaN;
    }
  }
}
