package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.fullBatch;
import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.minibatch;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ./bench tune}: compares settings on rows held out of the training rows of a split, so that
 * no test row has a say. Rows go to tuning.csv; scores there are those of the held-out rows.
 */
final class Tuning implements Experiment {
  private static final int SMALL_ROWS = 2000;
  private static final List<String> MODELS =
      List.of("svgp", "tgp", "ba-tgp", "dgp2", "dgp3", VariationalBayes.MODEL);

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
    for (Application application : List.of(Application.AIR_QUALITY, Application.RAINFALL)) {
      if (options.wantsData(application.set())) {
        application.tune(options);
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
      for (int split : options.splitsOr(small ? List.of(1, 2) : List.of(1))) {
        SplitData.Split rows = validation(data.split(split), split);
        for (int m : options.inducingOr(List.of(100))) {
          for (String model : MODELS) {
            boolean known =
                !model.equals(VariationalBayes.MODEL) || VariationalBayes.SETS.contains(set);
            if (options.wantsModel(model) && known) {
              compare(
                  new ResultRow.Key(set, model, m, split),
                  small ? smallGrid(set, model) : largeGrid(set, model),
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
      if (!options.wantsData(set) || !ClassificationRecipes.isSmall(set)) {
        continue; // one split of the others takes as long as all of these
      }
      SplitData data = SplitData.read(options.tables("classification"), set);
      for (int split : options.splitsOr(List.of(1, 2, 3))) {
        for (String model : ClassificationRecipes.MODELS) {
          if (options.wantsModel(model)) {
            List<ModelSpec> grid = new ArrayList<>();
            for (double rate : new double[] {0.005, 0.01, 0.02}) {
              for (int steps : new int[] {100, 300, 1000}) {
                grid.add(ClassificationRecipes.spec(set, model, fullBatch(steps, rate)));
              }
            }
            compare(
                new ResultRow.Key(set, model, 100, split),
                grid,
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

  private static List<ModelSpec> smallGrid(String set, String model) {
    List<ModelSpec> grid = new ArrayList<>();
    switch (model) {
      case "svgp" -> {
        for (int steps : new int[] {50, 100, 300, 1000}) {
          grid.add(RegressionRecipes.svgp(TrainingPlan.collapsed(steps)));
        }
        for (double rate : new double[] {0.02, 0.05, 0.1}) {
          grid.add(RegressionRecipes.svgp(fullBatch(1000, rate)));
          grid.add(RegressionRecipes.svgp(fullBatch(2000, rate)));
        }
      }
      case "tgp" -> {
        for (String flow : List.of("sal(1)", "sal(3)")) {
          grid.add(RegressionRecipes.tgp(flow, fullBatch(300, 0.02)).withPlainStart());
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.02)).withPlainStart());
        }
        for (String flow : List.of("sal(1)", "sal(3)", "tanh-sum(4)")) {
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.02)));
          grid.add(RegressionRecipes.tgp(flow, fullBatch(2000, 0.05)));
        }
      }
      case "dgp2" -> {
        for (double rate : new double[] {0.01, 0.02, 0.05}) {
          grid.add(ModelSpec.deep(2, fullBatch(1000, rate)));
          grid.add(ModelSpec.deep(2, fullBatch(2500, rate)));
        }
        grid.add(ModelSpec.deep(2, fullBatch(6000, 0.01)));
      }
      case "dgp3" -> {
        for (double rate : new double[] {0.02, 0.05}) {
          grid.add(ModelSpec.deep(3, fullBatch(2500, rate)));
        }
      }
      case VariationalBayes.MODEL -> {
        for (double rate : new double[] {0.003, 0.01, 0.03}) {
          grid.add(VariationalBayes.spec(set).withPlan(fullBatch(4000, rate)));
        }
      }
      default -> {
        for (double rate : new double[] {0.01, 0.03}) {
          for (int steps : new int[] {1000, 2000, 4000}) {
            grid.add(RegressionRecipes.network(set, fullBatch(steps, rate)));
          }
        }
      }
    }
    return grid;
  }

  private static List<ModelSpec> largeGrid(String set, String model) {
    List<ModelSpec> grid = new ArrayList<>();
    switch (model) {
      case "svgp" -> {
        for (int steps : new int[] {50, 100, 300, 1000}) {
          grid.add(RegressionRecipes.svgp(TrainingPlan.collapsed(steps)));
        }
        for (double rate : new double[] {0.02, 0.05}) {
          grid.add(RegressionRecipes.svgp(minibatch(2000, 1024, 0.1, rate)));
          grid.add(RegressionRecipes.svgp(minibatch(4000, 1024, 0.1, rate)));
          grid.add(RegressionRecipes.svgp(minibatch(8000, 1024, 0.1, rate)));
        }
      }
      case "tgp" -> {
        grid.add(RegressionRecipes.tgp("sal(2)", fullBatch(300, 0.02)).withPlainStart());
        grid.add(RegressionRecipes.tgp("sal(2)", fullBatch(1000, 0.02)).withPlainStart());
        grid.add(RegressionRecipes.tgp("sal(2)", minibatch(4000, 1024, 0.1, 0.02)));
      }
      case "dgp3" -> {} // takes the plan of two layers
      case "dgp2" -> {
        grid.add(ModelSpec.deep(2, minibatch(3000, 1024, 0.1, 0.05)));
        for (double rate : new double[] {0.01, 0.02}) {
          grid.add(ModelSpec.deep(2, minibatch(3000, 1024, 0.1, rate)));
          grid.add(ModelSpec.deep(2, minibatch(8000, 1024, 0.1, rate)));
        }
      }
      default -> {
        for (double rate : new double[] {0.005, 0.01, 0.02}) {
          grid.add(RegressionRecipes.network(set, minibatch(5000, 512, 0.05, rate)));
        }
        grid.add(RegressionRecipes.network(set, minibatch(10000, 512, 0.05, 0.01)));
        if (set.equals("naval")) { // hardly any noise, which minibatches alone do not find
          grid.add(
              RegressionRecipes.network(set, minibatch(10000, 512, 0.05, 0.01)).withPlainStart());
          grid.add(RegressionRecipes.network(set, fullBatch(1000, 0.003)).withPlainStart());
        }
        if (set.equals("wine-white")) { // its small kin overfits when trained for long
          grid.add(RegressionRecipes.network(set, minibatch(2500, 512, 0.05, 0.005)));
        } else {
          double rate = set.equals("protein") ? 0.02 : 0.005; // what shorter runs liked best
          grid.add(RegressionRecipes.network(set, minibatch(20000, 512, 0.05, rate)));
        }
      }
    }
    return grid;
  }
}
