package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.List;

/**
 * {@code ./bench variational-bayes}: a network with Gaussian weights and a standard normal prior
 * instead of dropout; the same shape, a learning rate of its own. Its rivals (SVGP, PE-TGP, BA-TGP)
 * are rows of uci-regression.
 */
final class VariationalBayes implements Experiment {
  static final String MODEL = "vb-tgp";
  static final List<String> SETS = List.of("boston", "concrete");

  /** Where {@link TunedRecipes} knows nothing better; larger ones score worse. */
  private static final double RATE = 0.003;

  @Override
  public String name() {
    return "variational-bayes";
  }

  /** The set's network without its dropout, with weights that have a distribution. */
  static ModelSpec spec(String set) {
    ModelSpec dropout = RegressionRecipes.of(set, Trials.BAYESIAN);
    String flow = dropout.flow().replaceAll("dropout=[0-9.]+", "bayes");
    return ModelSpec.tgp(flow, dropout.nodes(), RegressionRecipes.fullBatch(4000, RATE))
        .withWeightPrecision(1.0);
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(List.of(MODEL));
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    TunedRecipes recipes = new TunedRecipes(ExperimentOptions.STORED);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      SplitData data = SplitData.read(options.tables("regression"), set);
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : options.splitsOr(List.of(1, 2, 3, 4, 5))) {
          trials.run(
              new ResultRow.Key(set, MODEL, m, split), recipes.of(set, MODEL), data.split(split));
        }
      }
    }
  }
}
