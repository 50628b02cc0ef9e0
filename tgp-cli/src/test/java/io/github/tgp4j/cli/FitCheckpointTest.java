package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ColumnChoice;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.auto.TrialResult;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.io.Checkpoint;
import io.github.tgp4j.io.CheckpointFile;
import io.github.tgp4j.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitCheckpointTest {
  @TempDir private Path directory;

  private static AutoFit fit(Path file, ModelKind kind) {
    AutoFit fit =
        AutoFit.of(() -> Tables.open(file))
            .columns(columns -> ColumnChoice.of(columns, List.of("price"), null, List.of("id")))
            .model(kind)
            .seed(3)
            .threads(1)
            .withBaseline(true);
    return kind == ModelKind.EXACT ? fit : fit.inducing(8).epochs(40);
  }

  /** Interrupts again and again, and goes on each time. */
  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "BA_TGP", "DGP2", "EXACT"})
  void aResumedFitIsTheSameToTheLastBit(String name) throws IOException {
    ModelKind kind = ModelKind.valueOf(name);
    Path data = Samples.prices(directory, "p.csv", 90, 4);
    try (TrainingTable table = fit(data, kind).read()) {
      FitOutcome whole = fit(data, kind).run(table);
      Path file = directory.resolve("p.checkpoint");
      Map<String, String> settings = fit(data, kind).describe(table);
      FitOutcome pieces = null;
      int stops = 0;
      while (pieces == null) {
        int[] asked = {0};
        int patience = 60 + 37 * stops;
        BooleanSupplier interrupted = () -> ++asked[0] > patience;
        FitCheckpoint checkpoint =
            FitCheckpoint.open(file, settings, Files.exists(file), interrupted);
        try {
          pieces = fit(data, kind).journal(checkpoint).cancelWhen(interrupted).run(table);
        } catch (CancellationException e) {
          stops++;
        }
        assertThat(stops).isLessThan(200);
      }
      if (kind != ModelKind.EXACT) {
        assertThat(stops).isPositive();
      }
      assertThat(pieces.name()).isEqualTo(whole.name());
      assertThat(pieces.comparison().scores()).isEqualTo(whole.comparison().scores());
      Matrix x = table.rows().allInputs();
      var a = whole.saved().model().predict(x);
      var b = pieces.saved().model().predict(x);
      assertThat(b.mean()).containsExactly(a.mean());
      assertThat(b.quantile(0.9)).containsExactly(a.quantile(0.9));
      assertThat(pieces.saved().provenance().curve().bound())
          .containsExactly(whole.saved().provenance().curve().bound());
    }
  }

  @Test
  void aCheckpointOfOtherSettingsIsRefused() {
    Path file = directory.resolve("c.checkpoint");
    FitCheckpoint.open(file, Map.of("seed", "3", "rows", "90"), false, () -> false).save();
    assertThatThrownBy(
            () -> FitCheckpoint.open(file, Map.of("seed", "4", "rows", "90"), true, () -> false))
        .hasMessageContaining("seed was 3")
        .hasMessageContaining("is 4 now");
    assertThatThrownBy(() -> FitCheckpoint.open(file, Map.of("seed", "3"), true, () -> false))
        .hasMessageContaining("rows was 90");
  }

  @Test
  void whyATrialFailedIsKept() throws IOException {
    Path file = directory.resolve("f.checkpoint");
    FitCheckpoint checkpoint = FitCheckpoint.open(file, Map.of(), false, () -> false);
    TrialResult good =
        new TrialResult(
            List.of(
                new io.github.tgp4j.auto.HeldOut(
                    new double[] {1},
                    new double[] {-2},
                    new double[0],
                    new double[0],
                    new double[0],
                    new double[0],
                    new double[0],
                    new double[0][])),
            null);
    checkpoint.add("a", good);
    checkpoint.add("b", new TrialResult(good.heldOut(), "the flow größer than 1e300"));
    checkpoint.save();
    FitCheckpoint again = FitCheckpoint.open(file, Map.of(), true, () -> false);
    assertThat(again.find("a").failure()).isNull();
    assertThat(again.find("a").heldOut().get(0).logDensity()).containsExactly(-2);
    assertThat(again.find("b").failure()).isEqualTo("the flow größer than 1e300");
    assertThat(again.find("c")).isNull();
  }

  @Test
  void aCheckpointThatCannotBeWrittenIsAWarning() throws IOException {
    Path nowhere = directory.resolve("no/such/directory/c.checkpoint");
    List<String> warnings = new ArrayList<>();
    FitCheckpoint checkpoint =
        FitCheckpoint.open(nowhere, Map.of(), false, () -> false).warnings(warnings::add);
    checkpoint.save();
    checkpoint.save();
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains("cannot be saved", "the fit goes on");
    assertThat(checkpoint.isWritten()).isFalse();
    Files.createDirectories(nowhere.getParent());
    checkpoint.save();
    assertThat(checkpoint.isWritten()).isTrue();
    assertThat(nowhere).exists();
  }

  @Test
  void aCheckpointWithoutAPartIsRefused() {
    Path file = directory.resolve("d.checkpoint");
    Map<String, double[]> whole = new HashMap<>();
    for (String part : List.of("logDensity", "mean", "median", "lower", "upper", "pit")) {
      whole.put("a|0|" + part, new double[] {1, 2});
    }
    whole.put("a|0|y", new double[] {1, 2});
    whole.put("a|0|classes", new double[0]);
    write(file, whole);
    assertThat(FitCheckpoint.open(file, Map.of(), true, () -> false).find("a").heldOut())
        .hasSize(1);
    for (String key : List.copyOf(whole.keySet())) {
      if (!key.endsWith("|y")) { // without it there is no such trial
        Map<String, double[]> less = new HashMap<>(whole);
        less.remove(key);
        refused(file, less, key);
        less.put(key, new double[] {1, 2, 3});
        refused(file, less, key);
      }
    }
  }

  private static void write(Path file, Map<String, double[]> results) {
    CheckpointFile.write(file, new Checkpoint(Map.of(), Map.of(), results));
  }

  private static void refused(Path file, Map<String, double[]> results, String key) {
    write(file, results);
    FitCheckpoint checkpoint = FitCheckpoint.open(file, Map.of(), true, () -> false);
    assertThatThrownBy(() -> checkpoint.find("a"))
        .isInstanceOf(UserException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("damaged");
  }
}
