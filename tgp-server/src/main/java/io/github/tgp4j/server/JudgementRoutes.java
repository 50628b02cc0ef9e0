package io.github.tgp4j.server;

import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.text.Names;
import io.javalin.http.Context;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How well rows are predicted, and the rows behind each number: those that a fit held out, {@code
 * /v1/fits/{fit}/judgement}, or those of a table with what was observed, {@code
 * /v1/models/{model}/judgement?table=ID}; and several models on one table, {@code /v1/compare}.
 */
final class JudgementRoutes {
  private static final int MOST_COMPARED = 8;

  private final FitDesk fits;
  private final ModelShelf shelf;
  private final TableStore tables;
  private final Limits limits;
  private final JudgedTables known = new JudgedTables();

  JudgementRoutes(FitDesk fits, ModelShelf shelf, TableStore tables, Limits limits) {
    this.fits = fits;
    this.shelf = shelf;
    this.tables = tables;
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes.get("/v1/fits/{fit}/judgement", Role.FIT, this::ofFit);
    routes.get("/v1/fits/{fit}/judgement/rows", Role.FIT, ctx -> rows(ctx, heldOut(ctx)));
    routes.get("/v1/fits/{fit}/parts", Role.FIT, this::parts);
    routes.get("/v1/models/{model}/judgement", Role.FIT, this::ofTable);
    routes.get("/v1/models/{model}/judgement/rows", Role.FIT, ctx -> rows(ctx, scored(ctx)));
    routes.post("/v1/compare", Role.FIT, this::compare);
  }

  private void ofFit(Context ctx) {
    ModelRoutes.json(ctx, new Judgement(heldOut(ctx)).asMap("held-out rows"));
  }

  private void ofTable(Context ctx) {
    ModelRoutes.json(ctx, new Judgement(scored(ctx)).asMap("rows of " + table(ctx).name()));
  }

  /** The rows that a fit held out. */
  private JudgedRows heldOut(Context ctx) {
    FitTask task = fits.get(ctx.pathParam("fit"));
    List<JudgedRows> all = task.judged();
    if (all.isEmpty()) {
      throw ApiException.notFound(
          "fit " + task.id() + ": no rows were held out, or it is not done yet");
    }
    String target = ctx.queryParam("target");
    if (target == null) {
      return all.get(0);
    }
    return all.stream()
        .filter(one -> one.target().equals(target))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.badRequest(
                    Names.unknown(
                        "target", target, all.stream().map(JudgedRows::target).toList())));
  }

  private StoredTable table(Context ctx) {
    String id = ctx.queryParam("table");
    if (id == null) {
      throw ApiException.badRequest(
          "table: expected the id of an uploaded table that has the target, ?table=ID");
    }
    return tables.get(id);
  }

  /** The first rows of a table that have the target. */
  private JudgedRows scored(Context ctx) {
    ServedModel model = shelf.get(ctx.pathParam("model"));
    ModelVersion version = ModelRoutes.version(ctx, model);
    StoredTable table = table(ctx);
    int target = ExploreRoute.target(ctx.queryParam("target"), version.saved());
    return known.get(
        new JudgedTables.Key(version, table.id(), target),
        () -> model.inTurn(() -> scored(version, target, table)));
  }

  private static JudgedRows scored(ModelVersion version, int target, StoredTable table) {
    try (TableReader reader = open(table)) {
      return ScoredTable.of(version.saved(), target, reader, JudgedRows.MOST_ROWS).judged();
    }
  }

  private static TableReader open(StoredTable table) {
    return TableStore.open(table, ReadOptions.defaults());
  }

  private static void rows(Context ctx, JudgedRows judged) {
    Judgement judgement = new Judgement(judged);
    Map<String, Object> out;
    if (ctx.queryParam("bin") != null) {
      out = judgement.rowsOfBin(whole(ctx, "bin"));
    } else if (ctx.queryParam("segment") != null) {
      out = judgement.rowsOfSegment(whole(ctx, "segment"));
    } else if (ctx.queryParam("observed") != null) {
      out = judgement.rowsOfClasses(whole(ctx, "observed"), whole(ctx, "predicted"));
    } else {
      out = judgement.rows();
    }
    ModelRoutes.json(ctx, out);
  }

  private static int whole(Context ctx, String name) {
    String given = ctx.queryParam(name);
    if (given != null && given.matches("[0-9]{1,6}")) {
      return Integer.parseInt(given);
    }
    throw ApiException.badRequest(name + ": expected a whole number from 0 on");
  }

  private void parts(Context ctx) throws java.io.IOException {
    FitTask task = fits.get(ctx.pathParam("fit"));
    if (task.parts() == null) {
      throw ApiException.notFound("fit " + task.id() + ": there is no report yet");
    }
    ctx.contentType("application/json").result(Files.readAllBytes(task.parts()));
  }

  /** {@code {"models": ["a", "b"], "table": "ID", "target": "price"}}. */
  private void compare(Context ctx) {
    Map<String, Object> body = JsonTree.object(Body.bytes(ctx, limits));
    if (!(body.get("models") instanceof List<?> names)
        || names.isEmpty()
        || names.size() > MOST_COMPARED
        || !(body.get("table") instanceof String id)) {
      throw ApiException.badRequest(
          "body: expected table, the id of an uploaded one, and models, a list of 1 to "
              + MOST_COMPARED
              + " names");
    }
    StoredTable table = tables.get(id);
    Map<String, ModelVersion> versions = new LinkedHashMap<>();
    names.forEach(
        name -> versions.put(String.valueOf(name), shelf.get(String.valueOf(name)).active()));
    ModelVersion first = versions.values().iterator().next();
    int target = ExploreRoute.target(body.get("target"), first.saved());
    Comparison comparison = new Comparison(first.saved().targets().get(target).name());
    versions.forEach(
        (name, version) ->
            shelf
                .get(name)
                .inTurn(
                    () -> {
                      try (TableReader reader = open(table)) {
                        return comparison.add(name, version.saved(), reader);
                      }
                    }));
    ModelRoutes.json(ctx, comparison.asMap());
  }
}
