package io.github.tgp4j.benchmarks.serve;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Short requests as a server gets them in a day, each with the answer that it has to get. */
final class MixedRequests {
  private static final String JSON = "application/json";
  private static final String CSV = "text/csv";

  /**
   * One of them.
   *
   * @param share how often it comes, beside the others
   * @param status that answers it; 0 where the client goes away before an answer
   */
  record Mixed(String what, int share, int status, byte[] bytes) {}

  private final List<Mixed> all = new ArrayList<>();
  private int shares;

  /** Of the models svgp and ba-tgp. */
  MixedRequests(SplittableRandom random) {
    String row = ServeModels.row(random);
    predictions(row, random);
    platforms(random);
    reads();
    faults(row);
  }

  private void predictions(String row, SplittableRandom random) {
    add("one row", 4500, 200, "/v1/models/svgp/predict", JSON, "{\"rows\": [" + row + "]}");
    add("BA-TGP", 1500, 200, "/v1/models/ba-tgp/predict", JSON, "{\"rows\": [" + row + "]}");
    String asked = "], \"quantiles\": [0.1, 0.9], \"samples\": 5, \"density\": 40}";
    add("density", 300, 200, "/v1/models/svgp/predict", JSON, "{\"rows\": [" + row + asked);
    String hundred = "{\"rows\": [" + row + ("," + row).repeat(99) + "]}";
    add("100 rows", 200, 200, "/v1/models/svgp/predict", JSON, hundred);
    String csv = ServeModels.csv(500, random);
    add("CSV", 100, 200, "/v1/models/svgp/predict?keep=*", CSV, csv);
    String lines = (row + "\n").repeat(20);
    add("NDJSON", 200, 200, "/v1/models/svgp/predict", "application/x-ndjson", lines);
    // Above a megabyte an answer lies in a file until it is sent.
    add("long CSV", 3, 200, "/v1/models/svgp/predict", CSV, ServeModels.csv(20_000, random));
    add("explore", 50, 200, "/v1/models/svgp/explore", JSON, "{\"row\": " + row + "}");
    String flows = "{\"row\": " + row + ", \"flows\": true, \"effects\": false}";
    add("flows", 50, 200, "/v1/models/ba-tgp/explore", JSON, flows);
  }

  private void platforms(SplittableRandom random) {
    StringBuilder tensors = new StringBuilder();
    StringBuilder names = new StringBuilder();
    StringBuilder values = new StringBuilder();
    for (int j = 0; j < ServeModels.INPUTS; j++) {
      String comma = j > 0 ? "," : "";
      double value = random.nextInt(-20, 20) / 10.0;
      tensors.append(comma).append("{\"name\": \"x").append(j);
      tensors.append("\", \"shape\": [1], \"datatype\": \"FP64\", \"data\": [");
      tensors.append(value).append("]}");
      names.append(comma).append("\"x").append(j).append('"');
      values.append(comma).append(value);
    }
    String infer = "{\"inputs\": [" + tensors + "]}";
    add("v2", 1000, 200, "/v2/models/svgp/infer", JSON, infer);
    String split = "{\"dataframe_split\": {\"columns\": [" + names + "], \"data\": [[" + values;
    add("MLflow", 1000, 200, "/invocations?model=svgp", JSON, split + "]]}}");
  }

  private void reads() {
    for (String path :
        List.of("/", "/health", "/metrics", "/v1/models", "/v1/models/svgp", "/openapi.json")) {
      add(new Mixed("GET " + path, 60, 200, Connection.get(path)));
    }
    add(new Mixed("GET file", 10, 200, Connection.get("/v1/models/ba-tgp/file")));
  }

  private void faults(String row) {
    add("cut JSON", 100, 400, "/v1/models/svgp/predict", JSON, "{\"rows\": [" + row);
    add("no column", 100, 400, "/v1/models/svgp/predict", JSON, "{\"rows\": [{\"x0\": 1}]}");
    add("a text", 100, 400, "/v1/models/svgp/predict", CSV, "x0,x1\n1,a\n");
    add("deep", 20, 400, "/v1/models/svgp/predict", JSON, "{\"rows\":" + "[".repeat(10_000));
    add("no model", 100, 404, "/v1/models/none/predict", JSON, "{}");
    add(new Mixed("no page", 100, 404, Connection.get("/nowhere")));
    byte[] half =
        "POST /v1/models/svgp/predict HTTP/1.1\r\nHost: localhost\r\nContent-Le"
            .getBytes(StandardCharsets.US_ASCII);
    add(new Mixed("gone away", 50, 0, half));
    byte[] upload =
        "POST /v1/tables?name=a.csv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\nx0,y"
            .getBytes(StandardCharsets.US_ASCII);
    add(new Mixed("half a table", 20, 0, upload));
  }

  private void add(String what, int share, int status, String path, String type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    add(new Mixed(what, share, status, Connection.post(path, type, bytes)));
  }

  private void add(Mixed one) {
    all.add(one);
    shares += one.share();
  }

  /** One by chance. */
  Mixed next(SplittableRandom random) {
    int at = random.nextInt(shares);
    for (Mixed one : all) {
      at -= one.share();
      if (at < 0) {
        return one;
      }
    }
    throw new IllegalStateException("shares add up to " + shares);
  }
}
