package io.github.tgp4j.benchmarks.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs case after case, each with a limit on its time, and counts. */
public final class FuzzLoop {
  private final FuzzTarget target;
  private final double mostSeconds;

  /**
   * @param mostSeconds a case may take; more is a finding
   */
  public FuzzLoop(FuzzTarget target, double mostSeconds) {
    this.target = target;
    this.mostSeconds = mostSeconds;
  }

  /** A case that failed, by the seed that makes it again. */
  public record Finding(String kind, long seed, String text) {
    @Override
    public String toString() {
      return "./bench fuzz --kind " + kind + " --seed " + seed + " --count 1   # " + text;
    }
  }

  /** How many cases ended how. */
  public record Counts(long accepted, long refused, List<Finding> findings) {
    public long cases() {
      return accepted + refused + findings.size();
    }
  }

  /** From the first seed on, as long as wanted. */
  public Counts run(long firstSeed, BooleanSupplier more, Consumer<Finding> found) {
    long accepted = 0;
    long refused = 0;
    List<Finding> findings = new ArrayList<>();
    for (long seed = firstSeed; more.getAsBoolean(); seed++) {
      FuzzResult result = one(seed);
      switch (result.outcome()) {
        case ACCEPTED -> accepted++;
        case REFUSED -> refused++;
        case FAILED -> {
          Finding finding = new Finding(target.kind(), seed, result.text());
          findings.add(finding);
          found.accept(finding);
        }
      }
    }
    return new Counts(accepted, refused, List.copyOf(findings));
  }

  /** In a thread of its own, which is left alone if the case does not end. */
  private FuzzResult one(long seed) {
    FutureTask<FuzzResult> task = new FutureTask<>(() -> target.run(seed));
    Thread thread = new Thread(task, "fuzz-" + target.kind() + "-" + seed);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get((long) (1000 * mostSeconds), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      StackTraceElement[] where = thread.getStackTrace();
      return FuzzResult.failed(
          "took more than " + mostSeconds + " s" + (where.length == 0 ? "" : " at " + where[0]));
    } catch (ExecutionException e) {
      return FuzzResult.failed(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }
}
