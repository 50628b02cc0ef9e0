package io.github.tgp4j.server;

import com.google.gson.JsonParseException;
import io.github.tgp4j.cli.UserException;
import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.io.ModelFileException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What went wrong, as {@code {"error": "…", "status": 400}}; never a trace, never a path. */
final class Errors {
  private static final int RETRY_SECONDS = 1;

  private final ServerLog log;
  private final Home home;

  Errors(ServerLog log, Home home) {
    this.log = log;
    this.home = home;
  }

  void answer(Exception e, Context ctx) {
    if (e instanceof ApiException known) {
      answer(known.status(), known.getMessage(), ctx);
    } else if (e instanceof HttpResponseException known) {
      answer(known.getStatus(), words(known, ctx), ctx);
    } else if (isOfTheRequest(e)) {
      answer(400, home.hide(String.valueOf(e.getMessage())), ctx);
    } else {
      log.fault(ctx.method() + " " + ctx.path(), e);
      answer(500, "a fault of the server; its log says more", ctx);
    }
  }

  /** What the library and the command throw about what they were given. */
  static boolean isOfTheRequest(Exception e) {
    return e instanceof UserException
        || e instanceof TableException
        || e instanceof ModelFileException
        || e instanceof JsonParseException
        || e instanceof IllegalArgumentException
        || e instanceof ArithmeticException;
  }

  private static String words(HttpResponseException e, Context ctx) {
    return switch (e.getStatus()) {
      case 404 -> "address: there is nothing at " + brief(ctx.path()) + "; /openapi.json lists all";
      case 405 -> "method: " + ctx.method() + " is not for " + brief(ctx.path());
      default -> String.valueOf(e.getMessage());
    };
  }

  private static String brief(String path) {
    return path.length() > 100 ? path.substring(0, 100) + "…" : path;
  }

  static void answer(int status, String message, Context ctx) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", message);
    body.put("status", status);
    if (status == 429 || status == 503) {
      ctx.header("Retry-After", Integer.toString(RETRY_SECONDS));
    }
    ctx.status(status).contentType("application/json").result(JsonText.bytes(body));
  }
}
