package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.minibatch;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.List;

/**
 * {@code ./bench large}: flight delays (640,487 rows, other years and places than the paper's) and
 * Beijing's PM2.5 (382,350 rows, in the place of a set that is not at hand). The network is the one
 * the paper selected for both of its large sets.
 */
final class LargeRegression implements Experiment {
  private static final List<String> SETS = List.of("airline", "beijing_pm25");
  private static final List<String> MODELS =
      List.of("svgp", "tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
  private static final TrainingPlan PLAIN = minibatch(6000, 2048, 0.05, 0.02);
  private static final TrainingPlan NETWORK = minibatch(12000, 1024, 0.05, 0.01);

  @Override
  public String name() {
    return "large";
  }

  private static ModelSpec spec(String model) {
    return switch (model) {
      case "svgp" -> ModelSpec.tgp("identity", 32, PLAIN);
      case "tgp" -> ModelSpec.tgp("sal(3)", 32, PLAIN);
      case "ba-tgp" -> ModelSpec.tgp("sal(1) @ mlp(50,50, tanh, dropout=0.25)", 20, NETWORK);
      default -> ModelSpec.deep(model.charAt(3) - '0', PLAIN);
    };
  }

  @Override
  public boolean repeats() {
    return true;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(MODELS);
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("large"), set);
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : options.splitsOr(List.of(1))) {
          SplitData.Split rows = data.split(split);
          for (String model : MODELS) {
            boolean wanted =
                options.wantsModel(model)
                    && !(options.models().isEmpty() && RegressionRecipes.isDeep(model)); // hours
            if (wanted) {
              for (int repeat : options.repeatsOr(List.of(1, 2))) {
                ResultRow.Key key = ResultRow.Key.repeat(set, model, m, split, repeat);
                trials.run(key, spec(model), rows);
              }
            }
          }
        }
      }
    }
  }
}
