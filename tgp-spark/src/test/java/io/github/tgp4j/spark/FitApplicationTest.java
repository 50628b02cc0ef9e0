package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a directory of files to a model that {@code tgp predict} takes. */
class FitApplicationTest {
  @TempDir Path directory;

  private String csv() throws IOException {
    Path data = Files.createDirectories(directory.resolve("trips"));
    for (int part = 0; part < 2; part++) {
      StringBuilder text = new StringBuilder("km,city,day,minutes,late\n");
      for (int i = 0; i < 150; i++) {
        double km = 0.1 * ((37 * i + 11 * part) % 200);
        String city = i % 3 == 0 ? "Oslo" : "Bergen";
        double minutes = 5 + 2 * km + (i % 3 == 0 ? 4 : 0) + Math.sin(17.0 * i);
        text.append(km).append(',').append(city).append(",2024-01-0").append(1 + i % 9);
        text.append(',').append(minutes).append(',').append(minutes > 25 ? "yes" : "no");
        text.append('\n');
      }
      Files.writeString(data.resolve("part" + part + ".csv"), text);
    }
    return data.toUri().toString();
  }

  private String run(String... args) {
    return FitApplication.run(LocalSpark.session(), args);
  }

  @Test
  void aDirectoryOfFilesBecomesAModel() throws Exception {
    Path out = directory.resolve("trips.tgp");
    String said =
        run(
            csv(),
            "--target=minutes",
            "--exclude=late",
            "--model",
            "tgp",
            "--inducing=10",
            "--epochs=40",
            "--out",
            out.toString());
    assertThat(said).contains(" to 300 rows of ").endsWith("wrote " + out + ".");
    SavedModel saved = ModelFile.read(out);
    assertThat(saved.encoder().inputs()).containsExactly("km", "city", "day");
    double near = saved.predict(row(2.0, "Oslo")).mean()[0];
    double far = saved.predict(row(15.0, "Oslo")).mean()[0];
    assertThat(far - near).isBetween(15.0, 40.0);
    assertThatThrownBy(() -> run(csv(), "--target=minutes", "--out=" + out))
        .hasMessageContaining("is there already; add --force");
  }

  private static Table row(double km, String city) {
    return Table.ofRow(Map.of("km", km, "city", city, "day", LocalDate.of(2024, 1, 3)));
  }

  @Test
  void textsAreClassesAndParquetIsRead() throws Exception {
    String parquet = directory.resolve("frame.parquet").toString();
    FitApplication.read(LocalSpark.session(), csv()).write().parquet(parquet);
    Path out = directory.resolve("late.tgp");
    run(
        parquet,
        "--target=late",
        "--features=km,city",
        "--model=svgp",
        "--inducing=8",
        "--epochs=10",
        "--out=" + out);
    assertThat(ModelFile.read(out).targets().get(0).labels()).containsExactly("no", "yes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--target; expected a value after it",
        "--report=x.html; option of a fit on Spark",
        "nowhere.csv; --target: expected the name",
        "nowhere.csv --target=y; there is no such file or directory",
        "a b; expected one path but got a, b",
        "--force; expected a directory or file"
      })
  void badArgumentsAreRefused(String args, String message) {
    assertThatThrownBy(() -> run(args.split(" "))).hasMessageContaining(message);
  }

  @Test
  void modelsThatNeedOneMachineAreRefused() throws Exception {
    String data = csv();
    assertThatThrownBy(
            () -> run(data, "--target=minutes", "--model=exact", "--out=" + directory + "/x"))
        .hasMessageContaining("exact");
  }
}
