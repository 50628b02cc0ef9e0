package io.github.tgp4j.server;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.FitListener;
import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.auto.TrialResult;
import io.github.tgp4j.cli.FitCheckpoint;
import io.github.tgp4j.cli.FitRequest;
import io.github.tgp4j.cli.FitSummary;
import io.github.tgp4j.cli.ModelReport;
import io.github.tgp4j.cli.table.Tables;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** A fit that was asked for: what, how it stands, and what came of it. All of it is in files. */
final class FitTask implements FitListener {
  private static final long STEP_NANOS = 150_000_000L; // between two events of steps
  private static final String REQUEST = "request.json";
  private static final String STATE = "state.json";
  private static final String RESULT = "result.json";
  private static final String REPORT = "report.html";
  private static final String PARTS = "parts.json";
  private static final String JUDGED = "judged.json";

  /** How a fit stands. */
  enum State {
    QUEUED,
    RUNNING,
    DONE,
    FAILED,
    CANCELLED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean isOver() {
      return this != QUEUED && this != RUNNING;
    }
  }

  private final Path directory;
  private final Map<String, Object> request;
  private final FitEvents events = new FitEvents();
  private SoftReference<List<JudgedRows>> judged = new SoftReference<>(null);
  private volatile State state;
  private volatile Map<String, Object> progress = Map.of();
  private volatile String error;
  private volatile boolean cancelled; // by a request
  private volatile boolean stopping; // the server ends: to be continued
  private long lastStep = System.nanoTime() - STEP_NANOS;

  private FitTask(Path directory, Map<String, Object> request, State state) {
    this.directory = directory;
    this.request = request;
    this.state = state;
  }

  /** A new one in a directory that is complete when this returns. */
  static FitTask create(Home home, StoredTable table, String model, Map<String, Object> settings) {
    home.requireRoom();
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("table", table.id());
    request.put("name", table.name());
    request.put("model", model);
    request.put("settings", settings);
    request.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    Path part = home.begin(home.fits(), home.newId());
    try {
      Home.write(part.resolve(REQUEST), request);
      Home.write(part.resolve(STATE), Map.of("state", State.QUEUED.text()));
      return new FitTask(home.finish(part), request, State.QUEUED);
    } catch (RuntimeException e) {
      Home.delete(part);
      throw e;
    }
  }

  /** One of an earlier run of the server; null where it is damaged. */
  static FitTask read(Path directory) {
    Map<String, Object> request = Home.read(directory.resolve(REQUEST));
    Map<String, Object> state = Home.read(directory.resolve(STATE));
    if (request == null || !(request.get("settings") instanceof Map)) {
      return null;
    }
    String text = state == null ? "queued" : String.valueOf(state.get("state"));
    FitTask task = new FitTask(directory, request, State.FAILED);
    for (State known : State.values()) {
      if (known.text().equals(text)) {
        task.state = known;
      }
    }
    task.error = state == null || state.get("error") == null ? null : "" + state.get("error");
    if (task.state.isOver()) {
      task.events.end();
    }
    return task;
  }

  String id() {
    return directory.getFileName().toString();
  }

  Path directory() {
    return directory;
  }

  String tableId() {
    return String.valueOf(request.get("table"));
  }

  String model() {
    return String.valueOf(request.get("model"));
  }

  State state() {
    return state;
  }

  FitEvents events() {
    return events;
  }

  @SuppressWarnings("unchecked") // checked when it was read
  Map<String, Object> settings() {
    return (Map<String, Object>) request.get("settings");
  }

  /** The page about it; null where there is none. */
  Path report() {
    Path file = directory.resolve(REPORT);
    return Files.isRegularFile(file) ? file : null;
  }

  /** What the page shows, as plain values; null where there is none. */
  Path parts() {
    Path file = directory.resolve(PARTS);
    return Files.isRegularFile(file) ? file : null;
  }

  /** Held-out rows, per target; empty where there are none. */
  synchronized List<JudgedRows> judged() {
    List<JudgedRows> known = judged.get();
    if (known != null) {
      return known;
    }
    Map<String, Object> kept = Home.read(directory.resolve(JUDGED));
    if (kept == null || !(kept.get("targets") instanceof List<?> targets)) {
      return List.of(); // not done yet
    }
    @SuppressWarnings("unchecked") // written by finish
    List<Map<String, Object>> all = (List<Map<String, Object>>) targets;
    List<JudgedRows> read = all.stream().map(JudgedRows::of).toList();
    judged = new SoftReference<>(read);
    return read;
  }

