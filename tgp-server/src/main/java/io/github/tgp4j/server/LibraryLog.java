package io.github.tgp4j.server;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What libraries log, from warnings on, as lines of JSON beside our own. */
final class LibraryLog extends Handler {
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty"); // kept: held weakly
  private static final Logger JAVALIN = Logger.getLogger("io.javalin");

  private final ServerLog log;

  private LibraryLog(ServerLog log) {
    this.log = log;
    setLevel(Level.WARNING);
  }

  static void toJson(PrintWriter err) {
    LogManager.getLogManager().reset();
    Logger.getLogger("").addHandler(new LibraryLog(new ServerLog(err::println)));
    JETTY.setLevel(Level.WARNING);
    JAVALIN.setLevel(Level.WARNING);
  }

  @Override
  public void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("logger", record.getLoggerName());
    about.put("message", record.getMessage());
    if (record.getThrown() != null) {
      about.put("fault", record.getThrown().toString());
    }
    log.event(record.getLevel().getName().toLowerCase(Locale.ROOT), about);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
