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
    int inputs = model.inputScaling().columns();
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

  /** Of a model that was fitted to numbers. */
  public SavedModel(Model model, Provenance provenance) {
    this(model, null, List.of(), provenance);
  }
}
