package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.github.tgp4j.io.ModelFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {
  @TempDir private Path directory;
  private Path models;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void makeModels() throws Exception {
    models = Files.createDirectories(directory.resolve("models"));
    Files.createDirectories(models.resolve("homes"));
    ModelFile.write(models.resolve("homes/1.tgp"), Samples.houses());
    ModelFile.write(models.resolve("homes/2.tgp"), Samples.flowers());
  }

  private TgpServer start() {
    return TgpServer.start(
        ServerSettings.of(directory.resolve("home"))
            .models(List.of(models))
            .port(0)
            .reload(Duration.ofHours(1)) // by hand here
            .log(log::add, false));
  }

  private static int active(Client client) {
    return Client.json(client.get("/v1/models/homes")).get("active").getAsInt();
  }

  @Test
  void theNewestAnswersUntilAnotherIsChosenAlsoAfterARestart() {
    try (TgpServer server = start()) {
      Client client = new Client(server);
      assertThat(active(client)).isEqualTo(2);
      assertThat(client.get("/v1/models/homes?version=1").body()).contains("\"price\"");
      assertThat(client.post("/v1/models/homes/rollback", "").statusCode()).isEqualTo(200);
      assertThat(active(client)).isEqualTo(1);
      assertThat(client.post("/v1/models/homes/rollback", "").statusCode()).isEqualTo(409);
      ModelFile.write(models.resolve("homes/3.tgp"), Samples.flowers());
      server.look();
      assertThat(active(client)).isEqualTo(1);
    }
    try (TgpServer server = start()) {
      Client client = new Client(server);
      assertThat(active(client)).isEqualTo(1);
      client.post("/v1/models/homes/activate", "{\"version\": null}");
      assertThat(active(client)).isEqualTo(3);
      assertThat(client.post("/v1/models/homes/activate", "{\"version\": 9}").statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void aFileThatChangesIsLoadedAgainAndADamagedOneIsNot() throws Exception {
    Path file = models.resolve("single.tgp");
    ModelFile.write(file, Samples.houses());
    try (TgpServer server = start()) {
      Client client = new Client(server);
      ModelFile.write(file, Samples.flowers());
      server.look();
      JsonObject about = Client.json(client.get("/v1/models/single"));
      assertThat(about.get("active").getAsInt()).isEqualTo(2);
      assertThat(about.get("targets").toString()).contains("kind");
      byte[] whole = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
      server.look();
      server.look();
      assertThat(Client.json(client.get("/v1/models/single")).get("active").getAsInt())
          .isEqualTo(2);
      assertThat(log.stream().filter(line -> line.contains("what was served before stays")))
          .hasSize(1);
      Files.delete(file);
      server.look();
      assertThat(client.get("/v1/models/single").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void modelsThatWereFittedHereCanBeDeletedAndOthersCannot() throws Exception {
    Path own = Files.createDirectories(directory.resolve("home/models/own"));
    ModelFile.write(own.resolve("1.tgp"), Samples.houses());
    ModelFile.write(own.resolve("2.tgp"), Samples.flowers());
    try (TgpServer server = start()) {
      Client client = new Client(server);
      client.post("/v1/models/own/activate", "{\"version\": 2}");
      assertThat(client.delete("/v1/models/own?version=7").statusCode()).isEqualTo(404);
      assertThat(client.delete("/v1/models/own?version=2").statusCode()).isEqualTo(204);
      assertThat(own.resolve("2.tgp")).doesNotExist();
      assertThat(Client.json(client.get("/v1/models/own")).get("active").getAsInt()).isEqualTo(1);
      assertThat(client.delete("/v1/models/own").statusCode()).isEqualTo(204);
      assertThat(client.get("/v1/models/own").statusCode()).isEqualTo(404);
      assertThat(own).doesNotExist();
      assertThat(directory.resolve("home/pins/own.json")).doesNotExist();
      assertThat(Client.error(client.delete("/v1/models/homes"))).contains("was given");
      assertThat(models.resolve("homes/2.tgp")).exists();
    }
  }
}
