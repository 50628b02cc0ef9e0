package io.github.tgp4j.benchmarks.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Mixed requests at a bounded rate for some time, with a {@link FitRound} now and then, after each
 * of which it is noted what the server holds.
 */
final class MixedLoad {
  private static final int CONNECTIONS = 4;
  private static final int MOST_FAULTS = 20;
  private static final double SHORTEST_ROUND = 6; // seconds
  private static final double LONGEST_ROUND = 60;
  private static final int ROUNDS = 20; // at least, so that a line can be drawn through them

  private final ServerProcess server;
  private final Path home;
  private final double rate;
  private final LongAdder requests = new LongAdder();
  private final List<String> faults = new ArrayList<>();
  private volatile boolean over;

  /**
   * Of a server.
   *
   * @param rate short requests per second
   */
  MixedLoad(ServerProcess server, Path home, double rate) {
    this.server = server;
    this.home = home;
    this.rate = rate;
  }

  /** Answers that were not what they have to be; at most a few. */
  List<String> faults() {
    synchronized (faults) {
      return List.copyOf(faults);
    }
  }

  long requests() {
    return requests.sum();
  }

  /** Applies it; returns what the server held after each round, which is also told at once. */
  List<Held> run(double minutes, Consumer<Held> told) throws IOException, InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
    List<Held> all = new ArrayList<>();
    try {
      for (int k = 0; k < CONNECTIONS; k++) {
        SplittableRandom random = new SplittableRandom(10 + k);
        clients.execute(() -> ask(random));
      }
      SplittableRandom random = new SplittableRandom(4);
      double seconds = Math.max(SHORTEST_ROUND, Math.min(LONGEST_ROUND, 60 * minutes / ROUNDS));
      long begin = System.nanoTime();
      for (int round = 1; hours(begin) < minutes / 60 && server.isAlive(); round++) {
        round(random);
        Held held = Held.of(server, home, hours(begin), requests.sum());
        all.add(held);
        told.accept(held);
        long next = begin + (long) (1e9 * seconds * round);
        TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
      }
      return all;
    } finally {
      over = true;
      clients.shutdown();
      if (!clients.awaitTermination(1, TimeUnit.MINUTES)) {
        fault("clients did not end within a minute");
      }
    }
  }

  private static double hours(long begin) {
    return (System.nanoTime() - begin) / 3.6e12;
  }

  private void round(SplittableRandom random) {
    try {
      requests.add(FitRound.run(server.port(), random));
    } catch (IOException e) {
      fault("round: " + e.getMessage());
    }
  }

  /** Requests of one connection, each when it is due. */
  private void ask(SplittableRandom random) {
    MixedRequests mixed = new MixedRequests(random);
    long step = (long) (1e9 * CONNECTIONS / rate);
    long due = System.nanoTime();
    Connection connection = null;
    while (!over) {
      due = Math.max(due + step, System.nanoTime() - 100 * step); // a late one is not made up for
      for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
        LockSupport.parkNanos(due - now);
      }
      MixedRequests.Mixed one = mixed.next(random);
      try {
        if (connection == null) {
          connection = Connection.to(server.port(), 60_000);
        }
        connection = send(one, connection);
      } catch (IOException e) {
        fault(one.what() + ": " + e);
        connection = null;
      }
    }
    close(connection);
  }

  /** Sends one; returns the connection for the next, null where it cannot be used again. */
  private Connection send(MixedRequests.Mixed one, Connection connection) throws IOException {
    requests.increment();
    if (one.status() == 0) {
      connection.send(one.bytes());
      close(connection);
      return null;
    }
    Connection.Answer answer = connection.ask(one.bytes());
    if (answer.status() != one.status()) {
      fault(
          one.what()
              + ": expected "
              + one.status()
              + " but got "
              + answer.status()
              + ": "
              + answer.text());
    }
    if (answer.head().toLowerCase(Locale.ROOT).contains("\nconnection: close")) {
      close(connection);
      return null;
    }
    return connection;
  }

  private void close(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (IOException e) {
        fault("close: " + e);
      }
    }
  }

  private void fault(String text) {
    synchronized (faults) {
      if (faults.size() < MOST_FAULTS) {
        faults.add(text.length() > 300 ? text.substring(0, 300) + "…" : text);
      }
    }
  }
}
