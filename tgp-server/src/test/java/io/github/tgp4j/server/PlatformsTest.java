package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.github.tgp4j.data.TargetPrediction;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Open Inference Protocol and MLflow's requests give what the model says. */
class PlatformsTest {
  @RegisterExtension private static final TestServer SERVER = TestServer.withModels();
  private static TargetPrediction expected;

  @BeforeAll
  static void start() {
    Map<String, Object> row = new HashMap<>();
    row.put("area", null);
    row.put("city", "Oslo");
    row.put("sold", LocalDate.of(2025, 5, 1));
    expected = Samples.houses().predict(row);
  }

  @Test
  void describesAModelAsTensors() {
    JsonObject about = Client.json(SERVER.get("/v2/models/houses"));
    assertThat(about.get("inputs").toString())
        .contains("{\"name\":\"area\",\"datatype\":\"FP64\",\"shape\":[-1]}")
        .contains("{\"name\":\"city\",\"datatype\":\"BYTES\",\"shape\":[-1]}");
    assertThat(about.get("outputs").toString()).contains("mean", "sd", "quantile_0.05");
    assertThat(SERVER.get("/v2/models/flowers").body()).contains("class", "probability_tulip");
    assertThat(SERVER.get("/v2/health/ready").statusCode()).isEqualTo(200);
    assertThat(SERVER.get("/v2/models/houses/versions/1/ready").statusCode()).isEqualTo(200);
    assertThat(SERVER.get("/v2/models/houses/versions/9").statusCode()).isEqualTo(404);
  }

  @Test
  void infersFromTensorsOfJson() {
    HttpResponse<String> response =
        SERVER.post(
            "/v2/models/houses/infer",
            "{\"id\": \"a1\", \"inputs\": [{\"name\": \"area\", \"shape\": [1, 1], \"datatype\":"
                + " \"FP64\", \"data\": [[null]]}, {\"name\": \"city\", \"shape\": [1],"
                + " \"datatype\": \"BYTES\", \"data\": [\"Oslo\"]}, {\"name\": \"sold\","
                + " \"shape\": [1], \"datatype\": \"BYTES\", \"data\": [\"2025-05-01\"]}],"
                + " \"outputs\": [{\"name\": \"quantile_0.9\"}, {\"name\": \"mean\"}]}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonObject told = Client.json(response);
    assertThat(told.get("id").getAsString()).isEqualTo("a1");
    JsonArray outputs = told.getAsJsonArray("outputs");
    assertThat(first(outputs, 0)).isEqualTo(expected.quantiles(0.9)[0][0]);
    assertThat(first(outputs, 1)).isEqualTo(expected.mean()[0]);
  }

  private static double first(JsonArray outputs, int at) {
    return outputs.get(at).getAsJsonObject().getAsJsonArray("data").get(0).getAsDouble();
  }

  @Test
  void infersFromTensorsOfBytes() throws Exception {
    ByteBuffer area = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(Double.NaN);
    String json =
        "{\"inputs\": [{\"name\": \"area\", \"shape\": [1], \"datatype\": \"FP64\","
            + " \"parameters\": {\"binary_data_size\": 8}}, {\"name\": \"city\", \"shape\": [1],"
            + " \"datatype\": \"BYTES\", \"parameters\": {\"binary_data_size\": 8}}, {\"name\":"
            + " \"sold\", \"shape\": [1], \"datatype\": \"BYTES\", \"data\": [\"2025-05-01\"]}]}";
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(json.getBytes(StandardCharsets.UTF_8));
    body.writeBytes(area.array());
    body.writeBytes(new byte[] {4, 0, 0, 0});
    body.writeBytes("Oslo".getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(SERVER.url() + "/v2/models/houses/infer"))
            .header("Inference-Header-Content-Length", Integer.toString(json.length()))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(first(Client.json(response).getAsJsonArray("outputs"), 0))
        .isEqualTo(expected.mean()[0]);
  }

  @Test
  void refusesTensorsThatDoNotFit() {
    refused(
        "{\"inputs\": [{\"name\": \"area\", \"shape\": [2], \"datatype\": \"FP64\", \"data\":"
            + " [1]}]}",
        "expected 2 values, as its shape says, but got 1");
    refused(
        "{\"inputs\": [{\"name\": \"area\", \"shape\": [1, 2], \"datatype\": \"FP64\"}]}",
        "expected the shape [rows] or [rows, 1]");
    refused(
        "{\"inputs\": [{\"name\": \"area\", \"shape\": [1], \"datatype\": \"FP64\", \"data\":"
            + " [\"x\"]}]}",
        "expected values of the datatype FP64 or null");
    refused("{\"inputs\": []}", "lacks 3 of the model's 3 inputs");
  }

  private static void refused(String body, String why) {
    HttpResponse<String> response = SERVER.post("/v2/models/houses/infer", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(Client.error(response)).contains(why);
  }

  @Test
  void answersInvocationsInAllForms() {
    List<String> forms =
        List.of(
            "{\"dataframe_split\": {\"columns\": [\"area\", \"city\", \"sold\"], \"data\": [[null,"
                + " \"Oslo\", \"2025-05-01\"]]}}",
            // as MLflow's client writes missing numbers
            "{\"dataframe_split\": {\"columns\": [\"area\", \"city\", \"sold\"], \"data\": [[NaN,"
                + " \"Oslo\", \"2025-05-01\"]]}}",
            "{\"dataframe_records\": [{\"city\": \"Oslo\", \"sold\": \"2025-05-01\", \"area\":"
                + " null}]}",
            "{\"inputs\": {\"area\": [null], \"city\": [\"Oslo\"], \"sold\": [\"2025-05-01\"]}}",
            "{\"instances\": [{\"city\": \"Oslo\", \"sold\": \"2025-05-01\", \"area\": null}],"
                + " \"params\": {\"quantiles\": [0.9]}}");
    for (String form : forms) {
      HttpResponse<String> response = SERVER.post("/invocations?model=houses", form);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(mean(response)).isEqualTo(expected.mean()[0]);
    }
    HttpResponse<String> csv =
        SERVER.send(
            "POST",
            "/v1/models/houses/invocations",
            "area,city,sold\n,Oslo,2025-05-01\n".getBytes(StandardCharsets.UTF_8),
            "text/csv");
    assertThat(mean(csv)).isEqualTo(expected.mean()[0]);
    assertThat(Client.error(SERVER.post("/invocations", "{}"))).contains("expected ?model=NAME");
    assertThat(Client.error(SERVER.post("/invocations?model=houses", "{\"data\": 1}")))
        .contains("but got data");
    assertThat(SERVER.get("/ping").statusCode()).isEqualTo(200);
  }

  private static double mean(HttpResponse<String> response) {
    return Client.json(response)
        .getAsJsonArray("predictions")
        .get(0)
        .getAsJsonObject()
        .get("mean")
        .getAsDouble();
  }
}
