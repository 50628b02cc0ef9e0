package io.github.tgp4j.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;

/** Adds handlers behind the gate, and remembers where they are. */
final class Routes {
  /**
   * Where a handler is.
   *
   * @param path with names in braces
   */
  record Route(String method, String path, Role role) {}

  private final RoutesConfig config;
  private final Gate gate;
  private final Metrics metrics;
  private final List<Route> all = new ArrayList<>();

  Routes(RoutesConfig config, Gate gate, Metrics metrics) {
    this.config = config;
    this.gate = gate;
    this.metrics = metrics;
  }

  void get(String path, Role role, Handler handler) {
    add(HandlerType.GET, path, role, handler);
  }

  void post(String path, Role role, Handler handler) {
    add(HandlerType.POST, path, role, handler);
  }

  void delete(String path, Role role, Handler handler) {
    add(HandlerType.DELETE, path, role, handler);
  }

  /** A long answer, which does not take the place of short ones. */
  void stream(String path, Role role, Handler handler) {
    all.add(new Route(HandlerType.GET.name(), path, role));
    config.addHttpHandler(HandlerType.GET, path, gate.guardStream(role, handler), role);
  }

  private void add(HandlerType type, String path, Role role, Handler handler) {
    all.add(new Route(type.name(), path, role));
    config.addHttpHandler(type, path, metrics.count(path, gate.guard(role, handler)), role);
  }

  List<Route> all() {
    return List.copyOf(all);
  }
}
