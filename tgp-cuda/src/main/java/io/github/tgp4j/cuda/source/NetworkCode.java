package io.github.tgp4j.cuda.source;

import io.github.tgp4j.network.Activation;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.param.Constraint;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.LatentNetwork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Writes the kernels of a network: from a tile of rows to their values, and from the values'
 * adjoints to the weights'; equations N1–N20 in docs/equations.md.
 *
 * <pre>
 *   network_n(theta, x, rows, stride, noise, sample, numbers, firstRow, values)
 *   network_back_n(theta, x, rows, stride, noise, sample, numbers, firstRow, valuesBar, partial)
 * </pre>
 *
 * <p>noise = (seed, step); numbers are those of the rows, or null where they are consecutive from
 * firstRow on. values and valuesBar are [value][stride]; partial is [block][weight]. The way back
 * computes the units of a tile again: that costs less than keeping them.
 */
final class NetworkCode {
  private static final int MOST_SHARED = 220 * 1024;
  private static final int GOOD_SHARED = 100 * 1024;
  private static final int MOST_SUMS =
      200; // a thread's part of one layer's weights; beyond 60 or so in local memory
  private static final int DIGITS = 16;

  private static final String ARGUMENTS =
      "const double* RESTRICT theta, const double* RESTRICT x, long long rows, long long stride,"
          + " const long long* RESTRICT noise, long long sample, const long long* RESTRICT numbers,"
          + " long long firstRow, ";

  /**
   * One layer of a network.
   *
   * @param in units of the layer before
   * @param weightsAt where its weights start among the network's values
   * @param stretch from one row of weights to the next
   * @param groupStretch from one group's weights to the next group's
   * @param weights where its weights lie in shared memory
   * @param values where its units lie in shared memory
   * @param noise where ε/(2√v) of Gaussian weights lies in shared memory
   * @param masks where its decisions of dropout lie in shared memory
   * @param high of a thread's part of the weights
   * @param wide of a thread's part of the weights
   */
  private record Layer(
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
      int masks,
      int high,
      int wide) {
    int weightCount() {
      return in * stride(out);
    }

    int tiles() {
      return ((in + high - 1) / high) * ((out + wide - 1) / wide);
    }

    static int stride(int out) {
      return out + 1 | 1;
    }

    /** Words of 64 decisions that one group's units may reach into. */
    int words() {
      return (out + 62) / 64 + 1;
    }
  }

  private final CodeWriter out;
  private final MlpShape shape;
  private final int inputs;
  private final int groups;
  private final int count; // values of θ; of the means alone where weights are Gaussian
  private final double reach;
  private final int at;
  private final int[] kinds;
  private final double[] lower;
  private final double[] upper;
  private int tile;
  private int sharedDoubles;
  private List<Layer> layers;

  private NetworkCode(
      CodeWriter out, Network network, int at, double reach, List<Constraint> constraints) {
    this.out = out;
    this.shape = network.shape();
    this.inputs = network.inputs();
    this.groups = shape.joint() ? 1 : network.outputs();
    this.reach = reach;
    this.at = at;
    this.count = network.parameterCount() / (shape.bayes() ? 2 : 1);
    int n = network.outputs();
    kinds = new int[n];
    lower = new double[n];
    upper = new double[n];
    for (int j = 0; j < n; j++) {
      kinds[j] = ParameterTable.elementwise(constraints.get(j), "network " + shape);
      double[] ends = ParameterTable.ends(constraints.get(j));
      lower[j] = ends == null ? 0.0 : ends[0];
      upper[j] = ends == null ? 0.0 : ends[1];
    }
    if (shape.batchNorm()) {
      throw new UnsupportedModelException(
          "network " + shape, "batch normalisation makes a row's value depend on the other rows");
    }
    place(network.outputs());
  }

