package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Model;
import java.nio.file.Path;

final class ModelReport {
  static ModelReport of(String title, SavedModel saved) {
    return new ModelReport();
  }

  ModelReport baseline(String name, Model model) {
    return this;
  }

  ModelReport baseline(String name, SavedModel model) {
    return this;
  }

  ModelReport rows(Chunk rows, String what) {
    return this;
  }

  void write(Path to) {}
}
