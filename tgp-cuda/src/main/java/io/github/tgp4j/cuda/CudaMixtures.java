package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.DeviceMixtures;
import io.github.tgp4j.mixture.MixtureAnswers;
import io.github.tgp4j.mixture.MixtureDevice;

/**
 * A fitted model that predicts on a GPU, for one question at a time; what it has there comes back
 * when nobody knows it any more.
 */
final class CudaMixtures implements DeviceMixtures {
  private final Device device;
  private final PredictionRows rows;
  private final MixtureRows[] outputs;
  private final Resources resources = new Resources(this);

  /**
   * Compiles its kernels and takes memory for a block of rows.
   *
   * @throws io.github.tgp4j.cuda.source.UnsupportedModelException when there are no kernels for a
   *     part of the model
   */
  CudaMixtures(Device device, MixtureDevice.Fitted model) {
    this.device = device;
    rows = resources.keep(new PredictionRows(device, model), device);
    outputs = new MixtureRows[model.latent().architecture().outputs().size()];
    for (int o = 0; o < outputs.length; o++) {
      outputs[o] =
          MixtureRows.covers(rows, o) ? resources.keep(new MixtureRows(rows, o), device) : null;
    }
  }

  @Override
  public synchronized void marginals(Matrix x, double[][] mean, double[][] variance) {
    device.use();
    for (int from = 0; from < x.rows; from += rows.block()) {
      int to = Math.min(x.rows, from + rows.block());
      rows.marginals(x.rowRange(from, to), mean, variance, from);
    }
  }

  @Override
  public boolean answers(int output) {
    return outputs[output] != null;
  }

  @Override
  public synchronized void answer(
      int output, Matrix x, double[] mean, double[] variance, MixtureAnswers answers) {
    device.use();
    MixtureRows mixtures = outputs[output];
    mixtures.ask(answers);
    for (int from = 0; from < x.rows; from += rows.block()) {
      int to = Math.min(x.rows, from + rows.block());
      mixtures.answer(x.rowRange(from, to), mean, variance, from, answers);
    }
  }
}
