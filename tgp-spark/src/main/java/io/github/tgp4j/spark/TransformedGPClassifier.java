package io.github.tgp4j.spark;

import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.spec.Specs;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.StructType;

/**
 * Fits a transformed GP to a column of classes, 0, 1, 2 …, where the rows are.
 *
 * <pre>{@code
 * TransformedGPClassificationModel model = new TransformedGPClassifier().fit(train);
 * Dataset<Row> scored = model.transform(test); // with prediction and probability
 * }</pre>
 */
public final class TransformedGPClassifier
    extends GPEstimator<TransformedGPClassifier, TransformedGPClassificationModel> {
  private static final long serialVersionUID = 1L;

  private final Param<String> likelihood =
      new Param<>(
          this,
          "likelihood",
          "likelihood in the model language; by default bernoulli(probit) or categorical(C)");
  private final Param<String> probabilityCol =
      with(
          new Param<>(
              this, "probabilityCol", "the new column of class probabilities; none if empty"),
          "probability");

  public TransformedGPClassifier() {
    this(Identifiable$.MODULE$.randomUID("transformedGP"));
  }

  /** With an identifier of its own, as Spark makes copies. */
  public TransformedGPClassifier(String uid) {
    super(uid);
  }

  @Override
  TargetKind kind() {
    return TargetKind.CLASSES;
  }

  @Override
  SampleSearch describe(SampleSearch search) {
    return isDefined(likelihood) ? search.likelihood(getLikelihood()) : search;
  }

  @Override
  Tgp describe(Tgp tgp, PackedRows rows) {
    int classes = rows.classes();
    if (!isDefined(likelihood)) {
      return tgp.likelihood(classes == 2 ? "bernoulli(probit)" : "categorical(" + classes + ")");
    }
    Likelihood given = Specs.likelihood(getLikelihood());
    if (given.classes() < classes) {
      throw new IllegalArgumentException(
          "likelihood: expected one of "
              + classes
              + " classes, as column "
              + getLabelCol()
              + " has, but got "
              + given);
    }
    return tgp.likelihood(given);
  }

  @Override
  TransformedGPClassificationModel model(SavedModel saved) {
    return new TransformedGPClassificationModel(uid(), SharedModel.of(saved));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Outputs.ofClasses(super.transformSchema(schema), getProbabilityCol());
  }

  public Param<String> likelihood() {
    return likelihood;
  }

  public String getLikelihood() {
    return getOrDefault(likelihood);
  }

  /** Sets likelihood in the model language; by default bernoulli(probit) or categorical(C). */
  public TransformedGPClassifier setLikelihood(String value) {
    set(likelihood, value);
    return this;
  }

  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  public String getProbabilityCol() {
    return getOrDefault(probabilityCol);
  }

  /** Sets the new column of class probabilities; none if empty. */
  public TransformedGPClassifier setProbabilityCol(String value) {
    set(probabilityCol, value);
    return this;
  }

  public static MLReader<TransformedGPClassifier> read() {
    return new DefaultParamsReader<>();
  }

  public static TransformedGPClassifier load(String path) {
    return read().load(path);
  }
}
