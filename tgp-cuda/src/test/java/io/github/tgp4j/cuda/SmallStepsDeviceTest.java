package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.MixtureAnswers;
import io.github.tgp4j.mixture.MixtureDevice;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole steps and predictions that are so small that a tool which watches every access to memory,
 * and is a thousand times slower, gets to their end.
 */
@EnabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
class SmallStepsDeviceTest {
  private static final Workers WORKERS = new Workers(1);
  private static final String DRAWN = "sal(1) @ mlp(9, 10, relu, dropout=0.25)";

  static Stream<DeviceCase> models() {
    return Stream.of(
        DeviceCase.of("sal(1)", "gaussian").withSize(90, 8, 12, 6), // not whitened
        DeviceCase.of("sal(1)", "student-t(4)").withSize(90, 1, 30, 6), // whitened
        DeviceCase.of("identity", "gaussian").withSize(90, 3, 140, 6), // factors of two blocks
        DeviceCase.of(DRAWN, "gaussian").withSize(90, 3, 10, 6),
        DeviceCase.of("sal(1) @ mlp(9, tanh, bayes)", "gaussian").withSize(90, 3, 10, 6),
        // so many networks that a block takes several tiles of rows
        DeviceCase.of("rq-spline(8) @ mlp(50, 9, relu, dropout=0.25)", "gaussian")
            .withSize(2400, 3, 10, 4));
  }

  @ParameterizedTest
  @MethodSource("models")
  void stepsEndTwiceTheSame(DeviceCase model) {
    assertThat(bound(model)).isFinite().isEqualTo(bound(model));
  }

  private static double bound(DeviceCase model) {
    RowStore rows = model.store();
    DeviceCase.Parts parts = model.parts();
    DeviceRows there = new DeviceRows(rows, Devices.first());
    int batch = model.rows() / 3 * 2;
    CudaEngine engine = new CudaEngine(Devices.first(), there, rows, batch, 1, WORKERS);
    TrainingPlan plan =
        TrainingPlan.ofSteps(100).withBatchSize(batch).withLearningRate(0.01).withNaturalStep(0.2);
    Trainer trainer =
        new Trainer(
            Trainable.of(parts.architecture(), parts.parameters(), parts.q(), model.nodes()),
            engine,
            plan,
            WORKERS);
    trainer.step(0.0);
    trainer.step(0.0);
    assertThat(engine.toString()).doesNotContain("processor");
    return trainer.bound();
  }

  @Test
  void predictionsEndTwiceTheSame() {
    DeviceCase model = DeviceCase.of(DRAWN, "gaussian").withSize(90, 3, 10, 6);
    DeviceCase.Parts parts = model.parts();
    LatentPredictor latent =
        new LatentPredictor(parts.architecture(), parts.parameters().value(), parts.q());
    LinearTails tails = new LinearTails(-1.0, 0.8, true, true);
    CudaMixtures there =
        new CudaMixtures(Devices.first(), new MixtureDevice.Fitted(latent, 7, List.of(tails)));
    Matrix x = DeviceCase.normal(20, 3, new SplittableRandom(2));
    assertThat(quantiles(there, x)).isDeepEqualTo(quantiles(there, x));
  }

  private static double[][] quantiles(CudaMixtures there, Matrix x) {
    double[][] mean = new double[1][x.rows];
    double[][] variance = new double[1][x.rows];
    there.marginals(x, mean, variance);
    MixtureAnswers answers =
        new MixtureAnswers(x.rows, new double[] {0.1, 0.6}, new double[x.rows]);
    there.answer(0, x, mean[0], variance[0], answers);
    assertThat(answers.found).doesNotContain(false);
    return answers.quantiles;
  }
}
