package io.github.tgp4j.server;

import io.github.tgp4j.cli.FitRequest;
import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /v1/tables}: uploads, and what is in them. */
final class TableRoutes {
  private static final int MOST_ROWS = 500;
  private static final List<String> READ = List.of("sheet", "delimiter", "decimal", "encoding");

  private final TableStore tables;
  private final FitDesk fits;
  private final Limits limits;

  TableRoutes(TableStore tables, FitDesk fits, Limits limits) {
    this.tables = tables;
    this.fits = fits;
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes.get("/v1/tables", Role.FIT, this::list);
    routes.post("/v1/tables", Role.FIT, this::upload);
    routes.get("/v1/tables/{table}", Role.FIT, this::about);
    routes.get("/v1/tables/{table}/rows", Role.FIT, this::rows);
    routes.delete("/v1/tables/{table}", Role.FIT, this::delete);
  }

  private void list(Context ctx) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (StoredTable table : tables.all()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("table", table.id());
      one.put("name", table.name());
      one.put("created", table.created());
      all.add(one);
    }
    ModelRoutes.json(ctx, Map.of("tables", all));
  }

  private void upload(Context ctx) throws IOException {
    String name = ctx.queryParam("name");
    Body.refuseBeyond(ctx, limits, limits.uploadBytes());
    StoredTable table;
    try (InputStream in = Body.stream(ctx, limits, limits.uploadBytes())) {
      table = tables.add(name == null ? "" : name, in);
    }
    try {
      ModelRoutes.json(ctx, facts(ctx, table));
    } catch (RuntimeException e) {
      tables.delete(table.id()); // nobody was told of it
      throw e;
    }
    ctx.status(201).header("Location", "/v1/tables/" + table.id());
  }

  private void about(Context ctx) {
    ModelRoutes.json(ctx, facts(ctx, tables.get(ctx.pathParam("table"))));
  }

  private static Map<String, Object> facts(Context ctx, StoredTable table) {
    ReadOptions options = options(ctx);
    return TableFacts.of(table, () -> TableStore.open(table, options));
  }

  /** How the file is read, as {@code ?delimiter=;} and the like say. */
  static ReadOptions options(Context ctx) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String name : READ) {
      if (ctx.queryParam(name) != null) {
        given.put(name, ctx.queryParam(name));
      }
    }
    return FitRequest.of(given).readOptions();
  }

  private void rows(Context ctx) {
    StoredTable table = tables.get(ctx.pathParam("table"));
    long from = number(ctx, "from", 0, Long.MAX_VALUE);
    long count = number(ctx, "count", 50, MOST_ROWS);
    List<List<Object>> out = new ArrayList<>();
    List<String> names;
    try (DuckTable reader = TableStore.open(table, options(ctx))) {
      names = reader.columns().stream().map(Column::name).toList();
      for (Chunk chunk = reader.next();
          chunk != null && out.size() < count;
          chunk = reader.next()) {
        for (int i = 0; i < chunk.rows() && out.size() < count; i++) {
          if (chunk.firstRow() + i >= from) {
            out.add(TableFacts.row(chunk, i));
          }
        }
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("columns", names);
    answer.put("from", from);
    answer.put("rows", out);
    ModelRoutes.json(ctx, answer);
  }

  private static long number(Context ctx, String name, long standard, long most) {
    String given = ctx.queryParam(name);
    if (given == null) {
      return standard;
    }
    if (!given.matches("[0-9]{1,15}") || Long.parseLong(given) > most) {
      throw ApiException.badRequest(name + ": expected a whole number up to " + most);
    }
    return Long.parseLong(given);
  }

  private void delete(Context ctx) {
    StoredTable table = tables.get(ctx.pathParam("table"));
    fits.requireUnused(table);
    tables.delete(table.id());
    ctx.status(204);
  }
}
