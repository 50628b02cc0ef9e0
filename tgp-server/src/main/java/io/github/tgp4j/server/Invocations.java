package io.github.tgp4j.server;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /invocations} as MLflow's scoring servers answer it: {@code dataframe_split}, {@code
 * dataframe_records}, {@code inputs}, {@code instances} or CSV in; {@code {"predictions": [{"mean":
 * …}]}} out, by the names that files of predictions have.
 */
final class Invocations {
  private final ModelShelf shelf;
  private final Limits limits;
  private final Metrics metrics;

  Invocations(ModelShelf shelf, Limits limits, Metrics metrics) {
    this.shelf = shelf;
    this.limits = limits;
    this.metrics = metrics;
  }

  void addTo(Routes routes) {
    routes.get("/ping", Role.ANYONE, ctx -> ctx.result("\n"));
    routes.get("/version", Role.ANYONE, ctx -> ctx.result("tgp"));
    routes.post("/invocations", Role.PREDICT, ctx -> invoke(ctx, only(ctx)));
    routes.post(
        "/v1/models/{model}/invocations",
        Role.PREDICT,
        ctx -> invoke(ctx, shelf.get(ctx.pathParam("model"))));
  }

  /** The model that {@code ?model=houses} names, or the only one. */
  private ServedModel only(Context ctx) {
    String name = ctx.queryParam("model");
    if (name != null) {
      return shelf.get(name);
    }
    List<ServedModel> all = shelf.all();
    if (all.size() != 1) {
      throw ApiException.badRequest(
          "model: expected ?model=NAME, since "
              + all.size()
              + " models are served, or the address /v1/models/NAME/invocations");
    }
    return all.get(0);
  }

  private void invoke(Context ctx, ServedModel model) {
    long begin = System.nanoTime();
    ModelVersion version = ModelRoutes.version(ctx, model);
    byte[] body = Body.bytes(ctx, limits);
    String type = String.valueOf(ctx.contentType()).toLowerCase(Locale.ROOT);
    Reading reading = new Reading(version, limits.rows());
    Chunk rows =
        type.startsWith("text/csv")
            ? csv(body)
            : JsonTree.parseWithNan(JsonTree.text(body), reading::object);
    PredictionTable table =
        model.inTurn(
            rows.rows(), () -> PredictionTable.of(version.saved(), rows, reading.questions()));
    ctx.contentType("application/json").result(records(table));
    metrics.unusual(model.name(), version.saved(), rows);
    metrics.predicted(model.name(), rows.rows(), System.nanoTime() - begin);
  }

