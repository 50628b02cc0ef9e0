package io.github.tgp4j.benchmarks;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.Intervals;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.model.Prediction;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code ./bench quality}: the models on the paper's data and splits; one row per data set, model,
 * inducing points and split, appended to docs/results/quality.csv as it comes. Rows that are there
 * already are not run again.
 */
public final class QualityBench {
  private static final Path RESULTS = Path.of("docs", "results", "quality.csv");
  private static final String HEADER = "data,model,inducing,split,nll,rmse,coverage95,fit_seconds";

  /**
   * How one model is fitted to one data set; found on rows held out of the training rows of split
   * 1.
   */
  private record Setting(
      String data, String model, int inducing, String flow, TrainingPlan plan, int nodes) {}

  private static final TrainingPlan SMALL = TrainingPlan.ofSteps(2000).withNaturalStep(0.3);
  private static final TrainingPlan LARGE =
      TrainingPlan.ofSteps(2000).withBatchSize(1024).withNaturalStep(0.1).withLearningRate(0.02);
  private static final TrainingPlan LARGE_NETWORK =
      TrainingPlan.ofSteps(20000).withBatchSize(512).withNaturalStep(0.05).withLearningRate(0.005);

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("boston", "svgp", 100, "identity", SMALL.withLearningRate(0.05), 32),
          new Setting("boston", "tgp", 100, "sal(3)", SMALL, 32),
          new Setting("boston", "ba-tgp", 100, "sal(1) @ mlp(25, tanh, dropout=0.5)", SMALL, 32),
          new Setting("concrete", "svgp", 100, "identity", SMALL.withLearningRate(0.05), 32),
          new Setting("concrete", "tgp", 100, "sal(3)", SMALL, 32),
          new Setting("concrete", "ba-tgp", 100, "sal(1) @ mlp(50, relu, dropout=0.25)", SMALL, 32),
          new Setting("power", "svgp", 100, "identity", LARGE, 32),
          new Setting("power", "tgp", 100, "sal(2)", LARGE, 32),
          new Setting(
              "power", "ba-tgp", 100, "sal(3) @ mlp(50,50, relu, dropout=0.25)", LARGE_NETWORK, 20),
          new Setting("power", "svgp", 5, "identity", LARGE, 32),
          new Setting(
              "power", "ba-tgp", 5, "sal(3) @ mlp(50,50, relu, dropout=0.25)", LARGE_NETWORK, 20));

  private QualityBench() {}

  public static void main(String[] args) throws IOException {
    Options options = Options.parse(args, "quality");
    Files.createDirectories(RESULTS.getParent());
    if (!Files.exists(RESULTS)) {
      Files.writeString(RESULTS, HEADER + "\n");
    }
    Set<String> done = new HashSet<>();
    for (String line : Files.readAllLines(RESULTS)) {
      String[] cells = line.split(",");
      done.add(String.join(",", List.of(cells).subList(0, Math.min(4, cells.length))));
    }
    for (Setting setting : SETTINGS) {
      if (options.accepts(setting.data(), setting.model(), setting.inducing())) {
        run(setting, options, done);
      }
    }
  }

  private static void run(Setting setting, Options options, Set<String> done) throws IOException {
    SplitData data = SplitData.read(options.data().resolve("regression"), setting.data());
    for (int split : options.splits()) {
      // One training serves the point estimate too.
      List<String> models = new ArrayList<>(List.of(setting.model()));
      if (setting.model().equals("ba-tgp")) {
        models.add("pe-tgp");
      }
      String key = key(setting, setting.model(), split);
      if (done.contains(key)) {
        continue;
      }
      SplitData.Split rows = data.split(split);
      TgpModel model =
          Tgp.builder()
              .flow(setting.flow())
              .inducing(setting.inducing())
              .nodes(setting.nodes())
              .plan(setting.plan())
              .threads(options.threads())
              .seed(split)
              .fit(rows.trainX(), Matrix.column(rows.trainY()));
      for (String name : models) {
        TgpModel used = name.equals("pe-tgp") ? model.withNetworkSamples(0) : model;
        String line = key(setting, name, split) + "," + scores(used, rows);
        Files.writeString(RESULTS, line + "\n", StandardOpenOption.APPEND);
        System.out.println(line);
      }
    }
  }

  private static String key(Setting setting, String model, int split) {
    return setting.data() + "," + model + "," + setting.inducing() + "," + split;
  }

  private static String scores(TgpModel model, SplitData.Split rows) {
    Prediction prediction = model.predict(rows.testX());
    Prediction.Band band = prediction.interval(0.95);
    return String.format(
        Locale.ROOT,
        "%.5f,%.5f,%.4f,%.2f",
        LogScore.meanNegative(prediction.logDensity(rows.testY())),
        PointErrors.rmse(prediction.mean(), rows.testY()),
        Intervals.coverage(rows.testY(), band.lower(), band.upper()),
        model.training().nanos() / 1e9);
  }
}
