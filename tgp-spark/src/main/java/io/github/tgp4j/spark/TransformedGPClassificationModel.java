package io.github.tgp4j.spark;

import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A fitted transformed GP of classes: appends the most probable one and all probabilities. */
public final class TransformedGPClassificationModel
    extends GPModel<TransformedGPClassificationModel> {
  private static final long serialVersionUID = 1L;

  private final Param<String> probabilityCol =
      with(
          new Param<>(
              this, "probabilityCol", "the new column of class probabilities; none if empty"),
          "probability");

  /** Of no use but to Spark Connect, which looks classes up by an instance of each. */
  public TransformedGPClassificationModel() {
    this("", null);
  }

  TransformedGPClassificationModel(String uid, SharedModel model) {
    super(uid, model);
  }

  /**
   * The model of a {@code .tgp} file, wherever Hadoop finds it; what {@code tgp fit} makes scores
   * raw columns.
   */
  public static TransformedGPClassificationModel ofTgp(String file) {
    return new TransformedGPClassificationModel(
        Identifiable$.MODULE$.randomUID("transformedGP"),
        GPModelFiles.read(SparkSession.active(), file));
  }

  @Override
  TransformedGPClassificationModel with(SharedModel model) {
    return new TransformedGPClassificationModel(uid(), model);
  }

  @Override
  boolean isOfClasses() {
    return true;
  }

  /** How many classes there are. */
  public int numClasses() {
    return saved().model().likelihood(0).classes();
  }

  /** Names of the classes, of a model that {@code tgp fit} made; empty otherwise. */
  public List<String> labels() {
    return saved().targets().isEmpty() ? List.of() : saved().targets().get(0).labels();
  }

  @Override
  StructType appended(StructType schema) {
    return Outputs.ofClasses(schema, getProbabilityCol());
  }

  @Override
  Answers answers() {
    return new Answers.Classes(!getProbabilityCol().isEmpty());
  }

  public Param<String> probabilityCol() {
    return probabilityCol;
  }

  public String getProbabilityCol() {
    return getOrDefault(probabilityCol);
  }

  /** Sets the new column of class probabilities; none if empty. */
  public TransformedGPClassificationModel setProbabilityCol(String value) {
    set(probabilityCol, value);
    return this;
  }

  public static MLReader<TransformedGPClassificationModel> read() {
    return new GPModelFiles.Reader<>(
        TransformedGPClassificationModel.class, TransformedGPClassificationModel::new);
  }

  public static TransformedGPClassificationModel load(String path) {
    return read().load(path);
  }
}
