package io.github.tgp4j.spark;

import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsWritable;

/**
 * The params that the estimators share.
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
  private final Param<String> method;
  private final IntParam maxIter;
  private final DoubleParam epochs;
  private final IntParam batchSize;
  private final DoubleParam stepSize;
  private final DoubleParam validation;
  private final IntParam patience;
  private final Param<String> checkpointDir;
  private final IntParam checkpointInterval;
  private final Param<String> auto;
  private final IntParam autoRows;
  private final IntParam autoSeconds;
  private final LongParam seed;

  GPParams(String uid) {
    this.uid = uid; // before the params, which ask for it
    featuresCol = new Param<>(this, "featuresCol", "the column of feature vectors");
    inputCols =
        new StringArrayParam(
            this, "inputCols", "raw columns that are inputs, in place of feature vectors");
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
    epochs = new DoubleParam(this, "epochs", "passes over the rows, in place of maxIter");
    batchSize =
        new IntParam(this, "batchSize", "rows of a minibatch; by default sized to the rows");
    stepSize = new DoubleParam(this, "stepSize", "learning rate; by default sized to the rows");
    validation =
        new DoubleParam(
            this,
            "validation",
            "share of the rows held out to end training early and to choose its best state; 0 for none");
    patience =
        new IntParam(
            this,
            "patience",
            "checks of the held-out rows without a better score after which training ends");
    checkpointDir =
        new Param<>(
            this,
            "checkpointDir",
            "a directory where the state of the fit is kept, from which the same fit goes on; none if empty");
    checkpointInterval =
        new IntParam(this, "checkpointInterval", "steps between two states that are kept");
    auto =
        new Param<>(
            this,
            "auto",
            "a search on some of the rows chooses the model that all rows train: fast, good, best, or a kind of model such as ba-tgp; none if empty");
    autoRows = new IntParam(this, "autoRows", "rows that the search for a model sees");
    autoSeconds =
        new IntParam(this, "autoSeconds", "seconds for the search; by default as long as it takes");
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
    setDefault(validation, 0.0);
    setDefault(patience, 10);
    setDefault(checkpointDir, "");
    setDefault(checkpointInterval, 100);
    setDefault(auto, "");
    setDefault(autoRows, 10000);
    setDefault(seed, 1L);
  }

  @Override
  public final String uid() {
    return uid;
  }

  @SuppressWarnings("unchecked")
  final E self() {
    return (E) this;
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

  /** Param: raw columns that are inputs, in place of feature vectors. */
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

  /** Param: passes over the rows, in place of maxIter. */
  public final DoubleParam epochs() {
    return epochs;
  }

  public final double getEpochs() {
    return (double) getOrDefault(epochs);
  }

  /** Sets passes over the rows, in place of maxIter. */
  public final E setEpochs(double value) {
    set(epochs, value);
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

  /**
   * Param: share of the rows held out to end training early and to choose its best state; 0 for
   * none.
   */
  public final DoubleParam validation() {
    return validation;
  }

  public final double getValidation() {
    return (double) getOrDefault(validation);
  }

  /**
   * Sets share of the rows held out to end training early and to choose its best state; 0 for none.
   */
  public final E setValidation(double value) {
    set(validation, value);
    return self();
  }

  /** Param: checks of the held-out rows without a better score after which training ends. */
  public final IntParam patience() {
    return patience;
  }

  public final int getPatience() {
    return (int) getOrDefault(patience);
  }

  /** Sets checks of the held-out rows without a better score after which training ends. */
  public final E setPatience(int value) {
    set(patience, value);
    return self();
  }

  /**
   * Param: a directory where the state of the fit is kept, from which the same fit goes on; none if
   * empty.
   */
  public final Param<String> checkpointDir() {
    return checkpointDir;
  }

  public final String getCheckpointDir() {
    return getOrDefault(checkpointDir);
  }

  /**
   * Sets a directory where the state of the fit is kept, from which the same fit goes on; none if
   * empty.
   */
  public final E setCheckpointDir(String value) {
    set(checkpointDir, value);
    return self();
  }

  /** Param: steps between two states that are kept. */
  public final IntParam checkpointInterval() {
    return checkpointInterval;
  }

  public final int getCheckpointInterval() {
    return (int) getOrDefault(checkpointInterval);
  }

  /** Sets steps between two states that are kept. */
  public final E setCheckpointInterval(int value) {
    set(checkpointInterval, value);
    return self();
  }

  /**
   * Param: a search on some of the rows chooses the model that all rows train: fast, good or best;
   * none if empty.
   */
  public final Param<String> auto() {
    return auto;
  }

  public final String getAuto() {
    return getOrDefault(auto);
  }

  /**
   * Sets a search on some of the rows chooses the model that all rows train: fast, good or best;
   * none if empty.
   */
  public final E setAuto(String value) {
    set(auto, value);
    return self();
  }

  /** Param: rows that the search for a model sees. */
  public final IntParam autoRows() {
    return autoRows;
  }

  public final int getAutoRows() {
    return (int) getOrDefault(autoRows);
  }

  /** Sets rows that the search for a model sees. */
  public final E setAutoRows(int value) {
    set(autoRows, value);
    return self();
  }

  /** Param: seconds for the search; by default as long as it takes. */
  public final IntParam autoSeconds() {
    return autoSeconds;
  }

  public final int getAutoSeconds() {
    return (int) getOrDefault(autoSeconds);
  }

  /** Sets seconds for the search; by default as long as it takes. */
  public final E setAutoSeconds(int value) {
    set(autoSeconds, value);
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
