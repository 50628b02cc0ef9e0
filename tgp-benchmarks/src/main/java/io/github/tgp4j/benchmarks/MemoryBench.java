package io.github.tgp4j.benchmarks;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.optimise.Trainer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;

/**
 * {@code ./bench memory}: the heap that training takes beyond the data, and that a step's cost
 * depends on the batch, not on the number of rows.
 */
public final class MemoryBench {
  private MemoryBench() {}

  public static void main(String[] args) {
    StepCase large = new StepCase("svgp", "sal(3)", 1_000_000, 8, 100, 10_000);
    double data = large.n() * (large.d() + 1.0) * Double.BYTES;
    System.gc();
    resetPeaks();
    double micros = time(large);
    double peak = peak();
    System.out.printf(
        Locale.ROOT,
        "1,000,000 rows × 8, M 100, batch 10,000, sal(3): data %.0f MB, peak heap %.0f MB, beyond the data %.0f MB%n",
        data / 1e6,
        peak / 1e6,
        (peak - data) / 1e6);
    double fewRows = time(new StepCase("svgp", "sal(3)", 20_000, 8, 100, 10_000));
    double halfBatch = time(new StepCase("svgp", "sal(3)", 1_000_000, 8, 100, 5_000));
    System.out.printf(
        Locale.ROOT,
        "step: %.0f µs; with 20,000 rows instead %.2f of that; with half the batch %.2f of that%n",
        micros,
        fewRows / micros,
        halfBatch / micros);
  }

  private static double time(StepCase step) {
    try (Workers workers = new Workers(2)) {
      Trainer trainer = step.trainer(workers);
      for (int i = 0; i < 60; i++) {
        trainer.step(0.5);
      }
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 60; i++) {
        long start = System.nanoTime();
        trainer.step(0.5);
        best = Math.min(best, System.nanoTime() - start);
      }
      return best / 1e3;
    }
  }

  private static void resetPeaks() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  private static double peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToDouble(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
