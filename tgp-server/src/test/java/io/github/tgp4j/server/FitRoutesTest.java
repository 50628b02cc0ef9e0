package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.github.tgp4j.cli.Main;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.ModelFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
  void theShownCommandMakesTheSameModel() throws Exception {
    String body =
        "{\"table\": \""
            + upload()
            + "\", \"model\": \"homes\", \"settings\": {\"target\": [\"price\", \"area\"], \"model\":"
            + " \"tgp\", \"inducing\": 10, \"epochs\": 20, \"exclude\": [\"sold\"], \"seed\": 5}}";
    String fit = "/v1/fits/" + Client.json(server.post("/v1/fits", body)).get("fit").getAsString();
    String events = server.get(fit + "/events").body();
    JsonObject about = Client.json(server.get(fit));
    assertThat(about.get("state").getAsString()).as(events).isEqualTo("done");
    String command = about.get("command").getAsString();
    assertThat(command)
        .startsWith("tgp fit houses.csv --target price,area --exclude sold --model tgp")
        .endsWith(" --out homes.tgp --report homes.html");
    Path work = Files.createDirectory(server.home().resolve("work"));
    Files.write(work.resolve("houses.csv"), Samples.housesCsv());
    String[] words = command.split(" ");
    for (int i = 0; i < words.length; i++) {
      boolean file = words[i].matches(".*\\.(csv|tgp|html)");
      words[i] = file ? work.resolve(words[i]).toString() : words[i];
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    assertThat(Main.run(out, out, Arrays.copyOfRange(words, 1, words.length)))
        .as(said.toString())
        .isZero();
    Table row = Table.builder().category("city", new String[] {"Oslo"}).build();
    List<TargetPrediction> here =
        ModelFile.read(server.home().resolve("models/homes/1.tgp")).requireTable().predictAll(row);
    List<TargetPrediction> there =
        ModelFile.read(work.resolve("homes.tgp")).requireTable().predictAll(row);
    for (int o = 0; o < 2; o++) {
      assertThat(here.get(o).mean()[0]).isEqualTo(there.get(o).mean()[0]);
      assertThat(here.get(o).quantile(0.9)[0]).isEqualTo(there.get(o).quantile(0.9)[0]);
    }
    assertThat(Files.readString(work.resolve("homes.html"))).contains("<html");
  }

  @Test
  void aTableStaysWhileAFitNeedsIt() {
    String table = upload();
    String body =
        "{\"table\": \""
            + table
            + "\", \"settings\": {\"target\": \"price\", \"model\": \"tgp\", \"epochs\": 100000}}";
    String fit = "/v1/fits/" + Client.json(server.post("/v1/fits", body)).get("fit").getAsString();
    HttpResponse<String> refused = server.delete("/v1/tables/" + table);
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(Client.error(refused)).contains("needs it; cancel that first");
    server.post(fit + "/cancel", "");
    server.get(fit + "/events"); // until it is over
    assertThat(server.delete("/v1/tables/" + table).statusCode()).isEqualTo(204);
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
