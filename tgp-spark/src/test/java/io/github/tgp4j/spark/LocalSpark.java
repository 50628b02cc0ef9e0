package io.github.tgp4j.spark;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * One Spark for all tests, in this process, with two threads; and rows to train on. The property
 * {@code tgp4j.spark.master} names another, such as {@code local-cluster[2,1,1024]}, whose
 * executors are processes of their own.
 */
final class LocalSpark {
  static final StructType SCHEMA =
      new StructType()
          .add("features", SQLDataTypes.VectorType())
          .add("label", DataTypes.DoubleType);

  private static SparkSession session;

  private LocalSpark() {}

  static synchronized SparkSession session() {
    if (session == null || session.sparkContext().isStopped()) {
      session =
          SparkSession.builder()
              .master(System.getProperty("tgp4j.spark.master", "local[2]"))
              .config("spark.ui.enabled", "false")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .getOrCreate();
    }
    return session;
  }

  /** Makes room for another Spark: there is one per process at a time. */
  static synchronized void stop() {
    if (session != null) {
      session.stop();
    }
  }

  static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(session().sparkContext());
  }

  /** Rows of two inputs: a curve with noise, or three classes. */
  static RowStore rows(int n, boolean classes) {
    SplittableRandom random = new SplittableRandom(5);
    Matrix x = Matrix.zeros(n, 2);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x.data[2 * i] = 3 + random.nextGaussian();
      x.data[2 * i + 1] = Math.exp(2 * random.nextGaussian());
      double f = Math.sin(3 * x.data[2 * i]) + 0.1 * random.nextGaussian();
      y[i] = classes ? (f > 0.5 ? 2 : f > -0.5 ? 1 : 0) : Math.exp(f);
    }
    return RowStore.of(x, new double[][] {y});
  }

  /** The same rows as a DataFrame, in the same order. */
  static Dataset<Row> data(RowStore rows, int partitions) {
    return frame(rdd(rows, partitions));
  }

  /** With partitions that are empty before, between and after. */
  static Dataset<Row> withEmptyPartitions(RowStore rows, int partitions) {
    JavaRDD<Row> none = context().parallelize(List.<Row>of(), 2);
    return frame(none.union(rdd(rows, partitions)).union(none));
  }

  /** Packed, in partitions as the number of rows says. */
  static PackedRows packed(Dataset<Row> data) {
    return new PackedRows(data, "features", "label", RowLayout.BY_ROWS);
  }

  static Dataset<Row> frame(JavaRDD<Row> rows) {
    return session().createDataFrame(rows, SCHEMA);
  }

  static List<Row> list(RowStore rows) {
    Matrix x = rows.allInputs();
    double[] y = rows.allTargets()[0];
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < y.length; i++) {
      list.add(RowFactory.create(Vectors.dense(x.get(i, 0), x.get(i, 1)), y[i]));
    }
    return list;
  }

  /** The rows of such a list. */
  static RowStore store(List<Row> list) {
    Matrix x = Matrix.zeros(list.size(), 2);
    double[] y = new double[list.size()];
    for (int i = 0; i < y.length; i++) {
      FeatureVectors.copy(list.get(i).getAs(0), x.data, 2 * i);
      y[i] = list.get(i).getDouble(1);
    }
    return RowStore.of(x, new double[][] {y});
  }

  private static JavaRDD<Row> rdd(RowStore rows, int partitions) {
    return context().parallelize(list(rows), partitions);
  }
}
