package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Locale;

/**
 * How a model is built and trained, whatever its kind; what a result row calls its spec.
 *
 * @param layers 0 for an exact GP, 1 for a (transformed) sparse GP, more for a deep GP
 * @param start how the flow starts, or the warp where the likelihood has one
 * @param nodes quadrature nodes in training
 * @param weightPrecision λ of the prior on a network's weights
 * @param plainStart whether it starts from the fitted plain GP
 * @param divergence of q(u) from its prior
 * @param oneProcess whether one GP serves all classes
 */
record ModelSpec(
    int layers,
    String covariance,
    String flow,
    String likelihood,
    Tgp.FlowStart start,
    int nodes,
    double weightPrecision,
    boolean plainStart,
    String divergence,
    boolean oneProcess,
    TrainingPlan plan) {
  private static final double USUAL_PRECISION = 1e-5; // the paper's weight decay
  private static final String USUAL_DIVERGENCE = "kl";

  static ModelSpec tgp(String flow, int nodes, TrainingPlan plan) {
    return of(1, flow, nodes, plan);
  }

  static ModelSpec deep(int layers, TrainingPlan plan) {
    return of(layers, "identity", 32, plan);
  }

  /** A GP without inducing points, for few rows. */
  static ModelSpec exact(TrainingPlan plan) {
    return of(0, "identity", 32, plan);
  }

  private static ModelSpec of(int layers, String flow, int nodes, TrainingPlan plan) {
    return new ModelSpec(
        layers,
        "rbf",
        flow,
        "gaussian",
        Tgp.FlowStart.DEFAULT,
        nodes,
        USUAL_PRECISION,
        false,
        USUAL_DIVERGENCE,
        false,
        plan);
  }

  ModelSpec withCovariance(String value) {
    return new ModelSpec(
        layers,
        value,
        flow,
        likelihood,
        start,
        nodes,
        weightPrecision,
        plainStart,
        divergence,
        oneProcess,
        plan);
  }

  ModelSpec withLikelihood(String value) {
    return new ModelSpec(
        layers,
        covariance,
        flow,
        value,
        start,
        nodes,
        weightPrecision,
        plainStart,
        divergence,
        oneProcess,
        plan);
  }

  ModelSpec withStart(Tgp.FlowStart value) {
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        value,
        nodes,
        weightPrecision,
        plainStart,
        divergence,
        oneProcess,
        plan);
  }

  ModelSpec withWeightPrecision(double value) {
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        start,
        nodes,
        value,
        plainStart,
        divergence,
        oneProcess,
        plan);
  }

  ModelSpec withDivergence(String value) {
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        start,
        nodes,
        weightPrecision,
        plainStart,
        value,
        oneProcess,
        plan);
  }

  ModelSpec withPlan(TrainingPlan value) {
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        start,
        nodes,
        weightPrecision,
        plainStart,
        divergence,
        oneProcess,
        value);
  }

  ModelSpec withPlainStart() {
    boolean value = true;
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        start,
        nodes,
        weightPrecision,
        value,
        divergence,
        oneProcess,
        plan);
  }

  /** One GP for all classes, a flow for each. */
  ModelSpec withOneProcess() {
    boolean value = true;
    return new ModelSpec(
        layers,
        covariance,
        flow,
        likelihood,
        start,
        nodes,
        weightPrecision,
        plainStart,
        divergence,
        value,
        plan);
  }

  Model fit(Matrix x, double[] y, int inducing, long seed, int threads) {
    if (layers == 0) {
      return WarpedGp.builder().covariance(covariance).steps(plan.steps()).fit(x, y);
    }
    if (layers > 1) {
      return DeepGp.builder()
          .layers(layers)
          .covariance(covariance)
          .likelihood(likelihood)
          .inducing(inducing)
          .nodes(nodes)
          .plan(plan)
          .seed(seed)
          .threads(threads)
          .fit(x, Matrix.column(y));
    }
    return fitTgp(x, y, inducing, seed, threads);
  }

  /** The same for a model of one layer, whose type then says so. */
  TgpModel fitTgp(Matrix x, double[] y, int inducing, long seed, int threads) {
    Tgp tgp =
        Tgp.builder()
            .covariance(covariance)
            .flow(flow)
            .likelihood(likelihood)
            .inducing(inducing)
            .nodes(nodes)
            .weightPrecision(weightPrecision)
            .plainStart(plainStart)
            .divergence(divergence)
            .oneProcess(oneProcess)
            .plan(plan)
            .seed(seed)
            .threads(threads);
    if (Specs.likelihood(likelihood) instanceof WarpedLikelihood) {
      tgp.warpStart(start);
    } else {
      tgp.flowStart(start);
    }
    return tgp.fit(x, Matrix.column(y));
  }

  /** All that tells one spec from another, on one line. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(layers == 0 ? "exact" : layers > 1 ? layers + " layers" : "flow " + flow);
    text.append("; covariance ").append(covariance).append("; likelihood ").append(likelihood);
    if (start != Tgp.FlowStart.DEFAULT) {
      text.append("; start ").append(start.name().toLowerCase(Locale.ROOT));
    }
    if (oneProcess) {
      text.append("; one GP for all classes");
    }
    if (!divergence.equals(USUAL_DIVERGENCE)) {
      text.append("; divergence ").append(divergence);
    }
    if (plainStart) {
      text.append("; from the plain GP");
    }
    if (weightPrecision != USUAL_PRECISION) {
      text.append("; weight precision ").append(weightPrecision);
    }
    if (layers == 0) {
      return text.append(steps()).toString();
    }
    if (plan.method() == TrainingPlan.Method.COLLAPSED) {
      return text.append("; collapsed bound").append(holds()).append(steps()).toString();
    }
    text.append("; nodes ").append(nodes);
    text.append("; rate ").append(plan.learningRate());
    text.append("; natural step ").append(plan.naturalStep());
    text.append("; batch ");
    text.append(plan.batchSize() == Integer.MAX_VALUE ? "all" : plan.batchSize());
    return text.append(holds()).append(steps()).toString();
  }

  private String steps() {
    return "; " + plan.steps() + " steps";
  }

  private String holds() {
    StringBuilder text = new StringBuilder();
    for (TrainingPlan.Hold hold : plan.holds()) {
      text.append("; ").append(hold.prefix()).append(" held until ").append(hold.to());
    }
    return text.toString();
  }
}
