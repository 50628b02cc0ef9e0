package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** {@code ./bench uci-classification}: five sets of two to twelve classes. */
final class UciClassification implements Experiment {
  private static final List<Integer> SPLITS = IntStream.rangeClosed(1, 10).boxed().toList();

  @Override
  public String name() {
    return "uci-classification";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(ClassificationRecipes.SETS);
    options.checkModels(ClassificationRecipes.MODELS);
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : ClassificationRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("classification"), set);
      for (int m : options.inducingOr(List.of(100))) {
        for (int split :
            options.splitsOr(ClassificationRecipes.isSmall(set) ? SPLITS : SPLITS.subList(0, 3))) {
          if (split > data.testRows().size()) {
            continue; // avila comes with one split
          }
          for (String model : ClassificationRecipes.MODELS) {
            if (options.wantsModel(model) && ClassificationRecipes.hasModel(set, model)) {
              trials.run(
                  new ResultRow.Key(set, model, m, split),
                  recipes.ofClasses(set, model),
                  data.split(split));
            }
          }
        }
      }
    }
  }
}
