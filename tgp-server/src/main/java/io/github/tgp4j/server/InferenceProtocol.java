package io.github.tgp4j.server;

import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnCoding;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.text.Names;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The Open Inference Protocol, version 2, which KServe, Triton and others speak: one tensor per
 * column, BYTES for texts and times, null (in bytes: NaN or an empty text) for missing values.
 * Outputs are mean, sd and quantile_0.05 … of numbers, class and probability_… of classes.
 */
final class InferenceProtocol {
  private static final String HEADER_LENGTH = "Inference-Header-Content-Length";
  private static final String BYTES = "BYTES";
  private static final String QUANTILE = "quantile_";

  private final ModelShelf shelf;
  private final Limits limits;
  private final Metrics metrics;

  InferenceProtocol(ModelShelf shelf, Limits limits, Metrics metrics) {
    this.shelf = shelf;
    this.limits = limits;
    this.metrics = metrics;
  }

  void addTo(Routes routes) {
    routes.get("/v2", Role.ANYONE, this::server);
    routes.get("/v2/health/live", Role.ANYONE, ctx -> json(ctx, "live", true));
    routes.get("/v2/health/ready", Role.ANYONE, ctx -> json(ctx, "ready", true));
    String model = "/v2/models/{model}";
    for (String at : List.of(model, model + "/versions/{version}")) {
      routes.get(at, Role.PREDICT, this::about);
      routes.get(at + "/ready", Role.PREDICT, this::ready);
      routes.post(at + "/infer", Role.PREDICT, this::infer);
    }
  }

  private static void json(Context ctx, String name, Object value) {
    ModelRoutes.json(ctx, Map.of(name, value));
  }

