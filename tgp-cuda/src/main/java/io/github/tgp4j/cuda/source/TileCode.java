package io.github.tgp4j.cuda.source;

/** Writes the loops in which a block's threads and warps share the work on a tile of rows. */
final class TileCode {
  private final CodeWriter out;
  private final NetworkLayout layout;

  TileCode(CodeWriter out, NetworkLayout layout) {
    this.out = out;
    this.layout = layout;
  }

  /** A loop in which the threads of a block share what is to be done. */
  void share(int tasks) {
    share(Integer.toString(tasks));
  }

  void share(String tasks) {
    out.open("for (int t = threadIdx.x; t < %s; t += blockDim.x)", tasks);
  }

  void synchronise() {
    out.line("SYNCHRONISE();");
  }

  /** A loop in which the warps of a block share blocks of a layer's units. */
  void openBlocks(int units) {
    int blocks = NetworkLayout.blocks(units, NetworkLayout.HIGH);
    out.open("for (int block = threadIdx.x / WARP; block < %d; block += WARPS)", blocks);
  }

  /** A loop over a thread's units of a block. */
  void openUnits(String unit, int units) {
    out.line("#pragma unroll");
    out.open("for (int u = 0; u < OWN_UNITS; u++)");
    out.line("int %s = HIGH * block + own_unit(u);", unit);
    out.open("if (%s < %d)", unit, units);
  }

  /** In {@link #openUnits}, a loop over a thread's rows, whose values are numbered by e. */
  void openRows() {
    out.line("#pragma unroll");
    out.open("for (int i = 0; i < OWN_ROWS(%d); i++)", layout.tile());
    out.line("int r = own_row(i);");
    out.line("int e = u * OWN_ROWS(%d) + i;", layout.tile());
  }

  /** A loop over the blocks of inputs, or units, whose weights' adjoints a warp keeps. */
  void openParts(NetworkLayout.Layer layer) {
    out.line("#pragma unroll");
    out.open("for (int q = 0; q < (%d + WARPS - 1) / WARPS; q++)", layer.sharedBlocks());
    out.line("int block = threadIdx.x / WARP + q * WARPS;");
    out.open("if (block < %d)", layer.sharedBlocks());
  }
}
