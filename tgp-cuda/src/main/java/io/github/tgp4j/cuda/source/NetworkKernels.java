package io.github.tgp4j.cuda.source;

/**
 * The kernels of one network that gives flow values, or a latent, for every row; arguments at the
 * head of {@link NetworkCode}.
 *
 * @param forward name of the kernel that writes the values
 * @param back name of that which sums the weights' adjoints
 * @param at where its weights start among θ
 * @param parameters how many they are: the columns of a partial sum
 * @param outputs how many values it gives for a row
 * @param firstValue the first of them among the output's flow values; 0 for a latent
 * @param draw which of a sample's draws it takes, as in Java
 * @param samples draws of the network per row in a training step
 * @param groups networks side by side, which are the grid's second dimension
 * @param tile rows that a block takes at a time
 * @param backBlocks of the second kernel that a multiprocessor holds at a time
 * @param sharedBytes of dynamic shared memory that a block of the first kernel needs
 * @param backSharedBytes that a block of the second needs
 */
public record NetworkKernels(
    String forward,
    String back,
    int at,
    int parameters,
    int outputs,
    int firstValue,
    int draw,
    int samples,
    int groups,
    int tile,
    int backBlocks,
    int sharedBytes,
    int backSharedBytes) {
  /**
   * Of the way back there are as many blocks, over all groups, as so many multiprocessors hold at a
   * time: their partial sums are as many times the weights.
   */
  private static final int MULTIPROCESSORS = 132;

  /** Of the first kernel. */
  public GroupKernels.Grid grid(long rows) {
    int most = Math.max(1, Launch.MOST_BLOCKS / groups);
    return new GroupKernels.Grid(Math.min(Launch.blocks(rows, tile), most), groups, 1);
  }

  /** Of the second kernel, which writes a row of partial sums per block of the first dimension. */
  public GroupKernels.Grid backGrid(long rows) {
    int most = Math.max(1, MULTIPROCESSORS * backBlocks / groups);
    return new GroupKernels.Grid(Math.min(Launch.blocks(rows, tile), most), groups, 1);
  }
}
