package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code ./bench uci-regression}: nine regression sets, six trainings (PE-TGP is the mean network
 * of BA-TGP), down to five inducing points.
 */
final class UciRegression implements Experiment {
  private static final List<Integer> INDUCING = List.of(100, 50, 20, 10, 5);
  private static final List<Integer> SPLITS = IntStream.rangeClosed(1, 10).boxed().toList();

  @Override
  public String name() {
    return "uci-regression";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(RegressionRecipes.SETS);
    options.checkModels(RegressionRecipes.MODELS);
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    for (String set : RegressionRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int m : options.inducingOr(INDUCING)) {
        for (int split : options.splitsOr(SPLITS)) {
          SplitData.Split rows = data.split(split);
          for (String model : RegressionRecipes.MODELS) {
            if (options.wantsModel(model)) {
              trials.run(
                  new ResultRow.Key(set, model, m, split), RegressionRecipes.of(set, model), rows);
            }
          }
        }
      }
    }
  }
}
