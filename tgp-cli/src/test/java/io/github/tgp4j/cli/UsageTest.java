package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Help, completion, logs and settings files, as other commands have them. */
class UsageTest {
  @TempDir private Path directory;

  @Test
  void helpAndVersionAreCommandsToo() {
    assertThat(Run.of("help", "fit").out()).isEqualTo(Run.of("fit", "--help").out());
    assertThat(Run.of("help", "fit").out()).contains("--time-limit");
    assertThat(Run.of("help").out()).contains("Start here:");
    assertThat(Run.of("version").out()).isEqualTo(Run.of("--version").out()).startsWith("tgp ");
  }

  @Test
  void everyOptionStandsUnderOneHeading() {
    for (CommandLine command : new CommandLine(new Main()).getSubcommands().values()) {
      String help = Run.of("help", command.getCommandName()).out();
      List<String> lines = help.lines().toList();
      for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
        String start = " ".repeat(6) + option.longestName();
        assertThat(
                lines.stream()
                    .filter(
                        line ->
                            line.startsWith(start + "=")
                                || line.equals(start)
                                || line.startsWith(start + " ")))
            .as(command.getCommandName() + " " + option.longestName())
            .hasSize(option.longestName().equals("--help") ? 0 : 1);
      }
    }
    String fit = Run.of("help", "fit").out();
    assertThat(fit).startsWith("Usage: tgp fit [OPTIONS] [DATA]");
    assertThat(fit.indexOf("--target")).isLessThan(fit.indexOf("--batch"));
    assertThat(fit.indexOf("--model=")).isLessThan(fit.indexOf("--batch"));
    List<String> models = fit.substring(fit.indexOf("Models:")).lines().skip(1).toList();
    assertThat(models.subList(0, models.indexOf(""))).allMatch(line -> line.startsWith("  "));
  }

  /** What a reader might copy, such as 'kl(0.5)' or .json, stays on one line. */
  @Test
  void linesOfTheHelpEndAtBlanks() {
    String fit = Run.of("help", "fit").out();
    assertThat(fit)
        .contains("'kl(0.5)'", "'covariance.lengthscales ~", "spark://HOST:7077", "OUT.checkpoint");
    for (CommandLine command : new CommandLine(new Main()).getSubcommands().values()) {
      assertThat(Run.of("help", command.getCommandName()).out().lines())
          .allMatch(line -> line.length() <= 80)
          .noneMatch(line -> line.endsWith(".") && line.endsWith(" ."))
          .noneMatch(line -> line.matches(" +\\(\\d.*"))
          .noneMatch(line -> line.codePoints().anyMatch(c -> c >= 0xE000 && c < 0xF900));
    }
  }

  @Test
  void theDemoWritesWhatItPromises() throws IOException {
    Path demo = directory.resolve("demo");
    Run run = Run.of("demo", "--rows", 40, "--out", demo);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("no inputs", "plain GP", "warped GP", "It took ");
    assertThat(run.out()).doesNotContain("NaN", "nats", "ELBO");
    for (String name : List.of("deliveries.csv", "deliveries.tgp", "deliveries.html")) {
      assertThat(demo.resolve(name)).exists();
    }
    assertThat(Files.readAllLines(demo.resolve("predictions.csv"))).hasSize(501);
    assertThat(Run.of("demo", "--rows", 5, "--out", demo).code()).isEqualTo(2);
  }

  @Test
  void completionKnowsCommandsAndOptions() {
    Run run = Run.of("completion");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("complete -F", "predict", "--time-limit");
  }

  @Test
  void aLogHasAllThatWasSaid() throws IOException {
    Path log = directory.resolve("tgp.log");
    Path none = directory.resolve("none.tgp");
    Run run = Run.of("info", none, "--log", log);
    assertThat(run.code()).isEqualTo(2);
    Run version = Run.of("version", "--log", log);
    assertThat(version.code()).isZero();
    assertThat(Files.readString(log)).contains("tgp info " + none, run.err().strip());
    assertThat(Files.readString(log)).contains(version.out().strip());
    assertThat(Files.readAllLines(log)).allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT.*"));
    Run wrong = Run.of("version", "--log", directory);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--log");
  }

  @Test
  void settingsAreKeptInAFile() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 40, 1);
    Path config = directory.resolve("fit.toml");
    Path first = directory.resolve("a.tgp");
    Run run =
        Run.of(
            "fit",
            table,
            "--target",
            "price",
            "--exclude",
            "id",
            "--model",
            "svgp",
            "--kernel",
            "rbf + \"x\"",
            "--save-config",
            config,
            "--out",
            first);
    assertThat(run.code()).isEqualTo(2); // the kernel is wrong: it only has to be kept
    assertThat(Files.readString(config))
        .contains("kernel = \"rbf + \\\"x\\\"\"")
        .doesNotContain("out");
    Samples.write(
        directory,
        "fit.toml",
        "# a comment\ntarget = \"price\"\nexclude = ['id'] # not an input\nmodel = \"svgp\"\n"
            + "epochs = 3\ninducing = 5\nvalidation = 0\ndiagonal = true\nseed = 4\n");
    run = Run.of("fit", table, "--config", config, "--seed", 7, "--out", first);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Run.of("info", first).out()).containsPattern("seed +7").containsPattern("epochs +3");
  }

  @Test
  void settingsThatAreNoneAreNamed() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 40, 1);
    Path config = Samples.write(directory, "c.toml", "target = \"price\"\nepoch = 3\n");
    Run run = Run.of("fit", table, "--config", config);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("c.toml, line 2", "did you mean epochs?");
    Samples.write(directory, "c.toml", "target: price\n");
    assertThat(Run.of("fit", table, "--config", config).err()).contains("line 1", "time-limit = ");
    Samples.write(directory, "c.toml", "target = \"price\n");
    assertThat(Run.of("fit", table, "--config", config).err()).contains("text in quotes");
    Run none = Run.of("fit", table, "--config", directory.resolve("none.toml"));
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("none.toml", "cannot be read");
  }
}
