package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scores of rows held out in order of time are those of later rows. */
class ValidateTest {
  @TempDir private Path directory;

  /** Sales that grow: days before and after tell them, days before alone do not. */
  private Path growth() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder("day,shop,sales\n");
    double level;
    for (int i = 0; i < 200; i++) {
      level = 50 + 0.01 * i * i;
      LocalDate day = LocalDate.of(2024, 1, 1).plusDays(i);
      text.append(
          String.format(Locale.ROOT, "%s,s%d,%.3f%n", day, i % 5, level + random.nextGaussian()));
    }
    return Samples.write(directory, "growth.csv", text.toString());
  }

  private Run fit(Path table, Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "fit",
                table,
                "--model",
                "svgp",
                "--epochs",
                60,
                "--inducing",
                30,
                "--threads",
                1,
                "--force",
                "--json",
                "--out",
                directory.resolve("m.tgp")));
    args.addAll(Arrays.asList(more));
    return Run.of(args.toArray());
  }

  private static double error(Run run) {
    assertThat(run.code()).as(run.err()).isZero();
    return JsonParser.parseString(run.out())
        .getAsJsonObject()
        .getAsJsonArray("held_out")
        .get(0)
        .getAsJsonObject()
        .get("mae")
        .getAsDouble();
  }

  @Test
  void laterRowsAreHarder() throws IOException {
    Path table = growth();
    Run usual = fit(table);
    assertThat(usual.err()).contains("day: a time;", "--validate time");
    Run time = fit(table, "--validate", "time");
    assertThat(time.err()).doesNotContain("at random");
    assertThat(error(time)).isGreaterThan(1.5 * error(usual));
    assertThat(Run.of("info", directory.resolve("m.tgp")).out()).containsPattern("validate +time");
    assertThat(fit(table, "--validate", "random").err()).doesNotContain("--validate");
    assertThat(fit(table, "--validate", "group=shop").code()).isZero();
  }

  private double compared(Path table, Object... more) throws IOException {
    Path json = directory.resolve("rows.json");
    List<Object> args =
        new ArrayList<>(List.of("compare", table, "--models", "constant", "--folds", 2, "--force"));
    args.addAll(List.of("--json", json));
    args.addAll(Arrays.asList(more));
    Run run = Run.of(args.toArray());
    assertThat(run.code()).as(run.err()).isZero();
    JsonArray rows = JsonParser.parseString(Files.readString(json)).getAsJsonArray();
    assertThat(rows).hasSize(2);
    return rows.get(1).getAsJsonObject().get("mae").getAsDouble();
  }

  @Test
  void compareTestsOnLaterRowsToo() throws IOException {
    Path table = growth();
    double random = compared(table);
    double latest = compared(table, "--validate", "time");
    // the last quarter, 275 to 446, by the median of the rows before it, about 106
    assertThat(latest).isBetween(200.0, 290.0).isGreaterThan(2 * random);
    assertThat(compared(table, "--validate", "group=shop")).isLessThan(1.5 * random);
    assertThat(Run.of("compare", table, "--validate", "group=shpo").err())
        .contains("did you mean shop?");
    assertThat(Run.of("compare", table, "--models", "constant").err()).contains("--validate time");
  }

  /** Rows of other folds, seeds or settings are no part of the same comparison. */
  @Test
  void compareGoesOnWithTheSameSettingsOnly() throws IOException {
    Path table = growth();
    compared(table);
    Path json = directory.resolve("rows.json");
    List<Object> same =
        List.of("compare", table, "--models", "constant", "--json", json, "--resume");
    List<List<Object>> others =
        List.of(
            List.of("--folds", 3),
            List.of("--folds", 2, "--seed", 5),
            List.of("--folds", 2, "--validate", "time"),
            List.of("--folds", 2, "--exclude", "shop"));
    List<String> said =
        List.of(
            "folds was 2 when",
            "seed was 1 when",
            "validate was random when",
            "inputs was day,shop when");
    for (int k = 0; k < others.size(); k++) {
      Run run = Run.of(Stream.concat(same.stream(), others.get(k).stream()).toArray());
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("--resume: " + said.get(k), "--force");
    }
    Run again = Run.of(Stream.concat(same.stream(), Stream.of("--folds", 2)).toArray());
    assertThat(again.code()).as(again.err()).isZero();
    Files.writeString(json, "[{\"model\": \"constant\", \"split\": 1}]");
    assertThat(Run.of(Stream.concat(same.stream(), Stream.of("--folds", 2)).toArray()).err())
        .contains("does not say with which settings");
  }

  @Test
  void whatCannotBeDoneIsSaid() throws IOException {
    Path table = growth();
    assertThat(fit(table, "--validate", "group=shpo").err()).contains("did you mean shop?");
    assertThat(fit(table, "--validate", "later").err()).contains("time=COLUMN", "later");
    assertThat(fit(table, "--validate", "time=shop").err()).contains("texts");
    assertThat(fit(table, "--validate", "time", "--calibrate").err()).contains("calibrate");
    Run none = fit(Samples.prices(directory, "prices.csv", 60, 1), "--validate", "time");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("expected a column of dates or times");
  }
}
