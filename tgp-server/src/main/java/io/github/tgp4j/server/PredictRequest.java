package io.github.tgp4j.server;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.github.tgp4j.data.Chunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code {"rows": [{"area": 80, "city": "Oslo"}], "quantiles": [0.05, 0.95]}}.
 *
 * @param rows what to predict
 * @param questions about each
 */
record PredictRequest(Chunk rows, Questions questions) {
  /**
   * Reads it.
   *
   * @param inputs columns that the model takes; others are skipped
   * @param mostRows more are refused
   */
  static PredictRequest read(byte[] body, Set<String> inputs, int mostRows) {
    return JsonTree.parse(
        JsonTree.text(body), reader -> new Reading(inputs, mostRows).object(reader));
  }

  /** The request as far as it was read. */
  private static final class Reading {
    private final GatheredRows rows;
    private final int mostRows;
    private boolean hasRows;
    private double[] quantiles = Questions.DEFAULT.quantiles();
    private int samples;
    private long seed = 1;
    private int density;

    Reading(Set<String> inputs, int mostRows) {
      this.rows = new GatheredRows(inputs);
      this.mostRows = mostRows;
    }

    PredictRequest object(JsonReader reader) throws IOException {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw ApiException.badRequest(
            "body: expected {\"rows\": [{…}]} but got " + JsonTree.words(reader.peek()));
      }
      reader.beginObject();
      while (reader.hasNext()) {
        member(reader.nextName(), reader);
      }
      reader.endObject();
      if (!hasRows) {
        throw ApiException.badRequest(
            "rows: expected a list of objects, {\"rows\": [{…}]}, but there is none");
      }
      return new PredictRequest(rows.chunk(0), new Questions(quantiles, samples, seed, density));
    }

    private void member(String name, JsonReader reader) throws IOException {
      switch (name) {
        case "rows" -> readRows(reader);
        case "quantiles" -> quantiles = levels(reader);
        case "samples" -> samples = whole(name, reader);
        case "seed" -> seed = whole(name, reader);
        case "density" -> density = whole(name, reader);
        default ->
            throw ApiException.badRequest(
                "body: expected rows, quantiles, samples, seed and density but got " + name);
      }
    }

    private void readRows(JsonReader reader) throws IOException {
      if (hasRows) {
        throw ApiException.badRequest("body: rows is there twice; leave one out");
      }
      hasRows = true;
      if (reader.peek() != JsonToken.BEGIN_ARRAY) {
        throw ApiException.badRequest(
            "rows: expected a list of objects but got " + JsonTree.words(reader.peek()));
      }
      reader.beginArray();
      while (reader.hasNext()) {
        if (rows.rows() == mostRows) {
          throw ApiException.tooLarge(
              "rows: expected at most "
                  + mostRows
                  + " but there are more; send several requests, or CSV or NDJSON, which is"
                  + " streamed");
        }
        rows.add(reader);
      }
      reader.endArray();
    }

    private static double[] levels(JsonReader reader) throws IOException {
      List<Double> levels = new ArrayList<>();
      if (reader.peek() != JsonToken.BEGIN_ARRAY) {
        throw ApiException.badRequest(
            "quantiles: expected a list of levels but got " + JsonTree.words(reader.peek()));
      }
      reader.beginArray();
      while (reader.hasNext()) {
        if (reader.peek() != JsonToken.NUMBER || levels.size() > 1000) {
          throw ApiException.badRequest(
              "quantiles: expected some numbers but got " + JsonTree.words(reader.peek()));
        }
        levels.add(reader.nextDouble());
      }
      reader.endArray();
      return levels.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static int whole(String name, JsonReader reader) throws IOException {
      double value = reader.peek() == JsonToken.NUMBER ? reader.nextDouble() : Double.NaN;
      if (!(value == Math.rint(value) && Math.abs(value) <= 1e9)) {
        throw ApiException.badRequest(name + ": expected a whole number");
      }
      return (int) value;
    }
  }
}