  /** Of the network that gives flow values. */
  static NetworkKernels write(
      CodeWriter out, FlowNetwork network, int at, int firstValue, int draw) {
    List<Constraint> constraints = new ArrayList<>();
    Set<String> names = Set.copyOf(network.dependent());
    for (int c = 0; c < network.flows(); c++) {
      for (Parameter parameter : network.flow().parameters()) {
        if (names.contains(parameter.name())) {
          constraints.addAll(Collections.nCopies(parameter.size(), parameter.constraint()));
        }
      }
    }
    return new NetworkCode(out, network.network(), at, network.reach(), constraints)
        .write(network.network(), firstValue, draw, network.samples());
  }

  /** Of the network that gives the last latent. */
  static NetworkKernels write(CodeWriter out, LatentNetwork network, int at, int draw) {
    return new NetworkCode(out, network.network(), at, network.reach(), List.of(Constraints.REAL))
        .write(network.network(), 0, draw, network.samples());
  }

  private boolean isGaussian() {
    return shape.bayes();
  }

  private int keep() {
    return Math.max(1, (int) Math.round((1.0 - shape.dropout()) * (1 << DIGITS)));
  }

  private boolean drops() {
    return keep() != 1 << DIGITS;
  }

  private double scale() {
    return (double) (1 << DIGITS) / keep();
  }

  /** Places everything in shared memory, with fewer rows at a time where the network is wide. */
  private void place(int outputs) {
    for (tile = 32; ; tile /= 2) {
      layers = new ArrayList<>();
      sharedDoubles = inputs * (tile + 2);
      int hidden = shape.widths().size();
      int in = inputs;
      int next = 0;
      for (int l = 0; l <= hidden; l++) {
        int units = l < hidden ? shape.widths().get(l) : outputs / groups;
        boolean together = l == 0;
        Layer layer = layer(l, in, units, next, together);
        layers.add(layer);
        next += groups * units * (in + 1);
        in = units;
      }
      int bytes = 8 * sharedDoubles;
      if (bytes <= GOOD_SHARED || tile == 8 && bytes <= MOST_SHARED) {
        break;
      }
      if (tile == 8) {
        throw new UnsupportedModelException(
            "network " + shape, "its layers are too wide for the device's shared memory");
      }
    }
    for (Layer layer : layers) {
      if (layer.high() * layer.wide() > MOST_SUMS) {
        throw new UnsupportedModelException(
            "network " + shape, "its layers are too wide for a block's registers");
      }
    }
  }

  private Layer layer(int number, int in, int units, int weightsAt, boolean together) {
    int weights = take((isGaussian() ? 2 : 1) * (in * Layer.stride(units) + 1));
    int values = take(units * (tile + 2));
    int noise = isGaussian() ? take(units * (tile + 2)) : 0;
    int masks = drops() ? take(tile * ((units + 62) / 64 + 1)) : 0;
    int high = 1;
    int wide = 1;
    while (((in + high - 1) / high) * ((units + wide - 1) / wide) > Launch.BLOCK) {
      if (high <= wide && high < in || wide >= units) {
        high++;
      } else {
        wide++;
      }
    }
    return new Layer(
        number,
        in,
        units,
        weightsAt,
        weightsAt + groups * units * in,
        together ? groups * units : units,
        together ? units : in * units,
        weights,
        values,
        noise,
        masks,
        high,
        wide);
  }

  private int take(int doubles) {
    int from = sharedDoubles;
    sharedDoubles += doubles;
    return from;
  }

  private NetworkKernels write(Network network, int firstValue, int draw, int samples) {
    int number = out.number();
    tables(number);
    kernel(number, false);
    kernel(number, true);
    return new NetworkKernels(
        "network_" + number,
        "network_back_" + number,
        at,
        network.parameterCount(),
        network.outputs(),
        firstValue,
        draw,
        samples,
        groups,
        tile,
        8 * sharedDoubles);
  }

