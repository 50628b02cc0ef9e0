package io.github.tgp4j.spark;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.text.Names;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What the estimators share: a fit that leaves the rows where they are.
 *
 * @param <E> the estimator itself
 * @param <M> its model
 */
public abstract class GPEstimator<E extends GPEstimator<E, M>, M extends Model<M>>
    extends TrainingParams<E, M> {
  private static final long serialVersionUID = 1L;
  private static final List<String> METHODS = List.of("auto", "stochastic", "collapsed");
  private static final List<String> SCALES = List.of("standard", "ranks", "raw");
  private static final int COLLAPSED_STEPS = 200;

  GPEstimator(String uid) {
    super(uid);
  }

  /** What is to be fitted to these rows. */
  abstract Tgp describe(Tgp tgp, PackedRows rows);

  /** The search that is to choose a model, beside what all estimators tell it. */
  abstract SampleSearch describe(SampleSearch search);

  /** Whether labels are numbers or classes. */
  abstract TargetKind kind();

  /** The model of what was fitted. */
  abstract M model(SavedModel saved);

  @Override
  public M fit(Dataset<?> data) {
    transformSchema(data.schema());
    checkSettings();
    Tgp parts = parts(); // texts that do not parse are an error before any job
    if (!isDefined(inputCols())) {
      try (PackedRows rows = new PackedRows(data, getFeaturesCol(), getLabelCol(), layout())) {
        return finished(fit(parts, rows, data.sparkSession().sparkContext(), null));
      }
    }
    RawColumns columns = new RawColumns(data, getInputCols(), getLabelCol(), kind());
    try (PackedRows rows = columns.pack(layout())) {
      return finished(fit(parts, rows, data.sparkSession().sparkContext(), columns));
    }
  }

  private int layout() {
    return isDefined(partitions()) ? getPartitions() : RowLayout.BY_ROWS;
  }

  private M finished(SavedModel saved) {
    return copyValues(model(saved).setParent(this), ParamMap.empty());
  }

  /**
   * Fits packed rows.
   *
   * @param columns that they come from; null for feature vectors
   */
  private SavedModel fit(Tgp parts, PackedRows rows, SparkContext context, RawColumns columns) {
    FitStates states = new FitStates(this, context, rows);
    Encoder encoder = columns == null ? null : columns.encoder();
    List<TargetEncoder> targets = columns == null ? List.of() : List.of(columns.target().encoder());
    SavedModel saved;
    if (isAuto()) {
      SampleSearch search = describe(new SampleSearch(this, rows, columns));
      saved = search.fit(new ProgressReports(context, uid()), states);
    } else {
      Tgp tgp = describe(parts, rows);
      int count = (int) Math.min(Integer.MAX_VALUE, rows.rows());
      tgp.plan(planned(usualPlan(tgp, count), rows.rows(), true));
      TgpModel fitted =
          tgp.validation(getValidation())
              .listener(new ProgressReports(context, uid()))
              .checkpoints(states.of("fit"))
              .fit(rows);
      saved = new SavedModel(fitted, Provenance.of(fitted));
    }
    if (saved.model().trainingResult().ended() == Ended.CANCELLED) {
      throw new CancellationException(
          "fit: cancelled"
              + (getCheckpointDir().isEmpty() ? "" : "; " + getCheckpointDir() + " has its state"));
    }
    states.delete();
    Map<String, String> settings = saved.provenance().settings();
    Provenance provenance =
        Provenance.now(settings, Long.toHexString(rows.fingerprint()), rows.rows())
            .withMetrics(saved.provenance().metrics())
            .withNotes(encoder == null ? List.of() : encoder.notes());
    return new SavedModel(saved.model(), encoder, targets, provenance);
  }

  final boolean isAuto() {
    return !getAuto().isEmpty();
  }

  /** Settings that go together or not, before any job; none is ignored. */
  private void checkSettings() {
    oneOf("inputScale", getInputScale(), SCALES);
    oneOf("method", getMethod(), METHODS);
    for (IntParam one :
        List.of(patience(), partitions(), checkpointInterval(), autoRows(), autoSeconds())) {
      if (isDefined(one) && !((int) getOrDefault(one) >= 1)) {
        throw new IllegalArgumentException(
            one.name() + ": expected 1 or more but got " + getOrDefault(one));
      }
    }
    needs(patience(), validation(), getValidation() > 0);
    needs(checkpointInterval(), checkpointDir(), !getCheckpointDir().isEmpty());
    needs(autoRows(), auto(), isAuto());
    needs(autoSeconds(), auto(), isAuto());
    if (isDefined(epochs()) && (isDefined(maxIter()) || !(getEpochs() > 0))) {
      throw new IllegalArgumentException(
          "epochs: expected more than 0, and no maxIter beside it, but got " + getEpochs());
    }
    if (!isAuto()) {
      return;
    }
    SampleSearch.kind(getAuto());
    for (Param<?> one : List.of(mean(), inputScale(), method(), validation())) {
      if (isSet(one)) {
        throw new IllegalArgumentException(
            one.name()
                + ": expected it not to be set with auto, whose search decides, but got "
                + getOrDefault(one)
                + "; leave one of them out");
      }
    }
    if (isDefined(autoSeconds()) && !getCheckpointDir().isEmpty()) {
      throw new IllegalArgumentException(
          "checkpointDir: expected no autoSeconds beside it: a search that time ends need not choose"
              + " the same model again; leave one of them out");
    }
  }

  private void needs(Param<?> one, Param<?> other, boolean there) {
    if (isSet(one) && !there) {
      throw new IllegalArgumentException(
          one.name()
              + ": expected "
              + other.name()
              + " beside it, without which it says nothing, but got "
              + getOrDefault(one)
              + " alone; leave it out");
    }
  }

  private Tgp parts() {
    return Tgp.builder()
        .covariance(getCovariance())
        .mean(getMean())
        .flow(getFlow())
        .inducing(getInducing())
        .inputs(InputScale.valueOf(getInputScale().toUpperCase(Locale.ROOT)))
        .seed(getSeed());
  }

  private static String oneOf(String param, String value, List<String> known) {
    if (!known.contains(value)) {
      throw new IllegalArgumentException(Names.unknown(param, value, known));
    }
    return value;
  }

  private TrainingPlan usualPlan(Tgp tgp, int rows) {
    return switch (getMethod()) {
      case "collapsed" -> TrainingPlan.collapsed(COLLAPSED_STEPS);
      case "stochastic" -> tgp.stochasticPlan(rows);
      default ->
          isDefined(batchSize()) || isDefined(stepSize()) // which collapsed steps have none of
              ? tgp.stochasticPlan(rows)
              : tgp.planFor(rows);
    };
  }

  /** A plan with what was set in place of its own. */
  final TrainingPlan planned(TrainingPlan usual, long rows, boolean mayStop) {
    TrainingPlan plan = usual;
    if (isDefined(batchSize())) {
      plan = plan.withBatchSize(getBatchSize());
    }
    if (isDefined(maxIter())) {
      plan = plan.withSteps(getMaxIter());
    }
    if (isDefined(epochs())) {
      double perEpoch = Math.ceil((double) rows / Math.min(rows, plan.batchSize()));
      double steps = Math.ceil(getEpochs() * perEpoch);
      plan = plan.withSteps((int) Math.min(Integer.MAX_VALUE, steps));
    }
    if (mayStop && getValidation() > 0) {
      plan = plan.withEarlyStopping(getPatience(), plan.checkEvery());
    }
    return isDefined(stepSize()) ? plan.withLearningRate(getStepSize()) : plan;
  }

  /** All that decides a fit, for whoever goes on with it. */
  final Map<String, String> settings() {
    Map<String, String> all = new TreeMap<>();
    for (Param<?> one : params()) {
      if (isDefined(one) && !one.name().startsWith("checkpoint")) {
        Object value = getOrDefault(one);
        all.put(
            one.name(), value instanceof Object[] list ? List.of(list).toString() : text(value));
      }
    }
    return all;
  }

  private static String text(Object value) {
    return value instanceof double[] numbers ? Arrays.toString(numbers) : "" + value;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    if (isDefined(inputCols())) {
      if (isSet(featuresCol())) {
        throw new IllegalArgumentException(
            "featuresCol: expected no inputCols beside it but got "
                + getFeaturesCol()
                + " and "
                + String.join(", ", getInputCols())
                + "; leave one of them out");
      }
      RowInputs.Named.of(List.of(getInputCols()), schema);
      if (List.of(getInputCols()).contains(getLabelCol())) {
        throw new IllegalArgumentException(
            "inputCols: expected other columns than the label " + getLabelCol());
      }
      Columns.require(schema, "labelCol", getLabelCol());
    } else {
      Columns.requireVector(schema, "featuresCol", getFeaturesCol());
    }
    if (!isDefined(inputCols()) || kind() == TargetKind.NUMBERS) {
      Columns.requireNumber(schema, "labelCol", getLabelCol());
    }
    return Columns.append(schema, "predictionCol", getPredictionCol(), DataTypes.DoubleType);
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
