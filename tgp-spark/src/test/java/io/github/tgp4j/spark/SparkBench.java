package io.github.tgp4j.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./bench spark}: what Spark costs beside one machine, on a standalone cluster of processes
 * of this machine. Appends rows to docs/results/spark.csv; {@code ./bench pages} makes a page of
 * them.
 */
final class SparkBench {
  static final String HEADER =
      "what,rows,executors,value,unit,commit,dirty,date,cores,load,host,jdk";

  private final Path results;

  private SparkBench(Path results) {
    this.results = results;
  }

  /**
   * Arguments: what to measure (step, score, airline or all), rows by commas, the data's directory.
   */
  public static void main(String[] args) throws Exception {
    SparkBench bench = new SparkBench(Path.of("docs/results"));
    String what = args.length > 0 ? args[0] : "all";
    if (!List.of("step", "score", "airline", "all").contains(what)) {
      throw new IllegalArgumentException(
          "spark: expected step, score, airline or all but got " + what);
    }
    String rows = args.length > 1 ? args[1] : "100000,1000000";
    Path data = Path.of(args.length > 2 ? args[2] : "../shared/data");
    if (what.equals("step") || what.equals("all")) {
      for (String count : rows.split(",")) {
        new StepBench(bench).run(Integer.parseInt(count));
      }
    }
    if (what.equals("score") || what.equals("all")) {
      new ScoreBench(bench).run(1_000_000);
    }
    if (what.equals("airline") || what.equals("all")) {
      new AirlineBench(bench, data.resolve("large")).run();
    }
  }

  /** A session on a cluster of so many executors with one core each. */
  static SparkSession session(StandaloneCluster cluster, int executors, String memory) {
    SparkConf conf =
        cluster
            .conf()
            .set("spark.executor.extraJavaOptions", "-XX:+UseSerialGC")
            .set("spark.executor.memory", memory)
            .set("spark.cores.max", String.valueOf(executors));
    return SparkSession.builder().config(conf).getOrCreate();
  }

  /** Keeps a measurement. */
  void row(String what, long rows, int executors, double value, String unit) throws IOException {
    Path file = results.resolve("spark.csv");
    if (!Files.exists(file)) {
      Files.writeString(file, HEADER + "\n");
    }
    String line =
        String.format(
            Locale.ROOT,
            "%s,%d,%d,%.5g,%s,%s,%s,%s,%d,%.1f,\"%s\",%s",
            what,
            rows,
            executors,
            value,
            unit,
            System.getProperty("tgp4j.commit", ""),
            System.getProperty("tgp4j.dirty", ""),
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            Runtime.getRuntime().availableProcessors(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            System.getProperty("tgp4j.host", ""),
            System.getProperty("java.version"));
    System.out.println(line);
    Files.write(file, List.of(line), StandardOpenOption.APPEND);
  }
}