  private void tables(int number) {
    StringBuilder codes = new StringBuilder();
    StringBuilder ends = new StringBuilder();
    for (int j = 0; j < kinds.length; j++) {
      codes.append(j == 0 ? "" : ", ").append(kinds[j]);
      ends.append(j == 0 ? "" : ", ").append(lower[j]).append(", ").append(upper[j]);
    }
    out.line("TABLE int kinds_%d[] = {%s};", number, codes);
    out.line("TABLE double ends_%d[] = {%s};", number, ends);
  }

  private void kernel(int number, boolean back) {
    String last =
        back
            ? "const double* RESTRICT valuesBar, double* RESTRICT partial"
            : "double* RESTRICT values";
    String name = back ? "network_back_" : "network_";
    out.open("KERNEL BOUNDS(BLOCK) %s%d(%s%s)", name, number, ARGUMENTS, last);
    out.line("SHARED_AS_NEEDED(memory);");
    out.line("int g = blockIdx.y;");
    for (Layer layer : layers) {
      String from = "theta + " + at + " + " + layer.weightsAt() + " + g * " + layer.groupStretch();
      load(layer, from, 0, layer.weights());
      if (isGaussian()) {
        load(layer, from + " + " + count, 1, layer.weights() + layer.weightCount() + 1);
      }
      if (drops() || isGaussian()) {
        out.line("word64 key%d = noise_key(noise, sample, %d);", layer.number(), layer.number());
      }
    }
    if (back) {
      declareSums();
    }
    out.open(
        "for (long long from = blockIdx.x * (long long)%d; from < rows; from += gridDim.x *"
            + " (long long)%d)",
        tile, tile);
    forwardTile();
    if (back) {
      backTile(number);
    } else {
      writeValues(number);
    }
    out.close();
    if (back) {
      writeSums();
    }
    out.close();
  }

  private void load(Layer layer, String from, int squared, int to) {
    out.line(
        "load_weights(%d, %d, %s, %d, %d, memory + %d);",
        layer.in(), layer.out(), from, layer.stretch(), squared, to);
  }

  /** A loop in which the threads of a block share what is to be done. */
  private void share(int tasks) {
    out.open("for (int t = threadIdx.x; t < %d; t += blockDim.x)", tasks);
  }

  private void synchronise() {
    out.line("SYNCHRONISE();");
  }

  private int before(Layer layer) {
    return layer.number() == 0 ? 0 : layers.get(layer.number() - 1).values();
  }

  private boolean isLast(Layer layer) {
    return layer.number() == layers.size() - 1;
  }

  private void forwardTile() {
    int stride = tile + 2;
    share(tile * inputs);
    out.line("int r = t / %d;", inputs);
    out.line("int k = t %% %d;", inputs);
    String input = "x[(from + r) * " + inputs + " + k]";
    String near =
        reach == Double.POSITIVE_INFINITY ? input : "near_input(" + input + ", " + reach + ")";
    out.line("memory[k * %d + r] = from + r < rows ? %s : 0.0;", stride, near);
    out.close();
    for (Layer layer : layers) {
      if (drops() && !isLast(layer)) {
        masks(layer);
      }
    }
    synchronise();
    for (Layer layer : layers) {
      if (isLast(layer)) {
        lastLayer(layer);
      } else {
        hiddenLayer(layer);
      }
      synchronise();
    }
  }

  private void masks(Layer layer) {
    int words = (groups * layer.out() + 63) / 64;
    share(tile * layer.words());
    out.line("long long row = from + t / %d;", layer.words());
    out.line("int word = g * %d / 64 + t %% %d;", layer.out(), layer.words());
    out.open("if (row < rows)");
    out.line("word64 number = (word64)(numbers != 0 ? numbers[row] : firstRow + row);");
    out.line(
        "((word64*)(memory + %d))[t] = kept_units(key%d, number * %d + word, %d);",
        layer.masks(), layer.number(), words, keep());
    out.close();
    out.close();
  }

