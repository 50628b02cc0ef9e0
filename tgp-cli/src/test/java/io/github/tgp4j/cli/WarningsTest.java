package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What might mislead is said, and nothing that took time is thrown away without a word. */
class WarningsTest {
  private static final String STRANGE =
      "id,size,colour,price\n1,2.0,red,1.5\n2,5000,red,2.5\n3,1.0,Purple!,1.0\n4,1.5,teal,\n";

  @TempDir private Path directory;
  private Path table;
  private Path model;

  @BeforeEach
  void fitModel() throws IOException {
    table = Samples.prices(directory, "prices.csv", 60, 1);
    model = directory.resolve("prices.tgp");
    Run run = Run.of(Run.quickFit(table, "--exclude", "id", "--out", model, "--validation", 0));
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void valuesUnlikeThoseOfTraining() throws IOException {
    Path next = Samples.write(directory, "next.csv", STRANGE);
    String[] expected = {
      "warning: size: 1 of 4 rows has a value far outside the training rows' range, 0.",
      "warning: colour: 2 of 4 rows have a value that the training rows did not have, such as"
          + " \"Purple!\""
    };
    assertThat(Run.of("predict", model, next).err()).contains(expected);
    assertThat(Run.of("evaluate", model, next).err()).contains(expected);
    Path page = directory.resolve("r.html");
    assertThat(Run.of("report", model, next, "--out", page).err()).contains(expected);
    assertThat(Files.readString(page)).contains("Purple!");
    Run json = Run.of("evaluate", model, next, "--json");
    assertThat(JsonParser.parseString(json.out()).getAsJsonObject().getAsJsonArray("warnings"))
        .hasSize(2);
    Path same = Samples.prices(directory, "same.csv", 30, 2);
    assertThat(Run.of("predict", model, same).err()).doesNotContain("warning");
  }

  /** The command's tests have no GPU, nor the artifact for one. */
  @Test
  void aDeviceThatIsNotThereIsRefusedAndLeavesNoModel() {
    Path other = directory.resolve("other.tgp");
    Run cuda = Run.of(Run.quickFit(table, "--out", other, "--device", "cuda"));
    assertThat(cuda.code()).isEqualTo(2);
    assertThat(cuda.err()).contains("tgp-cuda is not on the class path");
    Run unknown = Run.of(Run.quickFit(table, "--out", other, "--device", "gpu"));
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("device: expected cpu, auto or cuda but got gpu");
    assertThat(other).doesNotExist();
    Run auto = Run.of(Run.quickFit(table, "--out", other, "--device", "auto"));
    assertThat(auto.code()).as(auto.err()).isZero();
    for (String command : List.of("predict", "evaluate")) {
      Run there = Run.of(command, model, table, "--device", "cuda");
      assertThat(there.code()).isEqualTo(2);
      assertThat(there.err()).contains("tgp-cuda is not on the class path");
      assertThat(Run.of(command, model, table, "--device", "auto").code()).isZero();
    }
  }

  @Test
  void rowsThatTheModelHasSeen() {
    String expected = "the model was fitted to these very rows of prices.csv";
    assertThat(Run.of("evaluate", model, table).err()).contains(expected);
    assertThat(Run.of("predict", model, table).err()).contains(expected);
  }

  /**
   * A plain GP knows neither that shares end at 0 and 1 nor that sizes are above 0; a warp does.
   */
  @Test
  void intervalsThatReachWhereTheTargetCannotBe() throws IOException {
    StringBuilder shares = new StringBuilder("x,share\n");
    StringBuilder sizes = new StringBuilder("x,size\n");
    for (int i = 0; i < 80; i++) {
      double x = -4 + 0.1 * i;
      double latent = 2 * x + 0.4 * Math.sin(13.7 * i);
      shares.append(String.format(Locale.ROOT, "%.2f,%.4f%n", x, 1 / (1 + Math.exp(-latent))));
      sizes.append(String.format(Locale.ROOT, "%.2f,%.4f%n", x, Math.exp(0.5 * latent)));
    }
    Path out = directory.resolve("s.tgp");
    Path table1 = Samples.write(directory, "shares.csv", shares.toString());
    assertThat(Run.of(Run.quickFit(table1, "--out", out)).err())
        .contains("warning: share: the 95% intervals of")
        .contains("of 80 held-out rows reach below 0 or above 1")
        .contains("if it cannot be there, --likelihood beta keeps predictions out of it");
    Path table2 = Samples.write(directory, "sizes.csv", sizes.toString());
    Object[] more = {"--out", out, "--force"};
    assertThat(Run.of(Run.quickFit(table2, more)).err())
        .contains(
            "rows reach below 0, where no size was; if it cannot be there, --model vwgp keeps");
    Run beta = Run.of(Run.quickFit(table1, "--likelihood", "beta", "--out", out, "--force"));
    assertThat(beta.code()).as(beta.err()).isZero();
    assertThat(beta.err()).doesNotContain("warning");
    Run warped = Run.of("fit", table2, "--model", "vwgp", "--epochs", 5, "--out", out, "--force");
    assertThat(warped.code()).as(warped.err()).isZero();
    assertThat(warped.err()).doesNotContain("reach below");
  }

  @Test
  void quantilesOfClasses() throws IOException {
    Path kinds = Samples.kinds(directory, "kinds.csv", 60, 2);
    Path classes = directory.resolve("k.tgp");
    Run run = Run.of(Run.quickFit(kinds, "--validation", 0, "--out", classes));
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Run.of("predict", classes, kinds, "--quantiles", "0.5").err())
        .contains("--quantiles says nothing about kind, which has classes");
    assertThat(Run.of("predict", classes, kinds).err()).doesNotContain("--quantiles");
  }

