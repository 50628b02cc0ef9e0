package io.github.tgp4j.benchmarks.serve;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** The same request over some connections: as fast as answers come, or at a given rate. */
final class Load {
  private static final int MOST_TURNS = 15;
  private static final double WARM_SECONDS = 4;

  private final int port;
  private final byte[] request;
  private final int connections;

  Load(int port, byte[] request, int connections) {
    this.port = port;
    this.request = request;
    this.connections = connections;
  }

  /** What came of it: seconds of every answer, in order, and how long all took. */
  record Times(double[] sorted, double seconds) {
    double perSecond() {
      return sorted.length / seconds;
    }

    double quantile(double p) {
      return sorted[(int) Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
    }
  }

  /** As fast as answers come. */
  Times flat(double seconds) throws IOException {
    return run(seconds, 0);
  }

  /** Until the compilers of the server's Java have done their work: it gets no faster. */
  void warm() throws IOException {
    double before = 0;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      double now = flat(WARM_SECONDS).perSecond();
      if (now < 1.03 * before) {
        return;
      }
      before = now;
    }
  }

  /**
   * At a given rate: a request is due whether or not the one before it was answered in time, and
   * its time counts from when it was due.
   */
  Times paced(double seconds, double perSecond) throws IOException {
    return run(seconds, perSecond / connections);
  }

  private Times run(double seconds, double rate) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      long begin = System.nanoTime();
      Future<?>[] all = new Future<?>[connections];
      double[][] times = new double[connections][];
      for (int k = 0; k < connections; k++) {
        int own = k;
        all[k] = threads.submit(() -> times[own] = one(own, begin, seconds, rate));
      }
      for (Future<?> each : all) {
        each.get();
      }
      double took = (System.nanoTime() - begin) / 1e9;
      double[] sorted = Arrays.stream(times).flatMapToDouble(Arrays::stream).sorted().toArray();
      return new Times(sorted, took);
    } catch (ExecutionException e) {
      throw new IOException("load: " + e.getCause(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private double[] one(int own, long begin, double seconds, double rate) throws IOException {
    double[] out = new double[1 << 12];
    int count = 0;
    try (Connection connection = Connection.to(port, 30_000)) {
      long due = begin + (rate == 0 ? 0 : (long) (1e9 / rate * own / connections));
      while (System.nanoTime() - begin < 1e9 * seconds) {
        long start = System.nanoTime();
        if (rate > 0) {
          while (start < due) {
            LockSupport.parkNanos(due - start);
            start = System.nanoTime();
          }
          start = due;
          due += (long) (1e9 / rate);
        }
        Connection.Answer answer = connection.ask(request);
        if (answer.status() != 200) {
          throw new IOException("expected 200 but got " + answer.status() + ": " + answer.text());
        }
        if (count == out.length) {
          out = Arrays.copyOf(out, 2 * count);
        }
        out[count++] = (System.nanoTime() - start) / 1e9;
      }
    }
    return Arrays.copyOf(out, count);
  }
}
