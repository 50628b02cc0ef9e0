package io.github.tgp4j.spark;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import java.io.Serializable;

/**
 * A model as the bytes of its file, read once wherever it is used. Broadcast, so that all tasks of
 * an executor share one.
 */
final class SharedModel implements Serializable {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private transient SavedModel saved;

  SharedModel(byte[] bytes) {
    this.bytes = bytes;
  }

  static SharedModel of(SavedModel saved) {
    return new SharedModel(ModelFile.toBytes(saved));
  }

  /** What a {@code .tgp} file holds. */
  byte[] bytes() {
    return bytes;
  }

  /** The model, predicting with one thread: the cores of an executor are shared by its tasks. */
  synchronized SavedModel get() {
    if (saved == null) {
      SavedModel read = ModelFile.fromBytes(bytes);
      saved =
          new SavedModel(
              read.model().withParallelism(1), read.encoder(), read.targets(), read.provenance());
    }
    return saved;
  }
}
