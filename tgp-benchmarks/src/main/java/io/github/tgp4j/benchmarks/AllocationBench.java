package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** {@code ./bench alloc}: runs {@link StepAllocation} and keeps the bytes that a step allocates. */
public final class AllocationBench {
  private static final String BYTES = "gc.alloc.rate.norm";

  private AllocationBench() {}

  public static void main(String[] args) throws IOException, RunnerException {
    boolean record = List.of(args).equals(List.of("--record"));
    if (args.length > 0 && !record) {
      System.err.println("usage: ./bench alloc [--record]; got " + String.join(" ", args));
      System.exit(2);
    }
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(StepAllocation.class.getName())
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .build())
            .run();
    if (record) {
      SpeedFile file = new SpeedFile(SpeedFile.RESULTS);
      for (RunResult result : results) {
        BenchmarkParams setting = result.getParams();
        file.append(
            new SpeedFile.Key(
                "allocation",
                setting.getParam("flow"),
                Integer.parseInt(setting.getParam("threads")),
                "tgp4j",
                "bytes_per_step"),
            result.getSecondaryResults().get(BYTES).getScore());
      }
    }
  }
}