  private void server(Context ctx) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", "tgp");
    out.put("version", Provenance.LIBRARY);
    out.put("extensions", List.of("binary_tensor_data"));
    ModelRoutes.json(ctx, out);
  }

  private ModelVersion version(Context ctx, ServedModel model) {
    String given = ctx.pathParamMap().get("version");
    if (given == null) {
      return model.active();
    }
    if (!given.matches("[1-9][0-9]{0,8}")) {
      throw ApiException.notFound("version: expected a number from 1 on");
    }
    return model.version(Integer.parseInt(given));
  }

  private void ready(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", model.name());
    out.put("version", Integer.toString(version(ctx, model).number()));
    out.put("ready", true);
    ModelRoutes.json(ctx, out);
  }

  private void about(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    SavedModel saved = version(ctx, model).saved();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", model.name());
    out.put("versions", model.versions().stream().map(v -> "" + v.number()).toList());
    out.put("platform", "tgp4j");
    List<Object> inputs = new ArrayList<>();
    for (ColumnCoding coding : saved.encoder().description().columns()) {
      inputs.add(tensor(coding.name(), coding instanceof NumberCoding ? "FP64" : BYTES));
    }
    out.put("inputs", inputs);
    List<Object> outputs = new ArrayList<>();
    for (OutputColumn column : PredictionTable.columnsOf(saved, Questions.DEFAULT)) {
      boolean text = column.type() == OutputColumn.Type.TEXT;
      outputs.add(tensor(outputName(column.name(), saved), text ? BYTES : "FP64"));
    }
    out.put("outputs", outputs);
    ModelRoutes.json(ctx, out);
  }

  private static Map<String, Object> tensor(String name, String type) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", name);
    out.put("datatype", type);
    out.put("shape", List.of(-1));
    return out;
  }

  /** "q0.05" of files is quantile_0.05 here, "p_a" probability_a. */
  private static String outputName(String column, SavedModel saved) {
    for (var target : saved.targets()) {
      String prefix = saved.targets().size() == 1 ? "" : target.name() + "_";
      if (column.startsWith(prefix)) {
        String own = column.substring(prefix.length());
        if (target.isClasses() && own.startsWith("p_")) {
          return prefix + "probability_" + own.substring(2);
        }
        if (!target.isClasses() && own.matches("q0\\.[0-9.eE-]+")) {
          return prefix + QUANTILE + own.substring(1);
        }
      }
    }
    return column;
  }

  private void infer(Context ctx) {
    long begin = System.nanoTime();
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = version(ctx, model);
    byte[] body = Body.bytes(ctx, limits);
    int split = headerLength(ctx, body.length);
    Map<String, Object> request =
        JsonTree.object(split == body.length ? body : Arrays.copyOf(body, split));
    ByteBuffer rest = ByteBuffer.wrap(body, split, body.length - split);
    Chunk rows = rows(request, rest, version);
    List<String> wanted = wanted(request);
    Questions asked = questions(request, wanted);
    PredictionTable table =
        model.inTurn(rows.rows(), () -> PredictionTable.of(version.saved(), rows, asked));
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("model_name", model.name());
    out.put("model_version", Integer.toString(version.number()));
    if (request.get("id") instanceof String id) {
      out.put("id", id);
    }
    out.put("outputs", outputs(table, wanted, version.saved()));
    ModelRoutes.json(ctx, out);
    metrics.unusual(model.name(), version.saved(), rows);
    metrics.predicted(model.name(), rows.rows(), System.nanoTime() - begin);
  }

  /** Where the JSON ends and bytes begin. */
  private static int headerLength(Context ctx, int length) {
    String given = ctx.header(HEADER_LENGTH);
    if (given == null) {
      return length;
    }
    if (!given.matches("[0-9]{1,9}") || Integer.parseInt(given) > length) {
      throw ApiException.badRequest(
          HEADER_LENGTH + ": expected the length of the JSON, up to " + length);
    }
    return Integer.parseInt(given);
  }

  private Chunk rows(Map<String, Object> request, ByteBuffer rest, ModelVersion version) {
    if (!(request.get("inputs") instanceof List<?> inputs)) {
      throw ApiException.badRequest("inputs: expected a list of tensors, one per column");
    }
    List<Column> kinds = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int rows = -1;
    for (Object each : inputs) {
      if (!(each instanceof Map)) {
        throw ApiException.badRequest("inputs: expected objects with name, shape, datatype, data");
      }
      @SuppressWarnings("unchecked") // objects of JSON have texts as keys
      GatheredColumn column = Tensor.column((Map<String, Object>) each, rest);
      Column kind = column.column();
      if (rows >= 0 && column.size() != rows || !names.add(kind.name())) {
        throw ApiException.badRequest(
            "input "
                + kind.name()
                + ": expected "
                + rows
                + " rows, as the others have, and each name once");
      }
      rows = column.size();
      kinds.add(kind);
      values.add(column.values());
    }
    if (rows > limits.rows()) {
      throw ApiException.tooLarge("inputs: expected at most " + limits.rows() + " rows");
    }
    version.saved().encoder().requireInputs(kinds);
    return new Chunk(kinds, rows, values);
  }

  /** Names of the outputs that are asked for; empty for the usual ones. */
  private static List<String> wanted(Map<String, Object> request) {
    List<String> out = new ArrayList<>();
    if (request.get("outputs") instanceof List<?> outputs) {
      for (Object each : outputs) {
        if (each instanceof Map<?, ?> output && output.get("name") instanceof String name) {
          out.add(name);
        } else {
          throw ApiException.badRequest("outputs: expected objects with a name");
        }
      }
    }
    return out;
  }

  /** Levels of the quantiles that outputs name, or that the parameters list. */
  private static Questions questions(Map<String, Object> request, List<String> wanted) {
    Set<Double> levels = new java.util.TreeSet<>();
    for (String name : wanted) {
      int at = name.lastIndexOf(QUANTILE);
      if (at >= 0) {
        try {
          levels.add(Double.valueOf(name.substring(at + QUANTILE.length())));
        } catch (NumberFormatException e) {
          throw ApiException.badRequest("outputs: expected a level such as quantile_0.9");
        }
      }
    }
    if (request.get("parameters") instanceof Map<?, ?> parameters
        && parameters.get("quantiles") instanceof List<?> list) {
      for (Object level : list) {
        if (!(level instanceof Number number)) {
          throw ApiException.badRequest("parameters, quantiles: expected numbers");
        }
        levels.add(number.doubleValue());
      }
    }
    double[] asked =
        levels.isEmpty() && wanted.isEmpty()
            ? Questions.DEFAULT.quantiles()
            : levels.stream().mapToDouble(Double::doubleValue).toArray();
    return new Questions(asked, 0, 1, 0);
  }

  private static List<Object> outputs(
      PredictionTable table, List<String> wanted, SavedModel saved) {
    Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    for (int c = 0; c < table.columns().size(); c++) {
      OutputColumn column = table.columns().get(c);
      boolean text = column.type() == OutputColumn.Type.TEXT;
      String name = outputName(column.name(), saved);
      Map<String, Object> one = tensor(name, text ? BYTES : "FP64");
      one.put("shape", List.of(table.rows()));
      one.put("data", table.values().isEmpty() ? List.of() : table.values().get(c));
      all.put(name, one);
    }
    if (wanted.isEmpty()) {
      return new ArrayList<>(all.values());
    }
    List<Object> out = new ArrayList<>();
    for (String name : wanted) {
      if (!all.containsKey(name)) {
        throw ApiException.badRequest("outputs: " + Names.unknown("output", name, all.keySet()));
      }
      out.add(all.get(name));
    }
    return out;
  }
}
