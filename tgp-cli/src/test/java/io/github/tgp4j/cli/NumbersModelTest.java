package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that a Java program wrote of a model fitted to numbers: it knows no table. */
class NumbersModelTest {
  @TempDir private Path directory;

  @Test
  void infoShowsItAndTheOthersSayWhatIsMissing() throws IOException {
    double[][] x = {{1}, {2}, {3}, {4}, {5}};
    double[] y = {1, 2, 2.5, 4, 5};
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, Tgp.builder().inducing(3).plan(TrainingPlan.ofSteps(2)).fit(x, y));
    Path table = Samples.prices(directory, "prices.csv", 10, 1);
    Run info = Run.of("info", file);
    assertThat(info.code()).as(info.err()).isZero();
    assertThat(info.out()).contains("one number without a name", "java");
    assertThat(Run.of("info", file, "--json").code()).isZero();
    Path out = directory.resolve("out.csv");
    for (Run run :
        new Run[] {
          Run.of("predict", file, table, "--out", out),
          Run.of("evaluate", file, table),
          Run.of("report", file, table, "--out", directory.resolve("r.html"))
        }) {
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err()).contains("fitted to numbers");
    }
  }
}
