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

  /** A loop in which the warps of a block share blocks of eight units, some at a time. */
  void openBlocks(int blocks, int together) {
    out.open(
        "for (int block = threadIdx.x / WARP * %d; block < %d; block += WARPS * %d)",
        together, blocks, together);
  }

  /** A loop over a thread's values of blocks of units. */
  void openValues(String unit, int units, int together) {
    int tile = layout.tile();
    out.line("#pragma unroll");
    out.open("for (int e = 0; e < %d * OWN_VALUES(%d); e++)", together, tile);
    out.line("int own = e %% OWN_VALUES(%d);", tile);
    out.line("int %s = 8 * (block + e / OWN_VALUES(%d)) + own_unit(%d, own);", unit, tile, tile);
    out.line("int r = own_row(%d, own);", tile);
    out.open("if (%s < %d)", unit, units);
  }

  /** A loop over the blocks of eight inputs, or units, whose weights' adjoints a warp keeps. */
  void openParts(NetworkLayout.Layer layer) {
    out.line("#pragma unroll");
    out.open("for (int q = 0; q < (%d + WARPS - 1) / WARPS; q++)", layer.sharedBlocks());
    out.line("int block = threadIdx.x / WARP + q * WARPS;");
    out.open("if (block < %d)", layer.sharedBlocks());
  }
}
