package io.github.tgp4j.mixture;

import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.List;

/**
 * An accelerator that predicts too: it takes a fitted model to where many rows are computed with at
 * once.
 */
public interface MixtureDevice {
  /**
   * What a prediction needs to know of a model.
   *
   * @param samples draws of the network behind an input-dependent flow, 0 for the mean one
   * @param tails of the flow of every latent
   */
  record Fitted(LatentPredictor latent, int samples, List<LinearTails> tails) {}

  /**
   * Takes a model there.
   *
   * @throws io.github.tgp4j.engine.EngineLostException when the device cannot, with the reason
   */
  DeviceMixtures take(Fitted model);
}