  @Test
  void aSecondFitSaysHowToGoOn() throws IOException {
    byte[] before = Files.readAllBytes(model);
    Run again = Run.of(Run.quickFit(table, "--out", model));
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("exists already", "--force", "prices-2.tgp");
    assertThat(Files.readAllBytes(model)).isEqualTo(before);
  }

  @Test
  void aCheckpointIsNotThrownAway() throws IOException {
    Path out = directory.resolve("long.tgp");
    Path checkpoint = Samples.write(directory, "long.tgp.checkpoint", "hours of work");
    Run run = Run.of(Run.quickFit(table, "--out", out));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("long.tgp.checkpoint", "--resume", "--force");
    assertThat(checkpoint).hasContent("hours of work");
    assertThat(Run.of(Run.quickFit(table, "--out", out, "--force")).code()).isZero();
  }

  @Test
  void allMissingColumnsAreNamed() throws IOException {
    Path next = Samples.write(directory, "next.csv", "id,sise\n1,2.0\n");
    Run run = Run.of("predict", model, next);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("size (is it sise?), colour; it has id, sise;");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void comparisonsGoOnWithoutWhatFails() throws IOException {
    Path json = directory.resolve("out.json");
    Object[] all = {
      "compare",
      table,
      "--models",
      "exact,svgp",
      "--likelihood",
      "student-t(4)",
      "--folds",
      2,
      "--epochs",
      1,
      "--inducing",
      4,
      "--json",
      json
    };
    Run run = Run.of(all);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("plain GP (svgp)", "failed: ", "split 1: ", "split 2: ");
    assertThat(Files.readString(json)).contains("\"failure\"");
  }

  @Test
  void comparisonsLeaveOutMissingTargets() throws IOException {
    String text = Files.readString(table).replaceAll("(?m)^(1?\\d,.*),[\\d.]+$", "$1,");
    Path gaps = Samples.write(directory, "gaps.csv", text);
    Run run =
        Run.of("compare", gaps, "--models", "svgp", "--folds", 2, "--epochs", 2, "--inducing", 4);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("note: target price: missing in 20 rows, which are left out");
  }

  @Test
  void infiniteTargets() throws IOException {
    Path odd = Samples.write(directory, "odd.csv", Files.readString(table) + "60,1.0,red,inf\n");
    Run run = Run.of(Run.quickFit(odd, "--out", directory.resolve("odd.tgp")));
    assertThat(run.code()).isEqualTo(2);
    String[] words = {"price", "row 61", "finite", "leave it empty"};
    assertThat(run.err()).contains(words);
    assertThat(Run.of("evaluate", model, odd).err()).contains(words);
    assertThat(Run.of("compare", odd, "--models", "svgp").err()).contains(words);
  }

  @Test
  void infiniteInputs() throws IOException {
    Path odd = Samples.write(directory, "odd.csv", Files.readString(table) + "60,inf,red,1.5\n");
    String note = "size: 1 infinite (row 61), treated as missing";
    Path out = directory.resolve("odd.tgp");
    assertThat(Run.of(Run.quickFit(odd, "--validation", 0, "--out", out)).err())
        .contains("note: " + note);
    assertThat(Run.of("compare", odd, "--exclude", "id", "--models", "constant").err())
        .contains("note: " + note);
    for (String command : List.of("predict", "evaluate")) {
      assertThat(Run.of(command, model, odd).err()).contains("warning: " + note);
    }
  }
}
