package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.plots.HeatMap;
import io.github.tgp4j.benchmarks.plots.LinePlot;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.JointLatent;
import io.github.tgp4j.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code ./bench figures}: the paper's pictures. The flow and predictive densities on boston,
 * warping functions with their uncertainty at four inputs of power, q(f0) on concrete, the
 * ablation's fits.
 */
final class Figures implements Experiment {
  private static final List<String> COLOURS = LinePlot.COLOURS;
  private static final int DRAWS = 100;

  @Override
  public String name() {
    return "figures";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    Path plots = options.results().resolve("plots");
    if (options.wantsData("boston")) {
      flowAndDensity(options, plots);
    }
    if (options.wantsData("power")) {
      warpings(options, plots);
    }
    if (options.wantsData("concrete")) {
      latentPosterior(options, plots);
    }
    if (options.wantsData(Ablation.SET)) {
      ablation(options, plots);
    }
  }

  private static void flowAndDensity(ExperimentOptions options, Path plots) throws IOException {
    SplitData.Split rows = SplitData.read(options.tables("regression"), "boston").split(1);
    TgpModel tgp = fit("boston", "tgp", rows, options);
    TgpModel network = fit("boston", Trials.BAYESIAN, rows, options);
    Model plain = fit("boston", "svgp", rows, options);
    double[] f0 = grid(-3, 3, 121);
    LinePlot flow = LinePlot.of("boston: the flow of TGP", "f0", "G(f0)");
    flow.line("identity", f0, f0, LinePlot.GREY);
    Matrix first = rows.testX().rowRange(0, 1);
    flow.line("trained", f0, tgp.flow(0, 0, first, 0, f0)[0], COLOURS.get(0));
    flow.save(plots.resolve("figures-flow.svg"));

    double[] level = plain.predict(rows.testX()).mean();
    int[] order =
        IntStream.range(0, level.length)
            .boxed()
            .sorted((a, b) -> Double.compare(level[a], level[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (String where : List.of("low", "high")) {
      int row = order[where.equals("low") ? level.length / 10 : level.length * 9 / 10];
      Matrix x = rows.testX().rowRange(row, row + 1);
      double[] y = grid(Math.floor(level[row]) - 12, Math.floor(level[row]) + 12, 121);
      LinePlot chart = LinePlot.of("boston: density of a " + where + " price", "y", "p(y)");
      chart.line("SVGP", y, density(plain, x, y), COLOURS.get(0));
      chart.line("TGP", y, density(tgp, x, y), COLOURS.get(1));
      chart.line("BA-TGP", y, density(network, x, y), COLOURS.get(2));
      chart.save(plots.resolve("figures-density-" + where + ".svg"));
    }
  }

  private static void warpings(ExperimentOptions options, Path plots) throws IOException {
    SplitData.Split rows = SplitData.read(options.tables("regression"), "power").split(1);
    TgpModel model = fit("power", Trials.BAYESIAN, rows, options);
    TgpModel masks = model.withNetworkSamples(DRAWS);
    TgpModel mean = model.withNetworkSamples(0);
    double low = Arrays.stream(rows.trainY()).min().orElseThrow();
    double high = Arrays.stream(rows.trainY()).max().orElseThrow();
    double shift = model.targetScaling().shift()[0];
    double scale = model.targetScaling().scale()[0];
    double[] f0 = grid((low - shift) / scale, (high - shift) / scale, 81);
    for (int k = 0; k < 4; k++) {
      int row = k * (rows.trainX().rows / 4);
      Matrix x = rows.trainX().rowRange(row, row + 1);
      double[][] draws = masks.flow(0, 0, x, 0, f0);
      double[][] band = meanAndDeviation(draws);
      LinePlot chart = LinePlot.of("power: warping at training row " + row, "f0", "G(f0)");
      chart.line("mean network", f0, mean.flow(0, 0, x, 0, f0)[0], COLOURS.get(1));
      chart.line("mean of 100 masks", f0, band[0], COLOURS.get(0));
      chart.line("± a standard deviation", f0, sum(band[0], band[1], 1), COLOURS.get(3));
      chart.line(" ", f0, sum(band[0], band[1], -1), COLOURS.get(3));
      chart.save(plots.resolve("figures-warping-" + (k + 1) + ".svg"));
    }
  }

  private static void latentPosterior(ExperimentOptions options, Path plots) throws IOException {
    SplitData.Split rows = SplitData.read(options.tables("regression"), "concrete").split(1);
    TgpModel model = fit("concrete", Trials.BAYESIAN, rows, options);
    int stride = rows.trainX().rows / 100;
    Matrix x = Matrix.zeros(100, rows.trainX().cols);
    for (int i = 0; i < 100; i++) {
      System.arraycopy(
          rows.trainX().data, rows.trainX().at(i * stride, 0), x.data, i * x.cols, x.cols);
    }
    JointLatent joint = model.latentJoint(0, 0, x);
    LinePlot mean = LinePlot.of("concrete: mean of q(f0)", "training row", "mean");
    mean.dots("mean", grid(1, 100, 100), joint.mean());
    mean.save(plots.resolve("figures-latent-mean.svg"));
    HeatMap.save(
        "concrete: covariance of q(f0)",
        Matrix.of(joint.covariance()),
        plots.resolve("figures-latent-covariance.svg"));
  }

  private static void ablation(ExperimentOptions options, Path plots) throws IOException {
    SplitData.Split rows = Ablation.data(1);
    double[] x = grid(-1.7, 1.7, 137);
    Matrix at = Matrix.column(x);
    double[] truth = Arrays.stream(x).map(Ablation::truth).toArray();
    for (String name : List.of("svgp", "g-sp", "tgp")) {
      Prediction prediction = Ablation.best(name, rows, options.threads()).model().predict(at);
      Band band = prediction.interval(0.95);
      LinePlot chart = LinePlot.of("a sine squashed by tanh: " + Names.of(name), "x", "y");
      chart.dots("data", rows.trainX().data, rows.trainY());
      chart.line("truth", x, truth, LinePlot.GREY);
      chart.line("mean", x, prediction.mean(), COLOURS.get(0));
      chart.line("95%", x, band.lower(), COLOURS.get(3));
      chart.line(" ", x, band.upper(), COLOURS.get(3));
      chart.save(plots.resolve("figures-ablation-" + name + ".svg"));
    }
  }

  private static TgpModel fit(
      String set, String model, SplitData.Split rows, ExperimentOptions options) {
    return RegressionRecipes.of(set, model)
        .fitTgp(rows.trainX(), rows.trainY(), 100, 1, options.threads());
  }

  private static double[] density(Model model, Matrix row, double[] y) {
    Matrix x = Matrix.zeros(y.length, row.cols);
    for (int i = 0; i < y.length; i++) {
      System.arraycopy(row.data, row.at(0, 0), x.data, i * x.cols, x.cols);
    }
    return Arrays.stream(model.predict(x).logDensity(y)).map(Math::exp).toArray();
  }

  private static double[][] meanAndDeviation(double[][] draws) {
    double[][] out = new double[2][draws[0].length];
    for (int i = 0; i < draws[0].length; i++) {
      int column = i;
      double[] values = Arrays.stream(draws).mapToDouble(draw -> draw[column]).toArray();
      out[0][i] = Statistics.mean(values);
      out[1][i] = Statistics.standardError(values) * Math.sqrt(values.length);
    }
    return out;
  }

  private static double[] sum(double[] a, double[] b, double times) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] + times * b[i]).toArray();
  }

  private static double[] grid(double from, double to, int count) {
    return IntStream.range(0, count)
        .mapToDouble(i -> from + (to - from) * i / (count - 1))
        .toArray();
  }
}
