package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * {@code ./bench air-quality} and {@code ./bench rainfall}: the paper's two applications, with as
 * many inducing points as 5%, 10% and 100% of the training rows.
 *
 * <p>The covariance is the same for all models of a split and a number of points: the one with the
 * lowest mean NLL on rows held out of that split's own training rows ({@code ./bench tune --only
 * SET}), over GP, TGP and V-WGP, or of the exact GP where every row is an inducing point. Where
 * that was not run, it is the one that five percent of points liked.
 */
final class Application implements Experiment {
  private static final double[] SHARES = {0.05, 0.1, 1.0};
  private static final List<Integer> SPLITS = List.of(1, 2, 3, 4, 5);
  private static final String EXACT = "gp-exact";
  private static final List<String> COMPARED =
      List.of("svgp", "tgp-sal1-sp-data", "vwgp-sal1-sp-data");
  private static final List<String> COVARIANCES =
      Stream.of("rbf", "matern52", "matern32", "matern12")
          .flatMap(kind -> Stream.of(kind + "(lengthscale=0.5)", kind + "(lengthscale=0.1)"))
          .toList();

  static final Application AIR_QUALITY =
      new Application(
          "air-quality",
          "london_pm25_hp1",
          PositiveTargetRecipes::airQuality,
          "matern12(lengthscale=0.1)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  static final Application RAINFALL =
      new Application(
          "rainfall",
          "rainfall_sic97",
          PositiveTargetRecipes::rainfall,
          "matern12(lengthscale=0.5)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  private final String name;
  private final String set;
  private final BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes;
  private final String covariance;
  private final TrainingPlan plan;

  private Application(
      String name,
      String set,
      BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes,
      String covariance,
      TrainingPlan plan) {
    this.name = name;
    this.set = set;
    this.recipes = recipes;
    this.covariance = covariance;
    this.plan = plan;
  }

  @Override
  public String name() {
    return name;
  }

  String set() {
    return set;
  }

  @Override
  public boolean repeats() {
    return true;
  }

  private Map<String, ModelSpec> specs(String covarianceText) {
    Map<String, ModelSpec> specs = new LinkedHashMap<>(recipes.apply(covarianceText, plan));
    specs.put(EXACT, ModelSpec.exact(TrainingPlan.ofSteps(200)).withCovariance(covarianceText));
    return specs;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(List.of(set));
    options.checkModels(List.copyOf(specs(covariance).keySet()));
    SplitData data = SplitData.read(options.tables("spatial_time"), set);
    Trials trials = new Trials(new ResultFile(options.results(), name), options);
    List<ResultRow> tuning = new ResultFile(ExperimentOptions.STORED, "tuning").allRows();
    for (double share : SHARES) {
      for (int split : options.splitsOr(SPLITS)) {
        SplitData.Split rows = data.split(split);
        int m = points(share, rows);
        if (!options.inducing().isEmpty() && !options.inducing().contains(m)) {
          continue;
        }
        int tuned = points(share, Tuning.validation(rows, split));
        String best = chosen(tuning, split, tuned, share == 1.0 ? List.of(EXACT) : COMPARED);
        for (Map.Entry<String, ModelSpec> each : specs(best).entrySet()) {
          boolean all = share == 1.0 || !each.getKey().equals(EXACT);
          if (options.wantsModel(each.getKey()) && all) {
            for (int repeat : options.repeatsOr(List.of(1, 2))) {
              ResultRow.Key key = ResultRow.Key.repeat(set, each.getKey(), m, split, repeat);
              trials.run(key, each.getValue(), rows);
            }
          }
        }
      }
    }
  }

  private static int points(double share, SplitData.Split rows) {
    return Math.max(1, (int) Math.round(share * rows.trainX().rows));
  }

  /** The covariance of the lowest mean NLL over the models, if all were tried on this split. */
  private String chosen(List<ResultRow> tuning, int split, int m, List<String> models) {
    String best = covariance;
    double least = Double.POSITIVE_INFINITY;
    for (String candidate : COVARIANCES) {
      double sum = 0.0;
      for (String model : models) {
        ResultRow.Key key = new ResultRow.Key(set, model, m, split);
        String spec = specs(candidate).get(model).toString();
        sum +=
            tuning.stream()
                .filter(row -> row.key().equals(key) && row.spec().equals(spec))
                .mapToDouble(row -> row.scores().nll())
                .findFirst()
                .orElse(Double.NaN);
      }
      if (Double.isNaN(sum)) {
        return covariance; // not all of them were compared
      }
      if (sum < least) {
        least = sum;
        best = candidate;
      }
    }
    return best;
  }

  /** Covariances compared on rows held out of each split's training rows. */
  void tune(ExperimentOptions options) throws IOException {
    SplitData data = SplitData.read(options.tables("spatial_time"), set);
    Trials trials = new Trials(new ResultFile(options.results(), "tuning"), options);
    for (int split : options.splitsOr(SPLITS)) {
      SplitData.Split rows = Tuning.validation(data.split(split), split);
      for (double share : SHARES) {
        int m = points(share, rows);
        if (!options.inducing().isEmpty() && !options.inducing().contains(m)) {
          continue;
        }
        for (String candidate : COVARIANCES) {
          for (String model : share == 1.0 ? List.of(EXACT) : COMPARED) {
            if (options.wantsModel(model)) {
              trials.run(
                  new ResultRow.Key(set, model, m, split), specs(candidate).get(model), rows);
            }
          }
        }
      }
    }
  }
}