  private void hiddenLayer(Layer layer) {
    int stride = tile + 2;
    int pairs = (layer.out() + 1) / 2;
    share(pairs * (tile / 8));
    out.line("int j = 2 * (t %% %d);", pairs);
    out.line("int r = 8 * (t / %d);", pairs);
    product(layer, "z", 0);
    if (isGaussian()) {
      product(layer, "v", 1);
    }
    out.open("for (int u = 0; u < 2 && j + u < %d; u++)", layer.out());
    out.line("double b = theta[%d + g * %d + j + u];", at + layer.biasAt(), layer.out());
    out.open("for (int i = 0; i < 8; i++)");
    out.line("double value = z[8 * u + i] + b;");
    if (isGaussian()) {
      perturb(layer, "v[8 * u + i]", "j + u", "r + i");
    }
    int relu = shape.activation() == Activation.RELU ? 1 : 0;
    out.line("double h = unit_value(%d, value);", relu);
    if (drops()) {
      out.line("int unit = g * %d + j + u;", layer.out());
      out.line(
          "word64 word = ((word64*)(memory + %d))[(r + i) * %d + unit / 64 - g * %d / 64];",
          layer.masks(), layer.words(), layer.out());
      out.line("h *= word >> unit %% 64 & 1 ? %s : 0.0;", scale());
    }
    out.line("memory[%d + (j + u) * %d + r + i] = h;", layer.values(), stride);
    out.close();
    out.close();
    out.close();
  }

  private void product(Layer layer, String name, int squared) {
    out.line("double %s[16];", name);
    int weights = layer.weights() + squared * (layer.weightCount() + 1);
    out.line(
        "product_tile(%d, %d, %d, memory + %d, memory + %d, %d, j, r, %s);",
        tile, layer.in(), layer.out(), before(layer), weights, squared, name);
  }

  /** value ← value + √v·ε, and ε/(2√v) is kept. */
  private void perturb(Layer layer, String variance, String unit, String row) {
    int bias = at + count + layer.biasAt();
    out.line("double s = theta[%d + g * %d + %s];", bias, layer.out(), unit);
    out.line("double deviation = sqrt(at_least(%s + s * s, 1e-300));", variance);
    out.line("double e = 0.0;");
    out.open("if (from + %s < rows)", row);
    out.line(
        "long long number = numbers != 0 ? numbers[from + %s] : firstRow + from + %s;", row, row);
    out.line(
        "e = random_gaussian(ziggurat_edge, ziggurat_density, key%d, (word64)(number * %d + g * %d"
            + " + %s));",
        layer.number(), groups * layer.out(), layer.out(), unit);
    out.close();
    out.line("value += deviation * e;");
    out.line(
        "memory[%d + (%s) * %d + %s] = 0.5 * e / deviation;", layer.noise(), unit, tile + 2, row);
  }

  /** The linear layer at the end: few outputs, a thread for each of a row. */
  private void lastLayer(Layer layer) {
    int stride = tile + 2;
    share(tile * layer.out());
    out.line("int r = t %% %d;", tile);
    out.line("int j = t / %d;", tile);
    out.line("double value = theta[%d + g * %d + j];", at + layer.biasAt(), layer.out());
    if (isGaussian()) {
      out.line("double variance = 0.0;");
    }
    out.open("for (int k = 0; k < %d; k++)", layer.in());
    out.line("double a = memory[%d + k * %d + r];", before(layer), stride);
    int place = Layer.stride(layer.out());
    out.line("value += a * memory[%d + k * %d + j];", layer.weights(), place);
    if (isGaussian()) {
      int squares = layer.weights() + layer.weightCount() + 1;
      out.line("variance += a * a * memory[%d + k * %d + j];", squares, place);
    }
    out.close();
    if (isGaussian()) {
      perturb(layer, "variance", "j", "r");
    }
    out.line("memory[%d + j * %d + r] = value;", layer.values(), stride);
    out.close();
  }

  private void constraint(int number, Layer layer) {
    out.line("int r = t %% %d;", tile);
    out.line("int output = g * %d + t / %d;", layer.out(), tile);
    out.line("int kind = kinds_%d[output];", number);
    out.line("double low = ends_%d[2 * output];", number);
    out.line("double high = ends_%d[2 * output + 1];", number);
    out.line("double raw = memory[%d + t / %d * %d + r];", layer.values(), tile, tile + 2);
    out.line("double value = constrained(kind, low, high, raw);");
  }

