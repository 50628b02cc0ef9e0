package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.optimise.Trainer;
import java.io.IOException;
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

  public static void main(String[] args) throws IOException {
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
    if (args.length == 1 && args[0].equals("--record")) {
      record("data_mb", data / 1e6);
      record("peak_heap_mb", (peak - data) / 1e6);
      record("step_to_step_of_20000_rows", fewRows / micros);
      record("half_batch_to_whole", halfBatch / micros);
    }
  }

  private static void record(String quantity, double value) throws IOException {
    String setting = "1000000 x 8, M 100, batch 10000, sal(3)";
    new SpeedFile(SpeedFile.RESULTS)
        .append(new SpeedFile.Key("memory", setting, 2, "tgp4j", quantity), value);
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
