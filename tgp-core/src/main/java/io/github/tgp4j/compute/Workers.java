package io.github.tgp4j.compute;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few threads that share numbered tasks. Which thread runs a task is left to chance, so a task
 * may write only to what belongs to its number; reductions are done afterwards, in the order of the
 * numbers. Results then do not depend on the number of threads.
 *
 * <p>The caller works too: one thread means no other thread is started. Not for use by two callers
 * at once.
 */
public final class Workers implements AutoCloseable {
  /**
   * One numbered task, run by the worker with the given number (0 ≤ worker &lt; {@link
   * #threads()}).
   */
  @FunctionalInterface
  public interface Task {
    void run(int task, int worker);
  }

  private final int threads;
  private final Scratch[] scratch;
  private final ExecutorService pool;
  private final AtomicInteger next = new AtomicInteger();

  public Workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected at least 1 but got " + threads);
    }
    this.threads = threads;
    this.scratch = new Scratch[threads];
    for (int i = 0; i < threads; i++) {
      scratch[i] = new Scratch();
    }
    this.pool =
        threads == 1
            ? null
            : Executors.newFixedThreadPool(
                threads - 1,
                work -> {
                  Thread thread = new Thread(work, "tgp4j-worker");
                  thread.setDaemon(true);
                  return thread;
                });
  }

  public int threads() {
    return threads;
  }

  /** The buffers of one worker. */
  public Scratch scratch(int worker) {
    return scratch[worker];
  }

  /**
   * Runs tasks 0..count−1 and returns when all are done; a failure in any of them is thrown here.
   */
  public void run(int count, Task task) {
    if (pool == null || count <= 1) {
      for (int i = 0; i < count; i++) {
        task.run(i, 0);
      }
      return;
    }
    next.set(0);
    int helpers = Math.min(threads, count) - 1;
    List<Future<?>> futures = new ArrayList<>(helpers);
    for (int h = 1; h <= helpers; h++) {
      int worker = h;
      futures.add(pool.submit(() -> drain(count, task, worker)));
    }
    Throwable failure = null;
    try {
      drain(count, task, 0);
    } catch (RuntimeException | Error e) {
      failure = e;
      next.set(count);
    }
    for (Future<?> future : futures) {
      try {
        future.get();
      } catch (ExecutionException e) {
        failure = failure == null ? e.getCause() : failure;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = failure == null ? new IllegalStateException("interrupted", e) : failure;
      }
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void drain(int count, Task task, int worker) {
    for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
      task.run(i, worker);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }
}
