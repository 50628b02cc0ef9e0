package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Learns a covariance of classes with few inducing points before many are placed. Lengthscales
 * differ by a factor of ten and more between inputs; once they are known, k-means places the many
 * where they are needed, and their steps, which cost far more, start near the end. Equation T9 in
 * docs/equations.md.
 */
final class CovariancePilot {
  private static final int INDUCING = 100;
  private static final int LEAST_INDUCING = 200; // of the model: for fewer it gains nothing
  private static final int LEAST_ROWS = 2000;
  private static final int NODES = 32;
  private static final TrainingPlan PLAN =
      TrainingPlan.ofSteps(300)
          .withBatchSize(512)
          .withNaturalStep(0.1)
          .withLearningRate(0.05)
          .withDecayFrom(1.0);

  private final Covariance covariance;
  private final MeanFunction mean;
  private final Likelihood likelihood;
  private final ParameterPriors priors;

  CovariancePilot(
      Covariance covariance, MeanFunction mean, Likelihood likelihood, ParameterPriors priors) {
    this.covariance = covariance;
    this.mean = mean;
    this.likelihood = likelihood;
    this.priors = priors;
  }

  /**
   * Whether it is worth its steps: many inducing points for many rows of classes, in a plan that is
   * longer and learns the covariance, whose lengthscales start alike.
   */
  boolean applies(int inducing, long rows, TrainingPlan plan) {
    return likelihood.classes() > 0
        && inducing > LEAST_INDUCING
        && rows >= LEAST_ROWS
        && plan.steps() >= PLAN.steps()
        && !plan.isHeld("covariance.lengthscales", 0)
        && startsAlike(InducingStarts.lengthscales(covariance, null));
  }

  private static boolean startsAlike(double[] lengthscales) {
    return lengthscales.length > 1
        && Arrays.stream(lengthscales).allMatch(value -> value == lengthscales[0]);
  }

  /**
   * The covariance's values after some hundred steps on small batches. Of a time limit it takes an
   * eighth at most.
   */
  double[] fit(TrainingRows rows, TrainingPlan plan, int threads, TrainingControl control) {
    int m = Math.min(INDUCING, rows.size());
    Matrix z =
        InducingStarts.of(Tgp.Inducing.K_MEANS, rows.sample(), covariance, null, m, plan.seed());
    Architecture architecture =
        new Architecture(
            rows.inputs(),
            List.of(new Architecture.Group(covariance, mean, z.rows, likelihood.latents())),
            List.of(
                new Architecture.Output(
                    likelihood, Collections.nCopies(likelihood.latents(), new IdentityFlow()))));
    Parameters parameters = architecture.newParameters(List.of(z));
    priors.applyWhereNamed(parameters);
    List<InducingPosterior> posteriors = architecture.newSharedPosteriors();
    TrainingPlan own = PLAN.withSeed(plan.seed());
    if (plan.timeLimit() != null) {
      Duration part = plan.timeLimit().dividedBy(8);
      own = own.withTimeLimit(part.isZero() ? Duration.ofNanos(1) : part);
    }
    try (Workers workers = new Workers(threads)) {
      Trainer.on(rows, Trainable.of(architecture, parameters, posteriors, NODES), own, workers)
          .inPhase(TrainingListener.Phase.PLAIN_START)
          .train(null, control, Checkpoints.NONE);
    }
    int at = architecture.covarianceAt(0);
    return Arrays.copyOfRange(parameters.value(), at, at + covariance.parameterCount());
  }
}
