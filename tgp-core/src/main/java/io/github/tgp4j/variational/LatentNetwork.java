package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.network.Noise;

/**
 * The last latent of an output where a network gives it in place of a GP, h(x) = NN(s(x), W);
 * equation N19 in docs/equations.md. Immutable.
 *
 * @param samples draws of the network per row in a training step
 * @param precision λ of the prior N(0, 1/λ) on each weight
 * @param reach how far inputs count fully, in standard deviations; infinite where all do
 */
public record LatentNetwork(Network network, int samples, double precision, double reach) {
  public LatentNetwork {
    if (network.outputs() != 1) {
      throw new IllegalArgumentException(
          "network of a latent: expected one output but got " + network.outputs());
    }
    if (samples < 1) {
      throw new IllegalArgumentException(
          "network samples in training: expected at least 1 but got " + samples);
    }
    if (!(reach > 0)) {
      throw new IllegalArgumentException(
          "reach of a network's inputs: expected more than 0 but got " + reach);
    }
  }

  /** A network of this shape whose weights start from the seed. */
  public static LatentNetwork of(
      MlpShape shape, int inputs, int samples, double precision, long seed) {
    return new LatentNetwork(
        shape.network(inputs, 1, seed), samples, precision, Double.POSITIVE_INFINITY);
  }

  /** The same with inputs that count by their logarithm beyond ±limit. */
  public LatentNetwork withReach(double limit) {
    return new LatentNetwork(network, samples, precision, limit);
  }

  /** The rows as the network sees them: themselves, or in work space that the caller releases. */
  Matrix seen(Matrix x, Scratch scratch) {
    return FlowNetwork.seen(x, reach, scratch);
  }

  /** What {@link #forward} leaves for {@link #pullback}: the rows' latents and their adjoints. */
  static final class Rows {
    final int first; // number of the first row
    final Matrix x; // as the network sees them
    final Matrix value;
    final Matrix bar;
    final double[] tape;

    Rows(int first, Matrix x, Matrix value, Matrix bar, double[] tape) {
      this.first = first;
      this.x = x;
      this.value = value;
      this.bar = bar;
      this.tape = tape;
    }
  }

  /** Latents of the rows of x, which have numbers from {@code first} on; their adjoints are 0. */
  Rows forward(double[] theta, int at, Matrix x, int first, Noise noise, Scratch scratch) {
    Matrix value = Matrix.wrap(scratch.take(x.rows), x.rows, 1);
    Matrix bar = Matrix.wrap(scratch.takeZeroed(x.rows), x.rows, 1);
    double[] tape = scratch.take(network.tapeSize(x.rows));
    Matrix seen = seen(x, scratch);
    network.forward(theta, at, seen, Mode.TRAIN, noise, value, tape, scratch);
    return new Rows(first, seen, value, bar, tape);
  }

  /** From the adjoints of the latents to those of the weights. */
  void pullback(double[] theta, int at, Rows rows, double[] thetaBar, Scratch scratch) {
    network.pullback(theta, at, rows.x, Mode.TRAIN, rows.bar, rows.tape, thetaBar, null, scratch);
  }

  /** What the bound gains for the weights. */
  double logPrior(double[] theta, int at, Divergence divergence, double[] thetaBar) {
    return divergence.isKl()
        ? network.logPrior(theta, at, precision, thetaBar)
        : network.logPrior(theta, at, precision, divergence, thetaBar);
  }

  /** Lets the network start near 0 everywhere. */
  void start(double[] theta, int at) {
    network.startAt(theta, at, new double[1], 0.1);
  }
}
