package io.github.tgp4j.cuda.source;

/** Writes how a tile of rows goes through a network: inputs, masks, hidden layers, outputs. */
final class NetworkForwardCode {
  private final CodeWriter out;
  private final NetworkLayout layout;
  private final TileCode tiles;
  private final int at; // where the weights start among θ
  private final double reach; // of the inputs
  private final boolean keepsNoise; // ε/(2√v) of Gaussian weights, which the way back reads

  NetworkForwardCode(
      CodeWriter out, NetworkLayout layout, int at, double reach, boolean keepsNoise) {
    this.out = out;
    this.layout = layout;
    this.tiles = new TileCode(out, layout);
    this.at = at;
    this.reach = reach;
    this.keepsNoise = keepsNoise;
  }

  /**
   * A tile's outputs are left to {@code last}, which finds in its code the output j of the group,
   * the row r of the tile and the output's value.
   */
  void write(Runnable last) {
    int stride = layout.rowStride();
    tiles.share(layout.tile() * layout.inputs());
    out.line("int r = t / %d;", layout.inputs());
    out.line("int k = t %% %d;", layout.inputs());
    String input = "x[(from + r) * " + layout.inputs() + " + k]";
    String near =
        reach == Double.POSITIVE_INFINITY ? input : "near_input(" + input + ", " + reach + ")";
    out.line(
        "memory[%d + k * %d + r] = from + r < rows ? %s : 0.0;", layout.inputsAt(), stride, near);
    out.close();
    for (NetworkLayout.Layer layer : layout.layers()) {
      if (layout.drops() && !layout.isLast(layer)) {
        masks(layer);
      }
    }
    tiles.synchronise();
    for (NetworkLayout.Layer layer : layout.layers()) {
      if (layout.isLast(layer)) {
        lastLayer(layer, last);
      } else {
        hiddenLayer(layer);
        tiles.synchronise();
      }
    }
  }

  private void masks(NetworkLayout.Layer layer) {
    int words = (layout.groups() * layer.out() + 63) / 64;
    tiles.share(layout.tile() * layer.words());
    out.line("long long row = from + t / %d;", layer.words());
    out.line("int word = g * %d / 64 + t %% %d;", layer.out(), layer.words());
    out.open("if (row < rows)");
    out.line("word64 number = (word64)(numbers != 0 ? numbers[row] : firstRow + row);");
    out.line(
        "((word64*)(memory + %d))[t] = kept_units(key%d, number * %d + word, %d);",
        layer.masks(), layer.number(), words, layout.keep());
    out.close();
    out.close();
  }

  private void hiddenLayer(NetworkLayout.Layer layer) {
    tiles.openBlocks(layer.out());
    product(layer, "z", 0);
    if (layout.isGaussian()) {
      product(layer, "v", 1);
    }
    tiles.openUnits("j", layer.out());
    out.line("double bias = theta[%d + g * %d + j];", at + layer.biasAt(), layer.out());
    if (layout.drops()) {
      out.line("int unit = g * %d + j;", layer.out());
      out.line(
          "const word64* words = (word64*)(memory + %d) + unit / 64 - g * %d / 64;",
          layer.masks(), layer.out());
    }
    tiles.openRows();
    out.line("double value = z[e] + bias;");
    if (layout.isGaussian()) {
      perturb(layer, "v[e]", "j", "r");
    }
    out.line("double h = unit_value(%d, value);", layout.relu());
    if (layout.drops()) {
      out.line("h = is_kept(words + r * %d, unit) ? h * %s : 0.0;", layer.words(), layout.scale());
    }
    out.line("memory[%d + j * %d + r] = h;", layer.values(), layout.rowStride());
    out.close();
    out.close();
    out.close();
    out.close();
  }

  private void product(NetworkLayout.Layer layer, String name, int squared) {
    out.line("double %s[OWN_VALUES(%d)];", name, layout.tile());
    int weights = layer.weights() + squared * layer.weightCount();
    out.line(
        "product_block(%d, %d, %d, memory + %d, memory + %d, %d, block, %s);",
        layout.tile(), layer.in(), layer.out(), layout.before(layer), weights, squared, name);
  }

  /** value ← value + √v·ε. */
  private void perturb(NetworkLayout.Layer layer, String variance, String unit, String row) {
    int bias = at + layout.count() + layer.biasAt();
    out.line("double s = theta[%d + g * %d + %s];", bias, layer.out(), unit);
    out.line("double deviation = sqrt(at_least(%s + s * s, 1e-300));", variance);
    out.line("double drawn = 0.0;");
    out.open("if (from + %s < rows)", row);
    out.line(
        "long long number = numbers != 0 ? numbers[from + %s] : firstRow + from + %s;", row, row);
    out.line(
        "drawn = random_gaussian(ziggurat_edge, ziggurat_density, key%d, (word64)(number * %d + g * %d"
            + " + %s));",
        layer.number(), layout.groups() * layer.out(), layer.out(), unit);
    out.close();
    out.line("value += deviation * drawn;");
    if (keepsNoise) {
      out.line(
          "memory[%d + (%s) * %d + %s] = 0.5 * drawn / deviation;",
          layout.noise(layer), unit, layout.rowStride(), row);
    }
  }

  /** The linear layer at the end: few outputs, four threads for each of a row. */
  private void lastLayer(NetworkLayout.Layer layer, Runnable last) {
    int stride = layout.rowStride();
    int place = NetworkLayout.Layer.stride(layer.out());
    tiles.share(layout.tile() * layer.out() + " * QUARTERS");
    out.line("int quarter = t %% QUARTERS;");
    out.line("int r = t / QUARTERS %% %d;", layout.tile());
    out.line("int j = t / QUARTERS / %d;", layout.tile());
    out.line("double value = 0.0;");
    if (layout.isGaussian()) {
      out.line("double variance = 0.0;");
    }
    out.open("for (int k = quarter; k < %d; k += QUARTERS)", layer.in());
    out.line("double a = memory[%d + k * %d + r];", layout.before(layer), stride);
    out.line("value += a * memory[%d + k * %d + j];", layer.weights(), place);
    if (layout.isGaussian()) {
      int squares = layer.weights() + layer.weightCount();
      out.line("variance += a * a * memory[%d + k * %d + j];", squares, place);
    }
    out.close();
    out.line("value = lane_sum(value, QUARTERS);");
    if (layout.isGaussian()) {
      out.line("variance = lane_sum(variance, QUARTERS);");
    }
    out.open("if (quarter == 0)");
    out.line("value += theta[%d + g * %d + j];", at + layer.biasAt(), layer.out());
    if (layout.isGaussian()) {
      perturb(layer, "variance", "j", "r");
    }
    last.run();
    out.close();
    out.close();
  }
}
