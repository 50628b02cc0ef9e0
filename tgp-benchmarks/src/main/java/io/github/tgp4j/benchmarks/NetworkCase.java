package io.github.tgp4j.benchmarks;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowNetwork;
import java.util.List;
import java.util.SplittableRandom;

/**
 * BA-TGP at the paper's settings, as a training step and as a prediction to be timed, and the
 * peer's arguments.
 */
record NetworkCase(
    String name, String flow, int n, int d, int m, int testRows, List<String> peerArguments) {
  static final int NODES = 100;
  static final int MASKS = 100;

  static final List<NetworkCase> ALL =
      List.of(
          new NetworkCase(
              "boston",
              "sal(1) @ mlp(25, tanh, dropout=0.5)",
              455,
              13,
              100,
              51,
              List.of(
                  "--blocks=1", "--widths=25", "--activation=tanh", "--dropout=0.5", "--steps=60")),
          new NetworkCase(
              "power",
              "sal(3) @ mlp(50,50, relu, dropout=0.25)",
              8611,
              4,
              100,
              957,
              List.of(
                  "--blocks=3",
                  "--widths=50,50",
                  "--activation=relu",
                  "--dropout=0.25",
                  "--steps=8")));

  Trainer trainer(Workers workers) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = inputs(n, random);
    double[][] y = {targets(x, random)};
    FlowSpec spec = Specs.flowSpec(flow);
    FlowNetwork network =
        FlowNetwork.of(
            spec.flow(), FlowNetwork.usualParameters(spec.flow()), spec.network(), d, 1, 1e-5, 3);
    Architecture architecture =
        new Architecture(
            d,
            List.of(
                new Architecture.Group(Specs.covariance("rbf", d), Specs.mean("zero", d), m, 1)),
            List.of(Architecture.Output.dependent(Specs.likelihood("gaussian"), List.of(network))));
    Parameters parameters = architecture.newParameters(List.of(inputs(m, random)));
    architecture.startNetworks(parameters);
    TrainingPlan plan =
        TrainingPlan.ofSteps(1_000_000).withLearningRate(0.001).withNaturalStep(0.1);
    return Trainer.inMemory(
        Trainable.of(architecture, parameters, architecture.newPosteriors(false, 1.0), NODES),
        RowStore.of(x, y),
        plan,
        workers);
  }

  /** A model after a few steps: prediction costs the same as after many. */
  TgpModel model() {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = inputs(n, random);
    return Tgp.builder()
        .flow(flow)
        .inducing(m)
        .networkSamples(1, MASKS)
        .plan(TrainingPlan.ofSteps(20).withBatchSize(1024))
        .fit(x, Matrix.column(targets(x, random)));
  }

  /**
   * Mean and log density at the test rows; returns something, so that nothing is optimised away.
   */
  double predict(TgpModel model, Matrix x, double[] y) {
    Prediction prediction = model.predict(x);
    return prediction.mean()[0] + prediction.logDensity(y)[0];
  }

  /** The same model with so many nodes at every row, instead of as many as the row needs. */
  static TgpModel withNodes(TgpModel model, int nodes) {
    System.setProperty("tgp4j.prediction.nodes", Integer.toString(nodes));
    try {
      return model.withNetworkSamples(MASKS);
    } finally {
      System.clearProperty("tgp4j.prediction.nodes");
    }
  }

  /**
   * How far predictions are from those with ten times the nodes: the largest difference of a mean,
   * in standard deviations, or of a log density.
   */
  static double error(TgpModel model, Matrix x, double[] y) {
    Prediction prediction = model.predict(x);
    Prediction fine = withNodes(model, 10 * NODES + 1).predict(x);
    double[] deviation = fine.standardDeviation();
    double[] mean = prediction.mean();
    double[] fineMean = fine.mean();
    double[] density = prediction.logDensity(y);
    double[] fineDensity = fine.logDensity(y);
    double worst = 0.0;
    for (int i = 0; i < y.length; i++) {
      worst = Math.max(worst, Math.abs(mean[i] - fineMean[i]) / deviation[i]);
      worst = Math.max(worst, Math.abs(density[i] - fineDensity[i]));
    }
    return worst;
  }

  Matrix inputs(int rows, SplittableRandom random) {
    Matrix x = Matrix.zeros(rows, d);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextGaussian();
    }
    return x;
  }

  double[] targets(Matrix x, SplittableRandom random) {
    double[] y = new double[x.rows];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.sin(2 * x.get(i, 0)) + 0.5 * x.get(i, d - 1) + 0.2 * random.nextGaussian();
    }
    return y;
  }
}
