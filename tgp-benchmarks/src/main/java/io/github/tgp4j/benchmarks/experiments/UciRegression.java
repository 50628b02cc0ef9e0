package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code ./bench uci-regression}: ten regression sets, seven trainings (PE-TGP is the mean network
 * of BA-TGP), down to five inducing points but for deep GPs; ten splits, five of sets above 8,000
 * rows, and three seeds for each split of sets below 1,000 (one of deep GPs, which take longest).
 */
final class UciRegression implements Experiment {
  private static final List<Integer> INDUCING = List.of(100, 50, 20, 10, 5);
  private static final int FULL = 100;

  @Override
  public String name() {
    return "uci-regression";
  }

  @Override
  public boolean repeats() {
    return true;
  }

  /** The splits of a set that are run unless others are asked for. */
  static List<Integer> splits(String set) {
    int last = RegressionRecipes.LARGE.contains(set) ? 5 : 10;
    return IntStream.rangeClosed(1, last).boxed().toList();
  }

  static List<Integer> repeats(String set) {
    return RegressionRecipes.TINY.contains(set) ? List.of(1, 2, 3) : List.of(1);
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(RegressionRecipes.SETS);
    options.checkModels(RegressionRecipes.MODELS);
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : RegressionRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int m : options.inducingOr(INDUCING)) {
        for (int split : options.splitsOr(splits(set))) {
          SplitData.Split rows = data.split(split);
          for (String model : RegressionRecipes.MODELS) {
            boolean deep = RegressionRecipes.isDeep(model);
            if (options.wantsModel(model) && (m == FULL || !deep)) {
              for (int repeat : options.repeatsOr(deep ? List.of(1) : repeats(set))) {
                trials.run(
                    ResultRow.Key.repeat(set, model, m, split, repeat),
                    recipes.of(set, model),
                    rows);
              }
            }
          }
        }
      }
    }
  }
}
