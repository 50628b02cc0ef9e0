package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import io.github.tgp4j.io.ModelFile;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is really full: the home directory is a file system of a megabyte. Skipped where
 * mounting one is not permitted.
 */
class FullDiskTest {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private Path home;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private TgpServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    home = Files.createDirectory(directory.resolve("home"));
    assumeTrue(
        does("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", home.toString()),
        "skipped: this user may not mount a file system");
    Files.createDirectories(home.resolve("models/own"));
    ModelFile.write(home.resolve("models/own/1.tgp"), Samples.houses());
    ModelFile.write(home.resolve("models/own/2.tgp"), Samples.houses());
    server = TgpServer.start(ServerSettings.of(home).port(0).log(log::add, false));
    client = new Client(server);
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
      assertThat(does("umount", home.toString())).isTrue();
      assertThat(log).noneMatch(line -> line.contains("\"level\":\"error\""));
    }
  }

  private static boolean does(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  /** Leaves no byte. */
  private void fill() {
    byte[] bytes = new byte[512];
    try (OutputStream out = Files.newOutputStream(home.resolve("ballast"))) {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private void makeRoom() throws IOException {
    Files.delete(home.resolve("ballast"));
  }

  private HttpResponse<String> upload(byte[] rows) {
    return client.send("POST", "/v1/tables?name=houses.csv", rows, "text/csv");
  }

  private HttpResponse<String> fit(String table) {
    return client.post(
        "/v1/fits",
        "{\"table\": \""
            + table
            + "\", \"model\": \"homes\", \"settings\": {\"target\": \"price\", \"model\": \"svgp\","
            + " \"inducing\": 10, \"epochs\": 300, \"threads\": 1}}");
  }

  private static void requireNoRoom(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(507);
    assertThat(Client.error(response)).contains("the disk is full");
  }

  @Test
  void tablesThatDoNotFitLeaveNothing() throws IOException {
    requireNoRoom(upload(("a,b\n" + "1,2\n".repeat(500_000)).getBytes(StandardCharsets.UTF_8)));
    try (var left = Files.list(home.resolve("tables"))) {
      assertThat(left).isEmpty();
    }
    HttpResponse<String> small = upload(Samples.housesCsv());
    assertThat(small.statusCode()).as(small.body()).isEqualTo(201);
  }

  @Test
  void aFitFailsInWordsAndGoesOnWhenThereIsRoom() throws IOException {
    String table = Client.json(upload(Samples.housesCsv())).get("table").getAsString();
    fill();
    requireNoRoom(fit(table));
    makeRoom();
    HttpResponse<String> begun = fit(table);
    fill(); // long before it has anything to keep
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    String fit = "/v1/fits/" + Client.json(begun).get("fit").getAsString();
    String events = client.get(fit + "/events").body(); // ends although its state cannot be kept
    JsonObject about = Client.json(client.get(fit));
    assertThat(about.get("state").getAsString()).as(events).isEqualTo("failed");
    assertThat(about.get("error").getAsString()).containsAnyOf("disk is full", "No space left");
    assertThat(about.get("error").getAsString()).doesNotContain(directory.toString());
    assertThat(client.get("/v1/tables/" + table).statusCode()).isEqualTo(200);
    assertThat(client.get("/v1/models/homes").statusCode()).isEqualTo(404);
    makeRoom();
    assertThat(client.post(fit + "/resume", "").statusCode()).isEqualTo(202);
    events = client.get(fit + "/events").body();
    assertThat(Client.json(client.get(fit)).get("state").getAsString())
        .as(events)
        .isEqualTo("done");
    assertThat(client.get("/v1/models/homes").statusCode()).isEqualTo(200);
  }

  @Test
  void answersAndChoicesThatCannotBeKeptChangeNothing() throws IOException {
    fill();
    requireNoRoom(client.post("/v1/models/own/rollback", ""));
    assertThat(Client.json(client.get("/v1/models/own")).get("active").getAsInt()).isEqualTo(2);
    String csv = "area,city,sold\n" + "80,Oslo,2025-05-01\n".repeat(20_000);
    requireNoRoom(
        client.send(
            "POST", "/v1/models/own/predict", csv.getBytes(StandardCharsets.UTF_8), "text/csv"));
    String one = "{\"rows\": [{\"area\": 80, \"city\": \"Oslo\", \"sold\": null}]}";
    assertThat(client.post("/v1/models/own/predict", one).statusCode()).isEqualTo(200);
    makeRoom();
    assertThat(client.post("/v1/models/own/rollback", "").statusCode()).isEqualTo(200);
  }
}
