package io.github.tgp4j.spark;

import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Tgp;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.StructType;

/**
 * Fits a transformed GP to a column of numbers, where the rows are.
 *
 * <pre>{@code
 * TransformedGPRegressionModel model =
 *     new TransformedGPRegressor().setFlow("sal(3)").setQuantilesCol("quantiles").fit(train);
 * Dataset<Row> scored = model.transform(test);
 * }</pre>
 */
public final class TransformedGPRegressor
    extends GPEstimator<TransformedGPRegressor, TransformedGPRegressionModel> {
  private static final long serialVersionUID = 1L;

  private final Param<String> likelihood =
      with(
          new Param<>(this, "likelihood", "likelihood in the model language, such as student-t(4)"),
          "gaussian");
  private final Param<String> warp =
      new Param<>(
          this,
          "warp",
          "a flow w in the model language: y = w(f + noise), in place of a likelihood");
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

  public TransformedGPRegressor() {
    this(Identifiable$.MODULE$.randomUID("transformedGP"));
  }

  /** With an identifier of its own, as Spark makes copies. */
  public TransformedGPRegressor(String uid) {
    super(uid);
  }

  @Override
  TargetKind kind() {
    return TargetKind.NUMBERS;
  }

  @Override
  SampleSearch describe(SampleSearch search) {
    checkWarp();
    if (isDefined(warp)) {
      return search.warp(getWarp());
    }
    return isSet(likelihood) ? search.likelihood(getLikelihood()) : search;
  }

  @Override
  Tgp describe(Tgp tgp, PackedRows rows) {
    checkWarp();
    return isDefined(warp) ? tgp.warp(getWarp()) : tgp.likelihood(getLikelihood());
  }

  private void checkWarp() {
    if (isDefined(warp) && isSet(likelihood)) {
      throw new IllegalArgumentException(
          "warp: expected it alone but likelihood is set too, to " + getLikelihood());
    }
  }

  @Override
  TransformedGPRegressionModel model(SavedModel saved) {
    return new TransformedGPRegressionModel(uid(), SharedModel.of(saved));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Outputs.ofNumbers(super.transformSchema(schema), getVarianceCol(), getQuantilesCol());
  }

  public Param<String> likelihood() {
    return likelihood;
  }

  public String getLikelihood() {
    return getOrDefault(likelihood);
  }

  /** Sets likelihood in the model language, such as student-t(4). */
  public TransformedGPRegressor setLikelihood(String value) {
    set(likelihood, value);
    return this;
  }

  public Param<String> warp() {
    return warp;
  }

  public String getWarp() {
    return getOrDefault(warp);
  }

  /** Sets a flow w in the model language: y = w(f + noise), in place of a likelihood. */
  public TransformedGPRegressor setWarp(String value) {
    set(warp, value);
    return this;
  }

  public Param<String> varianceCol() {
    return varianceCol;
  }

  public String getVarianceCol() {
    return getOrDefault(varianceCol);
  }

  /** Sets the new column of predictive variances; none if empty. */
  public TransformedGPRegressor setVarianceCol(String value) {
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
  public TransformedGPRegressor setQuantiles(double[] value) {
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
  public TransformedGPRegressor setQuantilesCol(String value) {
    set(quantilesCol, value);
    return this;
  }

  public static MLReader<TransformedGPRegressor> read() {
    return new DefaultParamsReader<>();
  }

  public static TransformedGPRegressor load(String path) {
    return read().load(path);
  }
}
