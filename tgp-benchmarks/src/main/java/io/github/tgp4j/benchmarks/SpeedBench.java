package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.optimise.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./bench speed}: the training step against its floor, on one thread and two. Step and floor
 * are timed in turn within one run, so that a noisy machine disturbs both alike; the figures are
 * medians.
 */
public final class SpeedBench {
  /** One line of the table. */
  record Row(StepCase step, int threads, double stepMicros, double floorMicros) {
    double ratio() {
      return stepMicros / floorMicros;
    }

    /** Adds step and floor to the rows. */
    void record(SpeedFile file) throws IOException {
      String setting = step.name() + ": " + step.sizes();
      file.append(new SpeedFile.Key("step", setting, threads, "tgp4j", "step_us"), stepMicros);
      file.append(new SpeedFile.Key("step", setting, threads, "floor", "step_us"), floorMicros);
    }
  }

  private static final double SECONDS_PER_CASE = 6.0;
  private static final double WARM_UP_SECONDS = 3.0;

  private SpeedBench() {}

  public static void main(String[] args) throws IOException {
    boolean record = false;
    double seconds = SECONDS_PER_CASE;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--record")) {
        record = true;
      } else if (args[i].equals("--seconds") && i + 1 < args.length) {
        seconds = Double.parseDouble(args[++i]);
      } else {
        System.err.println("usage: ./bench speed [--record] [--seconds S]; got " + args[i]);
        System.exit(2);
      }
    }
    System.out.println(
        "linear algebra by " + Blas.description() + ", JDK " + System.getProperty("java.version"));
    System.out.printf(
        "%-6s %7s %3s %4s %6s %8s %12s %12s %7s %9s%n",
        "model", "n", "d", "m", "batch", "threads", "step µs", "floor µs", "ratio", "speed-up");
    List<Row> rows = new ArrayList<>();
    for (StepCase step : StepCase.ALL) {
      double single = Double.NaN;
      for (int threads = 1; threads <= 2; threads++) {
        Row row = measure(step, threads, seconds);
        rows.add(row);
        single = threads == 1 ? row.stepMicros() : single;
        System.out.printf(
            Locale.ROOT,
            "%-6s %7d %3d %4d %6d %8d %12.1f %12.1f %7.2f %9s%n",
            step.name(),
            step.n(),
            step.d(),
            step.m(),
            step.batch(),
            threads,
            row.stepMicros(),
            row.floorMicros(),
            row.ratio(),
            threads == 1 ? "" : String.format(Locale.ROOT, "%.2f×", single / row.stepMicros()));
      }
    }
    if (record) {
      SpeedFile file = new SpeedFile(SpeedFile.RESULTS);
      for (Row row : rows) {
        row.record(file);
      }
    }
  }

  static Row measure(StepCase step, int threads, double seconds) {
    try (Workers workers = new Workers(threads)) {
      Trainer trainer = step.trainer(workers);
      Floor floor = new Floor(step, workers);
      for (long end = deadline(WARM_UP_SECONDS); System.nanoTime() < end; ) {
        trainer.step(0.5);
        floor.run();
      }
      List<Long> steps = new ArrayList<>();
      List<Long> floors = new ArrayList<>();
      for (long end = deadline(seconds); System.nanoTime() < end || steps.size() < 5; ) {
        long start = System.nanoTime();
        trainer.step(0.5);
        long middle = System.nanoTime();
        floor.run();
        steps.add(middle - start);
        floors.add(System.nanoTime() - middle);
      }
      return new Row(step, threads, median(steps), median(floors));
    }
  }

  /** Median time of an action repeated for so many seconds. */
  static double medianMicros(Runnable action, double seconds) {
    List<Long> times = new ArrayList<>();
    for (long end = deadline(seconds); System.nanoTime() < end || times.size() < 3; ) {
      long start = System.nanoTime();
      action.run();
      times.add(System.nanoTime() - start);
    }
    return median(times);
  }

  private static long deadline(double seconds) {
    return System.nanoTime() + (long) (seconds * 1e9);
  }

  private static double median(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e3;
  }
}
