package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FitRoutesTest {
  private static final String QUICK =
      "\"settings\": {\"target\": \"price\", \"model\": \"svgp\", \"inducing\": 10, \"epochs\": 20,"
          + " \"threads\": 1}";

  @RegisterExtension private final TestServer server = TestServer.empty();

  private String upload() {
    return server.upload("houses.csv", Samples.housesCsv());
  }

  @Test
  void fromATableToAModelThatPredicts() {
    String table = upload();
    HttpResponse<String> begun =
        server.post(
            "/v1/fits", "{\"table\": \"" + table + "\", \"model\": \"homes\", " + QUICK + "}");
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    String fit = Client.json(begun).get("fit").getAsString();
    String events = server.get("/v1/fits/" + fit + "/events").body(); // until it is over
    assertThat(events).contains("event: state", "\"state\":\"done\"");
    JsonObject about = Client.json(server.get("/v1/fits/" + fit));
    assertThat(about.get("command").getAsString())
        .startsWith("tgp fit houses.csv --target price --model svgp");
    assertThat(about.getAsJsonObject("result").get("version").getAsInt()).isEqualTo(1);
    assertThat(server.get("/v1/fits/" + fit + "/report").body()).contains("<html");
    HttpResponse<String> predicted =
        server.post(
            "/v1/models/homes/predict",
            "{\"rows\": [{\"area\": 80, \"city\": \"Oslo\", \"sold\": \"2025-05-01\"}]}");
    assertThat(predicted.statusCode()).as(predicted.body()).isEqualTo(200);
    assertThat(server.home().resolve("models/homes/1.tgp")).exists();
    assertThat(server.delete("/v1/fits/" + fit).statusCode()).isEqualTo(204);
    assertThat(server.delete("/v1/tables/" + table).statusCode()).isEqualTo(204);
    assertThat(server.home().resolve("tables/" + table)).doesNotExist();
  }

  @Test
  void saysWhatIsInATable() {
    JsonObject about = Client.json(server.get("/v1/tables/" + upload()));
    assertThat(about.get("rows").getAsInt()).isEqualTo(120);
    JsonObject area = about.getAsJsonArray("columns").get(0).getAsJsonObject();
    assertThat(area.get("missing").getAsInt()).isEqualTo(7);
    assertThat(area.get("use").getAsString())
        .isEqualTo("as a number, and a mark where it is missing");
    int counted = 0;
    for (var bin : area.getAsJsonObject("histogram").getAsJsonArray("counts")) {
      counted += bin.getAsInt();
    }
    assertThat(counted).isEqualTo(113);
  }

  @Test
  void refusesWhatMakesNoSense() throws Exception {
    String table = upload();
    refused("{\"table\": \"nothere\"}", 404, "there is none");
    refused("{\"table\": \"" + table + "\", \"settings\": {\"sql\": \"x\"}}", 400, "setting is");
    refused("{\"table\": \"" + table + "\", \"settings\": {\"out\": \"x\"}}", 400, "setting is");
    refused("{\"table\": \"" + table + "\", \"settings\": {\"quality\": \"bad\"}}", 400, "quality");
    refused("{\"table\": \"" + table + "\", \"model\": \"../x\"}", 400, "expected a name");
    HttpResponse<String> noTable =
        server.send("POST", "/v1/tables?name=x.exe", new byte[] {1}, "text/csv");
    assertThat(Client.error(noTable)).contains("expected the name of a table");
    HttpResponse<String> notATable =
        server.send("POST", "/v1/tables?name=x.parquet", new byte[] {1, 2, 3}, "text/csv");
    assertThat(notATable.statusCode()).isEqualTo(400);
    assertThat(notATable.body()).doesNotContain(server.home().toString());
    assertThat(Files.list(server.home().resolve("tables"))).hasSize(1);
  }

  private void refused(String body, int status, String why) {
    HttpResponse<String> response = server.post("/v1/fits", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(Client.error(response)).contains(why);
  }
}
