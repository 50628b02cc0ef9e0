package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;

/**
 * A number of draws of a network at fixed parameters, each one function of x: the masks or weights
 * are the same for all rows. Immutable and safe for many threads, each with its own scratch.
 *
 * <p>The values of a row do not depend on the rows around it.
 */
public interface NetworkDraws {
  /**
   * Writes the values of every row of x: draw s of output o of row i to {@code out[(i·outputs +
   * o)·samples + s]}.
   */
  void evaluate(Matrix x, double[] out, Scratch scratch);

  /** Those that {@link Network#sample} gives at a single row. */
  static NetworkDraws of(Network network, double[] theta, int at, Noise noise, int samples) {
    if (network instanceof Mlp mlp && !mlp.shape().batchNorm()) {
      return new MaskedDraws(mlp, theta, at, noise, samples);
    }
    return (x, out, scratch) -> byRow(network, theta, at, noise, samples, x, out, scratch);
  }

  private static void byRow(
      Network network,
      double[] theta,
      int at,
      Noise noise,
      int samples,
      Matrix x,
      double[] out,
      Scratch scratch) {
    int mark = scratch.mark();
    int outputs = network.outputs();
    Matrix raw = Matrix.wrap(scratch.take(samples * outputs), samples, outputs);
    double[] tape = scratch.take(network.tapeSize(samples));
    for (int i = 0; i < x.rows; i++) {
      network.sample(theta, at, x.rowRange(i, i + 1), noise, samples, raw, tape, scratch);
      for (int o = 0; o < outputs; o++) {
        for (int s = 0; s < samples; s++) {
          out[(i * outputs + o) * samples + s] = raw.data[s * outputs + o];
        }
      }
    }
    scratch.release(mark);
  }
}
