package io.github.tgp4j.server;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What Jetty refuses itself, such as headers that are too long, told like everything else. */
final class JettyErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", words(status));
    body.put("status", status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.write(true, ByteBuffer.wrap(JsonText.bytes(body)), callback);
    return true;
  }

  private static String words(int status) {
    return switch (status) {
      case 400 -> "request: expected valid HTTP/1.1 but got something else";
      case 404 -> "address: there is nothing; /openapi.json lists all";
      case 408 -> "request: did not arrive in time; send it faster";
      case 414 -> "address: expected at most 16 kB but it is longer";
      case 431 -> "headers: expected at most 16 kB but they are longer";
      case 501, 505 -> "request: expected a method and version of HTTP that are known";
      case 503 -> "the server is stopping; try again later";
      default -> status >= 500 ? "a fault of the server; its log says more" : "request: refused";
    };
  }
}
