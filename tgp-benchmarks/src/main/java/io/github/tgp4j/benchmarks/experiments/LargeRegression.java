package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.minibatch;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code ./bench large}: flight delays (640,487 rows, other years and places than the paper's) and
 * Beijing's PM2.5 (382,350 rows, in the place of a set that is not at hand). The network is the one
 * the paper selected for both of its large sets.
 */
final class LargeRegression implements Experiment {
  private static final List<String> SETS = List.of("airline", "beijing_pm25");
  private static final List<String> MODELS =
      List.of("svgp", "tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
  private static final String BASELINE = "svgp";
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

  /** Trials that also compare each model with the plain GP of the same seed, row by row. */
  private Trials trials(ExperimentOptions options) {
    PairedLosses pairs = new PairedLosses(options.results(), name(), BASELINE);
    Map<ResultRow.Key, Model> plain = new HashMap<>();
    return new Trials(
        new ResultFile(options.results(), name()),
        options,
        (key, model, rows, made) -> {
          ResultRow.Key of = key.of(BASELINE);
          if (key.equals(of)) {
            plain.clear(); // those of other splits and seeds are done
            plain.put(of, model);
            return;
          }
          Model base = plain.get(of);
          if (base == null) { // its row was there already
            base =
                spec(BASELINE)
                    .fit(rows.trainX(), rows.trainY(), of.inducing(), of.seed(), options.threads());
            plain.put(of, base);
          }
          pairs.add(key, model, base, rows, made);
        });
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(MODELS);
    Trials trials = trials(options);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("large"), set);
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : options.splitsOr(List.of(1))) {
          SplitData.Split rows = data.split(split);
          for (int repeat : options.repeatsOr(List.of(1, 2))) {
            for (String model : MODELS) {
              boolean wanted =
                  options.wantsModel(model)
                      && !(options.models().isEmpty() && RegressionRecipes.isDeep(model)); // hours
              if (wanted) {
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
