package io.github.tgp4j.benchmarks.serve;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What someone does in the studio: a table is uploaded and fitted, the model is judged and asked,
 * another fit is cancelled, and in the end all of it is deleted.
 */
final class FitRound {
  private static final String JSON = "application/json";
  private static final String QUICK = "\"model\": \"svgp\", \"inducing\": 20, \"epochs\": 20";
  private static final String ENDLESS = "\"model\": \"tgp\", \"inducing\": 20, \"epochs\": 100000";
  private static final int ROWS = 300;

  private final Connection connection;
  private int asked;

  private FitRound(Connection connection) {
    this.connection = connection;
  }

  /** Does it once; returns how many requests that took. */
  static int run(int port, SplittableRandom random) throws IOException {
    try (Connection connection = Connection.to(port, 300_000)) {
      FitRound round = new FitRound(connection);
      round.run(random);
      return round.asked;
    }
  }

  private void run(SplittableRandom random) throws IOException {
    String table = member(post(201, "/v1/tables?name=round.csv", "text/csv", csv(random)), "table");
    get("/v1/tables/" + table);
    get("/v1/tables/" + table + "/rows?from=10&count=20");
    String fit = begin(table, QUICK);
    requireEnd(fit, "done");
    get("/v1/fits/" + fit + "/report");
    get("/v1/fits/" + fit + "/parts");
    get("/v1/fits/" + fit + "/judgement");
    get("/v1/fits/" + fit + "/judgement/rows?bin=1");
    get("/v1/models/round/judgement?table=" + table);
    get("/v1/models/round/file");
    post(200, "/v1/models/round/predict?table=" + table, JSON, "");
    String both = "{\"models\": [\"round\", \"svgp\"], \"table\": \"" + table + "\"}";
    post(200, "/v1/compare", JSON, both);
    String points = "{\"points\": [[0, 0], [1, 0.8], [2, 0.9], [3, 0.1], [4, -0.7]], \"paths\": 3}";
    post(200, "/v1/playground", JSON, points);
    String endless = begin(table, ENDLESS);
    post(200, "/v1/fits/" + endless + "/cancel", JSON, "");
    requireEnd(endless, "cancelled");
    delete("/v1/fits/" + endless);
    delete("/v1/fits/" + fit);
    delete("/v1/models/round");
    delete("/v1/tables/" + table);
  }

  private static String csv(SplittableRandom random) {
    StringBuilder out = new StringBuilder(ServeModels.header().trim()).append(",y\n");
    for (String line : ServeModels.lines(ROWS, random).split("\n")) {
      double first = Double.parseDouble(line.substring(0, line.indexOf(',')));
      double y = Math.sin(2 * first) + 0.2 * random.nextGaussian();
      out.append(line).append(String.format(Locale.ROOT, ",%.4f%n", y));
    }
    return out.toString();
  }

  private String begin(String table, String settings) throws IOException {
    String body =
        "{\"table\": \""
            + table
            + "\", \"model\": \"round\", \"settings\": {\"target\": \"y\", \"threads\": 1, "
            + settings
            + "}}";
    return member(post(202, "/v1/fits", JSON, body), "fit");
  }

  /** Follows a fit until it is over. */
  private void requireEnd(String fit, String state) throws IOException {
    get("/v1/fits/" + fit + "/events");
    String got = member(get("/v1/fits/" + fit), "state");
    if (!got.equals(state)) {
      throw new IOException("fit: expected it to be " + state + " but it is " + got);
    }
  }

  private static String member(String json, String name) {
    return JsonParser.parseString(json).getAsJsonObject().get(name).getAsString();
  }

  private String get(String path) throws IOException {
    return ask(200, path, Connection.get(path));
  }

  private String post(int status, String path, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return ask(status, path, Connection.post(path, type, bytes));
  }

  private void delete(String path) throws IOException {
    String head = "DELETE " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ask(204, path, head.getBytes(StandardCharsets.US_ASCII));
  }

  private String ask(int status, String path, byte[] request) throws IOException {
    asked++;
    Connection.Answer answer = connection.ask(request);
    if (answer.status() != status) {
      throw new IOException(
          path + ": expected " + status + " but got " + answer.status() + ": " + answer.text());
    }
    return answer.text();
  }
}
