package io.github.tgp4j.spark;

import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;

/**
 * Params of both estimators that say how it is fitted.
 *
 * @param <E> the estimator itself
 * @param <M> its model
 */
public abstract class TrainingParams<E extends TrainingParams<E, M>, M extends Model<M>>
    extends GPParams<E, M> {
  private static final long serialVersionUID = 1L;

  private final Param<String> method =
      with(
          new Param<>(
              this,
              "method",
              "how to train: auto, stochastic, or collapsed, which needs Gaussian noise and no flow"),
          "auto");
  private final IntParam maxIter =
      new IntParam(this, "maxIter", "steps at most; by default sized to the rows");
  private final DoubleParam epochs =
      new DoubleParam(this, "epochs", "passes over the rows, in place of maxIter");
  private final IntParam batchSize =
      new IntParam(this, "batchSize", "rows of a minibatch; by default sized to the rows");
  private final DoubleParam stepSize =
      new DoubleParam(this, "stepSize", "learning rate; by default sized to the rows");
  private final DoubleParam validation =
      with(
          new DoubleParam(
              this,
              "validation",
              "share of the rows held out to end training early and to choose its best state; 0 for none"),
          0.0);
  private final IntParam patience =
      with(
          new IntParam(
              this,
              "patience",
              "checks of the held-out rows without a better score after which training ends"),
          10);
  private final IntParam partitions =
      new IntParam(
          this, "partitions", "parts that the rows are laid out in; by default sized to the rows");
  private final Param<String> checkpointDir =
      with(
          new Param<>(
              this,
              "checkpointDir",
              "a directory where the state of the fit is kept, from which the same fit goes on; none if empty"),
          "");
  private final IntParam checkpointInterval =
      with(new IntParam(this, "checkpointInterval", "steps between two states that are kept"), 100);
  private final Param<String> auto =
      with(
          new Param<>(
              this,
              "auto",
              "a search on some of the rows chooses the model that all rows train: fast, good, best, or a kind of model such as ba-tgp; none if empty"),
          "");
  private final IntParam autoRows =
      with(new IntParam(this, "autoRows", "rows that the search for a model sees"), 10000);
  private final IntParam autoSeconds =
      new IntParam(this, "autoSeconds", "seconds for the search; by default as long as it takes");

  TrainingParams(String uid) {
    super(uid);
  }

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

  public final IntParam partitions() {
    return partitions;
  }

  public final int getPartitions() {
    return (int) getOrDefault(partitions);
  }

  /** Sets parts that the rows are laid out in; by default sized to the rows. */
  public final E setPartitions(int value) {
    set(partitions, value);
    return self();
  }

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

  public final Param<String> auto() {
    return auto;
  }

  public final String getAuto() {
    return getOrDefault(auto);
  }

  /**
   * Sets a search on some of the rows chooses the model that all rows train: fast, good, best, or a
   * kind of model such as ba-tgp; none if empty.
   */
  public final E setAuto(String value) {
    set(auto, value);
    return self();
  }

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
}
