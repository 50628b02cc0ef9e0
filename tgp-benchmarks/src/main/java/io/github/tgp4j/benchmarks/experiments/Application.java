package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * {@code ./bench air-quality} and {@code ./bench rainfall}: the paper's two applications, with as
 * many inducing points as 5%, 10% and 100% of the training rows.
 *
 * <p>The covariance is the same for all models of a split and a number of points: the one with the
 * lowest mean NLL on rows held out of that split's own training rows ({@code ./bench tune --only
 * SET}), over GP, TGP and V-WGP, or of the exact GP where every row is an inducing point; there all
 * models start at the lengthscale that the exact GP learns from the training rows, since from far
 * away some never find it. Where that was not run, it is the one that five percent of points liked.
 */
final class Application implements Experiment {
  private static final double[] SHARES = {0.05, 0.1, 1.0};
  private static final List<Integer> SPLITS = List.of(1, 2, 3, 4, 5);
  private static final String EXACT = "gp-exact";
  private static final TrainingPlan EXACT_PLAN = TrainingPlan.ofSteps(200);

  /** The plain GP trained as {@code fit} does, beside the one that is trained as the others are. */
  private static final String COLLAPSED = "svgp-collapsed";

  private static final List<String> COMPARED =
      List.of("svgp", "tgp-sal1-sp-data", "vwgp-sal1-sp-data");
  private static final List<String> COVARIANCES =
      Stream.of("rbf", "matern52", "matern32", "matern12")
          .flatMap(kind -> Stream.of(kind + "(lengthscale=0.5)", kind + "(lengthscale=0.1)"))
          .toList();

  /** Five folds of all rows, as the spread of the paper's figures for rain says that it had. */
  static final String FOLDS = "-folds";

  static final Application AIR_QUALITY =
      new Application(
          "air-quality",
          List.of("london_pm25_hp1"),
          PositiveTargetRecipes::airQuality,
          "matern12(lengthscale=0.1)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  static final Application RAINFALL =
      new Application(
          "rainfall",
          List.of("rainfall_sic97", "rainfall_sic97" + FOLDS),
          PositiveTargetRecipes::rainfall,
          "matern12(lengthscale=0.5)",
          TrainingPlan.ofSteps(1500).withLearningRate(0.03));

  private final String name;
  private final List<String> sets;
  private final BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes;
  private final String covariance;
  private final TrainingPlan plan;

  private Application(
      String name,
      List<String> sets,
      BiFunction<String, TrainingPlan, Map<String, ModelSpec>> recipes,
      String covariance,
      TrainingPlan plan) {
    this.name = name;
    this.sets = sets;
    this.recipes = recipes;
    this.covariance = covariance;
    this.plan = plan;
  }

  @Override
  public String name() {
    return name;
  }

  List<String> sets() {
    return sets;
  }

  @Override
  public boolean repeats() {
    return true;
  }

  private Map<String, ModelSpec> specs(String covarianceText) {
    Map<String, ModelSpec> specs = new LinkedHashMap<>(recipes.apply(covarianceText, plan));
    specs.put(EXACT, ModelSpec.exact(EXACT_PLAN).withCovariance(covarianceText));
    specs.put(
        COLLAPSED,
        ModelSpec.tgp("identity", 32, TrainingPlan.collapsed(1000)).withCovariance(covarianceText));
    return specs;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(sets);
    options.checkModels(List.copyOf(specs(covariance).keySet()));
    for (String set : sets) {
      if (options.wantsData(set)) {
        run(set, options);
      }
    }
  }

  private void run(String set, ExperimentOptions options) throws IOException {
    SplitData data = data(set, options);
    Trials trials = new Trials(new ResultFile(options.results(), name), options);
    List<ResultRow> tuning = new ResultFile(ExperimentOptions.STORED, "tuning").allRows();
    for (double share : SHARES) {
      int m = points(share, fewestRows(data));
      if (!options.inducing().isEmpty() && !options.inducing().contains(m)) {
        continue;
      }
      for (int split : options.splitsOr(SPLITS)) {
        SplitData.Split rows = data.split(split);
        int tuned = points(share, Tuning.validation(rows, split).trainX().rows);
        List<String> compared = share == 1.0 ? List.of(EXACT) : COMPARED;
        String best = chosen(set, tuning, split, tuned, compared);
        if (share == 1.0) {
          best = startingWhereExactEnds(best, rows);
        }
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

  /**
   * The covariance at the lengthscale that the exact GP has learnt, the geometric mean of several.
   */
  private static String startingWhereExactEnds(String covariance, SplitData.Split rows) {
    double[] lengthscales =
        ModelSpec.exact(EXACT_PLAN)
            .withCovariance(covariance)
            .fit(rows.trainX(), rows.trainY(), 0, 1, 1)
            .parameter("covariance.lengthscales");
    double mean = Math.exp(Arrays.stream(lengthscales).map(Math::log).average().orElseThrow());
    String kind = covariance.substring(0, covariance.indexOf('('));
    return String.format(Locale.ROOT, "%s(lengthscale=%.2g)", kind, mean);
  }

  private static SplitData data(String set, ExperimentOptions options) throws IOException {
    SplitData data = SplitData.read(options.tables("spatial_time"), set.replace(FOLDS, ""));
    return set.endsWith(FOLDS) ? data.inFolds(SPLITS.size()) : data;
  }

  private static int points(double share, int rows) {
    return Math.max(1, (int) Math.round(share * rows));
  }

  /** Splits may differ by a row: their models have the same number of points all the same. */
  private static int fewestRows(SplitData data) {
    int most =
        SPLITS.stream()
            .mapToInt(split -> data.testRows().get(split - 1).length)
            .max()
            .orElseThrow();
    return data.y().length - most;
  }

  /** The covariance of the lowest mean NLL over the models, if all were tried on this split. */
  private String chosen(String set, List<ResultRow> tuning, int split, int m, List<String> models) {
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
  void tune(String set, ExperimentOptions options) throws IOException {
    SplitData data = data(set, options);
    Trials trials = new Trials(new ResultFile(options.results(), "tuning"), options);
    for (int split : options.splitsOr(SPLITS)) {
      SplitData.Split rows = Tuning.validation(data.split(split), split);
      for (double share : SHARES) {
        int m = points(share, rows.trainX().rows);
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
