package io.github.tgp4j.server;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium that does what a person does, driven by its debugging protocol; and what its
 * console complained about.
 */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final long PATIENCE_MILLIS = 60_000;
  private static final Gson GSON = new Gson();

  private final Process process;
  private final Path downloads;
  private final WebSocket socket;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final String session;

  private Browser(Process process, Path work, URI address) throws IOException {
    this.process = process;
    this.downloads = Files.createDirectories(work.resolve("downloads"));
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Listener()).join();
    String target =
        send("Target.createTarget", Map.of("url", "about:blank"), null)
            .get("targetId")
            .getAsString();
    this.session =
        send("Target.attachToTarget", Map.of("targetId", target, "flatten", true), null)
            .get("sessionId")
            .getAsString();
    for (String domain : List.of("Page", "Runtime", "Log")) {
      ask(domain + ".enable", Map.of());
    }
    send(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", downloads.toString()),
        null);
  }

  /** The first browser of the usual names on the path; empty where there is none. */
  static Optional<Path> find() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts one; its files are kept in a directory. */
  static Browser start(Path program, Path work) throws IOException, InterruptedException {
    Path profile = Files.createDirectories(work.resolve("profile"));
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("browser.log").toFile())
            .start();
    Path port = profile.resolve("DevToolsActivePort"); // written when it listens
    for (long end = end(); System.nanoTime() < end && process.isAlive(); ) {
      List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
      if (lines.size() == 2) {
        URI address = URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        return new Browser(process, work, address);
      }
      Thread.sleep(20);
    }
    process.destroyForcibly();
    throw new IOException(
        "the browser did not start: " + Files.readString(work.resolve("browser.log")));
  }

  private static long end() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean end) {
      text.append(data);
      if (end) {
        JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
        text.setLength(0);
        if (message.has("id")) {
          waiting.remove(message.get("id").getAsInt()).complete(message);
        } else {
          heard(message);
        }
      }
      from.request(1);
      return null;
    }
  }

  private void heard(JsonObject message) {
    String method = message.get("method").getAsString();
    JsonObject about = message.getAsJsonObject("params");
    if (method.equals("Runtime.exceptionThrown")) {
      complaints.add(about.get("exceptionDetails").toString());
    } else if (method.equals("Log.entryAdded")) {
      JsonObject entry = about.getAsJsonObject("entry");
      if (!entry.get("level").getAsString().matches("info|verbose")) {
        complaints.add(entry.toString());
      }
    } else if (method.equals("Runtime.consoleAPICalled")
        && about.get("type").getAsString().matches("error|warning|assert")) {
      complaints.add(about.get("args").toString());
    }
  }

  private JsonObject send(String method, Map<String, ?> parameters, String to) {
    int id = last.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", GSON.toJsonTree(parameters));
    if (to != null) {
      message.addProperty("sessionId", to);
    }
    socket.sendText(message.toString(), true).join();
    try {
      JsonObject got = answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      if (got.has("error")) {
        throw new IllegalStateException(method + ": " + got.get("error"));
      }
      return got.getAsJsonObject("result");
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(method, e);
    }
  }

  private JsonObject ask(String method, Map<String, ?> parameters) {
    return send(method, parameters, session);
  }

  /** What the console has complained about since the last call. */
  List<String> complaints() {
    List<String> all = new ArrayList<>(complaints);
    complaints.clear();
    return all;
  }

  /** A window, of a phone where it is narrow. */
  void window(int width, int height) {
    ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  /** Whether people want it dark. */
  void dark(boolean value) {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", value ? "dark" : "light");
    ask("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  /** Opens a page and waits until it has its heading, or asks something. */
  void open(String url) {
    ask("Page.navigate", Map.of("url", "about:blank"));
    ask("Page.navigate", Map.of("url", url));
    until("document.querySelector('main h1, main h2, dialog')");
  }

  /** The value of an expression, or of what it promises. */
  JsonElement js(String expression) {
    JsonObject got =
        ask(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (got.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + got.get("exceptionDetails"));
    }
    JsonElement value = got.getAsJsonObject("result").get("value");
    return value == null ? com.google.gson.JsonNull.INSTANCE : value;
  }

  String text(String selector) {
    return js("document.querySelector(" + GSON.toJson(selector) + ").textContent").getAsString();
  }

  /** Waits until an expression holds. */
  void until(String expression) {
    String holds = "Boolean((() => { try { return " + expression + " } catch { } })())";
    for (long end = end(); System.nanoTime() < end; ) {
      if (js(holds).getAsBoolean()) {
        return;
      }
      pause();
    }
    throw new AssertionError("never: " + expression + "; the page says: " + text("main"));
  }

  private static void pause() {
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Clicks what has this selector, and this text where one is given. */
  void click(String selector, String text) {
    String found =
        "[...document.querySelectorAll("
            + GSON.toJson(selector)
            + ")].find(e => e.textContent.includes("
            + GSON.toJson(text)
            + "))";
    until(found);
    js(found + ".click()");
  }

  /** Chooses in a list. */
  void choose(String selector, String value) {
    js(
        "(() => { const e = document.querySelector("
            + GSON.toJson(selector)
            + "); e.value = "
            + GSON.toJson(value)
            + "; e.dispatchEvent(new Event('change', {bubbles: true})); })()");
  }

  /** Presses a key where the focus is. */
  void press(String key) {
    for (String type : List.of("rawKeyDown", "keyUp")) {
      ask("Input.dispatchKeyEvent", Map.of("type", type, "key", key, "code", key));
    }
  }

  /** Drops a file on what has this selector. */
  void drop(String selector, String name, String contents) {
    js(
        "(() => { const data = new DataTransfer(); data.items.add(new File(["
            + GSON.toJson(contents)
            + "], "
            + GSON.toJson(name)
            + ")); document.querySelector("
            + GSON.toJson(selector)
            + ").dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true,"
            + " cancelable: true})); })()");
  }

  /** A file that was downloaded, when it is complete. */
  Path downloaded(String name) {
    Path file = downloads.resolve(name);
    for (long end = end(); System.nanoTime() < end; pause()) {
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new AssertionError("never downloaded: " + name);
  }

  /** A picture of the whole page. */
  void picture(Path to) throws IOException {
    JsonObject box = ask("Page.getLayoutMetrics", Map.of()).getAsJsonObject("cssContentSize");
    Map<String, Object> clip =
        Map.of(
            "x",
            0,
            "y",
            0,
            "width",
            box.get("width").getAsInt(),
            "height",
            Math.min(6000, box.get("height").getAsInt()),
            "scale",
            1);
    JsonObject got =
        ask(
            "Page.captureScreenshot",
            Map.of("format", "png", "captureBeyondViewport", true, "clip", clip));
    Files.write(to, Base64.getDecoder().decode(got.get("data").getAsString()));
  }

  @Override
  public void close() {
    try {
      send("Browser.close", Map.of(), null);
    } catch (IllegalStateException e) {
      process.destroyForcibly(); // it was gone before it could answer
    }
    socket.abort();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
