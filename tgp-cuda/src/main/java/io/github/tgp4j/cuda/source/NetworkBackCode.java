package io.github.tgp4j.cuda.source;

/**
 * Writes how the outputs' adjoints of a tile of rows go back through a network to its weights. The
 * adjoints of units take their places; those of weights are kept by the warps.
 */
final class NetworkBackCode {
  private final CodeWriter out;
  private final NetworkLayout layout;
  private final TileCode tiles;
  private final int at; // where the weights start among θ

  NetworkBackCode(CodeWriter out, NetworkLayout layout, int at) {
    this.out = out;
    this.layout = layout;
    this.tiles = new TileCode(out, layout);
    this.at = at;
  }

  void declareSums() {
    for (NetworkLayout.Layer layer : layout.layers()) {
      int l = layer.number();
      String parts = "(" + layer.sharedBlocks() + " + WARPS - 1) / WARPS * " + layer.ownBlocks();
      out.line("double sums%d[%s * OWN_WEIGHTS] = {0.0};", l, parts);
      out.line("double biases%d[(%d * QUARTERS + THREADS - 1) / THREADS] = {0.0};", l, layer.out());
      if (layout.isGaussian()) {
        out.line("double squares%d[%s * OWN_WEIGHTS] = {0.0};", l, parts);
        out.line(
            "double variances%d[(%d * QUARTERS + THREADS - 1) / THREADS] = {0.0};", l, layer.out());
      }
    }
  }

  /** The outputs' adjoints lie where the outputs would. */
  void write() {
    tiles.synchronise();
    for (int l = layout.layers().size() - 1; l >= 0; l--) {
      backLayer(layout.layers().get(l));
    }
  }

  private void backLayer(NetworkLayout.Layer layer) {
    int l = layer.number();
    int stride = layout.rowStride();
    if (layout.isGaussian()) {
      tiles.share(layout.tile() * layer.out());
      out.line("int place = t / %d * %d + t %% %d;", layout.tile(), stride, layout.tile());
      out.line("memory[%d + place] *= memory[%d + place];", layout.noise(layer), layer.values());
      out.close();
      tiles.synchronise();
    }
    outer(layer, layer.values(), 0, "sums" + l);
    if (layout.isGaussian()) {
      outer(layer, layout.noise(layer), 1, "squares" + l);
    }
    loopUnits(layer);
    out.open(
        "for (int r = t %% QUARTERS; j < %d && r < %d; r += QUARTERS)", layer.out(), layout.tile());
    out.line("biases%d[q] += memory[%d + j * %d + r];", l, layer.values(), stride);
    if (layout.isGaussian()) {
      out.line("variances%d[q] += memory[%d + j * %d + r];", l, layout.noise(layer), stride);
    }
    out.close();
    out.close();
    if (l == 0 || !layout.isKeptApart(layer)) {
      tiles.synchronise();
    } else {
      out.line("SYNCHRONISE_WARP();");
    }
    if (l > 0) {
      inputBack(layer);
      tiles.synchronise();
    }
  }

  /** A loop over the units whose sums over rows a thread shares with three others. */
  private void loopUnits(NetworkLayout.Layer layer) {
    out.line("#pragma unroll");
    out.open("for (int q = 0; q < (%d * QUARTERS + THREADS - 1) / THREADS; q++)", layer.out());
    out.line("int t = threadIdx.x + q * THREADS;");
    out.line("int j = t / QUARTERS;");
  }

  private void outer(NetworkLayout.Layer layer, int bar, int squared, String sums) {
    boolean byUnits = layer.isByUnits();
    out.line(
        "outer_blocks((%d + WARPS - 1) / WARPS, WARPS, %d, %d, %d, memory + %d, memory + %d, %d, %s);",
        layer.sharedBlocks(),
        layout.tile(),
        byUnits ? layer.out() : layer.in(),
        byUnits ? layer.in() : layer.out(),
        byUnits ? bar : layout.before(layer),
        byUnits ? layout.before(layer) : bar,
        squared * (byUnits ? 2 : 1),
        sums);
  }

