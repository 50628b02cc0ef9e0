package io.github.tgp4j.io;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Everything a model file holds: the model, how columns of a table become its inputs, and where it
 * comes from.
 *
 * <pre>{@code
 * TargetPrediction prediction = saved.predict(table);
 * double[] median = prediction.median();
 * double[] oneRow = saved.predict(Map.of("area", 80, "city", "Oslo")).quantile(0.9);
 * }</pre>
 *
 * @param encoder from columns of a table to the model's inputs; null where it was fitted to numbers
 * @param targets one per target of the model; empty where there is no encoder
 */
public record SavedModel(
    Model model, Encoder encoder, List<TargetEncoder> targets, Provenance provenance) {
  public SavedModel {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(provenance, "provenance");
    targets = List.copyOf(targets);
    int inputs = model.inputs();
    if (encoder != null && encoder.features().size() != inputs) {
      throw new IllegalArgumentException(
          "encoder: expected "
              + inputs
              + " features, as the model has inputs, but got "
              + encoder.features().size());
    }
    if (!targets.isEmpty() && targets.size() != model.targets()) {
      throw new IllegalArgumentException(
          "targets: expected " + model.targets() + ", as the model has, but got " + targets.size());
    }
  }

  /** Of a model that was fitted to numbers, with what is known of where it comes from. */
  public SavedModel(Model model) {
    this(model, Provenance.of(model));
  }

  /** Of a model that was fitted to numbers. */
  public SavedModel(Model model, Provenance provenance) {
    this(model, null, List.of(), provenance);
  }

  /** The same with a model that predicts on a device, as {@link Model#withDevice} says. */
  public SavedModel withDevice(String device) {
    return new SavedModel(model.withDevice(device), encoder, targets, provenance);
  }

  /** Of a model that was fitted to a table, with what is known of where it comes from. */
  public SavedModel(Model model, Encoder encoder, List<TargetEncoder> targets) {
    this(model, encoder, targets, Provenance.of(model));
  }

  /** The same model with another account of where it comes from. */
  public SavedModel withProvenance(Provenance value) {
    return new SavedModel(model, encoder, targets, value);
  }

  /**
   * Returns this model if it predicts from tables.
   *
   * @throws ModelFileException when it was saved without the coding of a table's columns
   */
  public SavedModel requireTable() {
    if (encoder == null || targets.isEmpty()) {
      throw new ModelFileException(
          "model: expected one that was fitted to a table but got one that was fitted to numbers,"
              + " whose file says nothing of columns; predict with it from Java, or fit it to the"
              + " table");
    }
    return this;
  }

  /** The distribution of the target at each row of a table; for a model of one target. */
  public TargetPrediction predict(Table table) {
    return predict(table.all());
  }

  /**
   * The distribution of the target at one row; for a model of one target.
   *
   * @param row values by the names of their columns, as {@link Table#ofRow} takes them
   */
  public TargetPrediction predict(Map<String, ?> row) {
    return predict(Table.ofRow(row));
  }

  /** The distribution of the target at each row; for a model of one target. */
  public TargetPrediction predict(Chunk rows) {
    if (model.targets() > 1) {
      throw new IllegalStateException(
          "predict: the model has " + model.targets() + " targets; use predictAll");
    }
    return predictAll(rows).get(0);
  }

  /** One prediction per target. */
  public List<TargetPrediction> predictAll(Table table) {
    return predictAll(table.all());
  }

  /**
   * One prediction per target.
   *
   * @throws ModelFileException when the model was fitted to numbers, not to a table
   * @throws IllegalArgumentException when a column is missing, or has a value of another kind than
   *     in training; the message names column, row and value
   */
  public List<TargetPrediction> predictAll(Chunk rows) {
    requireTable();
    List<Prediction> predictions = model.predictAll(encoder.encode(rows));
    List<TargetPrediction> out = new ArrayList<>();
    for (int o = 0; o < predictions.size(); o++) {
      out.add(new TargetPrediction(targets.get(o), predictions.get(o)));
    }
    return List.copyOf(out);
  }
}
