package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;

/**
 * {@code ./bench wine-unique}: the two wine sets without rows whose inputs occur twice, which else
 * lie on both sides of a split; the recipes of uci-regression, 100 inducing points.
 */
final class WineUnique implements Experiment {
  static final List<String> SETS = List.of("wine-red", "wine-white");
  static final List<String> MODELS = List.of("svgp", "tgp", "ba-tgp");

  @Override
  public String name() {
    return "wine-unique";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(MODELS);
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set).withoutTwins();
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : options.splitsOr(UciRegression.splits(set))) {
          for (String model : MODELS) {
            if (options.wantsModel(model)) {
              trials.run(
                  new ResultRow.Key(set, model, m, split),
                  recipes.of(set, model),
                  data.split(split));
            }
          }
        }
      }
    }
  }
}
