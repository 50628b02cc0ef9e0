package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Where the weights and biases of an MLP lie in its part of the flat vector, and where its hidden
 * units lie on a tape.
 *
 * <pre>
 *   θ:    W_1, b_1, …, W_L, b_L, W_out, b_out   (per hidden layer 4 more with batch normalisation)
 *   tape: the units of layer 1 of all rows, row by row, then those of layer 2, …
 * </pre>
 */
final class Layers {
  /** Hidden units (rows × units) that are treated at a time, to stay in the second-level cache. */
  private static final int TILE = 1 << 15;

  private static final int NORM_BLOCKS = 4;

  final int hidden; // the number of hidden layers; layer `hidden` is the last, linear one
  final GroupedLinear[] linear;
  private final int[] weightsAt;
  private final int[] unitsBefore;
  private final int count;
  private final int widest;
  private final boolean normalised;

  Layers(MlpShape shape, int inputs, int outputs) {
    if (inputs < 1 || outputs < 1) {
      throw new IllegalArgumentException(
          "mlp: expected at least 1 input and 1 output but got " + inputs + " and " + outputs);
    }
    hidden = shape.widths().size();
    normalised = shape.batchNorm();
    linear = new GroupedLinear[hidden + 1];
    weightsAt = new int[hidden + 1];
    unitsBefore = new int[hidden + 2];
    int groups = shape.joint() ? 1 : outputs;
    int in = inputs;
    int next = 0;
    int most = 0;
    for (int l = 0; l <= hidden; l++) {
      int out = l < hidden ? shape.widths().get(l) : shape.joint() ? outputs : 1;
      linear[l] = new GroupedLinear(groups, in, out, l == 0);
      weightsAt[l] = next;
      int units = linear[l].units();
      next += linear[l].weights() + units;
      if (normalised && l < hidden) {
        next += NORM_BLOCKS * units;
      }
      unitsBefore[l + 1] = unitsBefore[l] + units;
      most = Math.max(most, units);
      in = out;
    }
    count = next;
    widest = most;
  }

  /** The number of values in the flat vector. */
  int count() {
    return count;
  }

  /** Units of one layer, of all groups. */
  int units(int layer) {
    return linear[layer].units();
  }

  /** The hidden units of all layers. */
  int hiddenUnits() {
    return unitsBefore[hidden];
  }

  /** Units of the widest layer. */
  int widest() {
    return widest;
  }

  int weightsAt(int layer) {
    return weightsAt[layer];
  }

  int biasAt(int layer) {
    return weightsAt[layer] + linear[layer].weights();
  }

  /** The first of a hidden layer's normalisation parameters. */
  int normAt(int layer) {
    return biasAt(layer) + units(layer);
  }

  /** Where the units of one layer begin on a tape of so many rows. */
  int unitsAt(int layer, int rows) {
    return rows * unitsBefore[layer];
  }

  /** Rows to treat at a time; all of them where statistics over all are needed. */
  int tile(int rows) {
    return normalised ? Math.max(1, rows) : Math.max(16, TILE / widest);
  }

  /** The hidden units of rows from..from+n of one layer on a tape of {@code rows} rows. */
  Matrix units(int layer, double[] tape, int rows, int from, int n) {
    int units = units(layer);
    return Matrix.wrap(tape, unitsAt(layer, rows) + from * units, n, units, units);
  }

  /** The transposed weights of all layers, each in its place. */
  double[] transposed(double[] theta, int at, Scratch scratch) {
    double[] turned = scratch.take(count);
    for (int l = 0; l <= hidden; l++) {
      linear[l].transpose(theta, at + weightsAt[l], turned, weightsAt[l]);
    }
    return turned;
  }

  /** Rows from..to−1 of x with a 1 at the end of each, in {@code work}. */
  Matrix withOnes(Matrix x, int from, int to, double[] work) {
    int width = x.cols + 1;
    for (int i = from; i < to; i++) {
      System.arraycopy(x.data, x.at(i, 0), work, (i - from) * width, x.cols);
      work[(i - from) * width + x.cols] = 1.0;
    }
    return Matrix.wrap(work, to - from, width);
  }

  /** W_1 with b_1, which follows it, as a last row: what multiplies {@link #withOnes}. */
  Matrix firstWithBias(double[] theta, int at) {
    return Matrix.wrap(theta, at + weightsAt[0], linear[0].inputs() + 1, units(0), units(0));
  }

  /** Adds aᵀ·bar to the adjoint of a layer's weights, and bar's column sums to that of its bias. */
  void weightsPullback(
      int layer, Matrix a, Matrix bar, double[] one, double[] thetaBar, int at, Scratch scratch) {
    linear[layer].weightsPullback(a, bar, thetaBar, at + weightsAt[layer], scratch);
    Blas.gemv(true, 1.0, bar, one, 0, 1.0, thetaBar, at + biasAt(layer));
  }

  /** "layer-1", …, "output". */
  String name(int layer) {
    return layer < hidden ? "layer-" + (layer + 1) : "output";
  }

  /** n values uniform within ±1/√fanIn, as PyTorch starts its linear layers. */
  static double[] uniform(SplittableRandom random, int n, int fanIn) {
    double bound = 1.0 / Math.sqrt(fanIn);
    double[] values = new double[n];
    Arrays.setAll(values, i -> bound * (2.0 * random.nextDouble() - 1.0));
    return values;
  }

  /** Copies n values into every row of m. */
  static void fillRows(double[] row, int from, Matrix m) {
    if (m.rows == 0) {
      return;
    }
    System.arraycopy(row, from, m.data, m.offset, m.cols);
    if (m.stride == m.cols) {
      int total = m.rows * m.cols;
      for (int done = m.cols; done < total; done *= 2) {
        System.arraycopy(m.data, m.offset, m.data, m.offset + done, Math.min(done, total - done));
      }
      return;
    }
    for (int i = 1; i < m.rows; i++) {
      System.arraycopy(row, from, m.data, m.at(i, 0), m.cols);
    }
  }

  void checkShapes(Matrix x, Matrix out, double[] tape, int tapeSize) {
    int inputs = linear[0].inputs();
    int outputs = linear[hidden].units();
    if (x.cols != inputs || out.cols != outputs || out.rows != x.rows) {
      throw new IllegalArgumentException(
          "mlp: expected x with "
              + inputs
              + " columns and out "
              + x.rows
              + "×"
              + outputs
              + " but got "
              + x.shape()
              + " and "
              + out.shape());
    }
    if (tape.length < tapeSize) {
      throw new IllegalArgumentException(
          "mlp tape: expected at least "
              + tapeSize
              + " values for "
              + x.rows
              + " rows but got "
              + tape.length
              + "; take tapeSize(rows)");
    }
  }
}
