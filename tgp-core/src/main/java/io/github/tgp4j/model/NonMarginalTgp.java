package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.nonmarginal.InducingReadout;
import io.github.tgp4j.nonmarginal.NonMarginalElbo;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.CovarianceSpec;
import io.github.tgp4j.spec.MeanSpec;
import io.github.tgp4j.spec.ProcessSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.InducingPoints;
import io.github.tgp4j.train.NonMarginalTrainer;
import io.github.tgp4j.train.Trainer;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Describes a process whose flow does not act on each f(x) alone, and fits it; the parts are named
 * as in {@link Tgp}. One target, one latent function.
 *
 * <pre>{@code
 * NonMarginalModel model = NonMarginalTgp.of("student-t-process(4)").fit(x, y);
 * Prediction p = model.predict(xNew);
 * }</pre>
 */
public final class NonMarginalTgp {
  private final ProcessSpec process;
  private CovarianceSpec covariance = CovarianceSpec.of("rbf");
  private MeanSpec mean = MeanSpec.of("zero");
  private Flow flow;
  private Likelihood likelihood = Specs.likelihood("gaussian");
  private int inducing = 100;
  private int nodes = 32;
  private TrainingPlan plan;
  private int threads = Runtime.getRuntime().availableProcessors();
  private long seed = 1;
  private TrainingListener listener = TrainingListener.SILENT;

  private NonMarginalTgp(ProcessSpec process) {
    this.process = process;
    flow = Specs.flow(process.scale() != null ? "identity" : "sal(1)");
  }

  /**
   * {@code student-t-process(4)}: a GP under one random scale; a flow, none by default, comes after
   * it. {@code inducing-readout(8)}: a flow, {@code sal(1)} by default, whose parameters depend on
   * the inducing values, with 8 draws of them per training step.
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

  /** Flow in the model language. */
  public NonMarginalTgp flow(String text) {
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
    likelihood = Specs.likelihood(text);
    return this;
  }

  /** A likelihood of one latent. */
  public NonMarginalTgp likelihood(Likelihood value) {
    likelihood = Objects.requireNonNull(value, "likelihood");
    return this;
  }

  /** M, the number of inducing points; fewer when there are fewer distinct rows. */
  public NonMarginalTgp inducing(int count) {
    inducing = count;
    return this;
  }

  /** Quadrature nodes per row in training. */
  public NonMarginalTgp nodes(int count) {
    nodes = count;
    return this;
  }

  /** How to train. */
  public NonMarginalTgp plan(TrainingPlan value) {
    plan = value;
    return this;
  }

  /** Threads for training; the result does not depend on it. */
  public NonMarginalTgp threads(int count) {
    threads = count;
    return this;
  }

  public NonMarginalTgp seed(long value) {
    seed = value;
    return this;
  }

  public NonMarginalTgp listener(TrainingListener value) {
    listener = Objects.requireNonNull(value, "listener");
    return this;
  }

  /** Fits one target. */
  public NonMarginalModel fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Fits one target, y a single column. */
  public NonMarginalModel fit(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    if (y.cols != 1) {
      throw new IllegalArgumentException(
          "targets: expected one column but got " + y.cols + "; fit one model for each");
    }
    RowChecks.checkTargets(y, List.of(likelihood));
    Scaling inputs = Scaling.standardise(x);
    Scaling targets = scaleTargets(y);
    Matrix xs = inputs.apply(x);
    RowChecks.checkReach(x, xs);
    double[] ys = targets.apply(y).data;
    Matrix z = InducingPoints.kMeans(xs, inducing, 10, seed);
    Architecture architecture =
        new Architecture(
            x.cols,
            List.of(new Architecture.Group(covariance.bind(x.cols), mean.bind(x.cols), z.rows, 1)),
            List.of(new Architecture.Output(likelihood, List.of(flow))));
    Parameters parameters = architecture.newParameters(List.of(z));
    NonMarginalModel.Bound bound = NonMarginalModel.bound(process, architecture, nodes);
    parameters.add(
        process.scale() != null ? "scale" : "readout",
        process.scale() != null
            ? process.scale()
            : new InducingReadout(flow, z.rows, process.draws()));
    InducingPosterior q = architecture.newPosteriors(false, 1.0).get(0);
    // q first: with a wide q a readout is nothing but noise
    TrainingPlan chosen = (plan != null ? plan : defaultPlan()).withHold("readout", 0.0, 0.1);
    try (Workers workers = new Workers(threads)) {
      NonMarginalElbo elbo = bound.of(parameters, q, workers);
      Trainer.Result result =
          new NonMarginalTrainer(elbo, parameters, q, chosen.withSeed(seed), xs, ys)
              .train(listener);
      return new NonMarginalModel(inputs, targets, architecture, bound, parameters, q, result);
    }
  }

  /** Adam for q where draws make its natural gradient noisy. */
  private TrainingPlan defaultPlan() {
    return process.scale() != null
        ? TrainingPlan.ofSteps(1000)
        : TrainingPlan.ofSteps(1500).withNaturalStep(0);
  }

  private Scaling scaleTargets(Matrix y) {
    TargetScaling kind = likelihood.targetScaling();
    boolean everywhere =
        flow.range(io.github.tgp4j.flow.Interval.REAL).equals(io.github.tgp4j.flow.Interval.REAL);
    if (kind == TargetScaling.STANDARDISE && !everywhere) {
      kind = TargetScaling.SCALE; // zero stays where the flow stops
    }
    double[] learnt = Scaling.learn(y.copy().data, kind);
    return new Scaling(new double[] {learnt[0]}, new double[] {learnt[1]});
  }
}
