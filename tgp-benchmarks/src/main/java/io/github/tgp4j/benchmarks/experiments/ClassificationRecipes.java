package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.fullBatch;
import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.minibatch;

import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How each model is fitted to each of the five classification sets. The networks are the ones the
 * paper's authors selected; the covariance is held for the first part of the run, as theirs was.
 */
final class ClassificationRecipes {
  static final List<String> SETS = List.of("banknote", "heart", "movement", "activity", "avila");
  static final List<String> MODELS = List.of("svgp", "tgp", "ba-tgp", "etgp");

  /** It comes with one split, whose test rows are no rows to tune on. */
  static final String SINGLE_SPLIT = "avila";

  /** The other set of many rows and more than two classes. */
  static final String KIN = "activity";

  /** Sets of at most 1400 rows: every step sees them all. */
  private static final List<String> SMALL = List.of("banknote", "heart");

  private static final Map<String, Integer> CLASSES =
      Map.of("banknote", 2, "heart", 2, "movement", 2, "activity", 7, "avila", 12);

  private static final Map<String, String> NETWORKS =
      Map.of(
          "banknote", "sal(1) @ mlp(50,50, tanh, dropout=0.25)",
          "heart", "sal(1) @ mlp(25, tanh, dropout=0.5)",
          "movement", "sal(1) @ mlp(25,25, relu, dropout=0.25)",
          "activity", "sal(1) @ mlp(25, tanh, dropout=0.75)",
          "avila", "sal(1) @ mlp(25, tanh, dropout=0.75)");

  private static final double HELD = 2000.0 / 15000.0;

  private ClassificationRecipes() {}

  static boolean isSmall(String data) {
    return SMALL.contains(data);
  }

  /** One GP for all classes needs more than two of them. */
  static boolean hasModel(String data, String model) {
    return !model.equals("etgp") || CLASSES.get(data) > 2;
  }

  static ModelSpec of(String data, String model) {
    return spec(data, model, plan(data, model));
  }

  /** The plans that are compared. */
  static List<ModelSpec> grid(String data, String model) {
    List<ModelSpec> grid = new ArrayList<>();
    if (isSmall(data)) {
      for (double rate : new double[] {0.005, 0.01, 0.02}) {
        for (int steps : new int[] {100, 300, 1000}) {
          grid.add(spec(data, model, fullBatch(steps, rate)));
        }
      }
    } else {
      for (double rate : new double[] {0.01, 0.02, 0.05}) {
        grid.add(spec(data, model, largePlan(rate)));
      }
    }
    return grid;
  }

  private static TrainingPlan largePlan(double rate) {
    return minibatch(5000, 1024, 0.05, rate);
  }

  private static TrainingPlan plan(String data, String model) {
    if (!isSmall(data)) {
      return largePlan(0.01);
    }
    boolean soon = data.equals("heart") && !model.equals("svgp"); // 269 rows: flows overfit
    double rate = model.equals("ba-tgp") ? (soon ? 0.005 : 0.01) : 0.02;
    return fullBatch(soon ? 100 : 1000, rate);
  }

  private static ModelSpec spec(String data, String model, TrainingPlan plan) {
    int classes = CLASSES.get(data);
    String flow =
        switch (model) {
          case "svgp" -> "identity";
          case "tgp" -> "sal(1)";
          case "ba-tgp", "etgp" -> NETWORKS.get(data);
          default ->
              throw new IllegalArgumentException(
                  "model: expected one of " + MODELS + " but got " + model);
        };
    ModelSpec spec =
        ModelSpec.tgp(flow, classes == 2 ? 32 : 64, plan.withHold("covariance", 0, HELD))
            .withLikelihood(classes == 2 ? "bernoulli(probit)" : "categorical(" + classes + ")");
    return model.equals("etgp") ? spec.withOneProcess() : spec;
  }
}
