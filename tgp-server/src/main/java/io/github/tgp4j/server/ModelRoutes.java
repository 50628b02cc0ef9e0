package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.NewValues;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /v1/models}: what is served, and predictions in JSON. */
final class ModelRoutes {
  private final ModelShelf shelf;
  private final Limits limits;
  private final Metrics metrics;

  ModelRoutes(ModelShelf shelf, Limits limits, Metrics metrics) {
    this.shelf = shelf;
    this.limits = limits;
    this.metrics = metrics;
  }

  void addTo(Routes routes) {
    routes.get("/v1/models", Role.PREDICT, this::list);
    routes.get("/v1/models/{model}", Role.PREDICT, this::about);
    routes.get("/v1/models/{model}/file", Role.PREDICT, this::file);
    routes.post("/v1/models/{model}/predict", Role.PREDICT, this::predict);
  }

  private void list(Context ctx) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("models", shelf.all().stream().map(ModelFacts::brief).toList());
    json(ctx, out);
  }

  private void about(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    json(ctx, ModelFacts.of(model, version(ctx, model)));
  }

  private void file(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = version(ctx, model);
    ctx.contentType("application/octet-stream");
    ctx.header("Content-Disposition", "attachment; filename=\"" + model.name() + ".tgp\"");
    ctx.result(io.github.tgp4j.io.ModelFile.toBytes(version.saved()));
  }

  /** The version that is asked for by {@code ?version=2}, or the active one. */
  static ModelVersion version(Context ctx, ServedModel model) {
    String given = ctx.queryParam("version");
    if (given == null) {
      return model.active();
    }
    if (!given.matches("[1-9][0-9]{0,8}")) {
      throw ApiException.badRequest("version: expected a number from 1 on but got another text");
    }
    return model.version(Integer.parseInt(given));
  }

  private void predict(Context ctx) {
    long begin = System.nanoTime();
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = version(ctx, model);
    byte[] body = Body.bytes(ctx, limits);
    PredictRequest request = PredictRequest.read(body, version.inputs(), limits.rows());
    Answers answers = new Answers(version.saved(), request.questions());
    Chunk rows = request.rows();
    JsonBuffer out = new JsonBuffer(256 + 128 * rows.rows());
    out.raw("{\"model\":\"").raw(model.name()).raw("\",\"version\":").number(version.number());
    List<String> warnings = List.of();
    out.raw(",\"predictions\":[");
    if (rows.rows() > 0) {
      Answers.Rows told = model.inTurn(() -> answers.of(version.saved().predictAll(rows), 0));
      for (int i = 0; i < rows.rows(); i++) {
        out.raw(i > 0 ? "," : "");
        told.write(i, out);
      }
      NewValues unusual = NewValues.of(version.saved().encoder());
      unusual.add(rows);
      warnings = unusual.notes();
    }
    out.raw("],\"warnings\":").raw(Answers.sentences(warnings)).raw('}');
    ctx.contentType("application/json").result(out.toBytes());
    metrics.predicted(
        model.name(), rows.rows(), warnings.isEmpty() ? 0 : 1, System.nanoTime() - begin);
  }

  static void json(Context ctx, Object value) {
    ctx.contentType("application/json").result(JsonText.of(value).getBytes(StandardCharsets.UTF_8));
  }
}
