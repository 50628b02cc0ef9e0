package io.github.tgp4j.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;

/**
 * Params of both estimators that say what is fitted to which columns. Each has a method of its
 * name, for grids and maps of params, a getter and a setter; {@code explainParams()} tells what
 * they are.
 *
 * @param <E> the estimator itself
 * @param <M> its model
 */
public abstract class GPParams<E extends GPParams<E, M>, M extends Model<M>> extends Estimator<M>
    implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> featuresCol;
  private final StringArrayParam inputCols;
  private final Param<String> labelCol;
  private final Param<String> predictionCol;
  private final Param<String> covariance;
  private final Param<String> mean;
  private final Param<String> flow;
  private final IntParam inducing;
  private final Param<String> inputScale;
  private final LongParam seed;

  GPParams(String uid) {
    this.uid = uid; // before the params, which ask for it
    featuresCol =
        with(new Param<>(this, "featuresCol", "the column of feature vectors"), "features");
    inputCols =
        new StringArrayParam(
            this, "inputCols", "raw columns that are inputs, in place of feature vectors");
    labelCol =
        with(new Param<>(this, "labelCol", "the column of what is to be predicted"), "label");
    predictionCol =
        with(new Param<>(this, "predictionCol", "the new column of predictions"), "prediction");
    covariance = with(new Param<>(this, "covariance", "covariance in the model language"), "rbf");
    mean = with(new Param<>(this, "mean", "mean function in the model language"), "zero");
    flow =
        with(
            new Param<>(
                this,
                "flow",
                "flow in the model language, such as sal(3), or sal(1) @ mlp(25, tanh, dropout=0.5)"),
            "identity");
    inducing = with(new IntParam(this, "inducing", "M, the number of inducing points"), 100);
    inputScale =
        with(
            new Param<>(this, "inputScale", "what is done to inputs: standard, ranks or raw"),
            "standard");
    seed = with(new LongParam(this, "seed", "the seed of every random choice"), 1L);
  }

  /** A param with a default. */
  final <T, P extends Param<T>> P with(P param, T value) {
    setDefault(param, value);
    return param;
  }

  @Override
  public final String uid() {
    return uid;
  }

  @SuppressWarnings("unchecked")
  final E self() {
    return (E) this;
  }

  public final Param<String> featuresCol() {
    return featuresCol;
  }

  public final String getFeaturesCol() {
    return getOrDefault(featuresCol);
  }

  /** Sets the column of feature vectors. */
  public final E setFeaturesCol(String value) {
    set(featuresCol, value);
    return self();
  }

  public final StringArrayParam inputCols() {
    return inputCols;
  }

  public final String[] getInputCols() {
    return getOrDefault(inputCols).clone();
  }

  /** Sets raw columns that are inputs, in place of feature vectors. */
  public final E setInputCols(String[] value) {
    set(inputCols, value);
    return self();
  }

  public final Param<String> labelCol() {
    return labelCol;
  }

  public final String getLabelCol() {
    return getOrDefault(labelCol);
  }

  /** Sets the column of what is to be predicted. */
  public final E setLabelCol(String value) {
    set(labelCol, value);
    return self();
  }

  public final Param<String> predictionCol() {
    return predictionCol;
  }

  public final String getPredictionCol() {
    return getOrDefault(predictionCol);
  }

  /** Sets the new column of predictions. */
  public final E setPredictionCol(String value) {
    set(predictionCol, value);
    return self();
  }

  public final Param<String> covariance() {
    return covariance;
  }

  public final String getCovariance() {
    return getOrDefault(covariance);
  }

  /** Sets covariance in the model language. */
  public final E setCovariance(String value) {
    set(covariance, value);
    return self();
  }

  public final Param<String> mean() {
    return mean;
  }

  public final String getMean() {
    return getOrDefault(mean);
  }

  /** Sets mean function in the model language. */
  public final E setMean(String value) {
    set(mean, value);
    return self();
  }

  public final Param<String> flow() {
    return flow;
  }

  public final String getFlow() {
    return getOrDefault(flow);
  }

  /** Sets flow in the model language, such as sal(3), or sal(1) @ mlp(25, tanh, dropout=0.5). */
  public final E setFlow(String value) {
    set(flow, value);
    return self();
  }

  public final IntParam inducing() {
    return inducing;
  }

  public final int getInducing() {
    return (int) getOrDefault(inducing);
  }

  /** Sets M, the number of inducing points. */
  public final E setInducing(int value) {
    set(inducing, value);
    return self();
  }

  public final Param<String> inputScale() {
    return inputScale;
  }

  public final String getInputScale() {
    return getOrDefault(inputScale);
  }

  /** Sets what is done to inputs: standard, ranks or raw. */
  public final E setInputScale(String value) {
    set(inputScale, value);
    return self();
  }

  public final LongParam seed() {
    return seed;
  }

  public final long getSeed() {
    return (long) getOrDefault(seed);
  }

  /** Sets the seed of every random choice. */
  public final E setSeed(long value) {
    set(seed, value);
    return self();
  }
}
