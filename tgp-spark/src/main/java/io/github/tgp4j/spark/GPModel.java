package io.github.tgp4j.spark;

import io.github.tgp4j.io.SavedModel;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What the models share. A model that was fitted to a column of vectors scores such a column; one
 * that {@code tgp fit} made scores columns of the names that it was fitted to, raw as they are.
 *
 * @param <M> the model itself
 */
public abstract class GPModel<M extends GPModel<M>> extends Model<M> implements MLWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final SharedModel shared;
  private final Param<String> featuresCol;
  private final Param<String> predictionCol;
  private transient Broadcast<SharedModel> broadcast;

  GPModel(String uid, SharedModel shared) {
    this.uid = uid; // before the params, which ask for it
    this.shared = shared;
    featuresCol =
        with(new Param<>(this, "featuresCol", "the column of feature vectors"), "features");
    predictionCol =
        with(new Param<>(this, "predictionCol", "the new column of predictions"), "prediction");
    if (shared == null) {
      return; // only its class is of interest
    }
    SavedModel saved = shared.get();
    boolean classes = saved.model().likelihood(0).classes() > 0;
    if (saved.model().targets() != 1 || classes != isOfClasses()) {
      throw new IllegalArgumentException(
          "model: expected one of one target, "
              + (isOfClasses() ? "classes" : "numbers")
              + ", but got one of "
              + saved.model().targets()
              + (saved.model().targets() == 1 ? " target, " : " targets, the first ")
              + (classes ? "classes" : "numbers"));
    }
  }

  /** A param with a default. */
  final <T, P extends Param<T>> P with(P param, T value) {
    setDefault(param, value);
    return param;
  }

  /** Whether it predicts classes. */
  abstract boolean isOfClasses();

  /** The columns that it appends after that of the predictions. */
  abstract StructType appended(StructType schema);

  /** What goes into the columns. */
  abstract Answers answers();

  /** Another instance with the same parts. */
  abstract M with(SharedModel model);

  @Override
  public final String uid() {
    return uid;
  }

  /** The fitted model with all that a {@code .tgp} file tells of it. */
  public final SavedModel saved() {
    return shared.get();
  }

  /** How many inputs it has. */
  public final int numFeatures() {
    return saved().model().inputs();
  }

  @Override
  public final Dataset<Row> transform(Dataset<?> data) {
    StructType schema = data.schema();
    RowInputs inputs = RowInputs.of(saved(), schema, getFeaturesCol());
    Scorer scorer = new Scorer(broadcast(data), inputs, answers());
    return data.toDF().mapPartitions(scorer, Encoders.row(transformSchema(schema)));
  }

  /** Sent once; Spark frees it when neither the model nor a DataFrame needs it any longer. */
  private synchronized Broadcast<SharedModel> broadcast(Dataset<?> data) {
    if (broadcast == null) {
      broadcast =
          JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()).broadcast(shared);
    }
    return broadcast;
  }

  @Override
  public final StructType transformSchema(StructType schema) {
    RowInputs.of(saved(), schema, getFeaturesCol());
    return appended(
        Columns.append(schema, "predictionCol", getPredictionCol(), DataTypes.DoubleType));
  }

  @Override
  public final M copy(ParamMap extra) {
    return copyValues(with(shared), extra).setParent(parent());
  }

  @Override
  public final MLWriter write() {
    return new GPModelFiles.Writer(this);
  }

  byte[] bytes() {
    return shared.bytes();
  }

  @SuppressWarnings("unchecked")
  private M self() {
    return (M) this;
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + ": uid=" + uid + ", " + saved().model();
  }

  public final Param<String> featuresCol() {
    return featuresCol;
  }

  public final String getFeaturesCol() {
    return getOrDefault(featuresCol);
  }

  /** Sets the column of feature vectors. */
  public final M setFeaturesCol(String value) {
    set(featuresCol, value);
    return self();
  }

  public final Param<String> predictionCol() {
    return predictionCol;
  }

  public final String getPredictionCol() {
    return getOrDefault(predictionCol);
  }

  /** Sets the new column of predictions. */
  public final M setPredictionCol(String value) {
    set(predictionCol, value);
    return self();
  }
}
