package io.github.tgp4j.spark;

import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.text.Names;
import io.github.tgp4j.train.TrainingPlan;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What the estimators share: the params of a transformed GP, and a fit that leaves the rows where
 * they are.
 *
 * @param <E> the estimator itself
 * @param <M> its model
 */
public abstract class GPEstimator<E extends GPEstimator<E, M>, M extends Model<M>>
    extends Estimator<M> implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;
  private static final List<String> METHODS = List.of("auto", "stochastic", "collapsed");
  private static final List<String> SCALES = List.of("standard", "ranks", "raw");

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> labelCol;
  private final Param<String> predictionCol;
  private final Param<String> covariance;
  private final Param<String> mean;
  private final Param<String> flow;
  private final IntParam inducing;
  private final Param<String> inputScale;
  private final Param<String> method;
  private final IntParam maxIter;
  private final IntParam batchSize;
  private final DoubleParam stepSize;
  private final LongParam seed;

  GPEstimator(String uid) {
    this.uid = uid; // before the params, which ask for it
    featuresCol = new Param<>(this, "featuresCol", "the column of feature vectors");
    labelCol = new Param<>(this, "labelCol", "the column of what is to be predicted");
    predictionCol = new Param<>(this, "predictionCol", "the new column of predictions");
    covariance = new Param<>(this, "covariance", "covariance in the model language");
    mean = new Param<>(this, "mean", "mean function in the model language");
    flow =
        new Param<>(
            this,
            "flow",
            "flow in the model language, such as sal(3), or sal(1) @ mlp(25, tanh, dropout=0.5)");
    inducing = new IntParam(this, "inducing", "M, the number of inducing points");
    inputScale = new Param<>(this, "inputScale", "what is done to inputs: standard, ranks or raw");
    method =
        new Param<>(
            this,
            "method",
            "how to train: auto, stochastic, or collapsed, which needs Gaussian noise and no flow");
    maxIter = new IntParam(this, "maxIter", "steps at most; by default sized to the rows");
    batchSize =
        new IntParam(this, "batchSize", "rows of a minibatch; by default sized to the rows");
    stepSize = new DoubleParam(this, "stepSize", "learning rate; by default sized to the rows");
    seed = new LongParam(this, "seed", "the seed of every random choice");
    setDefault(featuresCol, "features");
    setDefault(labelCol, "label");
    setDefault(predictionCol, "prediction");
    setDefault(covariance, "rbf");
    setDefault(mean, "zero");
    setDefault(flow, "identity");
    setDefault(inducing, 100);
    setDefault(inputScale, "standard");
    setDefault(method, "auto");
    setDefault(seed, 1L);
  }

  @Override
  public final String uid() {
    return uid;
  }

  @SuppressWarnings("unchecked")
  private E self() {
    return (E) this;
  }

  /** What is to be fitted to these rows. */
  abstract Tgp describe(Tgp tgp, PackedRows rows);

  /** The model of what was fitted. */
  abstract M model(SavedModel saved);

  @Override
  public M fit(Dataset<?> data) {
    transformSchema(data.schema());
    Tgp parts = parts(); // texts that do not parse are an error before any job
    try (PackedRows rows = new PackedRows(data, getFeaturesCol(), getLabelCol())) {
      Tgp tgp = describe(parts, rows);
      planned(tgp, (int) Math.min(Integer.MAX_VALUE, rows.rows()));
      TgpModel fitted = tgp.fit(rows);
      Provenance provenance = Provenance.now(Provenance.of(fitted).settings(), "", rows.rows());
      M made = model(new SavedModel(fitted, provenance));
      return copyValues(made.setParent(this), ParamMap.empty());
    }
  }

  private Tgp parts() {
    String scale = oneOf("inputScale", getInputScale(), SCALES);
    oneOf("method", getMethod(), METHODS);
    return Tgp.builder()
        .covariance(getCovariance())
        .mean(getMean())
        .flow(getFlow())
        .inducing(getInducing())
        .inputs(InputScale.valueOf(scale.toUpperCase(Locale.ROOT)))
        .seed(getSeed());
  }

  private static String oneOf(String param, String value, List<String> known) {
    if (!known.contains(value)) {
      throw new IllegalArgumentException(Names.unknown(param, value, known));
    }
    return value;
  }

  private void planned(Tgp tgp, int rows) {
    TrainingPlan plan =
        switch (getMethod()) {
          case "collapsed" -> TrainingPlan.collapsed(isDefined(maxIter) ? getMaxIter() : 200);
          case "stochastic" -> tgp.stochasticPlan(rows);
          default -> isDefined(batchSize) ? tgp.stochasticPlan(rows) : tgp.planFor(rows);
        };
    if (isDefined(maxIter)) {
      plan = plan.withSteps(getMaxIter());
    }
    if (isDefined(batchSize)) {
      plan = plan.withBatchSize(getBatchSize());
    }
    tgp.plan(isDefined(stepSize) ? plan.withLearningRate(getStepSize()) : plan);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Columns.requireVector(schema, "featuresCol", getFeaturesCol());
    Columns.requireNumber(schema, "labelCol", getLabelCol());
    return Columns.append(schema, "predictionCol", getPredictionCol(), DataTypes.DoubleType);
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Param: the column of feature vectors. */
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

  /** Param: the column of what is to be predicted. */
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

  /** Param: the new column of predictions. */
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

  /** Param: covariance in the model language. */
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

  /** Param: mean function in the model language. */
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

  /** Param: flow in the model language, such as sal(3), or sal(1) @ mlp(25, tanh, dropout=0.5). */
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

  /** Param: M, the number of inducing points. */
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

  /** Param: what is done to inputs: standard, ranks or raw. */
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

  /**
   * Param: how to train: auto, stochastic, or collapsed, which needs Gaussian noise and no flow.
   */
  public final Param<String> method() {
    return method;
  }

  public final String getMethod() {
    return getOrDefault(method);
  }

  /** Sets how to train: auto, stochastic, or collapsed, which needs Gaussian noise and no flow. */
  public final E setMethod(String value) {
    set(method, value);
    return self();
  }

  /** Param: steps at most; by default sized to the rows. */
  public final IntParam maxIter() {
    return maxIter;
  }

  public final int getMaxIter() {
    return (int) getOrDefault(maxIter);
  }

  /** Sets steps at most; by default sized to the rows. */
  public final E setMaxIter(int value) {
    set(maxIter, value);
    return self();
  }

  /** Param: rows of a minibatch; by default sized to the rows. */
  public final IntParam batchSize() {
    return batchSize;
  }

  public final int getBatchSize() {
    return (int) getOrDefault(batchSize);
  }

  /** Sets rows of a minibatch; by default sized to the rows. */
  public final E setBatchSize(int value) {
    set(batchSize, value);
    return self();
  }

  /** Param: learning rate; by default sized to the rows. */
  public final DoubleParam stepSize() {
    return stepSize;
  }

  public final double getStepSize() {
    return (double) getOrDefault(stepSize);
  }

  /** Sets learning rate; by default sized to the rows. */
  public final E setStepSize(double value) {
    set(stepSize, value);
    return self();
  }

  /** Param: the seed of every random choice. */
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
