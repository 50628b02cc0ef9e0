package io.github.tgp4j.benchmarks;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A training step to be timed: RBF covariance with a lengthscale per input, Gaussian noise,
 * full-covariance q(u), all parameters trained, on generated data.
 */
record StepCase(String name, String flow, int n, int d, int m, int batch) {
  static final int NODES = 32;

  static final List<StepCase> ALL =
      List.of(
          new StepCase("svgp", "identity", 455, 13, 100, 455),
          new StepCase("svgp", "identity", 8611, 4, 100, 8611),
          new StepCase("svgp", "identity", 41157, 9, 100, 10000),
          new StepCase("svgp", "identity", 8192, 8, 500, 2048),
          new StepCase("tgp", "sal(3)", 455, 13, 100, 455),
          new StepCase("tgp", "sal(3)", 8611, 4, 100, 8611),
          new StepCase("tgp", "sal(3)", 41157, 9, 100, 10000),
          new StepCase("tgp", "sal(3)", 8192, 8, 500, 2048));

  /** Rows, inputs, inducing points and batch. */
  String sizes() {
    return n + ", " + d + ", " + m + ", " + batch;
  }

  /** Standard normal inputs, a smooth function of them with a little noise. */
  Trainer trainer(Workers workers) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = normal(n, d, random);
    double[][] y = new double[1][n];
    for (int i = 0; i < n; i++) {
      y[0][i] = Math.sin(2 * x.get(i, 0)) + 0.5 * x.get(i, d - 1) + 0.2 * random.nextGaussian();
    }
    Architecture architecture =
        new Architecture(
            d,
            List.of(
                new Architecture.Group(Specs.covariance("rbf", d), Specs.mean("zero", d), m, 1)),
            List.of(
                new Architecture.Output(Specs.likelihood("gaussian"), List.of(Specs.flow(flow)))));
    Parameters parameters = architecture.newParameters(List.of(normal(m, d, random)));
    TrainingPlan plan =
        TrainingPlan.ofSteps(1_000_000)
            .withBatchSize(batch)
            .withLearningRate(0.001)
            .withNaturalStep(0.1);
    return Trainer.inMemory(
        Trainable.of(architecture, parameters, architecture.newPosteriors(false, 1.0), NODES),
        RowStore.of(x, y),
        plan,
        workers);
  }

  private static Matrix normal(int rows, int cols, SplittableRandom random) {
    Matrix x = Matrix.zeros(rows, cols);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextGaussian();
    }
    return x;
  }
}
