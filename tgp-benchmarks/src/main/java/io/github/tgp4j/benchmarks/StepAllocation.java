package io.github.tgp4j.benchmarks;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.optimise.Trainer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** {@code ./bench alloc}: bytes allocated per training step; read {@code gc.alloc.rate.norm}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 8, time = 3)
@Measurement(iterations = 3, time = 3)
public class StepAllocation {
  @Param({"identity", "sal(3)"})
  public String flow;

  @Param({"1", "2"})
  public int threads;

  private Workers workers;
  private Trainer trainer;

  @Setup
  public void setUp() {
    workers = new Workers(threads);
    trainer = new StepCase("step", flow, 8192, 8, 100, 2048).trainer(workers);
  }

  @TearDown
  public void tearDown() {
    workers.close();
  }

  @Benchmark
  public void step() {
    trainer.step(0.5);
  }
}
