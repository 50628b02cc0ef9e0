package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * {@code ./bench air-quality} and {@code ./bench rainfall}: the paper's two applications, with as
 * many inducing points as 5%, 10% and 100% of the training rows.
 *
 * <p>The covariance is the same for all models. It was chosen on rows held out of the training rows
 * ({@code ./bench tune --only SET}), by the mean over GP, TGP and V-WGP.
 */
final class Application implements Experiment {
  private static final double[] SHARES = {0.05, 0.1, 1.0};
  private static final List<Integer> SPLITS = List.of(1, 2, 3, 4, 5);

  static final Application AIR_QUALITY =
      new Application(
          "air-quality",
          "london_pm25_hp1",
          PositiveTargetRecipes::airQuality,
          "matern12(lengthscale=0.1)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  static final Application RAINFALL =
      new Application(
          "rainfall",
          "rainfall_sic97",
          PositiveTargetRecipes::rainfall,
          "matern12(lengthscale=0.5)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  private final String name;
  private final String set;
  private final BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes;
  private final String covariance;
  private final TrainingPlan plan;

  private Application(
      String name,
      String set,
      BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes,
      String covariance,
      TrainingPlan plan) {
    this.name = name;
    this.set = set;
    this.recipes = recipes;
    this.covariance = covariance;
    this.plan = plan;
  }

  @Override
  public String name() {
    return name;
  }

  String set() {
    return set;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(List.of(set));
    options.checkModels(List.copyOf(recipes.apply(covariance, plan).keySet()));
    SplitData data = SplitData.read(options.tables("spatial_time"), set);
    Trials trials = new Trials(new ResultFile(options.results(), name), options);
    Map<String, ModelSpec> specs = recipes.apply(covariance, plan);
    for (double share : SHARES) {
      for (int split : options.splitsOr(SPLITS)) {
        SplitData.Split rows = data.split(split);
        int m = Math.max(1, (int) Math.round(share * rows.trainX().rows));
        if (!options.inducing().isEmpty() && !options.inducing().contains(m)) {
          continue;
        }
        for (Map.Entry<String, ModelSpec> each : specs.entrySet()) {
          if (options.wantsModel(each.getKey())) {
            trials.run(new ResultRow.Key(set, each.getKey(), m, split), each.getValue(), rows);
          }
        }
      }
    }
  }

  /** Covariances compared on held-out training rows, with a twentieth of the rows as points. */
  void tune(ExperimentOptions options) throws IOException {
    SplitData data = SplitData.read(options.tables("spatial_time"), set);
    ResultFile file = new ResultFile(options.results(), "tuning");
    for (int split : options.splitsOr(SPLITS)) {
      SplitData.Split rows = Tuning.validation(data.split(split), split);
      for (double share : new double[] {0.05, 1.0}) {
        int m = (int) Math.round(share * rows.trainX().rows);
        if (!options.inducing().isEmpty() && !options.inducing().contains(m)) {
          continue;
        }
        for (String kind : List.of("rbf", "matern52", "matern32", "matern12")) {
          for (String start : List.of("(lengthscale=0.5)", "(lengthscale=0.1)")) {
            Map<String, ModelSpec> specs = recipes.apply(kind + start, plan);
            for (String model : List.of("svgp", "tgp-sal1-sp-data", "vwgp-sal1-sp-data")) {
              if (options.wantsModel(model)) {
                Tuning.compare(
                    new ResultRow.Key(set, model, m, split),
                    List.of(specs.get(model)),
                    rows,
                    file,
                    options);
              }
            }
          }
        }
      }
    }
  }
}