  private void writeValues(int number) {
    Layer layer = layers.get(layers.size() - 1);
    share(tile * layer.out());
    constraint(number, layer);
    out.open("if (from + r < rows)");
    out.line("values[output * stride + from + r] = value;");
    out.close();
    out.close();
    synchronise();
  }

  private void declareSums() {
    for (Layer layer : layers) {
      int l = layer.number();
      int size = layer.high() * layer.wide();
      out.line("double sums%d[(%d + THREADS - 1) / THREADS * %d] = {0.0};", l, layer.tiles(), size);
      out.line("double biases%d[(%d + THREADS - 1) / THREADS] = {0.0};", l, layer.out());
      if (isGaussian()) {
        out.line(
            "double squares%d[(%d + THREADS - 1) / THREADS * %d] = {0.0};", l, layer.tiles(), size);
        out.line("double variances%d[(%d + THREADS - 1) / THREADS] = {0.0};", l, layer.out());
      }
    }
  }

  private void backTile(int number) {
    Layer last = layers.get(layers.size() - 1);
    share(tile * last.out());
    constraint(number, last);
    out.line(
        "double bar = from + r < rows ? valuesBar[output * stride + from + r] *"
            + " constrained_slope(kind, low, high, raw, value) : 0.0;");
    out.line("memory[%d + t / %d * %d + r] = bar;", last.values(), tile, tile + 2);
    out.close();
    synchronise();
    for (int l = layers.size() - 1; l >= 0; l--) {
      backLayer(layers.get(l));
    }
  }

  private void backLayer(Layer layer) {
    int l = layer.number();
    int stride = tile + 2;
    if (isGaussian()) {
      share(tile * layer.out());
      out.line("int place = t / %d * %d + t %% %d;", tile, stride, tile);
      out.line("memory[%d + place] *= memory[%d + place];", layer.noise(), layer.values());
      out.close();
      synchronise();
    }
    out.open("for (int q = 0; q < (%d + THREADS - 1) / THREADS; q++)", layer.tiles());
    out.line("int own = threadIdx.x + q * THREADS;");
    out.open("if (own < %d)", layer.tiles());
    outer(layer, layer.values(), 0, "sums" + l);
    if (isGaussian()) {
      outer(layer, layer.noise(), 1, "squares" + l);
    }
    out.close();
    out.close();
    out.open("for (int q = 0; q < (%d + THREADS - 1) / THREADS; q++)", layer.out());
    out.line("int j = threadIdx.x + q * THREADS;");
    out.open("for (int r = 0; j < %d && r < %d; r++)", layer.out(), tile);
    out.line("biases%d[q] += memory[%d + j * %d + r];", l, layer.values(), stride);
    if (isGaussian()) {
      out.line("variances%d[q] += memory[%d + j * %d + r];", l, layer.noise(), stride);
    }
    out.close();
    out.close();
    synchronise();
    if (l > 0) {
      inputBack(layer);
      synchronise();
    }
  }

  private void outer(Layer layer, int bar, int squared, String sums) {
    int size = layer.high() * layer.wide();
    out.line(
        "outer_tile(%d, %d, %d, %d, %d, own, memory + %d, memory + %d, %d, %s + q * %d);",
        tile,
        layer.in(),
        layer.out(),
        layer.high(),
        layer.wide(),
        before(layer),
        bar,
        squared,
        sums,
        size);
  }

