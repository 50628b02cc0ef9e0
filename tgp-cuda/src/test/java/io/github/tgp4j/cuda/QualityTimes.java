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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * Fits a table of numbers on the device, and scores the test rows of its first split: RMSE, mean
 * negative log density and seconds. To be run by {@code device/run.sh}.
 *
 * <pre>QualityTimes NAME TABLE.csv.gz SPLITS[.gz] FLOW COVARIANCE M BATCH STEPS [MOST_TEST_ROWS]
 * </pre>
 */
public final class QualityTimes {
  private QualityTimes() {}

  public static void main(String[] args) throws IOException {
    List<double[]> rows = new ArrayList<>();
    try (BufferedReader in = reader(args[1])) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray());
      }
    }
    int[] test = split(args[2]);
    Set<Integer> aside = new HashSet<>();
    for (int i : test) {
      aside.add(i);
    }
    int most = args.length > 8 ? Integer.parseInt(args[8]) : Integer.MAX_VALUE;
    double[][][] train = parts(rows, i -> !aside.contains(i), Integer.MAX_VALUE);
    double[][][] held = parts(rows, aside::contains, most);
    int batch = Integer.parseInt(args[6]);
    Tgp tgp =
        Tgp.builder()
            .device("cuda")
            .flow(args[3])
            .covariance(args[4])
            .inducing(Integer.parseInt(args[5]));
    TrainingPlan plan =
        tgp.stochasticPlan(train[0].length)
            .withSteps(Integer.parseInt(args[7]))
            .withBatchSize(batch);
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
    System.out.printf(
        Locale.ROOT,
        "%-10s %-10s %-12s M %4d batch %6d steps %6d: fit %.1f s, RMSE %.4f, NLL %.4f, %d test rows in %.1f s%n",
        args[0],
        args[3],
        args[4],
        Integer.parseInt(args[5]),
        batch,
        Integer.parseInt(args[7]),
        fit,
        Math.sqrt(squares),
        -Arrays.stream(log).average().orElse(Double.NaN),
        mean.length,
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
  private static double[][][] parts(
      List<double[]> rows, java.util.function.IntPredicate which, int most) {
    int[] chosen =
        java.util.stream.IntStream.range(0, rows.size()).filter(which).limit(most).toArray();
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
