package io.github.tgp4j.network;

import static io.github.tgp4j.elementary.SelectedProduct.OUTPUTS;
import static io.github.tgp4j.elementary.SelectedProduct.TILE;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.SelectedProduct;
import io.github.tgp4j.elementary.SelectedProduct.Selection;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/**
 * Draws of a perceptron whose dropped units are the same for all rows; equation N16 in
 * docs/equations.md.
 *
 * <p>Units that a draw drops are not computed and not read: with dropout p a product between hidden
 * layers costs (1 − p)² of the whole. The first hidden layer, which no mask touches before its
 * units, is computed once for all draws. What kept units are multiplied by is part of the weights
 * that follow them.
 */
final class MaskedDraws implements NetworkDraws {
  private final Layers layers;
  private final Activation activation;
  private final int samples;
  private final int outputs;
  private final double[] theta; // the network's, weights behind a hidden layer scaled
  private final Selection first;

  /** What draw s keeps of layer l + 1 of group g at [(g·samples + s)·hidden + l]. */
  private final Selection[] later;

  MaskedDraws(Mlp mlp, double[] theta, int at, Noise noise, int samples) {
    this.layers = mlp.layers();
    this.activation = mlp.shape().activation();
    this.samples = samples;
    this.outputs = mlp.outputs();
    this.theta = Arrays.copyOfRange(theta, at, at + layers.count());
    Dropout dropout = new Dropout(mlp.shape().dropout());
    for (int l = 1; l <= layers.hidden; l++) {
      for (int i = layers.weightsAt(l); i < layers.biasAt(l); i++) {
        this.theta[i] *= dropout.scale();
      }
    }
    first = firstLayer();
    int groups = layers.linear[0].groups();
    later = new Selection[groups * samples * layers.hidden];
    for (int s = 0; s < samples; s++) {
      boolean[][] kept = new boolean[layers.hidden][];
      for (int l = 0; l < layers.hidden; l++) {
        Noise draw = noise.withSample(noise.sample() + s);
        kept[l] = dropout.kept(draw, l, 0, layers.units(l));
      }
      for (int g = 0; g < groups; g++) {
        select(g, kept, (g * samples + s) * layers.hidden);
      }
    }
  }

  private Selection firstLayer() {
    GroupedLinear linear = layers.linear[0];
    int inputs = linear.fanIn();
    int[] weightAt = new int[inputs];
    int[] inputAt = new int[inputs];
    for (int i = 0; i < inputs; i++) {
      weightAt[i] = layers.weightsAt(0) + linear.rowAt(0, i);
      inputAt[i] = i * TILE;
    }
    boolean[] all = new boolean[linear.units()];
    Arrays.fill(all, true);
    return new Selection(weightAt, inputAt, inputs, filledUp(indices(all, 0, all.length)));
  }

  /** The selections of one draw and group, layer after layer. */
  private void select(int g, boolean[][] kept, int at) {
    for (int l = 1; l <= layers.hidden; l++) {
      GroupedLinear linear = layers.linear[l];
      int width = linear.fanIn();
      int[] in = indices(kept[l - 1], g * width, width);
      int[] weightAt = new int[in.length];
      int[] inputAt = new int[in.length];
      for (int k = 0; k < in.length; k++) {
        weightAt[k] = layers.weightsAt(l) + linear.rowAt(g, in[k]);
        // Units of the first layer lie where they are, those of later ones are packed.
        inputAt[k] = (l == 1 ? g * width + in[k] : k) * TILE;
      }
      int units = linear.groupUnits();
      int[] columns = l < layers.hidden ? indices(kept[l], g * units, units) : indices(units);
      later[at + l - 1] = new Selection(weightAt, inputAt, in.length, filledUp(columns));
    }
  }

  private static int[] indices(int count) {
    int[] all = new int[count];
    Arrays.setAll(all, i -> i);
    return all;
  }

  private static int[] indices(boolean[] kept, int from, int count) {
    int[] found = new int[count];
    int n = 0;
    for (int i = 0; i < count; i++) {
      found[n] = i;
      n += kept[from + i] ? 1 : 0;
    }
    return Arrays.copyOf(found, n);
  }

  /** As a product takes them; what is too much is not read. */
  private static int[] filledUp(int[] columns) {
    int n = columns.length;
    if (n % OUTPUTS < OUTPUTS - 1) {
      return columns;
    }
    int[] all = Arrays.copyOf(columns, n + 1);
    all[n] = columns[n - 1];
    return all;
  }

  @Override
  public void evaluate(Matrix x, double[] out, Scratch scratch) {
    int mark = scratch.mark();
    double[] input = scratch.take(x.cols * TILE);
    double[] units = scratch.take(first.columns().length * TILE);
    double[] a = scratch.take((layers.widest() + OUTPUTS) * TILE);
    double[] b = scratch.take((layers.widest() + OUTPUTS) * TILE);
    int groups = layers.linear[0].groups();
    for (int from = 0; from < x.rows; from += TILE) {
      int rows = Math.min(TILE, x.rows - from);
      transpose(x, from, rows, input);
      layer(first, input, layers.biasAt(0), true, units);
      for (int g = 0; g < groups; g++) {
        for (int s = 0; s < samples; s++) {
          double[] last = draw(g, s, units, a, b);
          scatter(last, g, s, from, rows, out);
        }
      }
    }
    scratch.release(mark);
  }

  private static void transpose(Matrix x, int from, int rows, double[] tiles) {
    Arrays.fill(tiles, 0, x.cols * TILE, 0.0);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < x.cols; j++) {
        tiles[j * TILE + i] = x.data[x.at(from + i, j)];
      }
    }
  }

  /** The last layer of one draw and group; a and b are work space. */
  private double[] draw(int g, int s, double[] units, double[] a, double[] b) {
    double[] h = units;
    double[] z = a;
    int at = (g * samples + s) * layers.hidden;
    for (int l = 1; l <= layers.hidden; l++) {
      Selection selection = later[at + l - 1];
      int bias = layers.biasAt(l) + g * layers.linear[l].groupUnits();
      layer(selection, h, bias, l < layers.hidden, z);
      h = z;
      z = h == a ? b : a;
    }
    return h;
  }

  private void layer(Selection selection, double[] h, int biasAt, boolean hidden, double[] z) {
    boolean rectify = hidden && activation == Activation.RELU;
    SelectedProduct.apply(theta, selection, h, theta, biasAt, rectify, z);
    if (hidden && !rectify) {
      activation.apply(z, 0, selection.columns().length * TILE);
    }
  }

  private void scatter(double[] last, int g, int s, int from, int rows, double[] out) {
    int units = layers.linear[layers.hidden].groupUnits();
    for (int u = 0; u < units; u++) {
      for (int i = 0; i < rows; i++) {
        out[((from + i) * outputs + g * units + u) * samples + s] = last[u * TILE + i];
      }
    }
  }
}
