package io.github.tgp4j.spark;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.rows.RowStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Flight delays by BA-TGP, split 1: the same plan on the cluster and on one machine. */
final class AirlineBench {
  private static final String FLOW = "sal(1) @ mlp(50,50, tanh, dropout=0.25)";
  private static final int STEPS = 500;
  private static final int BATCH = 4096;

  private final SparkBench bench;
  private final Path directory;

  AirlineBench(SparkBench bench, Path directory) {
    this.bench = bench;
    this.directory = directory;
  }

  private static BufferedReader open(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
  }

  void run() throws Exception {
    if (!Files.exists(directory.resolve("airline.csv.gz"))) {
      System.out.println("airline: " + directory + " has no airline.csv.gz; left out");
      return;
    }
    BitSet test = testRows();
    List<String> train = new ArrayList<>();
    List<double[]> held = new ArrayList<>();
    String header;
    try (BufferedReader in = open(directory.resolve("airline.csv.gz"))) {
      header = in.readLine();
      String line = in.readLine();
      for (int i = 0; line != null; i++, line = in.readLine()) {
        if (test.get(i)) {
          held.add(numbers(line));
        } else {
          train.add(line);
        }
      }
    }
    RowStore rows = store(train.stream().map(AirlineBench::numbers).toList());
    RowStore unseen = store(held);
    long begin = System.nanoTime();
    Model here =
        Tgp.builder()
            .flow(FLOW)
            .inducing(100)
            .threads(2)
            .plan(
                p ->
                    p.withSteps(STEPS)
                        .withBatchSize(BATCH)
                        .withLearningRate(0.02)
                        .withNaturalStep(0.05))
            .fit(rows);
    bench.row("airline one machine fit", rows.rows(), 2, since(begin), "seconds");
    double nll = nll(here, unseen);
    bench.row("airline one machine NLL", rows.rows(), 2, nll, "nats per row");
    double there = onSpark(header, train, unseen);
    bench.row("airline Spark over one machine NLL", rows.rows(), 2, there / nll, "ratio");
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  private double onSpark(String header, List<String> train, RowStore unseen) throws Exception {
    Path work = Files.createTempDirectory("tgp4j-spark-bench");
    List<String> lines = new ArrayList<>(List.of(header));
    lines.addAll(train);
    Path file = Files.write(work.resolve("airline.csv"), lines);
    String[] columns = header.split(",");
    try (StandaloneCluster cluster = new StandaloneCluster(work, 2, "1g");
        SparkSession session = SparkBench.session(cluster, 2, "1g")) {
      Dataset<Row> data =
          new VectorAssembler()
              .setInputCols(Arrays.copyOf(columns, columns.length - 1))
              .setOutputCol("features")
              .transform(
                  session
                      .read()
                      .option("header", true)
                      .option("inferSchema", true)
                      .csv(file.toString()));
      long begin = System.nanoTime();
      TransformedGPRegressionModel model =
          new TransformedGPRegressor()
              .setLabelCol(columns[columns.length - 1])
              .setFlow(FLOW)
              .setInducing(100)
              .setMaxIter(STEPS)
              .setBatchSize(BATCH)
              .setStepSize(0.02)
              .fit(data);
      bench.row("airline Spark fit", train.size(), 2, since(begin), "seconds");
      double nll = nll(model.saved().model(), unseen);
      bench.row("airline Spark NLL", train.size(), 2, nll, "nats per row");
      return nll;
    }
  }

  private static double nll(Model model, RowStore rows) {
    double[] log = model.predictAll(rows.allInputs()).get(0).logDensity(rows.allTargets()[0]);
    return -Arrays.stream(log).average().orElseThrow();
  }

  private BitSet testRows() throws IOException {
    BitSet rows = new BitSet();
    try (BufferedReader in = open(directory.resolve("airline.splits.txt.gz"))) {
      String line = in.readLine();
      while (line.startsWith("#")) {
        line = in.readLine();
      }
      Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).forEach(rows::set);
    }
    return rows;
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  private static RowStore store(List<double[]> rows) {
    int inputs = rows.get(0).length - 1;
    Matrix x = Matrix.zeros(rows.size(), inputs);
    double[] y = new double[rows.size()];
    for (int i = 0; i < y.length; i++) {
      System.arraycopy(rows.get(i), 0, x.data, i * inputs, inputs);
      y[i] = rows.get(i)[inputs];
    }
    return RowStore.of(x, new double[][] {y});
  }
}
