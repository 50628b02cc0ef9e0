package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;

/**
 * How a model is built and trained, whatever its kind; what a result row calls its spec.
 *
 * @param layers 1 for a (transformed) GP, more for a deep GP
 * @param start how the flow starts, or the warp where the likelihood has one
 * @param nodes quadrature nodes in training
 * @param weightPrecision λ of the prior on a network's weights
 * @param plainStart whether it starts from the fitted plain GP
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
    TrainingPlan plan) {
  private static final double USUAL_PRECISION = 1e-5; // the paper's weight decay

  static ModelSpec tgp(String flow, int nodes, TrainingPlan plan) {
    return new ModelSpec(
        1, "rbf", flow, "gaussian", Tgp.FlowStart.DEFAULT, nodes, USUAL_PRECISION, false, plan);
  }

  static ModelSpec deep(int layers, TrainingPlan plan) {
    return new ModelSpec(
        layers,
        "rbf",
        "identity",
        "gaussian",
        Tgp.FlowStart.DEFAULT,
        32,
        USUAL_PRECISION,
        false,
        plan);
  }

  ModelSpec withCovariance(String value) {
    return new ModelSpec(
        layers, value, flow, likelihood, start, nodes, weightPrecision, plainStart, plan);
  }

  ModelSpec withLikelihood(String value) {
    return new ModelSpec(
        layers, covariance, flow, value, start, nodes, weightPrecision, plainStart, plan);
  }

  ModelSpec withStart(Tgp.FlowStart value) {
    return new ModelSpec(
        layers, covariance, flow, likelihood, value, nodes, weightPrecision, plainStart, plan);
  }

  ModelSpec withWeightPrecision(double value) {
    return new ModelSpec(
        layers, covariance, flow, likelihood, start, nodes, value, plainStart, plan);
  }

  ModelSpec withPlan(TrainingPlan value) {
    return new ModelSpec(
        layers, covariance, flow, likelihood, start, nodes, weightPrecision, plainStart, value);
  }

  ModelSpec withPlainStart() {
    return new ModelSpec(
        layers, covariance, flow, likelihood, start, nodes, weightPrecision, true, plan);
  }

  boolean hasNetwork() {
    return Specs.flowSpec(flow).dependsOnInput();
  }

  Model fit(Matrix x, double[] y, int inducing, long seed, int threads) {
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
    text.append(layers > 1 ? layers + " layers" : "flow " + flow);
    text.append("; covariance ").append(covariance).append("; likelihood ").append(likelihood);
    if (start != Tgp.FlowStart.DEFAULT) {
      text.append("; start ").append(start.name().toLowerCase(java.util.Locale.ROOT));
    }
    if (plainStart) {
      text.append("; from the plain GP");
    }
    if (weightPrecision != USUAL_PRECISION) {
      text.append("; weight precision ").append(weightPrecision);
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
