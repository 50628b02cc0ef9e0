package io.github.tgp4j.spark;

import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A fitted transformed GP of numbers: appends mean, variance and quantiles. */
public final class TransformedGPRegressionModel extends GPModel<TransformedGPRegressionModel> {
  private static final long serialVersionUID = 1L;

  private final Param<String> varianceCol =
      with(
          new Param<>(this, "varianceCol", "the new column of predictive variances; none if empty"),
          "");
  private final DoubleArrayParam quantiles =
      with(
          new DoubleArrayParam(this, "quantiles", "levels of the quantiles"),
          new double[] {0.025, 0.5, 0.975});
  private final Param<String> quantilesCol =
      with(
          new Param<>(
              this, "quantilesCol", "the new column of vectors of quantiles; none if empty"),
          "");

  /** Of no use but to Spark Connect, which looks classes up by an instance of each. */
  public TransformedGPRegressionModel() {
    this("", null);
  }

  TransformedGPRegressionModel(String uid, SharedModel model) {
    super(uid, model);
  }

  /**
   * The model of a {@code .tgp} file, wherever Hadoop finds it; what {@code tgp fit} makes scores
   * raw columns.
   */
  public static TransformedGPRegressionModel ofTgp(String file) {
    return new TransformedGPRegressionModel(
        Identifiable$.MODULE$.randomUID("transformedGP"),
        GPModelFiles.read(SparkSession.active(), file));
  }

  @Override
  TransformedGPRegressionModel with(SharedModel model) {
    return new TransformedGPRegressionModel(uid(), model);
  }

  @Override
  boolean isOfClasses() {
    return false;
  }

  @Override
  StructType appended(StructType schema) {
    return Outputs.ofNumbers(schema, getVarianceCol(), getQuantilesCol());
  }

  @Override
  Answers answers() {
    return new Answers.Numbers(
        !getVarianceCol().isEmpty(), getQuantilesCol().isEmpty() ? null : getQuantiles());
  }

  public Param<String> varianceCol() {
    return varianceCol;
  }

  public String getVarianceCol() {
    return getOrDefault(varianceCol);
  }

  /** Sets the new column of predictive variances; none if empty. */
  public TransformedGPRegressionModel setVarianceCol(String value) {
    set(varianceCol, value);
    return this;
  }

  public DoubleArrayParam quantiles() {
    return quantiles;
  }

  public double[] getQuantiles() {
    return getOrDefault(quantiles).clone();
  }

  /** Sets levels of the quantiles. */
  public TransformedGPRegressionModel setQuantiles(double[] value) {
    set(quantiles, value);
    return this;
  }

  public Param<String> quantilesCol() {
    return quantilesCol;
  }

  public String getQuantilesCol() {
    return getOrDefault(quantilesCol);
  }

  /** Sets the new column of vectors of quantiles; none if empty. */
  public TransformedGPRegressionModel setQuantilesCol(String value) {
    set(quantilesCol, value);
    return this;
  }

  public static MLReader<TransformedGPRegressionModel> read() {
    return new GPModelFiles.Reader<>(
        TransformedGPRegressionModel.class, TransformedGPRegressionModel::new);
  }

  public static TransformedGPRegressionModel load(String path) {
    return read().load(path);
  }
}
