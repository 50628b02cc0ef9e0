package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code /v1/models}: what is served, and predictions in JSON. */
final class ModelRoutes {
  private final ModelShelf shelf;
  private final PredictStreams streams;
  private final Limits limits;
  private final Metrics metrics;

  ModelRoutes(ModelShelf shelf, PredictStreams streams, Limits limits, Metrics metrics) {
    this.streams = streams;
    this.shelf = shelf;
    this.limits = limits;
    this.metrics = metrics;
  }

  void addTo(Routes routes) {
    routes.get("/v1/models", Role.PREDICT, this::list);
    routes.get("/v1/models/{model}", Role.PREDICT, this::about);
    routes.get("/v1/models/{model}/file", Role.PREDICT, this::file);
    routes.delete("/v1/models/{model}", Role.ADMIN, this::delete);
    routes.post("/v1/models/{model}/activate", Role.ADMIN, this::activate);
    routes.post("/v1/models/{model}/rollback", Role.ADMIN, this::rollback);
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

  /** All versions, or the one that {@code ?version=2} names. */
  private void delete(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    boolean one = ctx.queryParam("version") != null;
    shelf.delete(model, one ? version(ctx, model).number() : null);
    ctx.status(204);
  }

  /** {@code {"version": 2}} lets that one answer, {@code {"version": null}} the newest. */
  private void activate(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    Map<String, Object> body = JsonTree.object(Body.bytes(ctx, limits));
    Object version = body.get("version");
    boolean known =
        body.size() == 1
            && body.containsKey("version")
            && (version == null || version instanceof Long);
    if (!known) {
      throw ApiException.badRequest(
          "body: expected {\"version\": 2}, or null in its place for the newest");
    }
    shelf.pin(model, version == null ? null : ((Long) version).intValue());
    json(ctx, ModelFacts.brief(model));
  }

  /** Lets the version before the active one answer. */
  private void rollback(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    int active = model.active().number();
    int before =
        model.versions().stream()
            .mapToInt(ModelVersion::number)
            .filter(number -> number < active)
            .max()
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "model " + model.name() + ": there is no version before " + active));
    shelf.pin(model, before);
    json(ctx, ModelFacts.brief(model));
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

  private void predict(Context ctx) throws IOException {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = version(ctx, model);
    String type = String.valueOf(ctx.contentType()).toLowerCase(Locale.ROOT);
    if (ctx.queryParam("table") != null) {
      streams.table(ctx, model, version, ctx.queryParam("table"));
    } else if (type.startsWith("text/csv")) {
      streams.csv(ctx, model, version);
    } else if (type.contains("ndjson") || type.contains("jsonl")) {
      streams.lines(ctx, model, version);
    } else {
      json(ctx, model, version);
    }
  }

  private void json(Context ctx, ServedModel model, ModelVersion version) {
    long begin = System.nanoTime();
    byte[] body = Body.bytes(ctx, limits);
    PredictRequest request = PredictRequest.read(body, version.inputs(), limits.rows());
    Answers answers = new Answers(version.saved(), request.questions());
    Chunk rows = request.rows();
    JsonBuffer out = new JsonBuffer(256 + 128 * rows.rows());
    out.raw("{\"model\":\"").raw(model.name()).raw("\",\"version\":").number(version.number());
    List<String> warnings = List.of();
    out.raw(",\"predictions\":[");
    if (rows.rows() > 0) {
      JoinedPredictions.Told told = model.tell(version, answers, rows);
      for (int i = 0; i < rows.rows(); i++) {
        out.raw(i > 0 ? "," : "");
        told.write(i, out);
      }
      warnings = metrics.unusual(model.name(), version.saved(), rows);
    }
    out.raw("],\"warnings\":").raw(Answers.sentences(warnings)).raw('}');
    ctx.contentType("application/json").result(out.toBytes());
    metrics.predicted(model.name(), rows.rows(), System.nanoTime() - begin);
  }

  static void json(Context ctx, Object value) {
    ctx.contentType("application/json").result(JsonText.of(value).getBytes(StandardCharsets.UTF_8));
  }
}
