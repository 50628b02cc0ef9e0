package io.github.tgp4j.server;

import io.github.tgp4j.cli.FitRequest;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code /v1/fits}: begin, follow, cancel, go on, and what came of it. */
final class FitRoutes {
  private static final long HEARTBEAT_MILLIS = 5000;
  private static final List<String> MEMBERS = List.of("table", "model", "settings");

  private final FitDesk fits;
  private final TableStore tables;
  private final Limits limits;

  FitRoutes(FitDesk fits, TableStore tables, Limits limits) {
    this.fits = fits;
    this.tables = tables;
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes.get("/v1/fits", Role.FIT, this::list);
    routes.post("/v1/fits", Role.FIT, this::begin);
    routes.get("/v1/fits/{fit}", Role.FIT, ctx -> ModelRoutes.json(ctx, task(ctx).asMap()));
    routes.stream("/v1/fits/{fit}/events", Role.FIT, this::follow);
    routes.post("/v1/fits/{fit}/cancel", Role.FIT, this::cancel);
    routes.post("/v1/fits/{fit}/resume", Role.FIT, this::goOn);
    routes.get("/v1/fits/{fit}/report", Role.FIT, this::report);
    routes.delete("/v1/fits/{fit}", Role.FIT, this::delete);
  }

  private FitTask task(Context ctx) {
    return fits.get(ctx.pathParam("fit"));
  }

  private void list(Context ctx) {
    ModelRoutes.json(ctx, Map.of("fits", fits.all().stream().map(FitTask::asMap).toList()));
  }

  private void begin(Context ctx) {
    Map<String, Object> body = JsonTree.object(Body.bytes(ctx, limits));
    for (String name : body.keySet()) {
      if (!MEMBERS.contains(name)) {
        throw ApiException.badRequest("body: expected table, model and settings but got " + name);
      }
    }
    StoredTable table = tables.get(text(body, "table"));
    String model =
        body.get("model") == null
            ? ModelName.of(Path.of(table.name().replaceFirst("\\..*", "")))
            : ModelName.check(text(body, "model"));
    Map<String, Object> settings = settings(body.get("settings"));
    FitRequest.of(settings).autoFit(() -> TableStore.open(table, null)); // refuses what is wrong
    FitTask task = fits.add(table, model, settings);
    ModelRoutes.json(ctx, task.asMap());
    ctx.status(202).header("Location", "/v1/fits/" + task.id());
  }

  private static String text(Map<String, Object> body, String name) {
    if (body.get(name) instanceof String text) {
      return text;
    }
    throw ApiException.badRequest(name + ": expected a text");
  }

  @SuppressWarnings("unchecked") // objects of JSON have texts as keys
  private static Map<String, Object> settings(Object given) {
    if (given == null) {
      return Map.of();
    }
    if (given instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value == null) {
              throw ApiException.badRequest(
                  "settings: " + name + ": leave it out, or give a value");
            }
          });
      return (Map<String, Object>) map;
    }
    throw ApiException.badRequest("settings: expected an object");
  }

  private void cancel(Context ctx) {
    FitTask task = task(ctx);
    fits.cancel(task);
    ModelRoutes.json(ctx, task.asMap());
  }

  private void goOn(Context ctx) {
    FitTask task = task(ctx);
    fits.resume(task);
    ModelRoutes.json(ctx, task.asMap());
    ctx.status(202);
  }

  private void delete(Context ctx) {
    fits.delete(task(ctx));
    ctx.status(204);
  }

  private void report(Context ctx) throws IOException {
    FitTask task = task(ctx);
    Path file = task.report();
    if (file == null) {
      throw ApiException.notFound("fit " + task.id() + ": there is no report yet");
    }
    // The page has a policy of its own; here it also loses this server's origin.
    ctx.header("Content-Security-Policy", "sandbox allow-scripts allow-popups");
    ctx.contentType("text/html; charset=utf-8").result(Files.readAllBytes(file));
  }

  /** Events as they come, until the fit is over. */
  private void follow(Context ctx) throws IOException, InterruptedException {
    FitEvents events = task(ctx).events();
    String given = ctx.header("Last-Event-ID");
    long last = given != null && given.matches("[0-9]{1,15}") ? Long.parseLong(given) : 0;
    ctx.contentType("text/event-stream; charset=utf-8");
    ctx.header("X-Accel-Buffering", "no");
    OutputStream out = ctx.res().getOutputStream();
    while (true) {
      boolean ended = events.isEnded();
      List<FitEvents.Event> some = events.after(last, HEARTBEAT_MILLIS);
      StringBuilder text = new StringBuilder(some.isEmpty() ? ": alive\n\n" : "");
      for (FitEvents.Event event : some) {
        text.append("id: ").append(event.id()).append("\nevent: ").append(event.type());
        text.append("\ndata: ").append(event.json()).append("\n\n");
        last = event.id();
      }
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
      if (ended) {
        return;
      }
    }
  }
}
