package io.github.tgp4j.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A request by chance: an address of the server or nearly one, a body that fits it, nearly fits it
 * or does not, and headers; now and then its bytes are damaged or cut.
 *
 * @param isWhole whether it is valid HTTP, after which the connection can go on
 */
record FuzzRequest(byte[] bytes, boolean isWhole, String describe) {
  private static final List<String> PATHS =
      List.of(
          "/v1/models/m/predict",
          "/v1/models/m/predict",
          "/v1/models/m/explore",
          "/v2/models/m/infer",
          "/invocations",
          "/v1/models/m/invocations",
          "/v1/playground",
          "/v1/tables?name=t.csv",
          "/v1/fits",
          "/v1/models/m/activate",
          "/v1/models/m/predict?quantiles=0.1,0.9&keep=*",
          "/v1/models/m/predict?table=aaaaaaaaaaaa",
          "/v1/fits/aaaaaaaaaaaa/cancel");
  private static final List<String> READS =
      List.of(
          "/",
          "/health",
          "/metrics",
          "/openapi.json",
          "/v1/models",
          "/v1/models/m",
          "/v1/models/m/file",
          "/v1/models/m?version=1",
          "/v1/tables",
          "/v1/fits",
          "/v2/models/m",
          "/v2/health/ready",
          "/studio/chart.js",
          "/ping");
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/json",
          "text/csv",
          "application/x-ndjson",
          "application/octet-stream",
          "text/csv; charset=\"x",
          "");
  private static final List<String> NAMES =
      List.of(
          "rows",
          "size",
          "colour",
          "quantiles",
          "samples",
          "seed",
          "density",
          "inputs",
          "name",
          "shape",
          "datatype",
          "data",
          "outputs",
          "dataframe_split",
          "columns",
          "dataframe_records",
          "instances",
          "params",
          "row",
          "effects",
          "points",
          "kernel",
          "flow",
          "likelihood",
          "grid",
          "paths",
          "table",
          "settings",
          "version",
          "target",
          "\\u0000",
          "",
          "x".repeat(300));
  private static final List<String> VALUES =
      List.of(
          "1",
          "0.5",
          "-1",
          "1e400",
          "-1e-400",
          "null",
          "true",
          "\"red\"",
          "\"\"",
          "\"NaN\"",
          "NaN",
          "12345678901234567890",
          "\"2025-05-01\"",
          "[]",
          "{}",
          "[0.1, 0.9]",
          "[[1, 2], [2, 3], [3, 1]]",
          "\"sal(2)\"",
          "\"rbf + linear\"",
          "\"FP64\"",
          "[1]",
          "[1, 1]",
          "[-1]",
          "[9999999999]",
          "\"\\ud800\"",
          "\"a\\nb\"",
          "1e308",
          "\"\u00e9\"",
          "[null, 2]");

  static FuzzRequest of(SplittableRandom random) {
    boolean read = random.nextInt(5) == 0;
    String method = read ? pick(random, List.of("GET", "GET", "GET", "DELETE", "OPTIONS")) : "POST";
    if (random.nextInt(20) == 0) {
      method = pick(random, List.of("PUT", "PATCH", "TRACE", "QUERY", "GET"));
    }
    String chosen = pick(random, read ? READS : PATHS);
    boolean slow = chosen.startsWith("/v1/tables?") || chosen.equals("/v1/playground");
    String path = path(random, slow && random.nextInt(20) > 0 ? PATHS.get(0) : chosen);
    byte[] body = read ? new byte[0] : body(random);
    String type = pick(random, TYPES);
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + (type.isEmpty() || read ? "" : "Content-Type: " + type + "\r\n")
            + headers(random)
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    byte[] bytes = all.toByteArray();
    String text = new String(bytes, StandardCharsets.UTF_8);
    String describe = text.length() > 400 ? text.substring(0, 400) + "…" : text;
    switch (random.nextInt(25)) {
      case 0:
        return new FuzzRequest(
            Arrays.copyOf(bytes, random.nextInt(bytes.length)), false, "cut: " + describe);
      case 1:
        for (int k = 0; k < 3; k++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return new FuzzRequest(bytes, false, "damaged: " + describe);
      default:
        return new FuzzRequest(bytes, true, describe);
    }
  }

  private static String pick(SplittableRandom random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static String path(SplittableRandom random, String path) {
    return switch (random.nextInt(15)) {
      case 0 -> path.replace("/m", "/" + pick(random, List.of("..", "%2e%2e", "n", "m%00", "a b")));
      case 1 ->
          path + pick(random, List.of("/", "/x", "?version=2", "?version=x", "%", "%zz", ";a=b"));
      case 2 -> path.substring(0, random.nextInt(1, path.length() + 1));
      default -> path;
    };
  }

  private static String headers(SplittableRandom random) {
    return switch (random.nextInt(12)) {
      case 0 -> "Accept-Encoding: gzip\r\n";
      case 1 -> "Authorization: Bearer " + "k".repeat(random.nextInt(200)) + "\r\n";
      case 2 -> "Inference-Header-Content-Length: " + random.nextInt(-5, 500) + "\r\n";
      case 3 -> "X-HTTP-Method-Override: DELETE\r\n";
      case 4 -> "Last-Event-ID: " + random.nextLong() + "\r\n";
      case 5 -> "Origin: null\r\n";
      default -> "";
    };
  }

  private static byte[] body(SplittableRandom random) {
    int kind = random.nextInt(12);
    if (kind == 0) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      return noise;
    }
    if (kind == 1) {
      return FuzzTable.of(random).bytes();
    }
    String text = kind < 5 ? sound(random) : object(random, 0);
    if (kind == 6) {
      text = text.substring(0, random.nextInt(text.length() + 1));
    } else if (kind == 7) {
      text = "{\"rows\":" + "[".repeat(random.nextInt(3000));
    } else if (kind == 8) {
      text = text.replace(pick(random, List.of(":", ",", "\"", "[", "}")), pick(random, VALUES));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A body that some address takes. */
  private static String sound(SplittableRandom random) {
    String row =
        "{\"size\": " + pick(random, VALUES) + ", \"colour\": " + pick(random, VALUES) + "}";
    return switch (random.nextInt(8)) {
      case 0 -> "{\"rows\": [" + row + "], \"quantiles\": [0.1], \"samples\": 2, \"density\": 5}";
      case 1 -> "{\"dataframe_records\": [" + row + ", " + row + "]}";
      case 2 ->
          "{\"inputs\": [{\"name\": \"size\", \"shape\": [1], \"datatype\": \"FP64\", \"data\": ["
              + pick(random, VALUES)
              + "]}, {\"name\": \"colour\", \"shape\": [1], \"datatype\": \"BYTES\", \"data\": ["
              + pick(random, VALUES)
              + "]}]}";
      case 3 -> "size,colour\n" + random.nextInt(9) + ",red\n,\n";
      case 4 -> row + "\n" + row + "\n";
      case 5 -> "{\"row\": " + row + ", \"points\": 3, \"density\": 4}";
      case 6 -> "{\"points\": [[0, 1], [1, 2], [2, " + pick(random, VALUES) + "]], \"grid\": 3}";
      default -> "{\"rows\": [" + row + ", " + row + ", " + row + "]}";
    };
  }

  private static String object(SplittableRandom random, int depth) {
    StringBuilder out = new StringBuilder("{");
    int count = random.nextInt(5);
    for (int k = 0; k < count; k++) {
      out.append(k > 0 ? ", " : "").append('"').append(pick(random, NAMES)).append("\": ");
      int kind = depth > 3 ? 0 : random.nextInt(4);
      if (kind == 1) {
        out.append(object(random, depth + 1));
      } else if (kind == 2) {
        out.append('[').append(object(random, depth + 1)).append(", ");
        out.append(pick(random, VALUES)).append(']');
      } else {
        out.append(pick(random, VALUES));
      }
    }
    return out.append('}').toString();
  }
}
