package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tgp4j.cli.Main;
import io.github.tgp4j.io.ModelFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every option of {@code tgp serve} does something: each test fails where its option is ignored.
 */
class ServeOptionsTest {
  private static final String PREDICT = "/v1/models/houses/predict";
  private static final String ROW = "{\"area\": 80, \"city\": \"Oslo\", \"sold\": null}";

  @TempDir private static Path shared;
  private static String model;

  @TempDir private Path directory;

  @BeforeAll
  static void makeModel() {
    model = Samples.models(shared).resolve("houses.tgp").toString();
  }

  /** The command in this process; closing it ends it. */
  private final class Served implements AutoCloseable {
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final StringBuffer log = new StringBuffer();
    private final Thread thread;
    private final String url;

    Served(String... arguments) throws InterruptedException {
      List<String> line = new ArrayList<>(List.of("serve"));
      line.addAll(List.of(arguments));
      for (String[] usual : new String[][] {{"--port", "0"}, {"--home", home().toString()}}) {
        if (!line.contains(usual[0])) {
          line.addAll(List.of(usual));
        }
      }
      thread = new Thread(() -> Main.run(out(), err(), line.toArray(String[]::new)), "tgp serve");
      thread.start();
      String first = said.poll(60, TimeUnit.SECONDS);
      assertThat(first).as(log.toString()).startsWith("tgp serves at ");
      url = first.replace("tgp serves at ", "").trim();
    }

    private PrintWriter out() {
      return new PrintWriter(
          new Writer() {
            private final StringBuilder some = new StringBuilder();

            @Override
            public void write(char[] text, int at, int length) {
              some.append(text, at, length);
            }

            @Override
            public void flush() {
              if (some.length() > 0) {
                said.add(some.toString());
                some.setLength(0);
              }
            }

            @Override
            public void close() {}
          });
    }

    private PrintWriter err() {
      return new PrintWriter(
          new Writer() {
            @Override
            public void write(char[] text, int at, int length) {
              log.append(text, at, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
          },
          true);
    }

    Client client() {
      return new Client(url);
    }

    int port() {
      return URI.create(url).getPort();
    }

    /** The line about its settings. */
    String settings() {
      return log.toString()
          .lines()
          .filter(line -> line.contains("\"max_body\""))
          .findFirst()
          .orElseThrow();
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  private Path home() {
    return directory.resolve("home");
  }

  private static int status(Client client, String rows) {
    return client.post(PREDICT, "{\"rows\": [" + rows + "]}").statusCode();
  }

  private static int upload(Client client, int bytes) {
    byte[] table = ("a,b\n" + "1,2\n".repeat(bytes / 4)).getBytes(StandardCharsets.UTF_8);
    return client.send("POST", "/v1/tables?name=a.csv", table, "text/csv").statusCode();
  }

  @Test
  void modelsAreServedAndHomeHasWhatIsUploaded() throws Exception {
    try (Served served = new Served(model)) {
      assertThat(served.client().get("/v1/models/houses").statusCode()).isEqualTo(200);
      assertThat(served.client().get("/v1/models/flowers").statusCode()).isEqualTo(404);
      assertThat(upload(served.client(), 100)).isEqualTo(201);
      try (var tables = Files.list(home().resolve("tables"))) {
        assertThat(tables).hasSize(1);
      }
    }
    try (Served served = new Served(shared.toString())) {
      assertThat(served.client().get("/v1/models/flowers").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void listensWhereItIsTold() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (Served served = new Served("--port", Integer.toString(port))) {
      assertThat(served.port()).isEqualTo(port);
      assertThat(served.client().get("/health").statusCode()).isEqualTo(200);
    }
    assumeTrue(System.getProperty("os.name").startsWith("Linux"), "127.0.0.2 is Linux's alone");
    try (Served served = new Served("--host", "127.0.0.2", "--no-keys")) {
      assertThat(served.client().get("/v1/models").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> new Socket("127.0.0.1", served.port()).close())
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void keysAreAskedFor() throws Exception {
    Path keys = Files.writeString(directory.resolve("keys"), "predict 0123456789abcdef\n");
    try (Served served = new Served("--keys", keys.toString())) {
      assertThat(served.client().get("/v1/models").statusCode()).isEqualTo(401);
      assertThat(served.client().key("0123456789abcdef").get("/v1/models").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void bodiesRowsAndUploadsAreLimited() throws Exception {
    String large = " ".repeat((1 << 20) + 1);
    try (Served served =
        new Served(model, "--max-body", "1", "--max-rows", "2", "--max-upload", "2")) {
      assertThat(served.client().post(PREDICT, large).statusCode()).isEqualTo(413);
      assertThat(status(served.client(), ROW + "," + ROW)).isEqualTo(200);
      assertThat(status(served.client(), ROW + "," + ROW + "," + ROW)).isEqualTo(413);
      assertThat(upload(served.client(), 1_500_000)).isEqualTo(201);
      assertThat(upload(served.client(), 2_500_000)).isEqualTo(413);
      assertThat(served.settings()).contains("\"max_body\":1048576", "\"max_home\":4294967296");
    }
    try (Served served = new Served(model, "--max-home", "1", "--max-fits", "0")) {
      assertThat(upload(served.client(), 100)).isEqualTo(507); // the first lies there still
      var response = served.client().post("/v1/fits", "{\"table\": \"" + table() + "\"}");
      assertThat(response.statusCode()).as(response.body()).isEqualTo(403);
    }
  }

  private String table() throws IOException {
    try (var tables = Files.list(home().resolve("tables"))) {
      return tables.findFirst().orElseThrow().getFileName().toString();
    }
  }

  @Test
  void requestsAreLimitedInNumberAndTime() throws Exception {
    try (Served served = new Served(model, "--max-requests", "1", "--timeout", "1s")) {
      try (Socket half = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
        half.setSoTimeout(20_000); // the usual timeout is 30 s
        String head =
            "POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n";
        half.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        int status = 200;
        for (int k = 0; k < 1000 && status == 200; k++) { // until the half request has arrived
          status = served.client().get("/v1/models").statusCode();
        }
        assertThat(status).isEqualTo(429);
        String answer = new String(half.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).contains(" 408 ");
      }
    }
  }

  @Test
  void threadsAndReloadAreTakenOver() throws Exception {
    Path models = Files.createDirectory(directory.resolve("models"));
    ModelFile.write(models.resolve("m.tgp"), Samples.houses());
    try (Served served = new Served(models.toString(), "--threads", "7", "--reload", "0.02s")) {
      assertThat(served.settings()).contains("\"threads\":7,", "\"reload_seconds\":0.02");
      ModelFile.write(models.resolve("m.tgp"), Samples.flowers());
      int active = 1;
      for (int k = 0; k < 20_000 && active == 1; k++) {
        active = Client.json(served.client().get("/v1/models/m")).get("active").getAsInt();
      }
      assertThat(active).isEqualTo(2);
    }
  }

  @Test
  void requestsAreLoggedUnlessItIsToBeQuiet() throws Exception {
    try (Served served = new Served(model)) {
      served.client().get("/v1/models");
      assertThat(served.client().get("/v1/models/houses").statusCode()).isEqualTo(200);
      assertThat(served.log.toString()).contains("\"path\":\"/v1/models\",\"status\":200");
    }
    try (Served served = new Served(model, "--quiet")) {
      served.client().get("/v1/models");
      assertThat(served.client().get("/v1/models/houses").statusCode()).isEqualTo(200);
      assertThat(served.log.toString()).doesNotContain("\"path\"");
    }
  }
}
