package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Multi-layer perceptron with dropout on its hidden units; equations N1–N6 and N10 in
 * docs/equations.md.
 *
 * <pre>
 *   h_0 = x,  h_l = d_l ∘ φ(h_{l−1}·W_l + b_l),  out = h_L·W_out + b_out
 *   d = 1 in MEAN;  otherwise d = 0 with probability p, else 1/(1 − p), one per row and unit
 * </pre>
 *
 * <p>Each output has its own network, computed side by side in grouped products, unless the shape
 * is joint. Values of h after dropout are all that the tape holds: the slope is read off them.
 */
public final class Mlp implements Network {
  private final MlpShape shape;
  private final int inputs;
  private final int outputs;
  private final long seed;
  private final Layers layers;
  private final Dropout dropout;
  private final List<Parameter> parameters;

  /** With weights that start uniform within ±1/√fan-in, drawn from the seed. */
  public Mlp(MlpShape shape, int inputs, int outputs, long seed) {
    if (shape.bayes()) {
      throw new IllegalArgumentException(
          "Mlp: expected a shape without bayes but got " + shape + "; build it by shape.network");
    }
    this.shape = shape;
    this.inputs = inputs;
    this.outputs = outputs;
    this.seed = seed;
    layers = new Layers(shape, inputs, outputs);
    dropout = new Dropout(shape.dropout());
    parameters = start(layers, shape.batchNorm(), seed);
  }

  private static List<Parameter> start(Layers layers, boolean normalised, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Parameter> all = new ArrayList<>();
    for (int l = 0; l <= layers.hidden; l++) {
      GroupedLinear linear = layers.linear[l];
      int units = linear.units();
      double[] weights = Layers.uniform(random, linear.weights(), linear.fanIn());
      double[] bias = Layers.uniform(random, units, linear.fanIn());
      all.add(Parameter.of(layers.name(l) + ".weights", Constraints.REAL, weights));
      all.add(Parameter.of(layers.name(l) + ".bias", Constraints.REAL, bias));
      if (normalised && l < layers.hidden) {
        double[] ones = new double[units];
        Arrays.fill(ones, 1.0);
        String name = layers.name(l);
        all.add(Parameter.of(name + ".scale", Constraints.REAL, ones));
        all.add(Parameter.of(name + ".shift", Constraints.REAL, new double[units]));
        all.add(Parameter.of(name + ".running-mean", Constraints.REAL, new double[units]).fixed());
        all.add(Parameter.of(name + ".running-variance", Constraints.REAL, ones).fixed());
      }
    }
    return List.copyOf(all);
  }

