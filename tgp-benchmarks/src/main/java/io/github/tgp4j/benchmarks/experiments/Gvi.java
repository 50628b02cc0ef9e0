package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * {@code ./bench gvi}: generalised variational inference, the paper's case for robust losses and
 * other divergences. boston as it is and with 5% of its training targets moved away by eight
 * standard deviations, heart as it is and with 5% of its training labels turned round; test rows
 * stay as they are. The command has the same by {@code --loss} and {@code --divergence}.
 */
final class Gvi implements Experiment {
  private static final double SHARE = 0.05;
  private static final double AWAY = 8.0;
  private static final String CONTAMINATED = "-outliers";
  static final List<String> SETS =
      List.of("boston", "boston" + CONTAMINATED, "heart", "heart" + CONTAMINATED);

  @Override
  public String name() {
    return "gvi";
  }

  /**
   * Variants by name: losses are those of Gaussian noise, so that classes have divergences alone.
   */
  private static Map<String, ModelSpec> specs(String set) {
    boolean numbers = set.startsWith("boston");
    ModelSpec plain =
        numbers
            ? RegressionRecipes.svgp(RegressionRecipes.fullBatch(2000, 0.05))
            : ClassificationRecipes.of("heart", "svgp");
    Map<String, ModelSpec> out = new LinkedHashMap<>();
    out.put("svgp", plain);
    out.put("kl(0.5)", plain.withDivergence("kl(0.5)"));
    out.put("renyi(0.5)", plain.withDivergence("renyi(0.5)"));
    out.put("renyi(2)", plain.withDivergence("renyi(2)"));
    if (numbers) {
      for (String loss : List.of("beta=0.05", "beta=0.1", "beta=0.3", "gamma=0.1", "gamma=0.3")) {
        out.put(loss, plain.withLikelihood("gaussian(" + loss + ")"));
      }
      out.put("student-t", plain.withLikelihood("student-t(4, learnt)"));
      out.put("ba-tgp", RegressionRecipes.of("boston", "ba-tgp"));
    }
    return out;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(SETS);
    options.checkModels(List.copyOf(specs("boston").keySet()));
    Trials trials = new Trials(new ResultFile(options.results(), name()), options);
    for (String set : SETS) {
      if (!options.wantsData(set)) {
        continue;
      }
      String table = set.replace(CONTAMINATED, "");
      boolean classes = table.equals("heart");
      SplitData data =
          SplitData.read(options.tables(classes ? "classification" : "regression"), table);
      for (int m : options.inducingOr(List.of(100))) {
        for (int split : options.splitsOr(IntStream.rangeClosed(1, 10).boxed().toList())) {
          SplitData.Split rows = data.split(split);
          SplitData.Split seen =
              set.endsWith(CONTAMINATED) ? contaminated(rows, classes, split) : rows;
          for (Map.Entry<String, ModelSpec> each : specs(set).entrySet()) {
            if (options.wantsModel(each.getKey())) {
              trials.run(new ResultRow.Key(set, each.getKey(), m, split), each.getValue(), seen);
            }
          }
        }
      }
    }
  }

  /** The same with some training targets moved up or down, or labels turned round. */
  static SplitData.Split contaminated(SplitData.Split rows, boolean classes, long seed) {
    double[] y = rows.trainY().clone();
    double mean = Statistics.mean(y);
    double deviation =
        Math.sqrt(
            Statistics.mean(
                IntStream.range(0, y.length)
                    .mapToDouble(i -> (y[i] - mean) * (y[i] - mean))
                    .toArray()));
    SplittableRandom random = new SplittableRandom(seed);
    boolean[] moved = new boolean[y.length];
    for (int left = (int) Math.round(SHARE * y.length); left > 0; ) {
      int row = random.nextInt(y.length);
      if (!moved[row]) {
        moved[row] = true;
        left--;
        y[row] = classes ? 1 - y[row] : y[row] + (random.nextBoolean() ? AWAY : -AWAY) * deviation;
      }
    }
    return new SplitData.Split(rows.trainX(), y, rows.testX(), rows.testY());
  }
}
