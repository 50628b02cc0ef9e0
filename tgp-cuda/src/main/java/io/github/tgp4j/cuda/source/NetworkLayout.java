package io.github.tgp4j.cuda.source;

import io.github.tgp4j.network.Activation;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.network.Network;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a network's weights lie among its values, and where its weights and the units of a tile of
 * rows lie in a block's shared memory; a block has one of the networks that stand side by side.
 */
final class NetworkLayout {
  private static final int MOST_SHARED = 220 * 1024;
  private static final int GOOD_SHARED = 100 * 1024;
  private static final int SHARED_OF_ALL = 228 * 1024;
  private static final int SHARED_OF_SYSTEM = 1024; // per block
  private static final int MOST_ROWS = 32;
  private static final int LEAST_ROWS = 8;

  /** A thread's part of one layer's weights; beyond 60 or so it goes to local memory. */
  private static final int MOST_SUMS = 240;

  /**
   * Units of a block that a warp multiplies, and what it multiplies them with, as in networks.h.
   */
  static final int HIGH = 16;

  private static final int WIDE = 8;

  private static final int WARPS = Launch.BLOCK / 32; // of a block of threads

  private static final int DIGITS = 16; // of the probability of dropout

  /**
   * One layer of a network.
   *
   * @param in units of the layer before
   * @param weightsAt where its weights start among the network's values
   * @param stretch from one row of weights to the next
   * @param groupStretch from one group's weights to the next group's
   * @param weights where its weights lie in shared memory
   * @param values where its units lie in shared memory
   * @param noise where ε/(2√v) of Gaussian weights lies in what the way back alone has
   * @param masks where its decisions of dropout lie in shared memory
   */
  record Layer(
      int number,
      int in,
      int out,
      int weightsAt,
      int biasAt,
      int stretch,
      int groupStretch,
      int weights,
      int values,
      int noise,
      int masks) {
    int weightCount() {
      return in * stride(out);
    }

    /**
     * Whether warps share the units of a layer, and not its inputs: where there are few of these.
     */
    boolean isByUnits() {
      return in < out;
    }

    /** Blocks of the more numerous kind, which warps share on the way back. */
    int sharedBlocks() {
      return blocks(Math.max(in, out), HIGH);
    }

    /** Blocks of the other kind that a warp takes for each. */
    int ownBlocks() {
      return blocks(Math.min(in, out), WIDE);
    }

    /** Sums that a thread keeps on the way back. */
    int sums() {
      return blocks(sharedBlocks(), WARPS) * ownBlocks() * HIGH * WIDE / 32;
    }

    static int stride(int out) {
      return out < 4 ? out : (out + 11) / 16 * 16 + 4;
    }

    /** Words of 64 decisions that one group's units may reach into. */
    int words() {
      return (out + 62) / 64 + 1;
    }
  }

  private final MlpShape shape;
  private final int inputs;
  private final int groups;
  private final int count;
  private final List<Layer> layers = new ArrayList<>();
  private int tile;
  private int inputsAt;
  private int sharedDoubles;
  private int noiseDoubles;

  /**
   * @throws UnsupportedModelException when rows depend on each other, or layers are too wide
   */
  NetworkLayout(Network network) {
    shape = network.shape();
    inputs = network.inputs();
    groups = shape.joint() ? 1 : network.outputs();
    count = network.parameterCount() / (shape.bayes() ? 2 : 1);
    if (shape.batchNorm()) {
      throw refused("batch normalisation makes a row's value depend on the other rows");
    }
    tile = MOST_ROWS;
    place(network.outputs());
    while (backBytes() > GOOD_SHARED && tile > LEAST_ROWS) {
      tile /= 2;
      place(network.outputs());
    }
    if (backBytes() > MOST_SHARED) {
      throw refused("its layers are too wide for the device's shared memory");
    }
    if (layers.stream().anyMatch(l -> l.sums() > MOST_SUMS)) {
      throw refused("its layers are too wide for a block's registers");
    }
  }

  private UnsupportedModelException refused(String reason) {
    return new UnsupportedModelException("network " + shape, reason);
  }

