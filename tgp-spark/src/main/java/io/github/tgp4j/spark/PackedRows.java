package io.github.tgp4j.spark;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetFacts;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.spark.PartitionFacts.Learnt;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;

/**
 * The rows of a DataFrame, packed into dense chunks that stay on the cluster, in memory or spilled
 * to disk, and numbered through all partitions. Where partitions end follows from the number of
 * rows. Closing it frees them.
 */
final class PackedRows implements RemoteRows, AutoCloseable {
  private static final double FARTHEST = 1e50; // on the model's scale: squares must not overflow

  private static final int MOST_CLUSTERED = 1_000_000; // rows that move the centres of k-means

  private final JavaSparkContext context;
  private final String featuresColumn;
  private final String labelColumn;
  private final List<SparkEngine> engines = new ArrayList<>();
  private final List<PackedRows> parts = new ArrayList<>(); // without rows that are held out
  private final long[] starts;
  private final int inputs;
  private final long fingerprint;
  private final JavaRDD<PackedChunk> cached;
  private final JavaRDD<PackedChunk> raw; // those of the cached that are not held out
  private boolean isForSeveral;
  private JavaRDD<PackedChunk> scaled; // null until it is asked for

  /**
   * Packs features and labels, which computes the DataFrame once.
   *
   * @param partitions how many there are to be, or {@link RowLayout#BY_ROWS}
   * @throws IllegalArgumentException when some are of no use; the message names the column, and how
   *     many there are
   */
  PackedRows(Dataset<?> data, String featuresColumn, String labelColumn, int partitions) {
    this(
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()),
        data.select(
                functions.col(Columns.quoted(featuresColumn)),
                functions.col(Columns.quoted(labelColumn)).cast("double"))
            .toJavaRDD()
            .mapPartitions(new Packer()),
        featuresColumn,
        labelColumn,
        partitions);
  }

  /**
   * Of packed chunks, which it caches.
   *
   * @param featuresColumn what messages call the inputs
   */
  PackedRows(
      JavaSparkContext context,
      JavaRDD<PackedChunk> chunks,
      String featuresColumn,
      String labelColumn,
      int partitions) {
    this.context = context;
    this.featuresColumn = featuresColumn;
    this.labelColumn = labelColumn;
    JavaRDD<PackedChunk> packed = chunks.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      PartitionFacts.Total facts =
          new PartitionFacts.Total(packed.mapPartitions(new PartitionFacts()).collect());
      inputs = facts.inputs;
      fingerprint = facts.fingerprint;
      starts = RowLayout.starts(facts.rows(), partitions);
      check(facts.faults);
      cached = laid(packed, facts.starts, starts);
      raw = cached;
    } catch (RuntimeException e) {
      packed.unpersist();
      throw e;
    }
  }

  /** The chunks in their own partitions, cached in place of those that are given. */
  private static JavaRDD<PackedChunk> laid(JavaRDD<PackedChunk> packed, long[] from, long[] to) {
    JavaRDD<PackedChunk> laid = RowLayout.lay(packed, from, to);
    if (laid != packed) {
      laid.persist(StorageLevel.MEMORY_AND_DISK());
      try {
        laid.count();
      } catch (RuntimeException e) {
        laid.unpersist();
        throw e;
      }
      packed.unpersist();
    }
    return laid;
  }

  /** All but the rows with some numbers. */
  private PackedRows(PackedRows all, long[] numbers) {
    DropRows drop = new DropRows(numbers, all.starts);
    context = all.context;
    featuresColumn = all.featuresColumn;
    labelColumn = all.labelColumn;
    starts = drop.startsAfter();
    inputs = all.inputs;
    fingerprint = all.fingerprint;
    isForSeveral = all.isForSeveral;
    cached = all.cached;
    raw = all.raw.mapPartitionsWithIndex(drop, true);
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

  /** What the labels look like, as a target. */
  TargetFacts facts() {
    TargetFacts all = new TargetFacts();
    for (byte[] part : raw.mapPartitions(new PartitionFacts.LabelFacts()).collect()) {
      all.merge(part);
    }
    return all;
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

  /** Keeps the raw rows for more fits than one. */
  PackedRows forSeveralFits() {
    isForSeveral = true;
    return this;
  }

  /** {@inheritDoc} Closed with these. */
  @Override
  public RemoteRows without(long[] numbers) {
    PackedRows rest = new PackedRows(this, numbers);
    parts.add(rest);
    return rest;
  }

  /** {@inheritDoc} The raw rows are let go of, unless there are more fits to come. */
  @Override
  public TrainingRows.Engines scaled(LearntScaling scaling) {
    closeScaled();
    scaled = raw.map(new ScaledChunks(scaling)).persist(StorageLevel.MEMORY_AND_DISK());
    long far =
        scaled.mapPartitions(new PartitionFacts.FarRows(FARTHEST)).collect().stream()
            .mapToLong(Long::longValue)
            .sum();
    if (!isForSeveral) {
      cached.unpersist();
    }
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
    return new ScaledRows();
  }

  /** Whoever computes with the scaled rows. */
  private final class ScaledRows implements TrainingRows.Engines {
    @Override
    public Engine open(int batchSize, long seed, Workers workers) {
      return engine(batchSize, seed);
    }

    @Override
    public Matrix centres(Matrix start, double[] units) {
      Batch some = new BlockBatches(rows(), MOST_CLUSTERED, 1).batch(0);
      return ClusterSums.move(start, units, scaled, starts, some);
    }
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

  /** Of all raw rows, whatever their order; of those that were held out too. */
  long fingerprint() {
    return fingerprint;
  }

  private void closeScaled() {
    engines.forEach(SparkEngine::close);
    engines.clear();
    if (scaled != null) {
      scaled.unpersist();
      scaled = null;
    }
  }

  @Override
  public void close() {
    parts.forEach(PackedRows::closeScaled);
    parts.clear();
    closeScaled();
    cached.unpersist();
  }
}
