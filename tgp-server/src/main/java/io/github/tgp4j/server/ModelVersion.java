package io.github.tgp4j.server;

import io.github.tgp4j.io.SavedModel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

/**
 * One state of a model.
 *
 * @param number counted from 1
 * @param file it was read from
 * @param stamp of the file then
 * @param inputs columns that it takes
 */
record ModelVersion(
    int number, SavedModel saved, Path file, FileStamp stamp, Instant loaded, Set<String> inputs) {
  static ModelVersion of(int number, SavedModel saved, Path file, FileStamp stamp) {
    return new ModelVersion(
        number,
        saved,
        file,
        stamp,
        Instant.now(),
        saved.encoder() == null ? Set.of() : Set.copyOf(saved.encoder().inputs()));
  }
}
