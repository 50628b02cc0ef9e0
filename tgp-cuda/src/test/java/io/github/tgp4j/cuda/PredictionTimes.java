package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Trains models on the device and times how many rows a second they predict there and on the
 * processor: mean, deviation and five quantiles. To be run by {@code device/run.sh}.
 *
 * <pre>PredictionTimes [ROWS] [ROWS_OF_THE_PROCESSOR]</pre>
 */
public final class PredictionTimes {
  private static final double[] LEVELS = {0.025, 0.25, 0.5, 0.75, 0.975};
  private static final int D = 8;

  private PredictionTimes() {}

  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int fewer = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
    System.out.println("device: " + Devices.first());
    for (String flow :
        new String[] {
          "sal(3) @ mlp(50, 50, relu, dropout=0.25)", "sal(3)", "identity",
        }) {
      time(flow, rows, fewer);
    }
  }

  private static void time(String flow, int rows, int fewer) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = DeviceCase.normal(100_000, D, random);
    double[] y = new double[x.rows];
    for (int i = 0; i < y.length; i++) {
      double noise = (0.1 + 0.2 / (1 + Math.exp(-2 * x.get(i, 1)))) * random.nextGaussian();
      y[i] = Math.exp(0.5 * (Math.sin(2 * x.get(i, 0)) + 0.5 * x.get(i, D - 1) + noise));
    }
    TgpModel there =
        Tgp.builder()
            .device("cuda")
            .flow(flow)
            .covariance("rbf")
            .inducing(100)
            .plan(TrainingPlan.ofSteps(2000).withBatchSize(10_000))
            .fit(x, Matrix.column(y));
    if (there.networkSamples() == 0 && flow.contains("@")) {
      there = there.withNetworkSamples(100);
    }
    Matrix asked = DeviceCase.normal(rows, D, random);
    double best = Double.POSITIVE_INFINITY;
    Summary answers = null;
    for (int i = 0; i < 4; i++) {
      long start = System.nanoTime();
      answers = there.predict(asked).summary(LEVELS);
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    Matrix some = asked.rowRange(0, fewer);
    TgpModel here = there.withDevice("cpu");
    here.predict(some.rowRange(0, fewer / 4)).summary(LEVELS);
    long start = System.nanoTime();
    Summary expected = here.predict(some).summary(LEVELS);
    double slow = (System.nanoTime() - start) / 1e9;
    double mean = most(answers.mean(), expected.mean(), expected);
    double deviation = most(answers.standardDeviation(), expected.standardDeviation(), expected);
    double quantiles = mostOfQuantiles(answers, expected);
    TimesFile.add("prediction", flow, "device", "rows_per_second", rows / best);
    TimesFile.add("prediction", flow, "processor", "rows_per_second", fewer / slow);
    TimesFile.add("prediction", flow, "difference", "mean", mean);
    TimesFile.add("prediction", flow, "difference", "deviation", deviation);
    TimesFile.add("prediction", flow, "difference", "quantiles", quantiles);
    System.out.printf(
        Locale.ROOT,
        "%-42s draws %3d: %9.0f rows/s on the device (%d rows in %.3f s), %8.0f on the processor's"
            + " %d cores; largest difference in deviations: mean %.1e, deviation %.1e, quantiles"
            + " %.1e%n",
        flow,
        there.networkSamples(),
        rows / best,
        rows,
        best,
        fewer / slow,
        Runtime.getRuntime().availableProcessors(),
        mean,
        deviation,
        quantiles);
  }

  private static double mostOfQuantiles(Summary answers, Summary expected) {
    double most = 0.0;
    for (int k = 0; k < LEVELS.length; k++) {
      most = Math.max(most, most(answers.quantiles()[k], expected.quantiles()[k], expected));
    }
    return most;
  }

  private static double most(double[] got, double[] wanted, Summary scale) {
    double[] differences = new double[wanted.length];
    Arrays.setAll(differences, i -> Math.abs(got[i] - wanted[i]) / scale.standardDeviation()[i]);
    return Arrays.stream(differences).max().orElse(0.0);
  }
}
