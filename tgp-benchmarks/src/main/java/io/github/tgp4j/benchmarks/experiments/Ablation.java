package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.model.TransformedPriorGp;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * {@code ./bench ablation}: what transforming the posterior too is worth. A sine is squashed by
 * tanh and observed with noise; SVGP, G-SP (only the prior is transformed) and TGP have a periodic
 * covariance and start from a grid of periods and flow starts (a start from the data is left out:
 * tanh cannot reach noisy values beyond its bounds). Of each grid the fit with the highest bound is
 * scored, on fresh observations between the training inputs.
 */
final class Ablation implements Experiment {
  static final String SET = "tanh-sine";
  static final int ROWS = 150;
  private static final List<String> MODELS = List.of("svgp", "g-sp", "tgp");

  private static final double TRUE_PERIOD = 0.8;
  private static final double STEEPNESS = 3.0;
  private static final double NOISE = 0.1;
  private static final double[] PERIODS = {0.6, 0.7, 0.8, 0.9, 1.0};
  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(1000).withLearningRate(0.02);

  @Override
  public String name() {
    return "ablation";
  }

  @Override
  public boolean choosesInducing() {
    return false;
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    options.checkData(List.of(SET));
    options.checkModels(MODELS);
    ResultFile file = new ResultFile(options.results(), name());
    for (int seed : options.splitsOr(List.of(1, 2, 3, 4, 5))) {
      SplitData.Split rows = data(seed);
      for (String model : MODELS) {
        ResultRow.Key key = new ResultRow.Key(SET, model, ROWS, seed);
        boolean there = options.resume() && file.containsBeginning(key, grid(model));
        if (options.wantsModel(model) && !there) {
          score(key, rows, file, options);
        }
      }
    }
  }

  /** The function without noise. */
  static double truth(double x) {
    return Math.tanh(STEEPNESS * Math.sin(2 * Math.PI * x / TRUE_PERIOD));
  }

  /** Inputs evenly spaced with mean 0 and deviation 1; test inputs lie between them. */
  static SplitData.Split data(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double spacing = Math.sqrt(12.0 / (ROWS * (double) ROWS - 1));
    Matrix[] x = {Matrix.zeros(ROWS, 1), Matrix.zeros(ROWS, 1)};
    double[][] y = new double[2][ROWS];
    for (int part = 0; part < 2; part++) {
      for (int i = 0; i < ROWS; i++) {
        x[part].data[i] = (i + 0.5 * part - 0.5 * (ROWS - 1)) * spacing;
        y[part][i] = truth(x[part].data[i]) + NOISE * random.nextGaussian();
      }
    }
    return new SplitData.Split(x[0], y[0], x[1], y[1]);
  }

  private static void score(
      ResultRow.Key key, SplitData.Split rows, ResultFile file, ExperimentOptions options)
      throws IOException {
    Provenance made = Provenance.now(options.threads(), rows.hash());
    long begin = System.nanoTime();
    Fit best = best(key.model(), rows, options.threads());
    double seconds = (System.nanoTime() - begin) / 1e9;
    Scores scores = Scores.of(best.model(), rows);
    String spec = grid(key.model()) + best.spec();
    file.append(ResultRow.of(key, scores, seconds, PLAN.steps(), spec, made));
  }

  /** What was tried, with which a row's spec begins; what was best of it follows. */
  private static String grid(String model) {
    return "flow "
        + flow(model)
        + "; best bound of periods "
        + Arrays.toString(PERIODS)
        + " and starts "
        + starts(model)
        + "; rate "
        + PLAN.learningRate()
        + "; "
        + PLAN.steps()
        + " steps; best: ";
  }

  private static List<Tgp.FlowStart> starts(String model) {
    return model.equals("tgp")
        ? List.of(Tgp.FlowStart.DEFAULT, Tgp.FlowStart.IDENTITY, Tgp.FlowStart.RANDOM)
        : List.of(Tgp.FlowStart.DEFAULT);
  }

  /** A fit and how it began. */
  record Fit(TgpModel model, String spec) {}

  /** The fit with the highest bound over the model's grid of starts. */
  static Fit best(String model, SplitData.Split rows, int threads) {
    Fit best = null;
    for (double period : PERIODS) {
      String covariance = "periodic(period=" + period + ")";
      for (Tgp.FlowStart start : starts(model)) {
        Fit fit =
            new Fit(
                fit(model, covariance, start, rows, threads).get(),
                "covariance " + covariance + "; start " + start);
        if (best == null
            || fit.model().trainingResult().bound() > best.model().trainingResult().bound()) {
          best = fit;
        }
      }
    }
    return best;
  }

  private static String flow(String model) {
    return switch (model) {
      case "tgp" -> "tanh"; // keeps its values between two bounds, as the data are
      case "g-sp" -> "sal(1)"; // G-SP needs a flow onto the whole line
      default -> "identity";
    };
  }

  private static Supplier<TgpModel> fit(
      String model, String covariance, Tgp.FlowStart start, SplitData.Split rows, int threads) {
    if (model.equals("g-sp")) {
      return () ->
          TransformedPriorGp.builder()
              .covariance(covariance)
              .flow(flow(model))
              .plan(PLAN)
              .fit(rows.trainX(), rows.trainY())
              .model();
    }
    return () ->
        ModelSpec.tgp(flow(model), 32, PLAN)
            .withCovariance(covariance)
            .withStart(start)
            .fitTgp(rows.trainX(), rows.trainY(), ROWS, 1, threads);
  }
}
