package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.Tables;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands one after the other, as a person would use them. */
class CommandsTest {
  @TempDir private Path directory;

  private static Run ok(Object... args) {
    Run run = Run.of(args);
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    return run;
  }

  private static Chunk read(Path file) {
    try (DuckTable reader = Tables.open(file)) {
      return Table.of(reader).all();
    }
  }

  private Path fitted(Path table, Object... more) {
    Path model = directory.resolve("m.tgp");
    Object[] args = new Object[10 + more.length];
    List<Object> first =
        List.of("fit", table, "--out", model, "--inducing", 10, "--epochs", 60, "--threads", 1);
    for (int i = 0; i < args.length; i++) {
      args[i] = i < 10 ? first.get(i) : more[i - 10];
    }
    ok(args);
    return model;
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "csv.gz", "parquet", "jsonl"})
  void fromATableToPredictions(String format) throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 120, 1);
    Path model =
        fitted(table, "--target", "price", "--exclude", "id", "--model", "vwgp", "--validation", 0);
    Path next = Samples.prices(directory, "next.csv", 50, 2);
    Path out = directory.resolve("predictions." + format);
    Run run =
        ok(
            "predict",
            model,
            next,
            "--out",
            out,
            "--keep",
            "id",
            "--quantiles",
            "0.1,0.5,0.9",
            "--samples",
            2);
    assertThat(run.err()).contains("50 rows predicted");
    Chunk found = read(out);
    assertThat(found.columns().stream().map(Column::name))
        .containsExactly("id", "mean", "sd", "q0.1", "q0.5", "q0.9", "sample_1", "sample_2");
    assertThat(found.rows()).isEqualTo(50);
    for (int i = 0; i < 50; i++) {
      assertThat(found.numbers(0)[i]).isEqualTo(i);
      assertThat(found.numbers(3)[i]).isPositive().isLessThan(found.numbers(4)[i]);
      assertThat(found.numbers(5)[i]).isGreaterThan(found.numbers(4)[i]);
      assertThat(found.numbers(6)[i]).isPositive();
    }
  }

  @Test
  void evaluateScoresWhatPredictSays() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 150, 1);
    Path model = fitted(table, "--model", "tgp", "--exclude", "id", "--validation", 0);
    Path next = Samples.prices(directory, "next.csv", 80, 2);
    JsonObject scores =
        JsonParser.parseString(ok("evaluate", model, next, "--json").out())
            .getAsJsonObject()
            .getAsJsonObject("scores");
    Path out = directory.resolve("p.csv");
    ok("predict", model, next, "--out", out, "--keep", "price", "--quantiles", "0.025,0.975");
    Chunk p = read(out);
    double squares = 0;
    double inside = 0;
    for (int i = 0; i < p.rows(); i++) {
      double y = p.numbers(0)[i];
      squares += Math.pow(y - p.numbers(1)[i], 2) / p.rows();
      inside += y >= p.numbers(3)[i] && y <= p.numbers(4)[i] ? 1.0 / p.rows() : 0;
    }
    assertThat(scores.get("rows").getAsInt()).isEqualTo(80);
    assertThat(scores.get("rmse").getAsDouble()).isCloseTo(Math.sqrt(squares), within(1e-6));
    assertThat(scores.get("coverage95").getAsDouble()).isCloseTo(inside, within(1e-9));
    assertThat(scores.get("nll").getAsDouble()).isFinite();
    assertThat(scores.get("crps").getAsDouble()).isPositive();
  }

  @Test
  void autoTriesWhatItIsToldAndSaysWhatFailed() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 1600, 1);
    Path model = directory.resolve("told.tgp");
    Run run =
        ok(
            "fit",
            table,
            "--exclude",
            "id",
            "--kernel",
            "rbf",
            "--inducing",
            4,
            "--epochs",
            1,
            "--candidate",
            "gsp",
            "--candidate",
            "tgp: arcsinh-sum(2)",
            "--out",
            model);
    assertThat(run.out()).contains("plain GP (svgp)", "GP with a flow (tgp)");
    assertThat(run.out()).contains("failed    transformed prior (gsp): ", "at most 1000 rows");
    assertThat(ok("info", model).out()).contains("gsp; tgp: arcsinh-sum(2)");
  }

  private static org.assertj.core.data.Offset<Double> within(double offset) {
    return org.assertj.core.data.Offset.offset(offset);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void classesByName(int classes) throws IOException {
    Path table = Samples.kinds(directory, "kinds.csv", 150, classes);
    Path model = fitted(table, "--model", "svgp");
    Path out = directory.resolve("p.csv");
    ok("predict", model, table, "--out", out);
    Chunk p = read(out);
    assertThat(p.columns().get(0).name()).isEqualTo("class");
    assertThat(p.columns().get(1).name()).isEqualTo("p_no");
    int right = 0;
    Chunk truth = read(table);
    for (int i = 0; i < p.rows(); i++) {
      right += p.texts(0)[i].equals(truth.texts(2)[i]) ? 1 : 0;
      double sum = 0;
      for (int k = 1; k <= classes; k++) {
        sum += p.numbers(k)[i];
      }
      assertThat(sum).isCloseTo(1, within(1e-6));
    }
    assertThat(right).isGreaterThan(120);
    assertThat(ok("evaluate", model, table).out())
        .contains(
            "cannot tell. The most probable class is right for", "always saying “", "accuracy");
  }

  @Test
  void severalTargetsAtOnce() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path model = fitted(table, "--target", "price,size", "--model", "svgp", "--validation", 0);
    Path out = directory.resolve("p.csv");
    ok("predict", model, table, "--out", out, "--quantiles", "0.5");
    assertThat(read(out).columns().stream().map(Column::name))
        .containsExactly(
            "price_mean", "price_sd", "price_q0.5", "size_mean", "size_sd", "size_q0.5");
  }

  /** The plain GP's usual steps take all rows: batches need the other kind. */
  @Test
  void batchesOfThePlainGp() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path model = directory.resolve("batches.tgp");
    ok(
        "fit",
        table,
        "--model",
        "svgp",
        "--batch",
        16,
        "--epochs",
        3,
        "--inducing",
        5,
        "--out",
        model);
    assertThat(ok("info", model).out()).contains("15 steps");
  }

  @Test
  void calibratedQuantilesAreSaidAndInfiniteWhereRowsAreTooFew() throws IOException {
    Path table = Samples.prices(directory, "few.csv", 60, 3);
    Path model = directory.resolve("few.tgp");
    Path page = directory.resolve("few.html");
    String said =
        ok(
                "fit",
                table,
                "--target",
                "price",
                "--model",
                "svgp",
                "--epochs",
                "5",
                "--calibrate",
                "--out",
                model,
                "--report",
                page)
            .out();
    assertThat(said).contains("calibrated on 12 rows; intervals up to 84.62% are finite");
    assertThat(ok("info", model).out())
        .contains("calibrated on 12 rows", "rows to calibrate by 12");
    Path predicted = directory.resolve("few-predicted.csv");
    ok("predict", model, table, "--quantiles", "0.1,0.9,0.995", "--out", predicted);
    assertThat(Files.readAllLines(predicted).get(1)).endsWith(",inf");
    assertThat(Files.readString(page)).doesNotContain("Infinity").contains("calibrated on 12 rows");
    assertThat(ok("evaluate", model, table).out()).contains("60");
    Path lines = directory.resolve("few.jsonl");
    ok("predict", model, table, "--quantiles", "0.995", "--out", lines);
    assertThat(JsonParser.parseString(Files.readAllLines(lines).get(0)).isJsonObject()).isTrue();
  }

  @Test
  void infoSaysWhatTheFileHolds() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path model = fitted(table, "--model", "svgp", "--seed", 7);
    assertThat(ok("info", model).out())
        .contains("colour=red", "prices.csv", "seed", "held-out nll", "10 inducing points");
    JsonObject info = JsonParser.parseString(ok("info", model, "--json").out()).getAsJsonObject();
    assertThat(info.getAsJsonObject("settings").get("seed").getAsString()).isEqualTo("7");
    assertThat(info.get("fingerprint").getAsString()).startsWith("sha256:");
  }

  @Test
  void aColumnThatCountsTheRowsIsPointedAt() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 40, 1);
    Path model = directory.resolve("m.tgp");
    Object[] fit = {
      "fit", table, "--model", "svgp", "--epochs", 5, "--inducing", 5, "--out", model
    };
    assertThat(ok(fit).err()).contains("id: counts the rows", "exclude it");
    Object[] again = java.util.Arrays.copyOf(fit, fit.length + 3);
    again[fit.length] = "--exclude";
    again[fit.length + 1] = "id";
    again[fit.length + 2] = "--force";
    assertThat(ok(again).err()).doesNotContain("counts the rows");
  }

  @Test
  void fitPrintsJson() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path model = directory.resolve("m.tgp");
    Run run = ok("fit", table, "--epochs", 20, "--inducing", 5, "--out", model, "--json");
    JsonObject found = JsonParser.parseString(run.out()).getAsJsonObject();
    assertThat(found.getAsJsonObject("tried").keySet()).contains("svgp", "vwgp", "constant");
    assertThat(found.getAsJsonArray("held_out").get(0).getAsJsonObject().get("nll").getAsDouble())
        .isFinite();
    assertThat(directory.resolve("m.tgp.checkpoint")).doesNotExist();
  }

  @Test
  void reportsOfAFitAndOfOtherRows() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 120, 1);
    Path page = directory.resolve("r.html");
    Path model = fitted(table, "--model", "tgp", "--exclude", "id", "--report", page);
    assertThat(Files.readString(page))
        .contains("held-out rows", "plain GP", "<canvas", "price")
        .doesNotContain("https://cdn");
    String html = Files.readString(page);
    String plain = html.substring(html.indexOf("<th scope=\"row\">plain GP"));
    plain = plain.substring(0, plain.indexOf("</tr>"));
    assertThat(plain.split("<td>")).hasSize(7); // all scores, the CRPS too
    assertThat(plain).doesNotContain("–");
    Path other = directory.resolve("o.html");
    Path next = Samples.prices(directory, "next.csv", 50, 2);
    ok("report", model, next, "--out", other, "--baseline", model);
    assertThat(Files.readString(other)).contains("rows of next.csv", "m.tgp");
  }

  @Test
  void aPartOfThePageForEachTarget() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path page = directory.resolve("r.html");
    fitted(table, "--target", "price,size", "--model", "svgp", "--report", page);
    assertThat(Files.readString(page)).contains("id=\"t1-answer\"", "id=\"t2-answer\"");
  }

  @Test
  void aReportSaysWhatItNeedsAndWhatItIs() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 60, 1);
    Path model = fitted(table, "--model", "svgp", "--exclude", "id", "--validation", 0);
    Path page = directory.resolve("r.html");
    Run none = Run.of("report", model, "--out", page);
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("expected a table", "tgp fit --report");
    Run pdf = Run.of("report", model, table, "--out", directory.resolve("r.pdf"));
    assertThat(pdf.code()).isEqualTo(2);
    assertThat(pdf.err()).contains("r.pdf", "ends in .html");
    Path next = Samples.prices(directory, "next.csv", 40, 2);
    ok("report", model, next, "--out", page);
    assertThat(Files.readString(page))
        .contains("fitted to 60 rows of prices.csv and scored on next.csv")
        .doesNotContain("very rows that the model was fitted to");
    ok("report", model, table, "--out", page, "--force");
    assertThat(Files.readString(page))
        .contains("very rows that the model was fitted to", ", all of which it has seen")
        .doesNotContain("The model predicts price", "can be trusted", "wider than they need be");
    Run seen = ok("evaluate", model, table);
    assertThat(seen.err()).contains("fitted to these very rows");
    assertThat(seen.out())
        .contains("Rows that it was fitted to cannot tell", "all of which it has seen")
        .doesNotContain("trusted");
  }

  @Test
  void rowsOfClassesThatAModelHasSeenCannotJudgeIt() throws IOException {
    Path table = Samples.kinds(directory, "kinds.csv", 90, 2);
    Path model = fitted(table, "--model", "svgp", "--validation", 0);
    Path page = directory.resolve("r.html");
    ok("report", model, table, "--out", page);
    assertThat(Files.readString(page))
        .contains("Of rows that it has seen, it expected to be right for")
        .doesNotContain("Its probabilities can be trusted", "The model predicts");
  }

  @Test
  void whatNoModelHasIsRefused() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 60, 1);
    Path model = directory.resolve("never.tgp");
    Run fit = Run.of("fit", table, "--model", "forest", "--epochs", 5, "--out", model);
    assertThat(fit.code()).isEqualTo(2);
    assertThat(fit.err()).contains("--epochs 5.0: forest has no such setting");
    assertThat(model).doesNotExist();
    Run compare = Run.of("compare", table, "--models", "exact,forest", "--inducing", 5);
    assertThat(compare.code()).isEqualTo(2);
    assertThat(compare.err()).contains("--inducing 5: exact, forest have no such setting");
  }

  /** The same rows, the same numbers: in the terminal, in JSON and on the page. */
  @Test
  void evaluateAndReportAgree() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 80, 1);
    Path model = fitted(table, "--model", "tgp", "--exclude", "id", "--validation", 0);
    Path next = Samples.prices(directory, "next.csv", 70, 2);
    Path page = directory.resolve("r.html");
    ok("report", model, next, "--out", page);
    String html = Files.readString(page);
    JsonObject scores =
        JsonParser.parseString(ok("evaluate", model, next, "--json").out())
            .getAsJsonObject()
            .getAsJsonObject("scores");
    for (String name : List.of("mae", "rmse", "nll", "crps")) {
      String text = String.format(java.util.Locale.ROOT, "%.4g", scores.get(name).getAsDouble());
      assertThat(html.replace(",", "").replace('−', '-')).as(name).contains(">" + text);
    }
    String said = ok("evaluate", model, next).out();
    String held = said.substring(said.indexOf("95% intervals held"));
    assertThat(html).contains(held.substring(0, held.indexOf('%', 4) + 1));
  }

  @Test
  void compareWritesRowsAndGoesOn() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 60, 1);
    Path splits = Samples.write(directory, "s.txt", "# test rows\n0 1 2 3 4 5\n10 11 12 13\n");
    Path json = directory.resolve("out.json");
    Object[] args = {
      "compare",
      table,
      "--target",
      "price",
      "--models",
      "svgp,tgp",
      "--splits",
      splits,
      "--split",
      "1-2",
      "--json",
      json,
      "--epochs",
      "20",
      "--inducing",
      "5"
    };
    Run run = ok(args);
    assertThat(run.out())
        .contains("plain GP (svgp)", "no inputs (constant)", "typical error", "R²", "NLL", "±");
    JsonArray rows = JsonParser.parseString(Files.readString(json)).getAsJsonArray();
    assertThat(rows).hasSize(6); // two models and what they must beat, on two splits
    JsonObject row = rows.get(0).getAsJsonObject();
    assertThat(row.keySet())
        .contains(
            "data",
            "model",
            "split",
            "n_train",
            "n_test",
            "nll",
            "rmse",
            "mae",
            "crps",
            "coverage95",
            "accuracy",
            "fit_seconds",
            "predict_seconds",
            "steps");
    assertThat(row.get("n_test").getAsInt()).isEqualTo(6);
    assertThat(row.get("n_train").getAsInt()).isEqualTo(54);
    String before = Files.readString(json);
    Object[] again = java.util.Arrays.copyOf(args, args.length + 1);
    again[args.length] = "--resume";
    assertThat(ok(again).err()).doesNotContain("split 1");
    assertThat(Files.readString(json)).isEqualTo(before);
    assertThat(Run.of(args).code()).isEqualTo(2); // not over existing results
  }

  @Test
  void helpTeaches() {
    assertThat(ok("--help").out()).contains("tgp fit", "tgp demo");
    assertThat(ok("fit", "--help").out()).contains("--time-limit", "Examples:");
    assertThat(ok("--version").out()).startsWith("tgp ");
  }

  /** Its flows share one GP: every class has a panel all the same. */
  @Test
  void aReportOfOneGpForAllClasses() throws IOException {
    Path table = Samples.kinds(directory, "kinds.csv", 60, 3);
    Path page = directory.resolve("kinds.html");
    Path model = directory.resolve("kinds.tgp");
    Run run =
        Run.of(
            "fit",
            table,
            "--model",
            "etgp",
            "--flow",
            "affine",
            "--epochs",
            5,
            "--inducing",
            5,
            "--out",
            model,
            "--report",
            page);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(page).content().contains("G = affine");
  }
}
