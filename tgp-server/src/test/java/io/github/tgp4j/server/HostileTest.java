package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that mean harm: each is refused in words, and the server goes on. */
class HostileTest {
  private static final String PREDICT = "/v1/models/houses/predict";
  private static final Limits SMALL =
      new Limits(100_000, 200_000, 400_000, 100, 4, 1, 2, Duration.ofMillis(700));

  @RegisterExtension
  private static final TestServer SERVER =
      TestServer.withModels(settings -> settings.limits(SMALL));

  @AfterEach
  void goesOn() {
    assertThat(SERVER.get("/health").statusCode()).isEqualTo(200);
    assertThat(SERVER.log()).noneMatch(line -> line.contains("\"level\":\"error\""));
  }

  /** What the server answers to raw bytes, until it closes the connection. */
  private static String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Test
  void largeBodiesAreRefused() throws IOException {
    assertThat(SERVER.post(PREDICT, " ".repeat(100_001)).statusCode()).isEqualTo(413);
    String chunked =
        "POST "
            + PREDICT
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
            + "\r\n20000\r\n"
            + " ".repeat(0x20000)
            + "\r\n0\r\n\r\n";
    assertThat(raw(chunked)).contains(" 413 ");
    String rows = "{\"rows\": [" + "{},".repeat(100) + "{}]}";
    assertThat(SERVER.post(PREDICT, rows).statusCode()).isEqualTo(413);
    assertThat(
            SERVER
                .send("POST", "/v1/tables?name=a.csv", new byte[200_001], "text/csv")
                .statusCode())
        .isEqualTo(413);
    String claimed =
        "POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n";
    assertThat(raw(claimed)).contains(" 413 ");
  }

  @Test
  void deepAndStrangeJsonIsRefused() throws IOException {
    for (String body :
        List.of(
            "{\"rows\":" + "[".repeat(40_000),
            "{\"a\":".repeat(9000),
            "{\"rows\": [{\"area\": 1e999}]}",
            "{\"rows\": [{\"area\": 1, \"area\": 2}]}",
            "{\"rows\": [{}], \"rows\": []}",
            "{\"rows\": [{\"area\": \"" + "9".repeat(90_000) + "\"}]}",
            "{\"rows\": [{\"area\": " + "9".repeat(90_000) + "}]}",
            "{\"rows\": [{}]} {}",
            "{\"rows\": [{\"area\": 0x10}]}",
            "{'rows': []}",
            "\u0000\u0001\u00ff",
            "{\"rows\": null}",
            "{\"rows\": [null]}",
            "{\"rows\": [], \"quantiles\": [" + "0.5,".repeat(5000) + "0.5]}",
            "{\"rows\": [], \"samples\": -1}",
            "{\"rows\": [], \"samples\": 1e99}")) {
      String answer = raw(post(PREDICT, body));
      assertThat(answer).as(body.substring(0, Math.min(60, body.length()))).contains(" 400 ");
      assertThat(answer).contains("\"error\"").doesNotContain("Exception", "io.github", ".java");
    }
  }

