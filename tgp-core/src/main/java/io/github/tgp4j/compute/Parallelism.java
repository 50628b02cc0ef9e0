package io.github.tgp4j.compute;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * How many threads may share the tasks of one call: the caller's alone, or the caller's with some
 * of Java's common pool.
 */
public final class Parallelism {
  /** As many as the common pool has. */
  public static final Parallelism ALL = new Parallelism(Integer.MAX_VALUE);

  private final int threads;

  private Parallelism(int threads) {
    this.threads = threads;
  }

  /**
   * At most so many threads; with 1 everything runs on the caller's thread.
   *
   * @param threads 1 or more
   */
  public static Parallelism of(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("parallelism: expected 1 or more but got " + threads);
    }
    return new Parallelism(threads);
  }

  /** Runs tasks 0 to tasks − 1, in any order; returns when all are done. */
  public void run(int tasks, IntConsumer task) {
    int sharing = Math.min(threads, tasks);
    if (sharing <= 1) {
      for (int i = 0; i < tasks; i++) {
        task.accept(i);
      }
    } else if (sharing == tasks) {
      IntStream.range(0, tasks).parallel().forEach(task);
    } else {
      AtomicInteger next = new AtomicInteger();
      IntStream.range(0, sharing)
          .parallel()
          .forEach(
              thread -> {
                for (int i = next.getAndIncrement(); i < tasks; i = next.getAndIncrement()) {
                  task.accept(i);
                }
              });
    }
  }
}
