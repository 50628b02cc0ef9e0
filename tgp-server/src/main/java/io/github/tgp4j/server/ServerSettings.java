package io.github.tgp4j.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a server is set up.
 *
 * <pre>{@code
 * try (TgpServer server = TgpServer.start(ServerSettings.of(home).models(List.of(file)).port(0))) {
 *   System.out.println(server.url());
 * }
 * }</pre>
 */
public final class ServerSettings {
  private final Path home;
  private List<Path> models = List.of();
  private String host = "127.0.0.1";
  private int port = 8080;
  private Keys keys = Keys.NONE;
  private Tls tls;
  private Limits limits = Limits.DEFAULT;
  private Duration reload = Duration.ofSeconds(5);
  private Consumer<String> log = line -> {};
  private boolean logsRequests = true;

  private ServerSettings(Path home) {
    this.home = Objects.requireNonNull(home, "home");
  }

  /** Files of a PKCS#12 key store. */
  public record Tls(Path file, String password) {}

  /**
   * With everything else as the command has it, and no log.
   *
   * @param home where uploads, fits and their models are kept
   */
  public static ServerSettings of(Path home) {
    return new ServerSettings(home);
  }

  /** Model files, and directories of such. */
  public ServerSettings models(List<Path> value) {
    models = List.copyOf(value);
    return this;
  }

  public ServerSettings host(String value) {
    host = Objects.requireNonNull(value, "host");
    return this;
  }

  /** The port; 0 for any that is free. */
  public ServerSettings port(int value) {
    port = value;
    return this;
  }

  public ServerSettings keys(Keys value) {
    keys = Objects.requireNonNull(value, "keys");
    return this;
  }

  /** HTTPS; null for HTTP. */
  public ServerSettings tls(Tls value) {
    tls = value;
    return this;
  }

  public ServerSettings limits(Limits value) {
    limits = Objects.requireNonNull(value, "limits");
    return this;
  }

  /** How often model files are looked at. */
  public ServerSettings reload(Duration value) {
    reload = Objects.requireNonNull(value, "reload");
    return this;
  }

  /** Takes lines of JSON: requests, and what went wrong. */
  public ServerSettings log(Consumer<String> value, boolean requests) {
    log = Objects.requireNonNull(value, "log");
    logsRequests = requests;
    return this;
  }

  Path home() {
    return home;
  }

  List<Path> models() {
    return models;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  Keys keys() {
    return keys;
  }

  Tls tls() {
    return tls;
  }

  Limits limits() {
    return limits;
  }

  Duration reload() {
    return reload;
  }

  Consumer<String> log() {
    return log;
  }

  boolean logsRequests() {
    return logsRequests;
  }
}
