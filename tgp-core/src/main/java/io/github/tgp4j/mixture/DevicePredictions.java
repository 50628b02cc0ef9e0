package io.github.tgp4j.mixture;

import io.github.tgp4j.engine.EngineLostException;
import io.github.tgp4j.linalg.Matrix;

/**
 * Predictions of one model by a device, to which it is taken when it is first asked; by the
 * processor where the device cannot, which is said in one line.
 */
public final class DevicePredictions {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.predict");

  private final MixtureDevice device;
  private final MixtureDevice.Fitted model;
  private DeviceMixtures there;
  private boolean lost;

  public DevicePredictions(MixtureDevice device, MixtureDevice.Fitted model) {
    this.device = device;
    this.model = model;
  }

  /** Null where the device cannot. */
  private synchronized DeviceMixtures there() {
    if (there == null && !lost) {
      try {
        there = device.take(model);
      } catch (EngineLostException e) {
        lose(e);
      }
    }
    return there;
  }

  private synchronized void lose(EngineLostException e) {
    there = null;
    lost = true;
    LOG.log(System.Logger.Level.WARNING, "device: {0}; the processor predicts", e.getMessage());
  }

  /** The marginals of every latent, if the device can: whether it did. */
  public boolean marginals(Matrix x, double[][] mean, double[][] variance) {
    DeviceMixtures mixtures = there();
    if (mixtures == null) {
      return false;
    }
    try {
      mixtures.marginals(x, mean, variance);
      return true;
    } catch (EngineLostException e) {
      lose(e);
      return false;
    }
  }

  /** Answers where the device can; whether it took the question. */
  boolean answer(int output, Matrix x, LatentMarginals latents, int latent, MixtureAnswers to) {
    DeviceMixtures mixtures = there();
    if (mixtures == null || !mixtures.answers(output) || latents.draws() > 1) {
      return false;
    }
    try {
      mixtures.answer(output, x, latents.means(latent), latents.variances(latent), to);
      return true;
    } catch (EngineLostException e) {
      lose(e);
      return false;
    }
  }
}
