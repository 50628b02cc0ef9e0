package io.github.tgp4j.io;

import io.github.tgp4j.model.Model;
import java.util.Objects;

/** Everything a model file holds. */
public record SavedModel(Model model, Provenance provenance) {
  public SavedModel {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(provenance, "provenance");
  }
}
