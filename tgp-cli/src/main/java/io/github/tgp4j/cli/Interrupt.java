package io.github.tgp4j.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C as a question: work under way sees {@link #isAsked}, saves what it has and ends; the
 * process waits for that.
 */
final class Interrupt implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ask, "interrupt");
  private volatile boolean asked;

  Interrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void ask() {
    asked = true;
    try {
      if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("tgp: gave up waiting for the work to end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isAsked() {
    return asked;
  }

  /** Lets the process end. */
  @Override
  public void close() {
    finished.countDown();
    if (!asked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) { // asked just now: the hook sees the latch
        asked = true;
      }
    }
  }
}