  private Chunk csv(byte[] body) {
    List<Chunk> chunks = new ArrayList<>();
    CsvReader reader = new CsvReader(new ByteArrayInputStream(body));
    int count = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      chunks.add(chunk);
      count += chunk.rows();
      requireRows(count, limits.rows());
    }
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < reader.columns().size(); c++) {
      String[] all = new String[count];
      int at = 0;
      for (Chunk chunk : chunks) {
        System.arraycopy(chunk.texts(c), 0, all, at, chunk.rows());
        at += chunk.rows();
      }
      values.add(all);
    }
    return new Chunk(reader.columns(), count, values);
  }

  private static void requireRows(int rows, int most) {
    if (rows > most) {
      throw ApiException.tooLarge(
          "rows: expected at most " + most + " but there are more; send several requests");
    }
  }

  private static byte[] records(PredictionTable table) {
    JsonBuffer out = new JsonBuffer(64 + 100 * table.rows());
    byte[][] keys =
        table.columns().stream()
            .map(OutputColumn::name)
            .map(JsonBuffer::quoted)
            .toArray(byte[][]::new);
    out.raw("{\"predictions\":[");
    for (int i = 0; i < table.rows(); i++) {
      out.raw(i > 0 ? ",{" : "{");
      for (int c = 0; c < keys.length; c++) {
        out.raw(c > 0 ? "," : "").raw(keys[c]).raw(':');
        if (table.values().get(c) instanceof String[] texts) {
          out.text(texts[i]);
        } else {
          out.number(((double[]) table.values().get(c))[i]);
        }
      }
      out.raw('}');
    }
    return out.raw("]}").toBytes();
  }

  /** A request as far as it was read. */
  private static final class Reading {
    private final ModelVersion version;
    private final int most;
    private Chunk rows;
    private Questions questions = Questions.DEFAULT;

    Reading(ModelVersion version, int most) {
      this.version = version;
      this.most = most;
    }

    Questions questions() {
      return questions;
    }

    Chunk object(JsonReader reader) throws IOException {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw ApiException.badRequest(
            "body: expected {\"dataframe_split\": …} or the like but got "
                + JsonTree.words(reader.peek()));
      }
      reader.beginObject();
      while (reader.hasNext()) {
        member(reader.nextName(), reader);
      }
      reader.endObject();
      if (rows == null) {
        throw ApiException.badRequest(
            "body: expected dataframe_split, dataframe_records, inputs or instances but got none");
      }
      return rows;
    }

    private void member(String name, JsonReader reader) throws IOException {
      if (name.equals("params")) {
        questions = params(JsonTree.readValue(reader));
        return;
      }
      if (rows != null) {
        throw ApiException.badRequest("body: expected rows in one form but got " + name + " too");
      }
      switch (name) {
        case "dataframe_split" -> rows = split(reader);
        case "dataframe_records" -> rows = records(reader);
        case "inputs", "instances" ->
            rows = reader.peek() == JsonToken.BEGIN_OBJECT ? columns(reader) : records(reader);
        default ->
            throw ApiException.badRequest(
                "body: expected dataframe_split, dataframe_records, inputs, instances or params"
                    + " but got "
                    + name);
      }
    }

    private static Questions params(Object given) {
      if (given instanceof Map<?, ?> map) {
        double[] levels = Questions.DEFAULT.quantiles();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          boolean list =
              entry.getKey().equals("quantiles")
                  && entry.getValue() instanceof List<?> l
                  && l.stream().allMatch(Number.class::isInstance);
          if (!list) {
            throw ApiException.badRequest("params: expected quantiles, a list of levels");
          }
          levels =
              ((List<?>) entry.getValue())
                  .stream().mapToDouble(level -> ((Number) level).doubleValue()).toArray();
        }
        return new Questions(levels, 0, 1, 0);
      }
      throw ApiException.badRequest("params: expected an object");
    }

    /** A list of objects. */
    private Chunk records(JsonReader reader) throws IOException {
      GatheredRows gathered = new GatheredRows(version.inputs());
      requireArray("rows", reader);
      while (reader.hasNext()) {
        gathered.add(reader);
        requireRows(gathered.rows(), most);
      }
      reader.endArray();
      return gathered.chunk(0);
    }

    private static void requireArray(String what, JsonReader reader) throws IOException {
      if (reader.peek() != JsonToken.BEGIN_ARRAY) {
        throw ApiException.badRequest(
            what + ": expected a list but got " + JsonTree.words(reader.peek()));
      }
      reader.beginArray();
    }

    /** Lists of values by column name. */
    private Chunk columns(JsonReader reader) throws IOException {
      Map<String, GatheredColumn> columns = new LinkedHashMap<>();
      reader.beginObject();
      while (reader.hasNext()) {
        String name = reader.nextName();
        GatheredColumn column = new GatheredColumn(name, 8);
        requireArray(name, reader);
        while (reader.hasNext()) {
          GatheredRows.add(column, reader, name + ", row " + (column.size() + 1));
          requireRows(column.size(), most);
        }
        reader.endArray();
        if (columns.put(name, column) != null) {
          throw ApiException.badRequest("inputs: " + name + " is there twice; leave one out");
        }
      }
      reader.endObject();
      return chunk(new ArrayList<>(columns.values()));
    }

    private static Chunk chunk(List<GatheredColumn> columns) {
      int rows = columns.isEmpty() ? 0 : columns.get(0).size();
      List<Column> kinds = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (GatheredColumn column : columns) {
        if (column.size() != rows) {
          throw ApiException.badRequest(
              column.column().name()
                  + ": expected "
                  + rows
                  + " values, as the first column has, but got "
                  + column.size());
        }
        kinds.add(column.column());
        values.add(column.values());
      }
      return new Chunk(kinds, rows, values);
    }

    /** Names of columns, then rows of values. */
    private Chunk split(JsonReader reader) throws IOException {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw ApiException.badRequest("dataframe_split: expected an object with columns and data");
      }
      List<?> names = null;
      List<?> data = null;
      reader.beginObject();
      while (reader.hasNext()) {
        String name = reader.nextName();
        Object value = JsonTree.readValue(reader);
        if (name.equals("columns") && value instanceof List<?> list) {
          names = list;
        } else if (name.equals("data") && value instanceof List<?> list) {
          data = list;
        }
      }
      reader.endObject();
      if (names == null || data == null) {
        throw ApiException.badRequest("dataframe_split: expected the lists columns and data");
      }
      requireRows(data.size(), most);
      List<GatheredColumn> columns = new ArrayList<>();
      for (Object name : names) {
        columns.add(new GatheredColumn(String.valueOf(name), Math.max(1, data.size())));
      }
      for (int i = 0; i < data.size(); i++) {
        addRow(columns, data.get(i), i + 1);
      }
      return chunk(columns);
    }

    private static void addRow(List<GatheredColumn> columns, Object row, int number) {
      if (!(row instanceof List<?> values) || values.size() != columns.size()) {
        throw ApiException.badRequest(
            "dataframe_split, row " + number + ": expected " + columns.size() + " values");
      }
      for (int c = 0; c < columns.size(); c++) {
        Object value = values.get(c);
        if (value == null || value.equals("NaN")) { // as pandas has missing texts, too
          columns.get(c).addMissing();
        } else if (value instanceof Number n) {
          columns.get(c).addNumber(n.doubleValue(), n.toString());
        } else if (value instanceof String || value instanceof Boolean) {
          columns.get(c).addText(value.toString());
        } else {
          throw ApiException.badRequest(
              "dataframe_split, row " + number + ": expected numbers, texts, true, false or null");
        }
      }
    }
  }
}
