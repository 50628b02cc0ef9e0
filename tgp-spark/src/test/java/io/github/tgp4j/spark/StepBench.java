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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
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
    double[] local = new double[3];
    for (int threads = 1; threads <= 2; threads++) {
      Workers workers = new Workers(threads);
      Elbo bound = bound(workers);
      MemoryEngine engine = new MemoryEngine(rows, n, 1, workers);
      local[threads] = seconds(() -> sum(bound, engine::sum), n);
      bench.row("step one machine", n, threads, local[threads], "seconds");
      long before = cpuNanos();
      sum(bound, engine::sum);
      bench.row("step one machine CPU", n, threads, (cpuNanos() - before) / 1e9, "seconds");
      workers.close();
    }
    Path directory = Files.createTempDirectory("tgp4j-spark-bench");
    String memory = n > 2_000_000 ? "3g" : "1g";
    try (StandaloneCluster cluster = new StandaloneCluster(directory, 2, memory)) {
      for (int executors = 1; executors <= 2; executors++) {
        onSpark(cluster, executors, memory, n, local[executors]);
      }
    }
  }

  private void onSpark(StandaloneCluster cluster, int executors, String memory, int n, double here)
      throws Exception {
    int partitions = 2 * executors;
    try (SparkSession session = SparkBench.session(cluster, executors, memory);
        Workers workers = new Workers(1)) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      JavaRDD<PackedChunk> chunks =
          context
              .parallelize(new ArrayList<Integer>(), partitions)
              .mapPartitionsWithIndex(new Generator(n, partitions), true);
      AtomicLong cpu = new AtomicLong();
      session
          .sparkContext()
          .addSparkListener(
              new SparkListener() {
                @Override
                public void onTaskEnd(SparkListenerTaskEnd end) {
                  cpu.addAndGet(end.taskMetrics().executorCpuTime());
                }
              });
      Elbo bound = bound(workers);
      try (PackedRows packed = new PackedRows(context, chunks, "x", "y")) {
        packed.scaled(new LearntScaling(Scaling.none(D), Scaling.none(1)));
        SparkEngine engine = packed.engine(Integer.MAX_VALUE, 1);
        double there = seconds(() -> sum(bound, engine::sum), n);
        bench.row("step Spark", n, executors, there, "seconds");
        bench.row("step Spark over one machine", n, executors, there / here, "ratio");
        session.sparkContext().listenerBus().waitUntilEmpty(60_000);
        long before = cpu.get();
        sum(bound, engine::sum);
        session.sparkContext().listenerBus().waitUntilEmpty(60_000);
        bench.row("step Spark executors' CPU", n, executors, (cpu.get() - before) / 1e9, "seconds");
      }
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
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

  /** The least of some, since whatever else runs makes it longer; after one for the compiler. */
  static double seconds(Runnable task, int n) {
    task.run();
    if (n <= 1_000_000) {
      task.run();
    }
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < (n > 2_000_000 ? 2 : REPEATS); r++) {
      long begin = System.nanoTime();
      task.run();
      least = Math.min(least, (System.nanoTime() - begin) / 1e9);
    }
    return least;
  }
}
