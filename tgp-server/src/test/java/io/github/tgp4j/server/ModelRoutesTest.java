package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import io.github.tgp4j.data.TargetPrediction;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ModelRoutesTest {
  @RegisterExtension private static final TestServer SERVER = TestServer.withModels();

  @Test
  void saysThatItIsWellAndWhatItServes() {
    assertThat(Client.json(SERVER.get("/health")).get("status").getAsString()).isEqualTo("ok");
    String list = SERVER.get("/v1/models").body();
    assertThat(list).contains("\"name\":\"houses\"", "\"name\":\"flowers\"");
    JsonObject about = Client.json(SERVER.get("/v1/models/houses"));
    assertThat(about.getAsJsonArray("inputs")).hasSize(3);
    assertThat(about.getAsJsonArray("inputs").get(1).toString())
        .contains("\"type\":\"category\"", "Bergen");
  }

  @Test
  void predictsWhatTheModelSays() {
    HttpResponse<String> response =
        SERVER.post(
            "/v1/models/houses/predict",
            "{\"rows\": [{\"area\": 80, \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}],"
                + " \"quantiles\": [0.1, 0.9], \"samples\": 3, \"density\": 16}");
    assertThat(response.statusCode()).isEqualTo(200);
    JsonObject row = Client.json(response).getAsJsonArray("predictions").get(0).getAsJsonObject();
    TargetPrediction expected =
        Samples.houses()
            .predict(
                Map.of("area", 80, "city", "Oslo", "sold", java.time.LocalDate.of(2025, 5, 1)));
    assertThat(row.get("mean").getAsDouble()).isEqualTo(expected.mean()[0]);
    assertThat(row.getAsJsonObject("quantiles").get("0.9").getAsDouble())
        .isCloseTo(expected.quantile(0.9)[0], within(1e-9));
    assertThat(row.getAsJsonArray("samples")).hasSize(3);
    assertThat(row.getAsJsonObject("density").getAsJsonArray("p")).hasSize(16);
  }

  @Test
  void predictsClassesByLabel() {
    HttpResponse<String> response =
        SERVER.post(
            "/v1/models/flowers/predict", "{\"rows\": [{\"length\": 6.5, \"width\": 2.5}]}");
    JsonObject row = Client.json(response).getAsJsonArray("predictions").get(0).getAsJsonObject();
    assertThat(row.get("class").getAsString()).isEqualTo("rose \"red\"");
    JsonObject p = row.getAsJsonObject("probabilities");
    assertThat(p.get("tulip").getAsDouble() + p.get("rose \"red\"").getAsDouble())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void warnsOfValuesThatTrainingDidNotHave() {
    String body =
        SERVER
            .post(
                "/v1/models/houses/predict",
                "{\"rows\": [{\"area\": 80000, \"city\": \"Rom\", \"sold\": null}]}")
            .body();
    assertThat(body).contains("far outside the training rows'", "Rom");
    String csv = "area,city,sold\n80000,Rom,\n";
    SERVER.send(
        "POST", "/v1/models/houses/predict", csv.getBytes(StandardCharsets.UTF_8), "text/csv");
    SERVER.post(
        "/invocations?model=houses",
        "{\"dataframe_records\": [{\"area\": 80000, \"city\": \"Rom\", \"sold\": null}]}");
    assertThat(SERVER.get("/metrics").body())
        .contains("tgp_unusual_requests_total{model=\"houses\"} 3\n");
  }

  @Test
  void refusesWhatMakesNoSense() {
    refused("/v1/models/houses/predict", "", "expected JSON");
    refused("/v1/models/houses/predict", "[]", "expected {\"rows\": [{…}]} but got a list");
    refused("/v1/models/houses/predict", "{\"rows\": [{\"area\": 1", "ends too early");
    refused("/v1/models/houses/predict", "{\"rows\": [{\"area\": NaN}]}", "not valid JSON");
    refused("/v1/models/houses/predict", "{\"rows\": [{\"area\": 1}]}", "lacks 2 of the model's 3");
    refused("/v1/models/houses/predict", "{\"rows\": [{\"area\": []}]}", "row 1, area: expected");
    refused("/v1/models/houses/predict", "{\"rows\": [], \"quantiles\": [2]}", "between 0 and 1");
    refused("/v1/models/houses/predict", "{\"row\": []}", "but got row");
    refused("/v1/models/flowers/predict", "{\"rows\": [], \"density\": 9}", "has classes");
    refused(
        "/v1/models/houses/predict",
        "{\"rows\": [{\"area\": \"big\", \"city\": \"Oslo\", \"sold\": null}]}",
        "column area, row 1: expected a number, as in training, but got the text \"big\"");
    assertThat(SERVER.post("/v1/models/hauses/predict", "{}").statusCode()).isEqualTo(404);
    assertThat(Client.error(SERVER.get("/v1/models/hauses"))).contains("did you mean houses?");
    assertThat(Client.error(SERVER.get("/v1/models/..%2f..%2fetc"))).isNotBlank();
    assertThat(SERVER.get("/nowhere").statusCode()).isEqualTo(404);
    assertThat(SERVER.delete("/health").statusCode()).isEqualTo(405);
  }

  private static void refused(String path, String body, String why) {
    HttpResponse<String> response = SERVER.post(path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(Client.error(response)).contains(why);
  }

  @Test
  void studioMayLoadNothingFromElsewhere() {
    HttpResponse<String> page = SERVER.get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self'");
    assertThat(SERVER.get("/studio/chart.js").body()).contains("Chart.js");
    assertThat(SERVER.get("/studio/index.txt").statusCode()).isEqualTo(404);
    assertThat(SERVER.get("/studio/..%2fopenapi.json").statusCode()).isIn(400, 404);
  }
}
