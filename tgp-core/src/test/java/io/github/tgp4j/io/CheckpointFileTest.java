package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingState;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFileTest {
  @TempDir Path directory;

  @Test
  void everythingIsKept() {
    Map<String, double[]> numbers = new LinkedHashMap<>();
    numbers.put("free", new double[] {1.5, Double.NaN, -0.0, Double.NEGATIVE_INFINITY});
    numbers.put("empty", new double[0]);
    TrainingState state =
        new TrainingState(numbers, Map.of("step", new long[] {7, Long.MIN_VALUE, Long.MAX_VALUE}));
    Checkpoint checkpoint =
        new Checkpoint(
            Map.of("fingerprint", "äöü \"x\""),
            Map.of("flow sal(3)", state, "other/one", new TrainingState(Map.of(), Map.of())),
            Map.of("sal(1)", new double[] {1, 2, 3}));
    Path file = directory.resolve("search.checkpoint");
    CheckpointFile.write(file, checkpoint);
    Checkpoint read = CheckpointFile.read(file);
    assertThat(read.texts()).isEqualTo(checkpoint.texts());
    assertThat(read.states().keySet()).isEqualTo(checkpoint.states().keySet());
    TrainingState again = read.states().get("flow sal(3)");
    assertThat(again.numberNames()).containsExactly("free", "empty");
    assertThat(again.numbers("free")).isEqualTo(numbers.get("free"));
    assertThat(again.counts("step")).containsExactly(7, Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(read.results().get("sal(1)")).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("got a checkpoint");
    assertThat(CheckpointFile.toBytes(CheckpointFile.fromBytes(CheckpointFile.toBytes(read))))
        .isEqualTo(CheckpointFile.toBytes(read));
  }

  @Test
  void aRunGoesOnFromAFile() {
    Path file = directory.resolve("run.checkpoint");
    Tgp tgp =
        SmallModels.tgp()
            .flow("sal(1) @ mlp(4, tanh, dropout=0.5)")
            .plan(TrainingPlan.ofSteps(12).withBatchSize(16).withNaturalStep(0.1))
            .validation(0.2);
    TgpModel whole = tgp.copy().fit(SmallModels.X, SmallModels.targets("gaussian"));
    Checkpoints saving =
        new Checkpoints() {
          @Override
          public TrainingState resume() {
            return null;
          }

          @Override
          public boolean isDue(TrainingListener.Progress progress) {
            return progress.step() == 5;
          }

          @Override
          public void save(TrainingState state) {
            CheckpointFile.write(file, new Checkpoint(Map.of(), Map.of("run", state), Map.of()));
          }
        };
    TgpModel stopped =
        tgp.copy()
            .checkpoints(saving)
            .listener(progress -> progress.step() < 5)
            .fit(SmallModels.X, SmallModels.targets("gaussian"));
    assertThat(stopped.trainingResult().steps()).isEqualTo(5);
    Checkpoints resuming =
        new Checkpoints() {
          @Override
          public TrainingState resume() {
            return CheckpointFile.read(file).states().get("run");
          }

          @Override
          public boolean isDue(TrainingListener.Progress progress) {
            return false;
          }

          @Override
          public void save(TrainingState state) {
            throw new AssertionError("nothing was due");
          }
        };
    TgpModel resumed =
        tgp.copy().checkpoints(resuming).fit(SmallModels.X, SmallModels.targets("gaussian"));
    for (String name : whole.parameterNames()) {
      assertThat(resumed.parameter(name)).as(name).isEqualTo(whole.parameter(name));
    }
    assertThat(resumed.predict(SmallModels.NEW).variance())
        .isEqualTo(whole.predict(SmallModels.NEW).variance());
  }
}
