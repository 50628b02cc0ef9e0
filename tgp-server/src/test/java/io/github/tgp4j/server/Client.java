package io.github.tgp4j.server;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Asks a server. */
final class Client {
  private static final List<Logger> LOGGERS = // kept: loggers are held weakly
      List.of(Logger.getLogger("org.eclipse.jetty"), Logger.getLogger("io.javalin"));

  static {
    LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private String key;

  Client(TgpServer server) {
    this(server.url());
  }

  Client(String url) {
    this.url = url;
  }

  /** The same with a key. */
  Client key(String value) {
    key = value;
    return this;
  }

  HttpResponse<String> get(String path) {
    return send("GET", path, null, null);
  }

  HttpResponse<String> post(String path, String body) {
    return send("POST", path, body.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  HttpResponse<String> delete(String path) {
    return send("DELETE", path, null, null);
  }

  HttpResponse<String> send(String method, String path, byte[] body, String type) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (type != null) {
      request.header("Content-Type", type);
    }
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** An object that is answered. */
  static JsonObject json(HttpResponse<String> response) {
    JsonElement element = JsonParser.parseString(response.body());
    return element.getAsJsonObject();
  }

  static String error(HttpResponse<String> response) {
    return json(response).get("error").getAsString();
  }
}