  /** The adjoints of the units before a layer, where these lay. */
  private void inputBack(NetworkLayout.Layer layer) {
    int relu = layout.relu();
    tiles.openBlocks(layer.in());
    input(layer, layer.values(), layer.weights(), "z");
    if (layout.isGaussian()) {
      input(layer, layout.noise(layer), layer.weights() + layer.weightCount(), "v");
    }
    tiles.openUnits("before", layer.in());
    tiles.openRows();
    out.line(
        "double* h = memory + %d + before * %d + r;", layout.before(layer), layout.rowStride());
    String more = layout.isGaussian() ? " + 2.0 * *h * v[e]" : "";
    out.line("*h = (z[e]%s) * unit_slope(%d, *h, %s);", more, relu, layout.scale());
    out.close();
    out.close();
    out.close();
    out.close();
  }

  private void input(NetworkLayout.Layer layer, int bar, int weights, String z) {
    out.line("double %s[OWN_VALUES(%d)];", z, layout.tile());
    out.line(
        "input_block(%d, %d, %d, memory + %d, memory + %d, block, %s);",
        layout.tile(), layer.in(), layer.out(), bar, weights, z);
  }

  /** Writes a block's sums, one row of partial. */
  void writeSums() {
    int all = (layout.isGaussian() ? 2 : 1) * layout.count();
    out.line("double* RESTRICT to = partial + blockIdx.x * (long long)%d;", all);
    for (NetworkLayout.Layer layer : layout.layers()) {
      writeWeights(layer);
      writeBiases(layer);
    }
  }

  private void writeWeights(NetworkLayout.Layer layer) {
    tiles.openParts(layer);
    out.line("#pragma unroll");
    out.open("for (int e = 0; e < %d * OWN_WEIGHTS; e++)", layer.ownBlocks());
    out.line("int shared = HIGH * block + own_high(e %% OWN_WEIGHTS);");
    out.line("int own = WIDE * (e / OWN_WEIGHTS) + own_wide(e %% OWN_WEIGHTS);");
    out.line("int i = %s;", layer.isByUnits() ? "own" : "shared");
    out.line("int j = %s;", layer.isByUnits() ? "shared" : "own");
    out.open("if (i < %d && j < %d)", layer.in(), layer.out());
    out.line(
        "long long place = %d + g * (long long)%d + i * (long long)%d + j;",
        layer.weightsAt(), layer.groupStretch(), layer.stretch());
    writeSum(layer, "q * " + layer.ownBlocks() + " * OWN_WEIGHTS + e", "sums", "squares");
    out.close();
    out.close();
    out.close();
    out.close();
  }

  private void writeBiases(NetworkLayout.Layer layer) {
    loopUnits(layer);
    sumQuarters("biases" + layer.number());
    if (layout.isGaussian()) {
      sumQuarters("variances" + layer.number());
    }
    out.open("if (j < %d && t %% QUARTERS == 0)", layer.out());
    out.line("int place = %d + g * %d + j;", layer.biasAt(), layer.out());
    writeSum(layer, "q", "biases", "variances");
    out.close();
    out.close();
  }

  /** All threads of a warp take part, those without a unit too. */
  private void sumQuarters(String sums) {
    out.line("%s[q] = lane_sum(%s[q], QUARTERS);", sums, sums);
  }

  /** The adjoint of a weight or of its mean, and that of its deviation σ: 2σ times that of σ². */
  private void writeSum(NetworkLayout.Layer layer, String element, String means, String squares) {
    out.line("to[place] = %s%d[%s];", means, layer.number(), element);
    if (layout.isGaussian()) {
      out.line(
          "to[%d + place] = 2.0 * theta[%d + place] * %s%d[%s];",
          layout.count(), at + layout.count(), squares, layer.number(), element);
    }
  }
}
