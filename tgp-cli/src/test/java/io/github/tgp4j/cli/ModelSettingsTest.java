package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.auto.Setting;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.NonMarginalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of models, and models that are not marginal, through the command. */
class ModelSettingsTest {
  @TempDir Path directory;

  private static Run ok(Object... args) {
    Run run = Run.of(args);
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  private Run fit(Path data, Path model, String... more) {
    Stream<Object> usual =
        Stream.of(
            "fit",
            data,
            "--out",
            model,
            "--inducing",
            6,
            "--epochs",
            8,
            "--validation",
            0,
            "--force");
    return Run.of(Stream.concat(usual, Arrays.stream(more)).toArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"t-process", "conditioned-flow"})
  void everyCommandTakesAModelThatIsNotMarginal(String kind) throws IOException {
    Path data = Samples.prices(directory, "prices.csv", 40, 3);
    Path model = directory.resolve("model.tgp");
    Path report = directory.resolve("report.html");
    Run run = fit(data, model, "--model", kind, "--report", report.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(ModelFile.read(model).model()).isInstanceOf(NonMarginalModel.class);
    assertThat(Files.readString(report)).contains("no Gaussian process");
    assertThat(ok("info", model).out()).contains(kind).contains("6 inducing points");
    Path out = directory.resolve("predictions.csv");
    ok("predict", model, data, "--out", out);
    assertThat(Files.readAllLines(out)).hasSize(41);
    assertThat(ok("evaluate", model, data, "--json").out()).contains("nll");
    Run compared =
        ok(
            "compare",
            data,
            "--target",
            "price",
            "--models",
            "svgp," + kind,
            "--folds",
            2,
            "--inducing",
            6,
            "--epochs",
            4);
    assertThat(compared.out()).contains(kind);
    assertThat(ok("report", model, data, "--out", directory.resolve("again.html")).code()).isZero();
  }

  @Test
  void settingsAreStoredAndShown() throws IOException {
    Path data = Samples.prices(directory, "prices.csv", 40, 3);
    Path model = directory.resolve("model.tgp");
    String[] settings = {
      "--model",
      "tgp",
      "--mean",
      "linear",
      "--inputs",
      "ranks",
      "--divergence",
      "renyi(0.5)",
      "--loss",
      "beta(0.2)",
      "--flow-start",
      "data",
      "--inducing-start",
      "greedy-variance",
      "--nodes",
      "9",
      "--diagonal",
      "--hold",
      "likelihood:0-0.5"
    };
    Run run = fit(data, model, settings);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(ok("info", model).out())
        .contains("gaussian(beta=0.2)")
        .containsPattern("mean +linear")
        .containsPattern("inputs +ranks")
        .containsPattern("divergence +renyi\\(0.5\\)")
        .containsPattern("flow-start +data")
        .containsPattern("inducing-start +greedy-variance")
        .containsPattern("nodes +9")
        .containsPattern("diagonal +true")
        .containsPattern("hold +likelihood:0-0.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exact | --divergence | kl(0.5) | divergence kl(0.5): the model exact has no such setting",
        "svgp | --weight-prior | 2 | weight-prior 2: the model svgp has no such setting",
        "tgp | --weight-divergence | kl(2) | weight-divergence kl(2): the model tgp has no such setting",
        "tgp | --warp-start | data | warp-start data: the model tgp has no such setting",
        "tgp | --process | t-process | process t-process: the model tgp has no such setting",
        "dgp2 | --mean | linear | mean linear: the model dgp2 has no such setting",
        "gsp | --hold | flow | hold flow: the model gsp has no such setting",
        "t-process | --divergence | renyi(2) | renyi of an order below 1",
        "tgp | --flow-start | best | no flow start is called best",
        "tgp | --hold | nothing | no parameter's name starts",
        "tgp | --loss | huber | expected beta(0.1) or gamma(0.1)"
      })
  void refused(String kind, String option, String value, String message) throws IOException {
    Path data = Samples.prices(directory, "prices.csv", 30, 3);
    Path model = directory.resolve("m.tgp");
    Run run = Run.of("fit", data, "--out", model, "--model", kind, option, value);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(directory.resolve("m.tgp")).doesNotExist();
  }

  @Test
  void everySettingIsAnOption() {
    String help = ok("fit", "--help").out();
    for (Setting setting : Setting.values()) {
      assertThat(help).contains("--" + setting.text());
    }
  }
}
