package io.github.tgp4j.compute;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A few threads that share numbered tasks. Which thread runs a task is left to chance, so a task
 * may write only to what belongs to its number; reductions are done afterwards, in the order of the
 * numbers. Results then do not depend on the number of threads.
 *
 * <p>The caller works too: one thread means no other thread is started. Not for use by two callers
 * at once.
 *
 * <p>A training step on few rows hands out work several times within a millisecond, and waking a
 * sleeping thread takes a tenth of that: whoever waits looks again and again for a moment before it
 * goes to sleep.
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

  private static final long WAKEFUL_NANOS = 100_000;

  private final Scratch[] scratch;
  private final Companion[] companions;

  // The work at hand: written by the caller before companions are called, read by them after.
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger(); // companions not done yet
  private final Latch done = new Latch();
  private Task task;
  private int count;
  private volatile Throwable failure;

  public Workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected at least 1 but got " + threads);
    }
    this.scratch = new Scratch[threads];
    for (int i = 0; i < threads; i++) {
      scratch[i] = new Scratch();
    }
    this.companions = new Companion[threads - 1];
    for (int h = 0; h < companions.length; h++) {
      companions[h] = new Companion(h + 1);
      companions[h].start();
    }
  }

  public int threads() {
    return scratch.length;
  }

  /** The buffers of one worker. */
  public Scratch scratch(int worker) {
    return scratch[worker];
  }

  /**
   * Runs tasks 0..count−1 and returns when all are done; a failure in any of them is thrown here,
   * and tasks not begun by then are left out.
   */
  public void run(int count, Task task) {
    if (companions.length == 0 || count <= 1) {
      for (int i = 0; i < count; i++) {
        task.run(i, 0);
      }
      return;
    }
    this.task = task;
    this.count = count;
    failure = null;
    next.set(0);
    int called = Math.min(companions.length, count - 1);
    busy.set(called);
    for (int h = 0; h < called; h++) {
      companions[h].call.open();
    }
    drain(0);
    done.await();
    this.task = null;
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void drain(int worker) {
    try {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        task.run(i, worker);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
      next.set(count);
    }
  }

  @Override
  public void close() {
    for (Companion companion : companions) {
      companion.closed = true;
      companion.call.open();
    }
  }

  private final class Companion extends Thread {
    private final int worker;
    private final Latch call = new Latch();
    private volatile boolean closed;

    Companion(int worker) {
      super("tgp4j-worker-" + worker);
      this.worker = worker;
      setDaemon(true);
    }

    @Override
    public void run() {
      for (call.await(); !closed; call.await()) {
        drain(worker);
        if (busy.decrementAndGet() == 0) {
          done.open();
        }
      }
    }
  }

  /** Opened by one thread, awaited by one other, which closes it behind itself. */
  private static final class Latch {
    private volatile boolean open;
    private volatile Thread sleeper;

    void open() {
      open = true;
      LockSupport.unpark(sleeper); // nothing is done for null
    }

    /** An interrupt does not end the wait; it is there again afterwards. */
    void await() {
      long end = System.nanoTime() + WAKEFUL_NANOS;
      while (!open && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      boolean interrupted = false;
      if (!open) {
        sleeper = Thread.currentThread();
        while (!open) {
          LockSupport.park(this);
          interrupted |= Thread.interrupted();
        }
        sleeper = null;
      }
      open = false;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
