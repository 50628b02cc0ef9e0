package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;

/**
 * {@code ./bench wine-unique}: the two wine sets without rows whose inputs occur twice, which else
 * lie on both sides of a split; the recipes of uci-regression with 100 inducing points, and what
 * {@code tgp fit} chooses.
 */
final class WineUnique implements Experiment {
  static final List<String> SETS = List.of("wine-red", "wine-white");
  static final List<String> MODELS = List.of("svgp", "tgp", "ba-tgp", Auto.OURS);

  /** Of {@code auto}, which chooses how many it has. */
  static final int CHOSEN_INDUCING = 0;

  @Override
  public String name() {
    return "wine-unique";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(MODELS);
    ResultFile file = new ResultFile(options.results(), name());
    Trials trials = new Trials(file, options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set).withoutTwins();
      List<Integer> splits = options.splitsOr(UciRegression.splits(set));
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : splits) {
          for (String model : MODELS) {
            if (options.wantsModel(model) && !model.equals(Auto.OURS)) {
              trials.run(
                  new ResultRow.Key(set, model, m, split),
                  recipes.of(set, model),
                  data.split(split));
            }
          }
        }
      }
      for (int split : splits) {
        if (options.wantsModel(Auto.OURS)) {
          auto(file, data, split, options);
        }
      }
    }
  }

  private static void auto(ResultFile file, SplitData data, int split, ExperimentOptions options)
      throws IOException {
    AutoRow.Key key = new AutoRow.Key(data.name(), Auto.OURS, Quality.GOOD.text(), split);
    ResultRow.Key row = AutoRow.resultKey(key, CHOSEN_INDUCING, Auto.SEED);
    if (options.resume() && file.rows().stream().anyMatch(r -> r.key().equals(row))) {
      return;
    }
    file.append(
        AutoTrial.run(key, data, fit -> fit.quality(Quality.GOOD), Auto.SEED, options.threads())
            .result(CHOSEN_INDUCING));
  }
}
