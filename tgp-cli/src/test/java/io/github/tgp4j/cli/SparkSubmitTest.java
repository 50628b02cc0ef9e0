package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSubmitTest {
  @TempDir Path home;

  private Path file(String name) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    return file;
  }

  private SparkSubmit submit(Map<String, String> environment, String... classPath) {
    return new SparkSubmit(
        environment, String.join(File.pathSeparator, classPath), home.resolve("lib/tgp-cli.jar"));
  }

  @Test
  void sparkSubmitIsGivenTheJarsAndTheArguments() throws IOException {
    Path program = file("spark/bin/spark-submit");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path application = file("lib/tgp-spark-1.0.jar");
    file("lib/tgp-spark-1.0-sources.jar");
    Path core = file("lib/tgp-core-1.0.jar");
    Path rng = file("other/commons-rng-simple-1.6.jar");
    file("lib/picocli-4.7.jar");
    SparkSubmit submit =
        submit(
            Map.of("SPARK_HOME", home.resolve("spark").toString(), "PATH", "/nowhere"),
            home.resolve("lib") + File.separator + "*",
            rng.toString(),
            home.resolve("classes").toString());
    assertThat(submit.command("yarn", List.of("hdfs:///trips", "--target", "minutes")))
        .containsExactly(
            program.toString(),
            "--master",
            "yarn",
            "--class",
            "io.github.tgp4j.spark.FitApplication",
            "--jars",
            core + "," + rng,
            application.toString(),
            "hdfs:///trips",
            "--target",
            "minutes");
  }

  @Test
  void whatIsMissingIsSaid() throws IOException {
    assertThatThrownBy(() -> submit(Map.of("PATH", "/nowhere")).command("yarn", List.of()))
        .hasMessageContaining("let SPARK_HOME name its directory");
    assertThat(file("bin/spark-submit").toFile().setExecutable(true)).isTrue();
    assertThatThrownBy(() -> submit(Map.of("PATH", home + "/bin")).command("yarn", List.of()))
        .hasMessageContaining("expected tgp-spark's jar in lib");
  }

  /** The command itself passes on all but --spark. */
  @Test
  void theCommandPassesItsArgumentsOn() {
    assertThat(FitCommand.withoutSpark(List.of("--spark", "yarn", "data", "--target=y")))
        .containsExactly("data", "--target=y");
    assertThat(FitCommand.withoutSpark(List.of("fit", "data", "--target=y", "--spark=local[2]")))
        .containsExactly("data", "--target=y");
  }
}
