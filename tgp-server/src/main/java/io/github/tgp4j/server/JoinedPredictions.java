package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Small requests of one model. As many threads predict at a time as are allowed; requests that come
 * meanwhile wait, and the next thread predicts all of them together with its own, which takes less
 * time than one after the other. Nobody waits where a thread is free, and no clock is involved.
 */
final class JoinedPredictions {
  private static final int MOST_ROWS = 16;
  private static final long PAUSE_NANOS = 1_000_000; // between looks; who waits is woken as a rule

  private final Semaphore leaders;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();

  JoinedPredictions(Semaphore leaders) {
    this.leaders = leaders;
  }

  /**
   * What is told about a request's rows.
   *
   * @param rows of this request, and of those that were predicted together with it
   * @param from place of its first row among them
   */
  record Told(Answers.Rows rows, int from) {
    void write(int row, JsonBuffer to) {
      rows.write(from + row, to);
    }
  }

  /** Requests that nobody predicts yet. */
  int waiting() {
    return queue.size();
  }

  /** Predicts a few rows, or has them predicted. */
  Told tell(ModelVersion version, Answers answers, Chunk rows) {
    Waiting own = new Waiting(version, answers, rows);
    if (leaders.tryAcquire()) {
      lead(own);
      return own.result();
    }
    queue.add(own);
    while (!own.isDone()) {
      boolean leads = leaders.tryAcquire();
      if (leads && queue.remove(own)) {
        lead(own);
      } else {
        if (leads) {
          release();
        }
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
    return own.result();
  }

  private void lead(Waiting own) {
    List<Waiting> batch = new ArrayList<>();
    batch.add(own);
    try {
      int rows = own.rows.rows();
      for (Waiting other : queue) {
        if (rows + other.rows.rows() <= MOST_ROWS && own.goesWith(other) && queue.remove(other)) {
          batch.add(other);
          rows += other.rows.rows();
        }
      }
      predict(batch);
    } finally {
      batch.forEach(Waiting::giveUp);
      release();
    }
  }

  private void release() {
    leaders.release();
    Waiting next = queue.peek();
    if (next != null) {
      LockSupport.unpark(next.thread);
    }
  }

  private static void predict(List<Waiting> batch) {
    if (batch.size() > 1) {
      try {
        Answers.Rows told = batch.get(0).predict(merged(batch));
        int from = 0;
        for (Waiting each : batch) {
          each.finish(new Told(told, from), null);
          from += each.rows.rows();
        }
        return;
      } catch (RuntimeException e) {
        // One of them cannot be predicted; alone, each hears of its own rows.
      }
    }
    for (Waiting each : batch) {
      try {
        each.finish(new Told(each.predict(each.rows), 0), null);
      } catch (RuntimeException e) {
        each.finish(null, e);
      }
    }
  }

  private static Chunk merged(List<Waiting> batch) {
    Chunk first = batch.get(0).rows;
    int rows = batch.stream().mapToInt(each -> each.rows.rows()).sum();
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < first.columns().size(); c++) {
      boolean texts = first.columns().get(c).type() == ColumnType.CATEGORY;
      Object all = texts ? new String[rows] : new double[rows];
      int at = 0;
      for (Waiting each : batch) {
        Object own = texts ? each.rows.texts(c) : each.rows.numbers(c);
        System.arraycopy(own, 0, all, at, each.rows.rows());
        at += each.rows.rows();
      }
      values.add(all);
    }
    return new Chunk(first.columns(), rows, values);
  }

  /** A request that is to be predicted by its own thread or another. */
  private static final class Waiting {
    private final ModelVersion version;
    private final Answers answers;
    private final Chunk rows;
    private final Thread thread = Thread.currentThread();
    private Told told;
    private RuntimeException failure;
    private volatile boolean done;

    Waiting(ModelVersion version, Answers answers, Chunk rows) {
      this.version = version;
      this.answers = answers;
      this.rows = rows;
    }

    /** Whether one prediction answers both. */
    boolean goesWith(Waiting other) {
      return version == other.version
          && answers.asksTheSame(other.answers)
          && rows.columns().equals(other.rows.columns());
    }

    Answers.Rows predict(Chunk all) {
      return answers.of(version.saved().predictAll(all), 0);
    }

    boolean isDone() {
      return done;
    }

    void finish(Told answer, RuntimeException e) {
      told = answer;
      failure = e;
      done = true;
      if (thread != Thread.currentThread()) {
        LockSupport.unpark(thread);
      }
    }

    /** Whoever predicted failed for want of memory or the like. */
    void giveUp() {
      if (!done) {
        finish(null, ApiException.busy("the server has too little memory now; try again later"));
      }
    }

    Told result() {
      if (failure != null) {
        throw failure;
      }
      return told;
    }
  }
}
