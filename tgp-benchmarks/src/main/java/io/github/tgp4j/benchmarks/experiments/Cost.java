package io.github.tgp4j.benchmarks.experiments;

import static io.github.tgp4j.benchmarks.experiments.RegressionRecipes.fullBatch;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * {@code ./bench cost}: what training and predicting cost, on energy as in the paper (1200 steps
 * over all rows; mean and log density of the test rows with 100 draws), and how a step's cost grows
 * with rows, inducing points, inputs, nodes and layers on generated data. Times of a busy machine
 * mean nothing: run it alone, with {@code --threads 1}.
 *
 * <p>In the result file a repeat is a split, a size such as {@code n=2000} is a data set, and
 * fit_seconds are those of all steps.
 */
final class Cost implements Experiment {
  static final List<String> MODELS = List.of("svgp", "tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
  private static final int STEPS = 1200;
  private static final int GROWTH_STEPS = 60;

  /** Of energy's predictions: long enough for the compiler to have finished. */
  private static final long PREDICT_NANOS = 3_000_000_000L;

  private static final List<Integer> REPEATS = List.of(1, 2, 3, 4, 5);

  @Override
  public String name() {
    return "cost";
  }

  /** A size such as n=2000 is one of several of n. */
  @Override
  public String only(String data) {
    return data.contains("=") ? data.substring(0, data.indexOf('=')) : data;
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(List.of("energy", "n", "m", "d", "nodes", "layers"));
    ResultFile file = new ResultFile(options.results(), name());
    if (options.wantsData("energy")) {
      SplitData.Split rows = SplitData.read(options.tables("regression"), "energy").split(1);
      for (String model : MODELS) {
        time(
            "energy",
            model,
            model.equals("svgp") // steps of the same kind as the others'
                ? RegressionRecipes.svgp(fullBatch(STEPS, 0.02))
                : RegressionRecipes.of("energy", model),
            STEPS,
            rows,
            100,
            file,
            options);
      }
    }
    for (int n : new int[] {2000, 4000, 8000, 16000}) {
      grow("n=" + n, "tgp", n, 8, 100, tgp(32), file, options);
    }
    for (int m : new int[] {50, 100, 200, 500}) {
      grow("m=" + m, "tgp", 4000, 8, m, tgp(32), file, options);
    }
    for (int d : new int[] {4, 8, 16, 32}) {
      grow("d=" + d, "tgp", 4000, d, 100, tgp(32), file, options);
    }
    for (int nodes : new int[] {16, 32, 64, 128}) {
      grow("nodes=" + nodes, "tgp", 4000, 8, 100, tgp(nodes), file, options);
    }
    for (int layers : new int[] {2, 3, 4}) {
      ModelSpec deep = ModelSpec.deep(layers, fullBatch(GROWTH_STEPS, 0.001));
      grow("layers=" + layers, "dgp", 2000, 8, 100, deep, file, options);
    }
  }

  private static ModelSpec tgp(int nodes) {
    return ModelSpec.tgp("sal(3)", nodes, fullBatch(GROWTH_STEPS, 0.001));
  }

  private static void grow(
      String size,
      String model,
      int n,
      int d,
      int m,
      ModelSpec spec,
      ResultFile file,
      ExperimentOptions options)
      throws IOException {
    if (options.wantsData(size.substring(0, size.indexOf('=')))) {
      time(size, model, spec, GROWTH_STEPS, generated(n, d), m, file, options);
    }
  }

  private static SplitData.Split generated(int n, int d) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = Matrix.zeros(n + 100, d);
    double[] y = new double[n + 100];
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextGaussian();
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.sin(2 * x.get(i, 0)) + 0.5 * x.get(i, d - 1) + 0.2 * random.nextGaussian();
    }
    return SplitData.cut(x, y, 100.0 / (n + 100), 1);
  }

  /** One run to warm up, then one row per repeat. */
  private static void time(
      String set,
      String model,
      ModelSpec spec,
      int steps,
      SplitData.Split rows,
      int m,
      ResultFile file,
      ExperimentOptions options)
      throws IOException {
    if (!options.wantsModel(model)) {
      return;
    }
    ModelSpec planned = spec.withPlan(spec.plan().withSteps(steps));
    long predictNanos = set.equals("energy") ? PREDICT_NANOS : 0;
    boolean warm = false;
    for (int repeat : options.splitsOr(REPEATS)) {
      ResultRow.Key key = new ResultRow.Key(set, model, m, repeat);
      if (options.resume() && file.contains(key, planned.toString())) {
        continue;
      }
      Provenance made = Provenance.now(options.threads(), rows.hash());
      if (!warm) {
        measure(planned, rows, m, predictNanos, options);
        warm = true;
      }
      double[] seconds = measure(planned, rows, m, predictNanos, options);
      double none = Double.NaN;
      Scores scores = new Scores(none, none, none, none, none, none, seconds[1]);
      file.append(ResultRow.of(key, scores, seconds[0], steps, planned.toString(), made));
    }
  }

  /** Seconds of training, and of the fastest of the predictions of some seconds. */
  private static double[] measure(
      ModelSpec spec, SplitData.Split rows, int m, long predictNanos, ExperimentOptions options) {
    Model model = spec.fit(rows.trainX(), rows.trainY(), m, 1, options.threads());
    double predict = Double.POSITIVE_INFINITY;
    long end = System.nanoTime() + predictNanos;
    do {
      long begin = System.nanoTime();
      Prediction prediction = model.predict(rows.testX());
      prediction.mean();
      prediction.logDensity(rows.testY());
      predict = Math.min(predict, (System.nanoTime() - begin) / 1e9);
    } while (System.nanoTime() < end);
    return new double[] {model.trainingResult().nanos() / 1e9, predict};
  }
}
