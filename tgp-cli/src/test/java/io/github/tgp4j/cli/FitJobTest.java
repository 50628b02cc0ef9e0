package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.auto.ColumnChoice;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitJobTest {
  @TempDir private Path directory;

  private static TrainingTable read(Path file) {
    return TrainingTable.read(
        () -> Tables.open(file),
        columns -> ColumnChoice.of(columns, List.of("price"), null, List.of("id")),
        TargetKind.DETECTED);
  }

  private static ModelOptions options() {
    ModelOptions options = new ModelOptions();
    options.seed = 3;
    options.inducing = 8;
    options.epochs = 40.0;
    options.threads = 1;
    return options;
  }

  private static FitJob job(
      TrainingTable table, ModelKind kind, FitCheckpoint checkpoint, BooleanSupplier interrupted) {
    ProgressLine silent = new ProgressLine(new PrintWriter(Writer.nullWriter()), false);
    return new FitJob(table, kind, options(), checkpoint, silent, interrupted);
  }

  private static FitOutcome auto(TrainingTable table, ModelOptions options) {
    ProgressLine silent = new ProgressLine(new PrintWriter(Writer.nullWriter()), false);
    FitCheckpoint none = FitCheckpoint.none(() -> false);
    return new FitJob(table, ModelKind.AUTO, options, none, silent, () -> false).run(false);
  }

  /** Interrupts again and again, and goes on each time. */
  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "BA_TGP", "DGP2", "EXACT"})
  void aResumedFitIsTheSameToTheLastBit(String name) throws IOException {
    ModelKind kind = ModelKind.valueOf(name);
    try (TrainingTable table = read(Samples.prices(directory, "p.csv", 90, 4))) {
      FitOutcome whole = job(table, kind, FitCheckpoint.none(() -> false), () -> false).run(true);
      Path file = directory.resolve("p.checkpoint");
      Map<String, String> settings = Map.of("seed", "3");
      FitOutcome pieces = null;
      int stops = 0;
      while (pieces == null) {
        int[] asked = {0};
        int patience = 60 + 37 * stops;
        BooleanSupplier interrupted = () -> ++asked[0] > patience;
        FitCheckpoint checkpoint =
            FitCheckpoint.open(file, settings, Files.exists(file), interrupted);
        try {
          pieces = job(table, kind, checkpoint, interrupted).run(true);
        } catch (InterruptedFitException e) {
          assertThat(e).hasMessageContaining("--resume");
          stops++;
        }
        assertThat(stops).isLessThan(200);
      }
      if (kind != ModelKind.EXACT) {
        assertThat(stops).isPositive();
      }
      assertThat(pieces.name()).isEqualTo(whole.name());
      assertThat(pieces.scores()).isEqualTo(whole.scores());
      Matrix x = table.rows().allInputs();
      Prediction a = whole.model().predict(x);
      Prediction b = pieces.model().predict(x);
      assertThat(b.mean()).containsExactly(a.mean());
      assertThat(b.quantile(0.9)).containsExactly(a.quantile(0.9));
      assertThat(pieces.curve().state()).containsExactly(whole.curve().state());
    }
  }

  @Test
  void aCheckpointOfOtherSettingsIsRefused() throws IOException {
    Path file = directory.resolve("c.checkpoint");
    FitCheckpoint.open(file, Map.of("seed", "3", "rows", "90"), false, () -> false).saveNow();
    assertThatThrownBy(
            () -> FitCheckpoint.open(file, Map.of("seed", "4", "rows", "90"), true, () -> false))
        .hasMessageContaining("seed was 3")
        .hasMessageContaining("is 4 now");
    assertThatThrownBy(() -> FitCheckpoint.open(file, Map.of("seed", "3"), true, () -> false))
        .hasMessageContaining("rows was 90");
  }

  @Test
  void autoTakesARougherCovarianceForARoughTargetUnlessOneIsNamed() throws IOException {
    ModelOptions options = options();
    options.inducing = 100;
    try (TrainingTable table = read(Samples.walk(directory, "w.csv", 150))) {
      FitOutcome free = auto(table, options);
      assertThat(free.recipe().kernel()).startsWith("matern");
      assertThat(free.reason()).contains("; kernel " + free.recipe().kernel() + ": held-out NLL");
      options.kernel = "rbf";
      FitOutcome named = auto(table, options);
      assertThat(named.recipe().kernel()).isEqualTo("rbf");
      assertThat(named.reason()).doesNotContain("kernel");
    }
  }

  @Test
  void autoTakesTheWarpForSkewedPositiveTargetsOrSaysWhyNot() throws IOException {
    try (TrainingTable table = read(Samples.prices(directory, "p.csv", 120, 4))) {
      FitOutcome outcome =
          job(table, ModelKind.AUTO, FitCheckpoint.none(() -> false), () -> false).run(false);
      assertThat(outcome.scores()).containsKeys("svgp", "tgp", "vwgp", "ba-tgp");
      assertThat(outcome.reason()).startsWith(outcome.name());
      assertThat(outcome.scores().get(outcome.name()))
          .isLessThanOrEqualTo(outcome.scores().get("svgp"));
      assertThat(outcome.heldOut().get(outcome.name()).get(0).y()).hasSize(120); // five folds
    }
  }
}
