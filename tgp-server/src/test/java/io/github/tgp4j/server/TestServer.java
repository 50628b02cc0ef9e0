package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for tests: a static field of a class has one for all of them, any other field a new one
 * for each.
 */
final class TestServer
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final boolean withModels;
  private final UnaryOperator<ServerSettings> how;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private boolean isOfClass;
  private Path directory;
  private TgpServer server;
  private Client client;

  private TestServer(boolean withModels, UnaryOperator<ServerSettings> how) {
    this.withModels = withModels;
    this.how = how;
  }

  /** Without models. */
  static TestServer empty() {
    return new TestServer(false, settings -> settings);
  }

  /** With the models houses and flowers. */
  static TestServer withModels() {
    return withModels(settings -> settings);
  }

  /** With the models houses and flowers, and other settings. */
  static TestServer withModels(UnaryOperator<ServerSettings> how) {
    return new TestServer(true, how);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    isOfClass = true;
    start();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    if (!isOfClass) {
      start();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!isOfClass) {
      stop();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stop();
  }

  private void start() throws IOException {
    directory = Files.createTempDirectory("tgp-server");
    ServerSettings settings = ServerSettings.of(home()).port(0).log(log::add, false);
    if (withModels) {
      settings.models(List.of(Samples.models(models())));
    }
    server = TgpServer.start(how.apply(settings));
    client = new Client(server);
  }

  private void stop() {
    server.close();
    Home.delete(directory);
  }

  Path home() {
    return directory.resolve("home");
  }

  Path models() {
    return directory.resolve("models");
  }

  TgpServer server() {
    return server;
  }

  int port() {
    return server.port();
  }

  String url() {
    return server.url();
  }

  /** Lines that it logged, in order. */
  List<String> log() {
    synchronized (log) {
      return List.copyOf(log);
    }
  }

  HttpResponse<String> get(String path) {
    return client.get(path);
  }

  HttpResponse<String> post(String path, String body) {
    return client.post(path, body);
  }

  HttpResponse<String> delete(String path) {
    return client.delete(path);
  }

  HttpResponse<String> send(String method, String path, byte[] body, String type) {
    return client.send(method, path, body, type);
  }

  /** Uploads a table; returns its id. */
  String upload(String name, byte[] rows) {
    HttpResponse<String> response = send("POST", "/v1/tables?name=" + name, rows, "text/csv");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return Client.json(response).get("table").getAsString();
  }
}
