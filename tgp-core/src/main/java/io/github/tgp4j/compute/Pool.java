package io.github.tgp4j.compute;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Work space that many threads use again and again, without allocating it each time: a few idle
 * objects, in slots that a thread looks through from a place of its own on, so that it mostly gets
 * back what it gave. No thread locals: everything goes with the pool, and so do its classes.
 */
public final class Pool<T> {
  private final AtomicReferenceArray<T> idle;
  private final Supplier<T> maker;

  /** Keeps at most twice as many idle objects as there are processors, and at least 8. */
  public Pool(Supplier<T> maker) {
    int processors = Runtime.getRuntime().availableProcessors();
    this.idle = new AtomicReferenceArray<>(Integer.highestOneBit(Math.max(8, 4 * processors - 1)));
    this.maker = maker;
  }

  /** An idle object, or a new one. Nobody else has it until it is given back. */
  public T take() {
    int slots = idle.length();
    int home = home();
    for (int k = 0; k < slots; k++) {
      int slot = (home + k) & (slots - 1);
      if (idle.getPlain(slot) != null) {
        T found = idle.getAndSet(slot, null);
        if (found != null) {
          return found;
        }
      }
    }
    return maker.get();
  }

  /** Gives an object back, which is dropped when enough are idle. */
  public void give(T object) {
    int slots = idle.length();
    int home = home();
    for (int k = 0; k < slots; k++) {
      int slot = (home + k) & (slots - 1);
      if (idle.getPlain(slot) == null && idle.compareAndSet(slot, null, object)) {
        return;
      }
    }
  }

  private int home() {
    long id = Thread.currentThread().getId() * 0x9E3779B97F4A7C15L;
    return (int) (id >>> 40) & (idle.length() - 1);
  }
}