  /**
   * The weights stand first: products read a little more than a layer's own (networks.h), and what
   * they read must not be what other warps write.
   */
  private void place(int outputs) {
    layers.clear();
    noiseDoubles = 0;
    List<Integer> units = new ArrayList<>(shape.widths());
    units.add(outputs / groups);
    sharedDoubles = 0;
    for (int l = 0; l < units.size(); l++) {
      sharedDoubles += weights(l == 0 ? inputs : units.get(l - 1), units.get(l));
    }
    inputsAt = take(inputs * rowStride());
    int in = inputs;
    int next = 0;
    int weights = 0;
    for (int l = 0; l < units.size(); l++) {
      layers.add(layer(l, in, units.get(l), next, weights));
      next += groups * units.get(l) * (in + 1);
      weights += weights(in, units.get(l));
      in = units.get(l);
    }
  }

  /** Of shared memory, for the weights of a layer. */
  private int weights(int in, int units) {
    return (isGaussian() ? 2 : 1) * in * Layer.stride(units);
  }

  /** The first layer's networks share their inputs, and their weights lie side by side. */
  private Layer layer(int number, int in, int units, int weightsAt, int weights) {
    int values = take(units * rowStride());
    int noise = noiseDoubles;
    noiseDoubles += isGaussian() ? units * rowStride() : 0;
    int masks = drops() ? take(tile * ((units + 62) / 64 + 1)) : 0;
    return new Layer(
        number,
        in,
        units,
        weightsAt,
        weightsAt + groups * units * in,
        number == 0 ? groups * units : units,
        number == 0 ? units : in * units,
        weights,
        values,
        noise,
        masks);
  }

  /** Blocks of so many units. */
  static int blocks(int units, int size) {
    return (units + size - 1) / size;
  }

  private int take(int doubles) {
    int from = sharedDoubles;
    sharedDoubles += doubles;
    return from;
  }

  /** Of shared memory. */
  int bytes() {
    return Double.BYTES * sharedDoubles;
  }

  /** The same of the way back. */
  int backBytes() {
    return bytes() + Double.BYTES * noiseDoubles;
  }

  /** Where a layer's ε/(2√v) lies in shared memory. */
  int noise(Layer layer) {
    return sharedDoubles + layer.noise();
  }

  /**
   * Whether, on the way back, of the units before a layer every warp reads those alone whose places
   * it then gives to their adjoints.
   */
  boolean isKeptApart(Layer layer) {
    return !layer.isByUnits() && layer.sharedBlocks() % WARPS == 0;
  }

  /** Blocks that a multiprocessor has room for, by their shared memory; four are enough. */
  int blocks() {
    return blocksOf(bytes());
  }

  /** The same of the way back, which has twice the sums where weights are Gaussian. */
  int backBlocks() {
    return Math.min(isGaussian() ? 2 : 4, blocksOf(backBytes()));
  }

  private static int blocksOf(int bytes) {
    return Math.max(1, Math.min(4, SHARED_OF_ALL / (bytes + SHARED_OF_SYSTEM)));
  }

  int inputs() {
    return inputs;
  }

  /** Where the inputs of a tile lie in shared memory. */
  int inputsAt() {
    return inputsAt;
  }

  /** Networks side by side. */
  int groups() {
    return groups;
  }

  /** Values of θ; of the means alone where weights are Gaussian. */
  int count() {
    return count;
  }

  /** Rows of a tile. */
  int tile() {
    return tile;
  }

  /** From a unit of a tile to the next, as in networks.h. */
  int rowStride() {
    return tile + 4;
  }

  List<Layer> layers() {
    return layers;
  }

  Layer last() {
    return layers.get(layers.size() - 1);
  }

  boolean isLast(Layer layer) {
    return layer == last();
  }

  /** Where the units before a layer lie in shared memory. */
  int before(Layer layer) {
    return layer.number() == 0 ? inputsAt : layers.get(layer.number() - 1).values();
  }

  boolean isGaussian() {
    return shape.bayes();
  }

  /** 1 where units are rectifiers. */
  int relu() {
    return shape.activation() == Activation.RELU ? 1 : 0;
  }

  /** (1 − p)·2^16. */
  int keep() {
    return Math.max(1, (int) Math.round((1.0 - shape.dropout()) * (1 << DIGITS)));
  }

  boolean drops() {
    return keep() != 1 << DIGITS;
  }

  /** 1/(1 − p). */
  double scale() {
    return (double) (1 << DIGITS) / keep();
  }
}
