package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PredictStreamsTest {
  @RegisterExtension private static final TestServer SERVER = TestServer.withModels();

  private static HttpResponse<String> predict(String query, String body, String type) {
    return SERVER.send(
        "POST", "/v1/models/houses/predict" + query, body.getBytes(StandardCharsets.UTF_8), type);
  }

  private static double meanOf(String row) {
    HttpResponse<String> one =
        SERVER.post("/v1/models/houses/predict", "{\"rows\": [" + row + "]}");
    return Client.json(one)
        .getAsJsonArray("predictions")
        .get(0)
        .getAsJsonObject()
        .get("mean")
        .getAsDouble();
  }

  @Test
  void csvIsPredictedAsJsonIs() {
    String csv = "id;area;city;sold\r\n7;80;Oslo;2025-05-01\r\n8;;\"Ber\"\"gen\";2025-06-01\r\n";
    HttpResponse<String> response = predict("?keep=id,city&quantiles=0.1,0.9", csv, "text/csv");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    List<String> lines = response.body().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("id,city,mean,sd,q0.1,q0.9");
    assertThat(lines.get(2)).startsWith("8,\"Ber\"\"gen\",");
    double mean = meanOf("{\"area\": 80, \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}");
    assertThat(Double.parseDouble(lines.get(1).split(",")[2])).isEqualTo(mean);
    assertThat(response.headers().firstValue("Tgp-Warnings").orElse("")).contains("gen");
  }

  @Test
  void largeAnswersGoThroughAFileThatIsGoneAfterwards() throws Exception {
    StringBuilder csv = new StringBuilder("area,city,sold\n");
    int rows = 20_000;
    for (int i = 0; i < rows; i++) {
      csv.append(20 + i % 180).append(",Oslo,2025-05-01\n");
    }
    HttpResponse<String> response = predict("?samples=2", csv.toString(), "text/csv");
    assertThat(response.body().length()).isGreaterThan(1 << 20);
    assertThat(response.body().lines().count()).isEqualTo(rows + 1L);
    try (var files = Files.list(SERVER.home().resolve("answers"))) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void whatIsWrongInARowIsAnErrorNotHalfAnAnswer() {
    refused("", "area,city\n1,Oslo\n", "sold");
    refused("", "area,city,sold\n1,Oslo\n", "row 1: expected 3 values, as the header has");
    refused("", "area,city,sold\n1,Oslo,\nbig,Oslo,\n", "column area, row 2: expected a number");
    refused("", "area,area,sold\n", "is called area again");
    refused("", "", "expected CSV with a header");
    refused("", "area,city,sold\n\"1,Oslo,", "does not end");
    refused("", "area,city,sold\n\"1\"x,Oslo,", "behind its last quote");
    refused("?keep=nix", "area,city,sold\n1,Oslo,\n", "no column is called nix");
    refused("?quantiles=a", "area,city,sold\n1,Oslo,\n", "quantiles: expected levels");
  }

  private static void refused(String query, String csv, String why) {
    HttpResponse<String> response = predict(query, csv, "text/csv");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(Client.error(response)).contains(why);
  }

  @Test
  void linesAreAnsweredInTheirPlaces() {
    String lines =
        "{\"area\": 80, \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}\n\nnonsense\n"
            + "{\"area\": \"x\", \"city\": \"Oslo\", \"sold\": null}\n"
            + "{\"area\": 90, \"city\": \"Oslo\", \"sold\": null}";
    HttpResponse<String> response = predict("", lines, "application/x-ndjson");
    List<String> told = response.body().lines().toList();
    assertThat(told).hasSize(4);
    double mean = meanOf("{\"area\": 80, \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}");
    assertThat(JsonParser.parseString(told.get(0)).getAsJsonObject().get("mean").getAsDouble())
        .isEqualTo(mean);
    assertThat(told.get(1)).contains("not valid JSON", "\"row\":2");
    assertThat(told.get(2)).contains("expected a number", "\"row\":3");
    assertThat(told.get(3)).contains("\"quantiles\":{\"0.05\":");
  }

  @Test
  void anUploadedTableIsPredicted() {
    HttpResponse<String> upload =
        SERVER.send(
            "POST",
            "/v1/tables?name=my houses.csv".replace(" ", "%20"),
            Samples.housesCsv(),
            "text/csv");
    String id = Client.json(upload).get("table").getAsString();
    HttpResponse<String> response =
        SERVER.send("POST", "/v1/models/houses/predict?table=" + id + "&keep=*", null, null);
    assertThat(response.body().lines().count()).isEqualTo(121);
    assertThat(response.body()).startsWith("area,city,sold,price,mean,sd,q0.05,q0.5,q0.95\n");
    assertThat(response.headers().firstValue("Content-Disposition").orElse(""))
        .contains("my_houses-predictions.csv");
  }
}
