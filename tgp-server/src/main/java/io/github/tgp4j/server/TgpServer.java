package io.github.tgp4j.server;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A running server. */
public final class TgpServer implements AutoCloseable {
  private static final int SPARE_THREADS = 40; // events of fits, health, Jetty's own

  private final ServerSettings settings;
  private final ServerLog log;
  private final Metrics metrics = new Metrics();
  private final Gate gate;
  private final ModelShelf shelf;
  private final Home home;
  private final TableStore tables;
  private final FitDesk fits;
  private final Javalin app;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(TgpServer::daemon);
  private List<Routes.Route> routes = List.of();

  private TgpServer(ServerSettings settings) {
    this.settings = settings;
    this.log = new ServerLog(settings.log());
    this.gate = new Gate(settings);
    this.home = new Home(settings.home(), settings.limits());
    this.shelf = new ModelShelf(settings.models(), home, settings.limits(), log);
    this.tables = new TableStore(home);
    this.fits = new FitDesk(home, tables, shelf, settings.limits(), log);
    this.app = Javalin.create(this::configure);
  }

  /** Starts one; it answers when this returns. */
  public static TgpServer start(ServerSettings settings) {
    TgpServer server = new TgpServer(settings);
    try {
      server.shelf.requireSources();
      server.shelf.scan();
      server.app.start();
      server.fits.resume();
      long millis = settings.reload().toMillis();
      server.clock.scheduleWithFixedDelay(server::look, millis, millis, TimeUnit.MILLISECONDS);
      server.sayHow();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Logs where it listens and what it takes on. */
  private void sayHow() {
    Limits limits = settings.limits();
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("message", "serves at " + url());
    line.put("max_body", limits.bodyBytes());
    line.put("max_upload", limits.uploadBytes());
    line.put("max_home", limits.homeBytes());
    line.put("max_rows", limits.rows());
    line.put("max_requests", limits.requests());
    line.put("max_fits", limits.fits());
    line.put("threads", limits.threads());
    line.put("timeout_seconds", limits.timeout().toMillis() / 1000.0);
    line.put("reload_seconds", settings.reload().toMillis() / 1000.0);
    log.event("info", line);
  }

  /** Looks at model files now. */
  void look() {
    try {
      shelf.scan();
    } catch (RuntimeException e) {
      log.fault("looking at model files", e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "tgp-clock");
    thread.setDaemon(true);
    return thread;
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.jetty.host = settings.host();
    config.jetty.port = settings.port();
    config.http.prefer405over404 = true;
    config.http.maxRequestSize = settings.limits().bodyBytes();
    QueuedThreadPool threads =
        new QueuedThreadPool(settings.limits().requests() + SPARE_THREADS, 8, 30_000);
    threads.setName("tgp-http");
    config.jetty.threadPool = threads;
    Connectors.configure(config, settings);
    config.appData(BodyMemory.KEY, gate.memory());
    Errors errors = new Errors(log, home);
    config.routes.exception(Exception.class, errors::answer);
    config.routes.exception(HttpResponseException.class, errors::answer);
    config.routes.before(TgpServer::addHeaders);
    config.requestLogger.http(this::answered);
    Routes all = new Routes(config.routes, gate, metrics);
    addRoutes(all);
    routes = all.all();
  }

  private void addRoutes(Routes all) {
    all.get("/", Role.ANYONE, StudioFiles::index);
    all.get("/studio/{file}", Role.ANYONE, StudioFiles::file);
    all.get("/openapi.json", Role.ANYONE, OpenApi::send);
    all.get("/health", Role.ANYONE, this::health);
    all.get("/metrics", Role.PREDICT, this::metrics);
    PredictStreams streams = new PredictStreams(home, tables, settings.limits(), metrics);
    new ModelRoutes(shelf, streams, settings.limits(), metrics).addTo(all);
    new InferenceProtocol(shelf, settings.limits(), metrics).addTo(all);
    new Invocations(shelf, settings.limits(), metrics).addTo(all);
    new ExploreRoute(shelf, settings.limits()).addTo(all);
    new PlaygroundRoute(settings.limits()).addTo(all);
    new TableRoutes(tables, fits, settings.limits()).addTo(all);
    new FitRoutes(fits, tables, settings.limits()).addTo(all);
    new JudgementRoutes(fits, shelf, tables, settings.limits()).addTo(all);
  }

  private static void addHeaders(Context ctx) {
    ctx.header("X-Content-Type-Options", "nosniff");
    ctx.header("Referrer-Policy", "no-referrer");
    ctx.header("Cross-Origin-Resource-Policy", "same-origin");
    ctx.header("Cache-Control", "no-store");
  }

  private void health(Context ctx) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("status", "ok");
    out.put("version", io.github.tgp4j.io.Provenance.LIBRARY);
    out.put("models", shelf.all().size());
    ModelRoutes.json(ctx, out);
  }

  private void metrics(Context ctx) {
    Map<String, Number> gauges = new LinkedHashMap<>();
    Runtime runtime = Runtime.getRuntime();
    gauges.put("tgp_models", shelf.all().size());
    gauges.put("tgp_requests_under_way", gate.underWay());
    gauges.put("tgp_fits_running", fits.running());
    gauges.put("tgp_fits_waiting", fits.waiting());
    gauges.put("tgp_heap_bytes", runtime.totalMemory() - runtime.freeMemory());
    gauges.put("tgp_heap_max_bytes", runtime.maxMemory());
    gauges.put("tgp_threads", Thread.activeCount());
    ctx.contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.text(gauges));
  }

  private void answered(Context ctx, Float millis) {
    metrics.status(ctx.statusCode());
    if (settings.logsRequests()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("method", ctx.req().getMethod());
      line.put("path", ctx.path());
      line.put("status", ctx.statusCode());
      line.put("ms", Math.round(millis * 1000) / 1000.0);
      line.put("from", ctx.req().getRemoteAddr());
      log.event(ctx.statusCode() >= 500 ? "error" : "info", line);
    }
  }

  /** The port it listens at. */
  public int port() {
    return app.port();
  }

  /** Where it answers, such as {@code http://127.0.0.1:8080}. */
  public String url() {
    String name = settings.host().indexOf(':') >= 0 ? "[" + settings.host() + "]" : settings.host();
    String shown = name.equals("0.0.0.0") || name.equals("[::]") ? "localhost" : name;
    return (settings.tls() == null ? "http://" : "https://") + shown + ":" + port();
  }

  List<Routes.Route> routes() {
    return routes;
  }

  /** Takes no more requests, lets those under way finish, and keeps where fits stand. */
  @Override
  public void close() {
    clock.shutdownNow();
    fits.close();
    try {
      app.stop();
    } catch (JavalinException e) {
      log.warning("requests that did not end in time were cut off");
    }
  }
}
