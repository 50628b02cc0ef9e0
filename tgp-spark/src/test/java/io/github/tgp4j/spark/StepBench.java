package io.github.tgp4j.spark;

import com.sun.management.OperatingSystemMXBean;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;

/**
 * One sum over all rows, of a TGP with 100 inducing points and 8 inputs: by Spark's engine on one
 * and two executors, and by the engine of one machine with as many threads.
 */
final class StepBench {
  private static final int D = 8;
  private static final int M = 100;
  private static final int CHUNK = 4096;
  private static final int REPEATS = 5;

  private final SparkBench bench;

  StepBench(SparkBench bench) {
    this.bench = bench;
  }

  /** Rows by their numbers, so that any partition makes its own. */
  static final class Generator
      implements Function2<Integer, Iterator<Integer>, Iterator<PackedChunk>> {
    private static final long serialVersionUID = 1L;

    private final int rows;
    private final int partitions;

    Generator(int rows, int partitions) {
      this.rows = rows;
      this.partitions = partitions;
    }

    @Override
    public Iterator<PackedChunk> call(Integer partition, Iterator<Integer> none) {
      int from = (int) ((long) rows * partition / partitions);
      int to = (int) ((long) rows * (partition + 1) / partitions);
      return new Iterator<>() {
        private int next = from;

        @Override
        public boolean hasNext() {
          return next < to;
        }

        @Override
        public PackedChunk next() {
          int count = Math.min(CHUNK, to - next);
          double[] x = new double[count * D];
          double[] y = new double[count];
          for (int i = 0; i < count; i++) {
            y[i] = fill(next + i, x, i * D);
          }
          next += count;
          return new PackedChunk(count, D, x, y, new long[PackedChunk.Fault.COUNT]);
        }
      };
    }
  }

  private static double fill(int row, double[] x, int at) {
    SplittableRandom random = new SplittableRandom(row);
    double f = 0.0;
    for (int j = 0; j < D; j++) {
      x[at + j] = random.nextGaussian();
      f += Math.sin(x[at + j] * (j + 1) / 2);
    }
    return f + 0.3 * random.nextGaussian();
  }

