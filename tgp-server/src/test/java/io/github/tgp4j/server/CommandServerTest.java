package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.github.tgp4j.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tgp serve}: what it refuses, and what is left when it is killed. */
class CommandServerTest {
  @TempDir private Path directory;

  private static String refused(String... arguments) {
    StringWriter said = new StringWriter();
    List<String> line = new ArrayList<>(List.of("serve"));
    line.addAll(List.of(arguments));
    PrintWriter err = new PrintWriter(said, true);
    assertThat(Main.run(err, err, line.toArray(String[]::new))).isEqualTo(2);
    return said.toString();
  }

  @Test
  void refusesWhatIsUnsafeOrNotThere() throws IOException {
    assertThat(refused("--host", "0.0.0.0")).contains("--host 0.0.0.0: expected --keys FILE");
    assertThat(refused(directory.resolve("nix.tgp").toString())).contains("there is none");
    Path none = Files.writeString(directory.resolve("none.tgp"), "no model");
    assertThat(refused(none.toString())).contains("not a tgp model file");
    assertThat(refused("--keys", directory.resolve("k").toString())).contains("a file of keys");
    assertThat(refused("--max-requests", "0")).contains("expected 1 to 1000 but got 0");
  }

  @Test
  void aHomeThatCannotBeWrittenIsNoRoom() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "not a directory");
    try (TgpServer server = TgpServer.start(ServerSettings.of(file.resolve("home")).port(0))) {
      Client client = new Client(server);
      var response = client.send("POST", "/v1/tables?name=a.csv", Samples.housesCsv(), "text/csv");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(507);
      assertThat(Client.error(response)).contains("cannot be written");
    }
  }

  @Test
  void speaksTls() throws Exception {
    Path keys = directory.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "tgp",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                keys.toString(),
                "-storepass",
                "secret-1")
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore store = KeyStore.getInstance(keys.toFile(), "secret-1".toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    assertThat(refused("--tls", keys.toString())).contains("TGP_TLS_PASSWORD but it is not set");
    Process process = start("--tls", keys.toString());
    try {
      String url = url(process);
      assertThat(url).startsWith("https://");
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health")).build();
      HttpResponse<String> response =
          HttpClient.newBuilder()
              .sslContext(context)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(response.body()).contains("\"status\":\"ok\"");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** A server in a process of its own, which can be killed. */
  private Process start(String... more) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx300m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Dtgp.checkpoint.milliseconds=10");
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of("serve", "--port", "0", "--home", directory.resolve("home").toString()));
    line.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("TGP_TLS_PASSWORD", "secret-1");
    return builder.redirectError(directory.resolve("log.txt").toFile()).start();
  }

  private static String url(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    return out.readLine().replace("tgp serves at ", "");
  }

  @Test
  void whatWasAcknowledgedOutlivesAKill() throws Exception {
    Process process = start();
    String url = url(process);
    Client client = new Client(url);
    String table =
        Client.json(
                client.send("POST", "/v1/tables?name=houses.csv", Samples.housesCsv(), "text/csv"))
            .get("table")
            .getAsString();
    HttpResponse<String> begun =
        client.post(
            "/v1/fits",
            "{\"table\": \""
                + table
                + "\", \"model\": \"homes\", \"settings\": {\"target\": \"price\", \"model\":"
                + " \"tgp\", \"inducing\": 10, \"epochs\": 300, \"threads\": 1}}");
    String fit = Client.json(begun).get("fit").getAsString();
    try (Socket half = new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort())) {
      String head =
          "POST /v1/tables?name=b.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\na,b";
      half.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      Path checkpoint = directory.resolve("home/fits/" + fit + "/checkpoint");
      while (process.isAlive()
          && !Files.exists(checkpoint)
          && !Files.exists(directory.resolve("home/models/homes/1.tgp"))) {
        Thread.onSpinWait();
      }
      process.destroyForcibly().waitFor();
    }
    try (TgpServer server = TgpServer.start(ServerSettings.of(directory.resolve("home")).port(0))) {
      Client again = new Client(server);
      String events = again.get("/v1/fits/" + fit + "/events").body();
      JsonObject about = Client.json(again.get("/v1/fits/" + fit));
      assertThat(about.get("state").getAsString()).as(events).isEqualTo("done");
      assertThat(again.get("/v1/models/homes").statusCode()).isEqualTo(200);
      assertThat(Client.json(again.get("/v1/tables")).getAsJsonArray("tables")).hasSize(1);
      try (var left = Files.list(directory.resolve("home/tables"))) {
        assertThat(left).hasSize(1);
      }
    }
  }
}
