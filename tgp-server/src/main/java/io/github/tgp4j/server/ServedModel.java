package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A model by its name: its versions, of which one answers, and how many predictions it makes at a
 * time.
 */
final class ServedModel {
  private static final int KEPT = 3; // versions in memory

  private static final int FEW_ROWS = 16;

  private final String name;
  private final Semaphore permits;
  private final JoinedPredictions small;
  private final long patienceMillis;
  private volatile NavigableMap<Integer, ModelVersion> versions = new TreeMap<>();
  private volatile ModelVersion active;
  private Integer pinned; // null: the newest answers

  /**
   * Without versions yet.
   *
   * @param pinned the version that answers, when it comes; null for the newest
   */
  ServedModel(String name, Limits limits, Integer pinned) {
    this.name = name;
    this.pinned = pinned;
    this.permits = new Semaphore(limits.threads());
    this.small = new JoinedPredictions(new Semaphore(limits.threads()));
    this.patienceMillis = limits.timeout().toMillis();
  }

  String name() {
    return name;
  }

  /** The version that answers. */
  ModelVersion active() {
    return active;
  }

  /** A version that is in memory. */
  ModelVersion version(int number) {
    ModelVersion found = versions.get(number);
    if (found == null) {
      throw ApiException.notFound(
          "model "
              + name
              + ": there is no version "
              + number
              + "; there are "
              + versions.keySet().stream().map(String::valueOf).toList());
    }
    return found;
  }

  /** All versions in memory, the newest first. */
  List<ModelVersion> versions() {
    List<ModelVersion> all = new ArrayList<>(versions.values());
    Collections.reverse(all);
    return all;
  }

  synchronized void add(ModelVersion version) {
    TreeMap<Integer, ModelVersion> next = new TreeMap<>(versions);
    next.put(version.number(), version);
    while (next.size() > KEPT) {
      Integer oldest = next.firstKey();
      next.remove(oldest.equals(pinned) ? next.higherKey(oldest) : oldest);
    }
    versions = next;
    choose();
  }

  /** Only these versions are left. */
  synchronized void retain(List<Integer> numbers) {
    TreeMap<Integer, ModelVersion> next = new TreeMap<>(versions);
    next.keySet().retainAll(numbers);
    if (!next.isEmpty()) {
      versions = next;
      choose();
    }
  }

  /** Lets a version answer; null for the newest, now and when others come. */
  synchronized void pin(Integer number) {
    pinned = number;
    choose();
  }

  private void choose() {
    boolean there = pinned != null && versions.containsKey(pinned);
    active = there ? versions.get(pinned) : versions.lastEntry().getValue();
  }

  /** Whether an older version was chosen by hand. */
  synchronized boolean isPinned() {
    return pinned != null && versions.containsKey(pinned);
  }

  /** What is told about a request's rows; few are predicted together with those of others. */
  JoinedPredictions.Told tell(ModelVersion version, Answers answers, Chunk rows) {
    return rows.rows() <= FEW_ROWS && answers.canBeShared()
        ? small.tell(version, answers, rows)
        : new JoinedPredictions.Told(
            inTurn(rows.rows(), () -> answers.of(version.saved().predictAll(rows), 0)), 0);
  }

  /**
   * Does some work of this model when it is this request's turn. A few rows are done at once: to
   * wait, and be woken, takes longer than they do.
   *
   * @param rows how many are predicted
   */
  <T> T inTurn(int rows, Supplier<T> work) {
    return rows <= FEW_ROWS ? work.get() : inTurn(work);
  }

  /** Does some work of this model when it is this request's turn. */
  <T> T inTurn(Supplier<T> work) {
    try {
      if (!permits.tryAcquire() && !permits.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
        throw ApiException.busy("model " + name + ": has too much to do; try again later");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server is stopping; try again later");
    }
    try {
      return work.get();
    } finally {
      permits.release();
    }
  }
}
