package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Models judged by tables, and the rows behind the numbers. */
class JudgementTest {
  @RegisterExtension private static final TestServer SERVER = TestServer.withModels();
  private static String houses;

  @BeforeAll
  static void upload() {
    ModelFile.write(
        SERVER.models().resolve("bent.tgp"),
        AutoFit.of(skewed(), "y")
            .model(ModelKind.TGP)
            .inducing(10)
            .epochs(40)
            .withScores(false)
            .threads(1)
            .fit());
    SERVER.server().look();
    houses = SERVER.upload("houses.csv", Samples.housesCsv());
  }

  private static Table skewed() {
    SplittableRandom random = new SplittableRandom(5);
    double[] x = random.doubles(80, 0, 1).toArray();
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.exp(x[i] + 0.5 * random.nextGaussian());
    }
    return Table.builder().number("x", x).number("y", y).build();
  }

  private static JsonObject get(String path) {
    var response = SERVER.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return Client.json(response);
  }

  private static int sum(JsonArray all, String member) {
    int sum = 0;
    for (JsonElement one : all) {
      sum += one.getAsJsonObject().get(member).getAsInt();
    }
    return sum;
  }

  @Test
  void rowsOfATableInBinsAndSegments() {
    String path = "/v1/models/houses/judgement";
    JsonObject all = get(path + "?table=" + houses);
    assertThat(all.get("rows").getAsInt()).isEqualTo(120);
    assertThat(all.get("grade").getAsString()).isEqualTo("good");
    assertThat(all.getAsJsonArray("sentences").get(2).getAsString())
        .contains("120 rows of houses.csv");
    JsonArray bins = all.getAsJsonArray("bins");
    assertThat(bins).hasSize(10);
    assertThat(sum(bins, "count")).isEqualTo(120);
    int first = bins.get(0).getAsJsonObject().get("count").getAsInt();
    JsonObject rows = get(path + "/rows?bin=0&table=" + houses);
    assertThat(rows.get("total").getAsInt()).isEqualTo(first);
    JsonObject segment = segment(all.getAsJsonArray("segments"), "city", "Oslo");
    rows = get(path + "/rows?table=" + houses + "&segment=" + segment.get("segment").getAsInt());
    assertThat(rows.get("total")).isEqualTo(segment.get("rows"));
    for (JsonElement row : rows.getAsJsonArray("rows")) {
      assertThat(row.getAsJsonArray().get(1).getAsString()).isEqualTo("Oslo");
    }
    double worst = error(all.getAsJsonObject("worst"), 0);
    assertThat(worst).isGreaterThanOrEqualTo(error(all.getAsJsonObject("worst"), 1)).isPositive();
  }

  /** |observed − median| of a row; area, city and sold come before. */
  private static double error(JsonObject rows, int i) {
    JsonArray row = rows.getAsJsonArray("rows").get(i).getAsJsonArray();
    return Math.abs(row.get(3).getAsDouble() - row.get(4).getAsDouble());
  }

  private static JsonObject segment(JsonArray all, String input, String part) {
    for (JsonElement one : all) {
      JsonObject segment = one.getAsJsonObject();
      if (segment.get("input").getAsString().equals(input)
          && segment.get("part").getAsString().equals(part)) {
        return segment;
      }
    }
    throw new AssertionError(input + " " + part + " is not among " + all);
  }

  @Test
  void partsOfATimeAreRangesOfDays() {
    JsonArray all = get("/v1/models/houses/judgement?table=" + houses).getAsJsonArray("segments");
    int parts = 0;
    int rows = 0;
    for (JsonElement one : all) {
      if (one.getAsJsonObject().get("input").getAsString().equals("sold")) {
        assertThat(one.getAsJsonObject().get("part").getAsString())
            .matches("2025-\\d\\d-\\d\\d to 2025-\\d\\d-\\d\\d");
        parts++;
        rows += one.getAsJsonObject().get("rows").getAsInt();
      }
    }
    assertThat(parts).isEqualTo(4);
    assertThat(rows).isEqualTo(120);
  }

  @Test
  void classesAreCountedByWhatTheyWereTakenFor() {
    byte[] csv =
        "length,width,kind\n1,1,tulip\n7,3,\"rose \"\"red\"\"\"\n6,2,tulip\n"
            .getBytes(StandardCharsets.UTF_8);
    String table = SERVER.upload("flowers.csv", csv);
    JsonObject all = get("/v1/models/flowers/judgement?table=" + table);
    assertThat(all.getAsJsonArray("confusion").toString()).isEqualTo("[[1,0],[1,1]]");
    JsonObject rows =
        get("/v1/models/flowers/judgement/rows?observed=1&predicted=0&table=" + table);
    assertThat(rows.get("total").getAsInt()).isEqualTo(1);
    assertThat(rows.getAsJsonArray("rows").get(0).getAsJsonArray().get(0).getAsDouble())
        .isEqualTo(6.0);
  }

  @Test
  void refusesTablesWithoutTheTarget() {
    String table =
        SERVER.upload(
            "x.csv", "area,city,sold\n1,Oslo,2025-01-01\n".getBytes(StandardCharsets.UTF_8));
    var response = SERVER.get("/v1/models/houses/judgement?table=" + table);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Client.error(response)).contains("expected a column price");
    response = SERVER.get("/v1/models/houses/judgement");
    assertThat(Client.error(response)).contains("?table=ID");
  }

  @Test
  void comparesModelsOfOneTarget() {
    JsonObject all =
        Client.json(
            SERVER.post(
                "/v1/compare", "{\"models\": [\"houses\"], \"table\": \"" + houses + "\"}"));
    JsonObject model = all.getAsJsonArray("models").get(0).getAsJsonObject();
    assertThat(model.getAsJsonObject("scores").get("r2").getAsDouble()).isGreaterThan(0.8);
    assertThat(model.getAsJsonArray("inside")).hasSameSizeAs(all.getAsJsonArray("levels"));
    var refused =
        SERVER.post(
            "/v1/compare",
            "{\"models\": [\"houses\", \"flowers\"], \"table\": \"" + houses + "\"}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Client.error(refused)).contains("compare models of the same target");
  }

  @Test
  void tellsTheLearntFlow() {
    JsonObject answer =
        Client.json(
            SERVER.post(
                "/v1/models/bent/explore",
                "{\"row\": {\"x\": 0.5}, \"effects\": false, \"flows\": true}"));
    JsonObject flow = answer.getAsJsonArray("flows").get(0).getAsJsonObject();
    JsonArray y = flow.getAsJsonArray("y");
    for (int k = 1; k < y.size(); k++) {
      assertThat(y.get(k).getAsDouble()).isGreaterThan(y.get(k - 1).getAsDouble());
    }
    assertThat(flow.get("at").getAsDouble()).isCloseTo(0, within(3.0));
  }
}
