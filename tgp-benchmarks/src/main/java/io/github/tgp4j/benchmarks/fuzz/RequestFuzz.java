package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.benchmarks.serve.Connection;
import io.github.tgp4j.benchmarks.serve.Connection.Answer;
import io.github.tgp4j.benchmarks.serve.ServerProcess;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Requests as clients and enemies send them, to {@code tgp serve} in a process of its own: an
 * answer below 500, or one of a few others in words; of JSON no NaN and no trace; and the next
 * request is answered too.
 */
public final class RequestFuzz implements FuzzTarget {
  /** No such method or version of HTTP, stopping, no room. */
  private static final Set<Integer> ALLOWED = Set.of(501, 503, 505, 507);

  private static final String WELL = "200"; // what /health says

  private final ScratchDirectory directory = new ScratchDirectory("fuzz-requests");
  private ServerProcess server;
  private Connection connection;

  @Override
  public String kind() {
    return "requests";
  }

  @Override
  public Limit limit() {
    return Limit.ofClock(60);
  }

  @Override
  public FuzzResult run(long seed) {
    try {
      if (server == null || !server.isAlive()) {
        server = start();
        connection = null;
      }
      FuzzRequest request = FuzzRequest.of(new SplittableRandom(seed));
      return judge(request, send(request));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerProcess start() throws IOException {
    Path models = Files.createDirectories(directory.file("models"));
    SplittableRandom random = new SplittableRandom(1);
    double[] size = random.doubles(60, 0, 4).toArray();
    String[] colour = new String[60];
    double[] price = new double[60];
    for (int i = 0; i < 60; i++) {
      colour[i] = i % 3 == 0 ? "red" : "blue";
      price[i] = Math.exp(Math.sin(size[i]) + 0.2 * random.nextGaussian());
    }
    Table table =
        Table.builder()
            .number("size", size)
            .category("colour", colour)
            .number("price", price)
            .build();
    ModelFile.write(
        models.resolve("m.tgp"),
        AutoFit.of(table, "price")
            .model(ModelKind.SVGP)
            .inducing(5)
            .epochs(5)
            .withScores(false)
            .threads(1)
            .fit());
    return ServerProcess.serve(
        directory.file("log.txt"),
        400,
        models,
        "--quiet",
        "--home",
        directory.file("home"),
        "--max-body",
        "1",
        "--max-upload",
        "1",
        "--max-home",
        "50",
        "--max-rows",
        "1000",
        "--timeout",
        "5s");
  }

  /** The answer; null where the server closes the connection without one. */
  private Answer send(FuzzRequest request) throws IOException {
    if (connection == null) {
      connection = Connection.to(server.port(), 30_000);
    }
    try {
      connection.send(request.bytes());
      if (!request.isWhole()) {
        connection.endOfRequests();
      }
      Answer answer = connection.receive();
      boolean closes = answer.head().toLowerCase(Locale.ROOT).contains("\nconnection: close");
      if (closes || !request.isWhole()) {
        drop();
      }
      return answer;
    } catch (EOFException | SocketException e) {
      drop();
      return null;
    }
  }

  private void drop() throws IOException {
    connection.close();
    connection = null;
  }

  private FuzzResult judge(FuzzRequest request, Answer answer) throws IOException {
    if (answer == null) {
      String health = request.isWhole() ? health() : WELL;
      return health.equals(WELL)
          ? FuzzResult.refused("closed")
          : FuzzResult.failed(request.describe() + ": no answer, and /health: " + health + log());
    }
    String text = answer.text();
    int status = answer.status();
    if (status >= 500 && !ALLOWED.contains(status)) {
      return FuzzResult.failed(request.describe() + ": " + status + " " + brief(text) + log());
    }
    boolean json = answer.head().toLowerCase(Locale.ROOT).contains("application/json");
    if (json && !isJson(text)) {
      return FuzzResult.failed(request.describe() + ": not JSON: " + brief(text));
    }
    if (status >= 400 && (!text.contains("\"error\"") || text.contains("Exception"))) {
      return FuzzResult.failed(request.describe() + ": no words: " + brief(text));
    }
    return status < 400 ? FuzzResult.ACCEPTED : FuzzResult.refused(status + " " + brief(text));
  }

  private static boolean isJson(String text) {
    try {
      com.google.gson.stream.JsonReader reader =
          new com.google.gson.stream.JsonReader(new java.io.StringReader(text));
      reader.setStrictness(com.google.gson.Strictness.STRICT);
      reader.skipValue();
      return reader.peek() == com.google.gson.stream.JsonToken.END_DOCUMENT;
    } catch (IOException | IllegalStateException e) {
      return false;
    }
  }

  /** What the server says of itself on another connection, or why it does not. */
  private String health() {
    if (!server.isAlive()) {
      return "the process has ended";
    }
    try (Connection other = Connection.to(server.port(), 10_000)) {
      return String.valueOf(other.ask(Connection.get("/health")).status());
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String brief(String text) {
    return text.length() > 200 ? text.substring(0, 200) : text;
  }

  private String log() throws IOException {
    String log = Files.readString(directory.file("log.txt"));
    return " log: " + log.substring(Math.max(0, log.length() - 600)).replace('\n', ' ');
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    directory.delete();
  }
}
