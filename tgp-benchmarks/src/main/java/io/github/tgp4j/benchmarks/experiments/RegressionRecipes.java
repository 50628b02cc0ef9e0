package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.train.TrainingPlan.collapsed;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * How each model is fitted to each of the regression sets where {@link TunedRecipes} knows nothing
 * better. Flows of input-dependent models and their networks are the ones the paper's authors
 * selected. Steps, rates and the flows of TGP were chosen on rows held out of the training rows of
 * splits 1 and 2: docs/results/tuning.csv has the outcome.
 */
final class RegressionRecipes {
  private static final int NODES = 32;
  private static final int NETWORK_NODES = 20; // as good as 32 on validation rows, and quicker

  static final List<String> SETS =
      List.of(
          "boston",
          "energy",
          "concrete",
          "wine-red",
          "wine-white",
          "kin8nm",
          "power",
          "naval",
          "protein",
          "yacht");

  static final List<String> MODELS =
      List.of("svgp", "tgp", "tgp-paper", "ba-tgp", "dgp2", "dgp3", "dgp4");

  /** Whose plan all deep GPs have: those of more layers take too long to be compared too. */
  static final String TUNED_DEEP = "dgp2";

  /** Sets of at most 1600 rows: every step sees them all. */
  static final List<String> SMALL = List.of("boston", "energy", "concrete", "wine-red", "yacht");

  /** Sets of more than 8,000 rows. */
  static final List<String> LARGE = List.of("kin8nm", "power", "naval", "protein");

  /** Sets of fewer than 1,000 rows, on which the seed matters. */
  static final List<String> TINY = List.of("boston", "energy", "yacht");

  private static final Map<String, String> NETWORKS =
      Map.of(
          "boston", "sal(1) @ mlp(25, tanh, dropout=0.5)",
          "energy", "sal(3) @ mlp(50,50, relu, dropout=0.5)",
          "concrete", "sal(1) @ mlp(50, relu, dropout=0.25)",
          "wine-red", "sal(3) @ mlp(25, tanh, dropout=0.25)",
          "wine-white", "sal(3) @ mlp(50,50, tanh, dropout=0.25)",
          "kin8nm", "sal(3) @ mlp(50,50, relu, dropout=0.25)",
          "power", "sal(3) @ mlp(50,50, relu, dropout=0.25)",
          "naval", "sal(1) @ mlp(25, relu, dropout=0.5)",
          "protein", "sal(1) @ mlp(25, relu, dropout=0.25)",
          "yacht", "sal(1) @ mlp(25, tanh, dropout=0.25)"); // not in the paper

  /** The flows that the paper's authors selected for TGP. */
  private static final Map<String, String> PAPER_FLOWS =
      Map.of(
          "boston",
          times(10, "tanh-sum(2) > affine"),
          "energy",
          times(15, "tanh-sum(4) > affine"),
          "concrete",
          times(5, "inverse-boxcox-sum(2)"),
          "wine-red",
          "sal(3)",
          "wine-white",
          times(10, "sal(1) > boxcox > affine"),
          "kin8nm",
          "inverse(boxcox) > affine",
          "power",
          "sal(2)",
          "naval",
          "sal(1) > inverse(boxcox) > affine",
          "protein",
          times(10, "tanh-sum(2) > affine"),
          "yacht",
          "sal(3)"); // not in the paper

  /** What came out best on validation rows. */
  private record Tuned(TrainingPlan svgp, ModelSpec tgp, TrainingPlan network) {}

  /** Hardly any noise, which networks in minibatches do not find by themselves. */
  private static final String NOISELESS = "naval";