  @Override
  public MlpShape shape() {
    return shape;
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return outputs;
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public int parameterCount() {
    return layers.count();
  }

  Layers layers() {
    return layers;
  }

  @Override
  public int tapeSize(int rows) {
    int copies = shape.batchNorm() ? 2 : 1;
    int statistics = shape.batchNorm() ? BatchNorm.STATISTICS * layers.hiddenUnits() : 0;
    return Math.addExact(Math.multiplyExact(rows, copies * layers.hiddenUnits()), statistics);
  }

  /** Where a layer's normalisation saves on the tape: after all hidden units. */
  private int normSaveAt(int layer, int rows) {
    return rows * layers.hiddenUnits() + (rows + BatchNorm.STATISTICS) * layers.unitsAt(layer, 1);
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Noise noise,
      Matrix out,
      double[] tape,
      Scratch scratch) {
    layers.checkShapes(x, out, tape, tapeSize(x.rows));
    int mark = scratch.mark();
    int tile = layers.tile(x.rows);
    double[] input = scratch.take(Math.min(tile, x.rows) * (inputs + 1));
    boolean batch = mode == Mode.TRAIN;
    for (int from = 0; from < x.rows; from += tile) {
      int to = Math.min(from + tile, x.rows);
      Matrix a = layers.withOnes(x, from, to, input);
      for (int l = 0; l < layers.hidden; l++) {
        Matrix h = layers.units(l, tape, x.rows, from, to - from);
        activate(theta, at, l, a, batch, h, tape, x.rows, scratch);
        if (mode != Mode.MEAN && shape.dropout() > 0) {
          drop(noise, l, from, h, h);
        }
        a = h;
      }
      last(theta, at, a, out.rowRange(from, to), scratch);
    }
    scratch.release(mark);
  }

  /**
   * h ← φ(a·W + b), normalised before φ if the shape says so; the first layer's a ends in ones,
   * whose weights are b.
   */
  private void activate(
      double[] theta,
      int at,
      int layer,
      Matrix a,
      boolean batch,
      Matrix h,
      double[] tape,
      int rows,
      Scratch scratch) {
    if (layer == 0) {
      Blas.gemm(false, false, 1.0, a, layers.firstWithBias(theta, at), 0.0, h);
    } else {
      Layers.fillRows(theta, at + layers.biasAt(layer), h);
      layers.linear[layer].forward(theta, at + layers.weightsAt(layer), a, h, scratch);
    }
    if (shape.batchNorm()) {
      BatchNorm.forward(theta, at + layers.normAt(layer), batch, h, tape, normSaveAt(layer, rows));
    }
    shape.activation().apply(h.data, h.offset, h.rows * h.cols);
  }

  private void drop(Noise noise, int layer, int row, Matrix from, Matrix to) {
    dropout.apply(
        noise, layer, row, from.rows, from.cols, from.data, from.offset, to.data, to.offset);
  }

  private void last(double[] theta, int at, Matrix a, Matrix out, Scratch scratch) {
    int layer = layers.hidden;
    Layers.fillRows(theta, at + layers.biasAt(layer), out);
    layers.linear[layer].forward(theta, at + layers.weightsAt(layer), a, out, scratch);
  }

  @Override
  public void pullback(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Matrix outBar,
      double[] tape,
      double[] thetaBar,
      Matrix xBar,
      Scratch scratch) {
    layers.checkShapes(x, outBar, tape, tapeSize(x.rows));
    int mark = scratch.mark();
    int tile = layers.tile(x.rows);
    int most = Math.min(tile, x.rows);
    double[] one = scratch.take(most);
    Arrays.fill(one, 0, most, 1.0);
    double[] turned = layers.transposed(theta, at, scratch);
    double[] bars = scratch.take(x.rows * layers.hiddenUnits()); // laid out as the tape
    double[] work = scratch.take(2 * layers.widest());
    double[] inputWork = scratch.take(most * (inputs + 1));
    double scale = mode == Mode.MEAN ? 1.0 : dropout.scale();
    for (int from = 0; from < x.rows; from += tile) {
      int to = Math.min(from + tile, x.rows);
      Matrix bar = outBar.rowRange(from, to);
      for (int l = layers.hidden; l > 0; l--) {
        Matrix h = layers.units(l - 1, tape, x.rows, from, to - from);
        layers.weightsPullback(l, h, bar, one, thetaBar, at, scratch);
        Matrix hBar = layers.units(l - 1, bars, x.rows, from, to - from);
        layers.linear[l].inputPullback(turned, layers.weightsAt(l), bar, 0.0, hBar, scratch);
        shape.activation().timesSlope(tape, scale, bars, h.offset, h.rows * h.cols);
        if (shape.batchNorm()) {
          int norm = at + layers.normAt(l - 1);
          int save = normSaveAt(l - 1, x.rows);
          BatchNorm.pullback(theta, norm, mode == Mode.TRAIN, hBar, tape, save, thetaBar, work);
        }
        bar = hBar;
      }
      Matrix input = layers.withOnes(x, from, to, inputWork);
      Blas.gemm(true, false, 1.0, input, bar, 1.0, layers.firstWithBias(thetaBar, at));
      if (xBar != null) {
        layers.linear[0].inputPullback(
            turned, layers.weightsAt(0), bar, 1.0, xBar.rowRange(from, to), scratch);
      }
    }
    scratch.release(mark);
  }

  /** The first layer, which no mask touches before its units, is computed once for all samples. */
  @Override
  public void sample(
      double[] theta,
      int at,
      Matrix x,
      Noise noise,
      int samples,
      Matrix out,
      double[] tape,
      Scratch scratch) {
    layers.checkShapes(x, out.rowRange(0, x.rows), tape, tapeSize(x.rows));
    int mark = scratch.mark();
    int tile = layers.tile(x.rows);
    double[] kept = scratch.take(Math.min(tile, x.rows) * layers.units(0));
    double[] input = scratch.take(Math.min(tile, x.rows) * (inputs + 1));
    for (int from = 0; from < x.rows; from += tile) {
      int n = Math.min(tile, x.rows - from);
      Matrix first = Matrix.wrap(kept, n, layers.units(0));
      Matrix ones = layers.withOnes(x, from, from + n, input);
      activate(theta, at, 0, ones, false, first, tape, x.rows, scratch);
      for (int s = 0; s < samples; s++) {
        Noise draw = noise.withSample(noise.sample() + s);
        Matrix a = first;
        for (int l = 0; l < layers.hidden; l++) {
          Matrix h = layers.units(l, tape, x.rows, from, n);
          if (l > 0) {
            activate(theta, at, l, a, false, h, tape, x.rows, scratch);
          }
          drop(draw, l, from, l == 0 ? first : h, h);
          a = h;
        }
        int row = s * x.rows + from;
        last(theta, at, a, out.rowRange(row, row + n), scratch);
      }
    }
    scratch.release(mark);
  }

  /** −½·lambda·Σ W² over the weights; biases are free. */
  @Override
  public double logPrior(double[] theta, int at, double lambda, double[] thetaBar) {
    double sum = 0.0;
    for (int l = 0; l <= layers.hidden; l++) {
      int from = at + layers.weightsAt(l);
      int to = from + layers.linear[l].weights();
      for (int i = from; i < to; i++) {
        sum += theta[i] * theta[i];
      }
      if (thetaBar != null) {
        for (int i = from; i < to; i++) {
          thetaBar[i] -= lambda * theta[i];
        }
      }
    }
    return -0.5 * lambda * sum;
  }

  @Override
  public double logPrior(
      double[] theta, int at, double lambda, Divergence divergence, double[] thetaBar) {
    return logPrior(theta, at, divergence.weight() * lambda, thetaBar);
  }

  @Override
  public void startAt(double[] theta, int at, double[] target, double shrink) {
    if (target.length != outputs || !(shrink >= 0) || Double.isInfinite(shrink)) {
      throw new IllegalArgumentException(
          "start: expected "
              + outputs
              + " target values and shrink of 0 or more but got "
              + target.length
              + " and "
              + shrink);
    }
    int weights = at + layers.weightsAt(layers.hidden);
    int bias = at + layers.biasAt(layers.hidden);
    for (int i = weights; i < bias; i++) {
      theta[i] *= shrink;
    }
    System.arraycopy(target, 0, theta, bias, outputs);
  }

  @Override
  public void learnStatistics(double[] theta, int at, Matrix x, Noise noise) {
    if (!shape.batchNorm() || x.rows == 0) {
      return;
    }
    double[] tape = new double[tapeSize(x.rows)];
    Matrix out = Matrix.zeros(x.rows, outputs);
    forward(theta, at, x, Mode.TRAIN, noise, out, tape, new Scratch());
    for (int l = 0; l < layers.hidden; l++) {
      BatchNorm.keep(
          tape, normSaveAt(l, x.rows), x.rows, layers.units(l), theta, at + layers.normAt(l));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mlp mlp
        && mlp.shape.equals(shape)
        && mlp.inputs == inputs
        && mlp.outputs == outputs
        && mlp.seed == seed;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * shape.hashCode() + inputs) + outputs) + Long.hashCode(seed);
  }

  @Override
  public String toString() {
    return shape.toString();
  }
}
