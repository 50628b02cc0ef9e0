package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.benchmarks.fuzz.FuzzTarget.Limit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs case after case, each with a limit on its time, and counts. */
public final class FuzzLoop {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long LOOK_MILLISECONDS = 200;

  private final FuzzTarget target;
  private final Limit limit;

  /** With the limits of the target. */
  public FuzzLoop(FuzzTarget target) {
    this(target, 1);
  }

  /**
   * With so many times the limits of the target.
   *
   * @param patience 1 for the limits themselves
   */
  public FuzzLoop(FuzzTarget target, double patience) {
    this.target = target;
    this.limit = target.limit().times(patience);
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
    /** Before the first case. */
    public static final Counts NONE = new Counts(0, 0, List.of());

    public Counts {
      findings = List.copyOf(findings);
    }

    public long cases() {
      return accepted + refused + findings.size();
    }

    /** With those of more cases. */
    public Counts plus(Counts more) {
      List<Finding> all = new ArrayList<>(findings);
      all.addAll(more.findings);
      return new Counts(accepted + more.accepted, refused + more.refused, all);
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
    return new Counts(accepted, refused, findings);
  }

  /** In a thread of its own, which is left alone if the case does not end. */
  private FuzzResult one(long seed) {
    double[] took = {0};
    FutureTask<FuzzResult> task =
        new FutureTask<>(
            () -> {
              FuzzResult result = target.run(seed);
              took[0] = THREADS.getCurrentThreadCpuTime() / 1e9;
              return result;
            });
    Thread thread = new Thread(task, "fuzz-" + target.kind() + "-" + seed);
    thread.setDaemon(true);
    thread.start();
    long begin = System.nanoTime();
    for (; ; ) {
      try {
        FuzzResult result = task.get(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
        return took[0] > limit.processor() ? late(took[0], "of the processor", thread) : result;
      } catch (TimeoutException e) {
        double busy = THREADS.getThreadCpuTime(thread.getId()) / 1e9;
        double clock = (System.nanoTime() - begin) / 1e9;
        if (busy > limit.processor() || clock > limit.clock()) {
          boolean hangs = clock > limit.clock();
          return late(hangs ? clock : busy, hangs ? "and did not end" : "of the processor", thread);
        }
      } catch (ExecutionException e) {
        return FuzzResult.failed(e.getCause());
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts this thread", e);
      }
    }
  }

  private FuzzResult late(double seconds, String how, Thread thread) {
    StackTraceElement[] where = thread.getStackTrace();
    return FuzzResult.failed(
        String.format(
            Locale.ROOT,
            "took %.1f s %s, at most %.0f are allowed%s",
            seconds,
            how,
            how.startsWith("of") ? limit.processor() : limit.clock(),
            where.length == 0 ? "" : "; it is at " + where[0]));
  }
}