  private static RowStore rows(int n) {
    double[] x = new double[n * D];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = fill(i, x, i * D);
    }
    return RowStore.of(Matrix.wrap(x, n, D), new double[][] {y});
  }

  private static Elbo bound(Workers workers) {
    TgpModel model =
        Tgp.builder()
            .flow("sal(3)")
            .inducing(M)
            .threads(1)
            .plainStart(false)
            .plan(TrainingPlan.ofSteps(2))
            .fit(rows(2000));
    Architecture architecture = model.architecture();
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(M, D)));
    for (String name : model.parameterNames()) {
      parameters.set(name, model.parameter(name));
    }
    return new Elbo(
        architecture, parameters, model.posteriors(), List.of(Nodes.gaussHermite(32)), workers);
  }

  void run(int n) throws Exception {
    RowStore rows = rows(n);
    Path directory = Files.createTempDirectory("tgp4j-spark-bench");
    String memory = n > 2_000_000 ? "3g" : "1g";
    try (StandaloneCluster cluster = new StandaloneCluster(directory, 2, memory)) {
      for (int executors = 1; executors <= 2; executors++) {
        try (SparkSession session = SparkBench.session(cluster, executors, memory)) {
          compare(session, executors, rows);
        }
      }
    }
  }

  /** In turns, so that whatever else the machine does meets both. */
  private void compare(SparkSession session, int executors, RowStore rows) throws Exception {
    int n = (int) rows.rows();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    TaskTimes times = new TaskTimes(session.sparkContext(), executors);
    int partitions = RowLayout.starts(n, RowLayout.BY_ROWS).length - 1;
    JavaRDD<PackedChunk> chunks =
        context
            .parallelize(new ArrayList<Integer>(), partitions)
            .mapPartitionsWithIndex(new Generator(n, partitions), true);
    try (Workers threads = new Workers(executors);
        Workers driver = new Workers(1);
        PackedRows packed = new PackedRows(context, chunks, "x", "y", RowLayout.BY_ROWS)) {
      packed.scaled(new LearntScaling(Scaling.none(D), Scaling.none(1)));
      SparkEngine there = packed.engine(Integer.MAX_VALUE, 1);
      MemoryEngine here = new MemoryEngine(rows, n, 1, threads);
      Elbo boundHere = bound(threads);
      Elbo boundThere = bound(driver);
      Step best = null;
      double least = Double.POSITIVE_INFINITY;
      double cpu = 0.0;
      int warm = n > 2_000_000 ? 1 : 3; // for the compiler
      for (int r = -warm; r < (n > 2_000_000 ? 3 : REPEATS); r++) {
        long cpuBefore = cpuNanos();
        double seconds = seconds(() -> sum(boundHere, here::sum));
        double used = (cpuNanos() - cpuBefore) / 1e9;
        times.clear();
        Step step = times.step(seconds(() -> sum(boundThere, there::sum)));
        if (r >= 0 && seconds < least) {
          least = seconds;
          cpu = used;
        }
        if (r >= 0 && (best == null || step.seconds() < best.seconds())) {
          best = step;
        }
      }
      bench.row("step one machine", n, executors, least, "seconds");
      bench.row("step one machine CPU", n, executors, cpu, "seconds");
      bench.row("step Spark over one machine", n, executors, best.seconds() / least, "ratio");
      keep(best, n, executors);
    }
  }

  private void keep(Step step, int n, int executors) throws IOException {
    bench.row("step Spark", n, executors, step.seconds(), "seconds");
    bench.row("step Spark executors' CPU", n, executors, step.cpu(), "seconds");
    bench.row("step Spark summing", n, executors, step.running(), "seconds");
    bench.row("step Spark collecting garbage", n, executors, step.garbage(), "seconds");
    bench.row("step Spark reading tasks", n, executors, step.reading(), "seconds");
    bench.row("step Spark sending tasks", n, executors, step.sending(), "seconds");
    bench.row("step Spark else", n, executors, step.rest(), "seconds");
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * Where the time of a step went, in seconds of each executor; CPU is that of all together.
   *
   * @param running tasks, garbage collections included
   * @param reading tasks and writing results: serialisation
   * @param sending tasks to executors and results back, as the scheduler sees it
   */
  private record Step(
      double seconds, double cpu, double running, double garbage, double reading, double sending) {
    /** What the driver does before and after, and executors that wait for the last task. */
    double rest() {
      return seconds - running - reading - sending;
    }
  }

  /** Adds up what tasks tell of themselves. */
  private static final class TaskTimes extends SparkListener {
    private final SparkContext context;
    private final int executors;
    private double cpu;
    private double running;
    private double garbage;
    private double reading;
    private double lasting;

    TaskTimes(SparkContext context, int executors) {
      this.context = context;
      this.executors = executors;
      context.addSparkListener(this);
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
      TaskMetrics of = end.taskMetrics();
      cpu += of.executorCpuTime() / 1e9;
      running += of.executorRunTime() / 1e3;
      garbage += of.jvmGCTime() / 1e3;
      reading += (of.executorDeserializeTime() + of.resultSerializationTime()) / 1e3;
      lasting += end.taskInfo().duration() / 1e3;
    }

    /** From here on. */
    void clear() throws Exception {
      context.listenerBus().waitUntilEmpty(60_000);
      synchronized (this) {
        cpu = running = garbage = reading = lasting = 0.0;
      }
    }

    /** The step since then, which took so long. */
    Step step(double seconds) throws Exception {
      context.listenerBus().waitUntilEmpty(60_000);
      synchronized (this) {
        double sending = lasting - running - reading;
        return new Step(
            seconds,
            cpu,
            running / executors,
            garbage / executors,
            reading / executors,
            sending / executors);
      }
    }
  }

  private interface Summing {
    void sum(Bound bound, Bound.Pass pass, RowSums total);
  }

  private static void sum(Elbo bound, Summing engine) {
    RowSums total = bound.newSums();
    bound.prepare(Bound.Pass.GRADIENT);
    engine.sum(bound, Bound.Pass.GRADIENT, total);
    bound.finish(total);
  }

  private static double seconds(Runnable task) {
    long begin = System.nanoTime();
    task.run();
    return (System.nanoTime() - begin) / 1e9;
  }

  /** The least of some, since whatever else runs makes it longer; after two for the compiler. */
  static double least(Runnable task) {
    task.run();
    task.run();
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < REPEATS; r++) {
      least = Math.min(least, seconds(task));
    }
    return least;
  }
}