  private static final Map<String, Tuned> TUNED =
      Map.of(
          "boston",
          new Tuned(
              fullBatch(2000, 0.05),
              tgp("tanh-sum(4)", fullBatch(2000, 0.02)),
              fullBatch(4000, 0.03)),
          "energy",
          new Tuned(
              collapsed(1000),
              tgp("sal(3)", fullBatch(300, 0.02)).withPlainStart(),
              fullBatch(4000, 0.01)),
          "concrete",
          new Tuned(
              collapsed(1000),
              tgp("sal(3)", fullBatch(300, 0.02)).withPlainStart(),
              fullBatch(2000, 0.03)),
          "wine-red",
          new Tuned(
              fullBatch(1000, 0.05),
              tgp("tanh-sum(4)", fullBatch(2000, 0.05)),
              fullBatch(2000, 0.01)),
          "wine-white",
          new Tuned(
              collapsed(1000),
              tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart(),
              minibatch(5000, 512, 0.05, 0.005)),
          "kin8nm",
          new Tuned(
              collapsed(1000),
              tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart(),
              minibatch(5000, 512, 0.05, 0.01)),
          "power",
          new Tuned(
              collapsed(1000),
              tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart(),
              minibatch(20000, 512, 0.05, 0.005)),
          "naval",
          new Tuned(
              collapsed(1000),
              tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart(),
              fullBatch(1000, 0.003)),
          "protein",
          new Tuned(
              collapsed(1000),
              tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart(),
              minibatch(20000, 512, 0.05, 0.02)),
          "yacht",
          new Tuned(
              collapsed(1000),
              tgp("sal(3)", fullBatch(300, 0.02)).withPlainStart(),
              fullBatch(4000, 0.01)));

  private RegressionRecipes() {}

  private static String times(int blocks, String block) {
    return String.join(" > ", Collections.nCopies(blocks, block));
  }

  static boolean isDeep(String model) {
    return model.startsWith("dgp");
  }

  /** TGP with the paper's flow for a set. */
  static ModelSpec paper(String data, TrainingPlan plan) {
    return tgp(PAPER_FLOWS.get(data), plan).withStart(Tgp.FlowStart.IDENTITY);
  }

  /** The paper's input-dependent flow for a set. */
  static String network(String data) {
    String flow = NETWORKS.get(data);
    if (flow == null) {
      throw new IllegalArgumentException("data set: expected one of " + SETS + " but got " + data);
    }
    return flow;
  }

  /** All rows in every step. */
  static TrainingPlan fullBatch(int steps, double rate) {
    return TrainingPlan.ofSteps(steps).withNaturalStep(0.3).withLearningRate(rate);
  }

  static TrainingPlan minibatch(int steps, int batch, double naturalStep, double rate) {
    return TrainingPlan.ofSteps(steps)
        .withBatchSize(batch)
        .withNaturalStep(naturalStep)
        .withLearningRate(rate);
  }

  static ModelSpec svgp(TrainingPlan plan) {
    return ModelSpec.tgp("identity", NODES, plan);
  }

  static ModelSpec tgp(String flow, TrainingPlan plan) {
    return ModelSpec.tgp(flow, NODES, plan);
  }

  static ModelSpec network(String data, TrainingPlan plan) {
    return ModelSpec.tgp(network(data), NETWORK_NODES, plan);
  }

  /** The spec of a model for a set. */
  static ModelSpec of(String data, String model) {
    Tuned tuned = TUNED.get(data);
    return switch (model) {
      case "svgp" -> svgp(tuned.svgp());
      case "tgp" -> tuned.tgp();
      case "tgp-paper" ->
          paper(
              data,
              LARGE.contains(data) ? minibatch(10000, 1024, 0.1, 0.01) : fullBatch(5000, 0.01));
      case "ba-tgp" ->
          data.equals(NOISELESS)
              ? network(data, tuned.network()).withPlainStart()
              : network(data, tuned.network());
      case "dgp2", "dgp3", "dgp4" ->
          ModelSpec.deep(
              model.charAt(3) - '0',
              SMALL.contains(data) ? fullBatch(10000, 0.02) : minibatch(10000, 1024, 0.1, 0.02));
      default ->
          throw new IllegalArgumentException(
              "model: expected one of " + MODELS + " but got " + model);
    };
  }
}