  @Test
  void malformedHttpIsRefused() throws IOException {
    assertThat(
            raw("GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(40_000) + "\r\n\r\n"))
        .contains(" 431 ");
    assertThat(raw("GET /" + "a".repeat(40_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .containsAnyOf(" 414 ", " 431 ");
    assertThat(raw("nonsense\r\n\r\n")).contains(" 400 ");
    assertThat(
            raw("GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .containsAnyOf(" 400 ", " 404 ");
    assertThat(raw("GET /studio/%2e%2e%2fopenapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 400 ");
    assertThat(
            raw(
                "POST "
                    + PREDICT
                    + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
        .contains(" 400 ");
    String truncated =
        "POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{\"rows\"";
    assertThat(raw(truncated)).contains(" 400 ");
  }

  @Test
  void otherSitesAndNamesAreRefused() throws IOException {
    assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .contains(" 403 ", "expected localhost");
    assertThat(
            raw(
                "POST "
                    + PREDICT
                    + " HTTP/1.1\r\nHost: localhost:"
                    + SERVER.port()
                    + "\r\nOrigin: https://evil.example\r\nConnection: close\r\n"
                    + "Content-Length: 2\r\n\r\n{}"))
        .contains(" 403 ", "expected a page of this server");
    assertThat(SERVER.get("/v1/models").statusCode()).isEqualTo(200);
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVER.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String head(int length) {
    return "POST "
        + PREDICT
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  @Test
  void clientsThatStopSendingAreCutOff() throws IOException {
    try (Socket socket = connect()) {
      write(socket, head(5000) + "{"); // nothing more is sent
      assertThat(readSome(socket.getInputStream())).contains(" 408 ");
    }
    try (Socket socket = connect()) {
      write(socket, "POST " + PREDICT + " HTTP/1.1\r\nHost: loc");
      assertThat(readSome(socket.getInputStream())).doesNotContain(" 200 ", " 500 ");
    }
  }

  @Test
  @Timeout(60)
  void clientsThatSendByteByByteAreCutOff() throws IOException {
    try (Socket socket = connect()) {
      write(socket, head(50_000) + "{");
      boolean open = true;
      while (open && socket.getInputStream().available() == 0) {
        open = sends(socket, " ");
        LockSupport.parkNanos(10_000_000); // never idle, never done
      }
      assertThat(readSome(socket.getInputStream())).contains(" 408 ");
    }
  }

  private static boolean sends(Socket socket, String text) {
    try {
      write(socket, text);
      return true;
    } catch (IOException e) {
      return false; // cut off
    }
  }

  @Test
  @Timeout(60)
  void clientsThatDoNotReadAreCutOff() throws IOException {
    try (Socket socket = connect()) {
      String request = "GET /v1/models/houses/file HTTP/1.1\r\nHost: localhost\r\n\r\n";
      while (sends(socket, request)) {
        // until the server, which cannot send its answers, gives up
      }
    }
    String underWay = "";
    for (int k = 0; k < 2000 && !underWay.contains("under_way 1\n"); k++) {
      underWay = SERVER.get("/metrics").body(); // itself the one
    }
    assertThat(underWay).contains("tgp_requests_under_way 1\n");
  }

  /** All until the end, or what came before the connection was cut. */
  private static String readSome(InputStream in) {
    StringBuilder out = new StringBuilder();
    try {
      for (int c = in.read(); c >= 0; c = in.read()) {
        out.append((char) c);
      }
    } catch (IOException e) {
      out.append(' ');
    }
    return out.toString();
  }

  @Test
  void moreRequestsThanAllowedAreToldToComeAgain() throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      for (int k = 0; k < 4; k++) { // requests under way, whose bodies do not come
        open.add(connect());
        write(open.get(k), head(500) + "{");
      }
      boolean refused = false;
      long end = System.nanoTime() + 20_000_000_000L; // until all four have arrived
      while (!refused && System.nanoTime() < end) {
        var response = SERVER.get("/v1/models");
        refused = response.statusCode() == 429;
        if (refused) {
          assertThat(response.headers().firstValue("Retry-After")).contains("1");
        }
      }
      assertThat(refused).isTrue();
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
    int status = 0;
    long end = System.nanoTime() + 20_000_000_000L;
    while (status != 200 && System.nanoTime() < end) {
      status = SERVER.get("/v1/models").statusCode();
    }
    assertThat(status).isEqualTo(200);
  }

  @Test
  void idleConnectionsDoNotKeepOthersOut() throws IOException {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int k = 0; k < 1000; k++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), SERVER.port()));
      }
      assertThat(SERVER.get("/v1/models").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @Test
  void uploadsStayWithinTheirRoom() throws IOException {
    byte[] table = ("a,b\n" + "1,2\n".repeat(40_000)).getBytes(StandardCharsets.UTF_8);
    List<String> ids = new ArrayList<>();
    int status = 201;
    while (status == 201) {
      var response = SERVER.send("POST", "/v1/tables?name=a.csv", table, "text/csv");
      status = response.statusCode();
      if (status == 201) {
        ids.add(Client.json(response).get("table").getAsString());
      }
    }
    assertThat(status).isEqualTo(507);
    assertThat(ids).hasSizeBetween(2, 3);
    for (String id : ids) {
      assertThat(SERVER.delete("/v1/tables/" + id).statusCode()).isEqualTo(204);
    }
    try (var left = Files.list(SERVER.home().resolve("tables"))) {
      assertThat(left).isEmpty();
    }
  }
}
