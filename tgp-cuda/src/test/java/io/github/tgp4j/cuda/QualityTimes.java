package io.github.tgp4j.cuda;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Fits a table of numbers, and scores rows of its first split: RMSE, mean negative log density and
 * seconds. To be run by {@code device/run.sh} with arguments NAME=VALUE:
 *
 * <pre>
 *   table, splits   files, .gz or not; the target is the last column
 *   flow, likelihood, covariance, m, batch, steps, device, threads
 *   part            test, or validation: every tenth training row, so that no test row is looked at
 *   most            scored rows at most
 * </pre>
 */
public final class QualityTimes {
  private final Map<String, String> settings = new HashMap<>();

  private QualityTimes(String[] args) {
    for (String arg : args) {
      int at = arg.indexOf('=');
      settings.put(arg.substring(0, at), arg.substring(at + 1));
    }
  }

  public static void main(String[] args) throws IOException {
    new QualityTimes(args).run();
  }

  private String get(String name, String usual) {
    return settings.getOrDefault(name, usual);
  }

  private int number(String name, int usual) {
    return Integer.parseInt(get(name, Integer.toString(usual)));
  }

  private void run() throws IOException {
    List<double[]> rows = new ArrayList<>();
    try (BufferedReader in = reader(settings.get("table"))) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray());
      }
    }
    Set<Integer> test = new HashSet<>();
    for (int i : split(settings.get("splits"))) {
      test.add(i);
    }
    boolean validation = get("part", "test").equals("validation");
    IntPredicate scored = validation ? i -> !test.contains(i) && i % 10 == 3 : test::contains;
    double[][][] train = parts(rows, i -> !test.contains(i) && !scored.test(i), Integer.MAX_VALUE);
    double[][][] held = parts(rows, scored, number("most", Integer.MAX_VALUE));
    score(train, held);
  }

  private void score(double[][][] train, double[][][] held) {
    Tgp tgp =
        Tgp.builder()
            .device(get("device", "cuda"))
            .flow(get("flow", "identity"))
            .likelihood(get("likelihood", "gaussian"))
            .covariance(get("covariance", "matern32"))
            .inducing(number("m", 100))
            .threads(number("threads", Runtime.getRuntime().availableProcessors()));
    TrainingPlan plan =
        tgp.stochasticPlan(train[0].length)
            .withSteps(number("steps", 8000))
            .withBatchSize(number("batch", 10_000));
    long start = System.nanoTime();
    TgpModel model = tgp.plan(plan).fit(train[0], train[1][0]);
    double fit = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Prediction prediction = model.predict(Matrix.of(held[0]));
    double[] mean = prediction.mean();
    double[] log = prediction.logDensity(held[1][0]);
    double asked = (System.nanoTime() - start) / 1e9;
    double squares = 0.0;
    for (int i = 0; i < mean.length; i++) {
      squares += Math.pow(mean[i] - held[1][0][i], 2) / mean.length;
    }
    double rmse = Math.sqrt(squares);
    double nll = -Arrays.stream(log).average().orElse(Double.NaN);
    String device = get("device", "cuda");
    String where = device.equals("cuda") ? "tgp4j on the device" : "tgp4j on the processor";
    String setting =
        String.join(
            "; ",
            get("name", "table"),
            "`" + get("flow", "identity") + "`, `" + get("likelihood", "gaussian") + "`",
            get("m", "100"));
    TimesFile.add("quality", setting, where, "seconds", fit);
    TimesFile.add("quality", setting, where, "rmse", rmse);
    TimesFile.add("quality", setting, where, "nll", nll);
    TimesFile.add("quality", setting, where, "test_rows", mean.length);
    System.out.printf(
        Locale.ROOT,
        "%-8s %-4s %-30s %-32s %-9s M %4d batch %6d steps %6d: fit %.1f s (steps %.1f s), RMSE"
            + " %.4f, NLL %.4f, %d %s rows in %.2f s%n",
        get("name", "table"),
        device,
        get("flow", "identity"),
        get("likelihood", "gaussian"),
        get("covariance", "matern32"),
        number("m", 100),
        number("batch", 10_000),
        number("steps", 8000),
        fit,
        model.trainingResult().nanos() / 1e9,
        rmse,
        nll,
        mean.length,
        get("part", "test"),
        asked);
  }

  private static BufferedReader reader(String file) throws IOException {
    var in = new FileInputStream(file);
    return new BufferedReader(
        new InputStreamReader(
            file.endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8));
  }

  private static int[] split(String file) throws IOException {
    try (BufferedReader in = reader(file)) {
      String line = in.readLine();
      while (line.startsWith("#")) {
        line = in.readLine();
      }
      return Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
    }
  }

  /** Inputs by rows, and the last column. */
  private static double[][][] parts(List<double[]> rows, IntPredicate which, int most) {
    int[] chosen = IntStream.range(0, rows.size()).filter(which).limit(most).toArray();
    double[][] x = new double[chosen.length][];
    double[][] y = new double[1][chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      double[] row = rows.get(chosen[i]);
      x[i] = Arrays.copyOf(row, row.length - 1);
      y[0][i] = row[row.length - 1];
    }
    return new double[][][] {x, y};
  }
}
