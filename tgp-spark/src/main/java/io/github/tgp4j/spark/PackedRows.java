package io.github.tgp4j.spark;

import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.spark.PartitionFacts.Facts;
import io.github.tgp4j.spark.PartitionFacts.Learnt;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;

/**
 * The rows of a DataFrame, packed into dense chunks that stay where they are, in memory or spilled
 * to disk, and numbered through all partitions. Closing it frees them.
 */
final class PackedRows implements RemoteRows, AutoCloseable {
  private static final double FARTHEST = 1e50; // on the model's scale: squares must not overflow

  private final JavaSparkContext context;
  private final String featuresColumn;
  private final String labelColumn;
  private final List<SparkEngine> engines = new ArrayList<>();
  private final long[] starts;
  private final int inputs;
  private final JavaRDD<PackedChunk> raw;
  private JavaRDD<PackedChunk> scaled; // null until it is asked for

  /**
   * Packs the rows, which computes the DataFrame once.
   *
   * @throws IllegalArgumentException when some are of no use; the message names the column, and how
   *     many there are
   */
  PackedRows(Dataset<?> data, String featuresColumn, String labelColumn) {
    this.context = JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    this.featuresColumn = featuresColumn;
    this.labelColumn = labelColumn;
    raw =
        data.select(
                functions.col(Columns.quoted(featuresColumn)),
                functions.col(Columns.quoted(labelColumn)).cast("double"))
            .toJavaRDD()
            .mapPartitions(new Packer())
            .persist(StorageLevel.MEMORY_AND_DISK());
    List<Facts> facts = raw.mapPartitions(new PartitionFacts()).collect();
    starts = new long[facts.size() + 1];
    long[] faults = new long[PackedChunk.Fault.COUNT];
    int width = 0;
    for (int p = 0; p < facts.size(); p++) {
      Facts part = facts.get(p);
      starts[p + 1] = starts[p] + part.rows();
      width = width == 0 ? part.inputs() : width;
      if (part.inputs() != width && part.inputs() != 0) {
        faults[PackedChunk.Fault.WRONG_SIZE.at] += part.rows();
      }
      for (int f = 0; f < faults.length; f++) {
        faults[f] += part.faults()[f];
      }
    }
    inputs = width;
    try {
      check(faults);
    } catch (IllegalArgumentException e) {
      close();
      throw e;
    }
  }

  private void check(long[] faults) {
    List<String> found = new ArrayList<>();
    for (PackedChunk.Fault fault : PackedChunk.Fault.values()) {
      long count = faults[fault.at];
      if (count > 0) {
        String column = fault.isOfLabel() ? labelColumn : featuresColumn;
        found.add("column " + column + " " + fault.text + " in " + rowCount(count));
      }
    }
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(
          String.join("; ", found) + "; drop or impute them before the fit");
    }
    if (rows() == 0) {
      throw new IllegalArgumentException(
          "rows: expected at least one but the DataFrame has none to train on");
    }
  }

  private static String rowCount(long count) {
    return count == 1 ? "1 row" : count + " rows";
  }

  @Override
  public long rows() {
    return starts[starts.length - 1];
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int targets() {
    return 1;
  }

  /**
   * One more than the largest label.
   *
   * @throws IllegalArgumentException when there is one class only, or there are too many
   */
  int classes() {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double[] range : raw.mapPartitions(new PartitionFacts.LabelRange()).collect()) {
      least = Math.min(least, range[0]);
      most = Math.max(most, range[1]);
    }
    if (least == most) {
      throw new IllegalArgumentException(
          "column "
              + labelColumn
              + ": expected two classes or more but all "
              + rowCount(rows())
              + " have the label "
              + most);
    }
    if (!(least >= 0 && most < TargetEncoder.MOST_CLASSES)) {
      throw new IllegalArgumentException(
          "column "
              + labelColumn
              + ": expected classes 0, 1, 2 … below "
              + TargetEncoder.MOST_CLASSES
              + " but labels lie between "
              + least
              + " and "
              + most
              + "; make such numbers with StringIndexer");
    }
    return 1 + (int) most;
  }

  @Override
  public ScalingLearner learn(Likelihood likelihood) {
    List<Learnt> parts =
        raw.mapPartitions(new PartitionFacts.Learner(inputs, likelihood.toString())).collect();
    ScalingLearner all = new ScalingLearner(inputs, 1);
    long wrong = 0;
    String first = null;
    for (Learnt part : parts) {
      all.merge(ScalingLearner.of(inputs, 1, part.moments()));
      wrong += part.wrong();
      first = first == null ? part.first() : first;
    }
    if (wrong > 0) {
      throw new IllegalArgumentException(
          "column "
              + labelColumn
              + ": "
              + rowCount(wrong)
              + " that the likelihood "
              + likelihood
              + " cannot have; the first: "
              + first);
    }
    return all;
  }

  @Override
  public RowStore read(long[] numbers) {
    List<double[]> found =
        raw.mapPartitionsWithIndex(new ReadRows(numbers, starts), true).collect();
    Matrix x = Matrix.zeros(found.size(), inputs);
    double[] y = new double[found.size()];
    for (int i = 0; i < y.length; i++) {
      System.arraycopy(found.get(i), 0, x.data, i * inputs, inputs);
      y[i] = found.get(i)[inputs];
    }
    return RowStore.of(x, new double[][] {y});
  }

  /** {@inheritDoc} The raw rows are let go of. */
  @Override
  public TrainingRows.Engines scaled(LearntScaling scaling) {
    scaled = raw.map(new ScaledChunks(scaling)).persist(StorageLevel.MEMORY_AND_DISK());
    long far =
        scaled.mapPartitions(new PartitionFacts.FarRows(FARTHEST)).collect().stream()
            .mapToLong(Long::longValue)
            .sum();
    raw.unpersist();
    if (far > 0) {
      throw new IllegalArgumentException(
          "column "
              + featuresColumn
              + ": "
              + rowCount(far)
              + " with features beyond "
              + FARTHEST
              + " on the model's scale, too far out to compute with; drop them, and let inputs be"
              + " standardised");
    }
    return (batchSize, seed, workers) -> engine(batchSize, seed);
  }

  /** On the scaled rows; closed with them. */
  SparkEngine engine(int batchSize, long seed) {
    SparkEngine engine = new SparkEngine(context, scaled, starts, batchSize, seed);
    engines.add(engine);
    return engine;
  }

  /** Number of each partition's first row, and how many rows there are. */
  long[] starts() {
    return starts.clone();
  }

  @Override
  public void close() {
    engines.forEach(SparkEngine::close);
    engines.clear();
    raw.unpersist();
    if (scaled != null) {
      scaled.unpersist();
    }
  }
}
