package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.fuzz.FuzzLoop;
import io.github.tgp4j.benchmarks.fuzz.FuzzTarget;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Kinds of generated input that take turns until the time is over, and their counts so far. */
final class FuzzRun {
  private final long firstSeed;
  private final long most; // cases of a kind
  private final double seconds;
  private final Path results; // null: counts are only printed
  private final Provenance made;
  private final long begin = System.nanoTime();
  private final Map<String, Turn> turns = new LinkedHashMap<>();

  /** A kind, and what came of it so far. */
  private static final class Turn {
    private final String kind;
    private final Supplier<FuzzTarget> make;
    private FuzzTarget target;
    private FuzzLoop.Counts counts = FuzzLoop.Counts.NONE;
    private double seconds;

    Turn(String kind, Supplier<FuzzTarget> make) {
      this.kind = kind;
      this.make = make;
    }
  }

  FuzzRun(long firstSeed, long most, double seconds, Path results, Provenance made) {
    this.firstSeed = firstSeed;
    this.most = most;
    this.seconds = seconds;
    this.results = results;
    this.made = made;
  }

  /** Runs all kinds; what is found is printed at once, and added to the list. */
  void start(
      Map<String, Supplier<FuzzTarget>> kinds,
      int rounds,
      int threads,
      List<FuzzLoop.Finding> findings) {
    kinds.forEach((kind, make) -> turns.put(kind, new Turn(kind, make)));
    ConcurrentLinkedQueue<Turn> waiting = new ConcurrentLinkedQueue<>(turns.values());
    int workers = Math.max(1, Math.min(threads, turns.size()));
    double slice = seconds * workers / (rounds * turns.size());
    List<Thread> all = new ArrayList<>();
    for (int k = 0; k < workers; k++) {
      Thread thread = new Thread(() -> work(waiting, slice), "fuzz-" + k);
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      join(thread);
    }
    for (Turn turn : turns.values()) {
      findings.addAll(turn.counts.findings());
      if (turn.target != null) {
        turn.target.close();
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private double left() {
    return seconds - (System.nanoTime() - begin) / 1e9;
  }

  private void work(ConcurrentLinkedQueue<Turn> waiting, double slice) {
    for (Turn turn = waiting.poll(); turn != null && left() > 0; turn = waiting.poll()) {
      turn(turn, slice);
      if (turn.counts.cases() < most) {
        waiting.add(turn);
      }
    }
  }

  private void turn(Turn turn, double slice) {
    long from = System.nanoTime();
    if (turn.target == null) {
      turn.target = turn.make.get();
    }
    long before = turn.counts.cases();
    long[] done = {0};
    double until = Math.min(slice, Math.max(0, left()));
    FuzzLoop.Counts more =
        new FuzzLoop(turn.target)
            .run(
                firstSeed + before,
                () ->
                    before + done[0]++ < most
                        && (done[0] == 1 || (System.nanoTime() - from) / 1e9 < until),
                System.out::println);
    synchronized (this) {
      turn.counts = turn.counts.plus(more);
      turn.seconds += (System.nanoTime() - from) / 1e9;
      say(turn);
      write();
    }
  }

  private void say(Turn turn) {
    System.out.printf(
        Locale.ROOT,
        "%-12s %,9d cases, %,d accepted, %,d refused, %d findings; %.0f min left%n",
        turn.kind,
        turn.counts.cases(),
        turn.counts.accepted(),
        turn.counts.refused(),
        turn.counts.findings().size(),
        Math.max(0, left()) / 60);
  }

  /** The counts so far, so that a run that is killed leaves them. */
  private void write() {
    if (results == null) {
      return;
    }
    List<String> lines = new ArrayList<>(List.of(ReliabilityPage.HEADER));
    for (Turn turn : turns.values()) {
      if (turn.counts.cases() > 0) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%d,%d,%.1f,%s",
                turn.kind,
                firstSeed,
                turn.counts.cases(),
                turn.counts.accepted(),
                turn.counts.refused(),
                turn.counts.findings().size(),
                turn.seconds,
                made.line()));
      }
    }
    try {
      Files.createDirectories(results);
      Path aside = results.resolve("fuzz.csv.part");
      Files.write(aside, lines);
      Files.move(aside, results.resolve("fuzz.csv"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