  /** Everything about it, for clients. */
  Map<String, Object> asMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("fit", id());
    out.put("state", state.text());
    out.putAll(request);
    String command = FitRequest.of(settings()).commandLine(String.valueOf(request.get("name")));
    out.put("command", command + " --out " + model() + ".tgp --report " + model() + ".html");
    out.put("progress", progress);
    if (error != null) {
      out.put("error", error);
    }
    Map<String, Object> result = Home.read(directory.resolve(RESULT));
    if (result != null) {
      out.put("result", result);
    }
    out.put("report", report() != null);
    out.put("resumable", state.isOver() && state != State.DONE);
    return out;
  }

  /** Ends it: at once where it waits, otherwise when it looks next. */
  synchronized void cancel() {
    cancelled = true;
    if (state == State.QUEUED) {
      become(State.CANCELLED, null);
    }
  }

  /** Whether it runs from now on: not where it was cancelled while it waited. */
  synchronized boolean begin() {
    boolean runs = !state.isOver();
    if (runs) {
      become(State.RUNNING, null);
    }
    return runs;
  }

  /** Stops it such that a later run of the server goes on from here. */
  void stop() {
    stopping = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  void become(State next, String why) {
    state = next;
    error = why;
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("state", next.text());
    about.put("error", why);
    try {
      Home.write(directory.resolve(STATE), about);
    } finally { // those who follow are told also where the disk is full
      events.add("state", about);
      if (next.isOver()) {
        events.end();
      }
    }
  }

  void again() {
    cancelled = false;
    events.reopen();
    become(State.QUEUED, null);
  }

  /** Does it; what goes wrong is for the caller. */
  void run(StoredTable table, ModelShelf shelf) {
    FitRequest asked = FitRequest.of(settings());
    AutoFit fit = asked.autoFit(() -> TableStore.open(table, asked.readOptions()));
    fit.data(table.name(), Tables.fingerprint(table.file(), asked.readOptions()));
    fit.withBaseline(true).listener(this).cancelWhen(() -> cancelled || stopping);
    if (!settings().containsKey("threads")) {
      fit.threads(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }
    try (TrainingTable rows = fit.read()) {
      rows.notes().forEach(note -> events.add("note", Map.of("text", note)));
      Path file = directory.resolve("checkpoint");
      FitCheckpoint checkpoint =
          FitCheckpoint.open(
                  file, fit.describe(rows), Files.exists(file), () -> cancelled || stopping)
              .warnings(
                  text -> events.add("warning", Map.of("text", text.replace(directory + "/", ""))));
      FitOutcome outcome = fit.journal(checkpoint).run(rows);
      if (cancelled || stopping) {
        throw new CancellationException();
      }
      finish(rows, outcome, shelf);
      checkpoint.delete();
    }
  }

  private void finish(TrainingTable rows, FitOutcome outcome, ModelShelf shelf) {
    Map<String, Object> result = FitSummary.asMap(rows, outcome);
    List<io.github.tgp4j.cli.report.Report> reports =
        ModelReport.ofFit(rows, outcome).stream().map(ModelReport::make).toList();
    String page = ModelReport.page(outcome.saved(), null, reports);
    Home.write(directory.resolve(PARTS), Map.of("targets", reports));
    List<Map<String, Object>> rowsOf = new ArrayList<>();
    for (int o = 0; o < reports.size(); o++) {
      JudgedRows one = JudgedRows.of(outcome, o);
      if (one != null) {
        rowsOf.add(one.asMap());
      }
    }
    Home.write(directory.resolve(JUDGED), Map.of("targets", rowsOf));
    Home.write(directory.resolve(REPORT), page.getBytes(StandardCharsets.UTF_8));
    result.put("version", shelf.publish(model(), outcome.saved()));
    Home.write(directory.resolve(RESULT), result);
    become(State.DONE, null);
  }

  @Override
  public synchronized void onStep(String stage, double share, double bound, double bestNll) {
    long now = System.nanoTime();
    if (now - lastStep < STEP_NANOS) {
      return;
    }
    lastStep = now;
    Map<String, Object> step = new LinkedHashMap<>();
    step.put("stage", stage);
    step.put("share", share);
    step.put("bound", bound);
    step.put("best_nll", bestNll);
    progress = step;
    events.add("step", step);
  }

  @Override
  public synchronized void onTrial(String stage, TrialResult result) {
    Map<String, Object> trial = new LinkedHashMap<>();
    trial.put("stage", stage);
    trial.put("failure", result.failure());
    trial.put(
        "nll", result.heldOut().stream().mapToDouble(io.github.tgp4j.auto.HeldOut::nll).sum());
    events.add("trial", trial);
  }
}
