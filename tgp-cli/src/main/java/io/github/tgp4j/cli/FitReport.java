package io.github.tgp4j.cli;

import io.github.tgp4j.io.SavedModel;
import java.nio.file.Path;

record FitReport(String name, TrainingTable rows, FitOutcome outcome, long seed) {
  void write(Path to, SavedModel saved) {}
}
