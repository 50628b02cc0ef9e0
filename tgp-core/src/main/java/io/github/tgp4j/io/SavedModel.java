package io.github.tgp4j.io;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.model.Model;
import java.util.List;
import java.util.Objects;

/**
 * Everything a model file holds.
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
}