  /** The adjoints of the units before a layer, where these lay. */
  private void inputBack(Layer layer) {
    int stride = tile + 2;
    int pairs = (layer.in() + 1) / 2;
    int relu = shape.activation() == Activation.RELU ? 1 : 0;
    share(pairs * (tile / 8));
    out.line("int i = 2 * (t %% %d);", pairs);
    out.line("int r = 8 * (t / %d);", pairs);
    out.line("double z[16];");
    input(layer, layer.values(), layer.weights(), "z");
    if (isGaussian()) {
      out.line("double v[16];");
      input(layer, layer.noise(), layer.weights() + layer.weightCount() + 1, "v");
    }
    out.open("for (int u = 0; u < 2 && i + u < %d; u++)", layer.in());
    out.open("for (int k = 0; k < 8; k++)");
    out.line("double* h = memory + %d + (i + u) * %d + r + k;", before(layer), stride);
    String more = isGaussian() ? " + 2.0 * *h * v[8 * u + k]" : "";
    out.line("*h = (z[8 * u + k]%s) * unit_slope(%d, *h, %s);", more, relu, scale());
    out.close();
    out.close();
    out.close();
  }

  private void input(Layer layer, int bar, int weights, String z) {
    out.line(
        "input_tile(%d, %d, %d, memory + %d, memory + %d, i, r, %s);",
        tile, layer.in(), layer.out(), bar, weights, z);
  }

  private void writeSums() {
    int all = (isGaussian() ? 2 : 1) * count;
    out.line("double* RESTRICT to = partial + blockIdx.x * (long long)%d;", all);
    for (Layer layer : layers) {
      int l = layer.number();
      int across = (layer.out() + layer.wide() - 1) / layer.wide();
      out.open("for (int q = 0; q < (%d + THREADS - 1) / THREADS; q++)", layer.tiles());
      out.line("int own = threadIdx.x + q * THREADS;");
      out.open(
          "for (int e = 0; own < %d && e < %d; e++)", layer.tiles(), layer.high() * layer.wide());
      out.line("int i = own / %d * %d + e / %d;", across, layer.high(), layer.wide());
      out.line("int j = own %% %d * %d + e %% %d;", across, layer.wide(), layer.wide());
      out.open("if (i < %d && j < %d)", layer.in(), layer.out());
      out.line(
          "long long place = %d + g * (long long)%d + i * (long long)%d + j;",
          layer.weightsAt(), layer.groupStretch(), layer.stretch());
      String element = "[q * " + layer.high() * layer.wide() + " + e]";
      out.line("to[place] = sums%d%s;", l, element);
      if (isGaussian()) {
        out.line(
            "to[%d + place] = 2.0 * theta[%d + place] * squares%d%s;",
            count, at + count, l, element);
      }
      out.close();
      out.close();
      out.close();
      out.open("for (int q = 0; q < (%d + THREADS - 1) / THREADS; q++)", layer.out());
      out.line("int j = threadIdx.x + q * THREADS;");
      out.open("if (j < %d)", layer.out());
      out.line("int place = %d + g * %d + j;", layer.biasAt(), layer.out());
      out.line("to[place] = biases%d[q];", l);
      if (isGaussian()) {
        out.line(
            "to[%d + place] = 2.0 * theta[%d + place] * variances%d[q];", count, at + count, l);
      }
      out.close();
      out.close();
    }
  }

  /** The layers of the ziggurat by which normal numbers are drawn. */
  static String ziggurat() {
    double tail = 3.654152885361009;
    double area = 0.00492867323399;
    double[] edge = new double[257];
    edge[0] = area / Math.exp(-0.5 * tail * tail);
    edge[1] = tail;
    for (int i = 2; i < 256; i++) {
      double x = edge[i - 1];
      edge[i] = Math.sqrt(-2.0 * Math.log(area / x + Math.exp(-0.5 * x * x)));
    }
    StringBuilder edges = new StringBuilder("TABLE double ziggurat_edge[] = {");
    StringBuilder densities = new StringBuilder("TABLE double ziggurat_density[] = {");
    for (int i = 0; i <= 256; i++) {
      edges.append(i == 0 ? "" : ", ").append(edge[i]);
      densities.append(i == 0 ? "" : ", ").append(Math.exp(-0.5 * edge[i] * edge[i]));
    }
    return edges.append("};\n").append(densities).append("};\n").toString();
  }
}
