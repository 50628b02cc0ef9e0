package io.github.tgp4j.server;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Lines of JSON about what happens: {@code {"time": …, "level": "info", "message": …}}. */
final class ServerLog {
  private final Consumer<String> lines;

  ServerLog(Consumer<String> lines) {
    this.lines = lines;
  }

  void info(String message) {
    event("info", Map.of("message", message));
  }

  void warning(String message) {
    event("warning", Map.of("message", message));
  }

  /** A fault of the server, with its trace, which no client sees. */
  void fault(String message, Throwable cause) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("message", message);
    about.put("fault", String.valueOf(cause));
    StringBuilder trace = new StringBuilder();
    for (StackTraceElement element : cause.getStackTrace()) {
      trace.append(element).append(' ');
    }
    about.put("trace", trace.toString().trim());
    event("error", about);
  }

  void event(String level, Map<String, ?> about) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    line.put("level", level);
    line.putAll(about);
    lines.accept(JsonText.of(line));
  }
}
