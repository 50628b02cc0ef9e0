package io.github.tgp4j.server;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does fits, a few at a time; those that the end of the server interrupted go on at its start. */
final class FitDesk implements AutoCloseable {
  private static final int WAITING_PER_WORKER = 10;
  private static final long PATIENCE_SECONDS = 30;

  private final Home home;
  private final TableStore tables;
  private final ModelShelf shelf;
  private final Limits limits;
  private final ServerLog log;
  private final Map<String, FitTask> tasks = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor workers;
  private volatile boolean stopping;

  FitDesk(Home home, TableStore tables, ModelShelf shelf, Limits limits, ServerLog log) {
    this.home = home;
    this.tables = tables;
    this.shelf = shelf;
    this.limits = limits;
    this.log = log;
    int count = Math.max(1, limits.fits());
    this.workers =
        new ThreadPoolExecutor(
            count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), FitDesk::daemon);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "tgp-fit");
    thread.setDaemon(true);
    return thread;
  }

  /** Takes up what an earlier run of the server left. */
  void resume() {
    home.clean();
    for (Path directory : Home.entries(home.fits())) {
      FitTask task = FitTask.read(directory);
      if (task != null) {
        tasks.put(task.id(), task);
        if (!task.state().isOver() && limits.fits() > 0) {
          workers.execute(() -> run(task));
        }
      }
    }
  }

  FitTask add(StoredTable table, String model, Map<String, Object> settings) {
    requireRoom();
    FitTask task = FitTask.create(home, table, model, settings);
    tasks.put(task.id(), task);
    workers.execute(() -> run(task));
    return task;
  }

  private void requireRoom() {
    if (limits.fits() == 0) {
      throw new ApiException(403, "fits: this server does none; start it with --max-fits 1");
    }
    if (stopping) {
      throw new ApiException(503, "the server is stopping; try again later");
    }
    if (workers.getQueue().size() >= WAITING_PER_WORKER * limits.fits()) {
      throw ApiException.busy("fits: " + workers.getQueue().size() + " wait already; try later");
    }
  }

  FitTask get(String id) {
    FitTask found = tasks.get(Home.checkId("fit", id));
    if (found == null) {
      throw ApiException.notFound("fit " + id + ": there is none; /v1/fits lists all");
    }
    return found;
  }

  /** All of them, the newest first. */
  List<FitTask> all() {
    return tasks.values().stream()
        .sorted(
            Comparator.comparing((FitTask t) -> String.valueOf(t.asMap().get("created")))
                .reversed())
        .toList();
  }

  void cancel(FitTask task) {
    task.cancel();
  }

  /** Goes on with one that was cancelled or failed. */
  void resume(FitTask task) {
    if (!task.state().isOver() || task.state() == FitTask.State.DONE) {
      throw ApiException.conflict(
          "fit "
              + task.id()
              + ": expected one that was cancelled or failed but it is "
              + task.state().text());
    }
    requireRoom();
    task.again();
    workers.execute(() -> run(task));
  }

  void delete(FitTask task) {
    if (!task.state().isOver()) {
      throw ApiException.conflict("fit " + task.id() + ": is under way; cancel it first");
    }
    tasks.remove(task.id());
    Home.delete(task.directory());
  }

  /** Refuses where a fit that is not over needs a table. */
  void requireUnused(StoredTable table) {
    for (FitTask task : tasks.values()) {
      if (!task.state().isOver() && task.tableId().equals(table.id())) {
        throw ApiException.conflict(
            "table " + table.name() + ": the fit " + task.id() + " needs it; cancel that first");
      }
    }
  }

  private void run(FitTask task) {
    if (stopping || task.state().isOver()) {
      return;
    }
    try {
      StoredTable table = tables.get(task.tableId());
      try {
        if (task.begin()) {
          task.run(table, shelf);
        }
      } catch (CancellationException e) {
        if (task.isCancelled()) {
          task.become(FitTask.State.CANCELLED, null);
        }
      } catch (RuntimeException e) {
        failed(task, TableStore.named(table, String.valueOf(e.getMessage())), e);
      }
    } catch (RuntimeException e) {
      failed(task, String.valueOf(e.getMessage()), e);
    } catch (OutOfMemoryError e) {
      failed(task, "the fit needs more memory than the server has; take fewer rows", null);
    }
  }

  private void failed(FitTask task, String message, RuntimeException e) {
    boolean known = e == null || e instanceof ApiException || Errors.isOfTheRequest(e);
    if (!known) {
      log.fault("fit " + task.id(), e);
    }
    try {
      task.become(
          FitTask.State.FAILED, known ? home.hide(message) : "a fault of the server; see its log");
    } catch (ApiException disk) {
      log.warning("fit " + task.id() + ": " + disk.getMessage());
    }
  }

  int running() {
    return workers.getActiveCount();
  }

  int waiting() {
    return workers.getQueue().size();
  }

  @Override
  public void close() {
    stopping = true;
    tasks.values().forEach(FitTask::stop);
    tasks.values().forEach(task -> task.events().end());
    workers.shutdown();
    try {
      if (!workers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        log.warning("a fit did not end in time; it goes on from its last checkpoint");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
