package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code ./bench tune}: compares settings on rows held out of the training rows of splits 11 and
 * on, so that the test rows of splits 1 to 10, which the experiments have, decide nothing as such.
 * Rows go to tuning.csv; scores there are those of the held-out rows. Applications have five folds
 * and no more: they are tuned within each, for that one alone.
 */
final class Tuning implements Experiment {
  private static final int SMALL_ROWS = 2000;
  private static final List<String> MODELS =
      Stream.concat(RegressionRecipes.MODELS.stream(), Stream.of(VariationalBayes.MODEL))
          .filter(m -> !RegressionRecipes.isDeep(m) || m.equals(RegressionRecipes.TUNED_DEEP))
          .toList();

  /** Of small sets; a hundred rows of two splits were led by a few far ones. */
  private static final List<Integer> SPLITS = List.of(11, 12, 13, 14, 15);

  @Override
  public String name() {
    return "tune";
  }

  @Override
  public String rows() {
    return "tuning";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(
        Stream.of(
                RegressionRecipes.SETS,
                ClassificationRecipes.SETS,
                Application.AIR_QUALITY.sets(),
                Application.RAINFALL.sets())
            .flatMap(List::stream)
            .toList());
    for (Application application : List.of(Application.AIR_QUALITY, Application.RAINFALL)) {
      for (String set : application.sets()) {
        if (options.wantsData(set)) {
          application.tune(set, options);
        }
      }
    }
    ResultFile file = new ResultFile(options.results(), "tuning");
    classification(file, options);
    for (String set : RegressionRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      boolean small = RegressionRecipes.SMALL.contains(set);
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int split : options.splitsOr(small ? SPLITS : SPLITS.subList(0, 1))) {
        SplitData.Split rows = validation(data.split(split), split);
        for (int m : options.inducingOr(List.of(100))) {
          for (String model : MODELS) {
            boolean known =
                !model.equals(VariationalBayes.MODEL) || VariationalBayes.SETS.contains(set);
            if (options.wantsModel(model) && known) {
              compare(
                  new ResultRow.Key(set, model, m, split),
                  RegressionGrid.of(set, model),
                  rows,
                  file,
                  options);
            }
          }
        }
      }
    }
  }

  private static void classification(ResultFile file, ExperimentOptions options)
      throws IOException {
    for (String set : ClassificationRecipes.SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("classification"), set);
      List<Integer> usual = ClassificationRecipes.isSmall(set) ? SPLITS : SPLITS.subList(0, 1);
      for (int split : options.splitsOr(usual)) {
        if (split > data.testRows().size()) {
          continue; // avila comes with one split
        }
        for (String model : ClassificationRecipes.MODELS) {
          if (options.wantsModel(model) && ClassificationRecipes.hasModel(set, model)) {
            compare(
                new ResultRow.Key(set, model, 100, split),
                ClassificationRecipes.grid(set, model),
                validation(data.split(split), split),
                file,
                options);
          }
        }
      }
    }
  }

  /** The training rows of a split, cut once more: its test rows are no part of the result. */
  static SplitData.Split validation(SplitData.Split split, long seed) {
    double share = split.trainY().length < SMALL_ROWS ? 0.2 : 0.1;
    return SplitData.cut(split.trainX(), split.trainY(), share, seed);
  }

  /** Scores each spec on the rows held out. */
  static void compare(
      ResultRow.Key key,
      List<ModelSpec> grid,
      SplitData.Split rows,
      ResultFile file,
      ExperimentOptions options)
      throws IOException {
    for (ModelSpec spec : grid) {
      new Trials(file, options).run(key, spec, rows);
    }
  }
}
