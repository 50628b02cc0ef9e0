package io.github.tgp4j.engine;

import io.github.tgp4j.rows.RowStore;

/** A device beside the processor that can have the rows of a fit; found as a service. */
public interface Accelerator {
  /** What a user calls it: "cuda". */
  String name();

  /**
   * Why it cannot be used on this machine, in words; null where it can. Cheap where there is none.
   */
  String unavailable();

  /** Computes with rows on the device, scaled as training has them. */
  TrainingRows.Engines engines(RowStore rows);
}
