package io.github.tgp4j.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;

/** The description of all requests, OpenAPI 3.1; a test holds it against the routes. */
final class OpenApi {
  private OpenApi() {}

  static void send(Context ctx) {
    ctx.contentType("application/json").result(document());
  }

  static byte[] document() {
    try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("a file of the jar cannot be read", e);
    }
  }
}
