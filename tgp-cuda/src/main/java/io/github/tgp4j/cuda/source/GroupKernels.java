package io.github.tgp4j.cuda.source;

import java.util.stream.IntStream;

/**
 * The kernels of one group of latents; arguments at the head of {@link GroupCode}.
 *
 * @param number of the group, with which the names of its kernels end
 * @param inputs D
 * @param covarianceAt where the covariance's values start among θ
 * @param covarianceParameters how many they are
 * @param meanParameters values of a latent's mean function
 * @param tile rows that a block takes at a time, at most
 * @param chunks blocks that share the inputs of a row on the way back
 */
public record GroupKernels(
    int number,
    int inputs,
    int covarianceAt,
    int covarianceParameters,
    int meanParameters,
    int tile,
    int chunks) {
  /** Blocks of the way back: partial sums of Z̄ are as many times M·D. */
  private static final int MOST_BACK = 1056;

  /** A grid of blocks. */
  public record Grid(int x, int y, int z) {}

  public String cross() {
    return "cross_" + number;
  }

  public String crossBack() {
    return "cross_back_" + number;
  }

  /** {@link #crossBack} that also writes v̄·K_xz, which the Gram matrix wants. */
  public String crossBackScaled() {
    return "cross_back_scaled_" + number;
  }

  public String marginals() {
    return "marginals_" + number;
  }

  public String marginalsBack() {
    return "marginals_back_" + number;
  }

  /** Of {@link #cross}. */
  public Grid crossGrid(long rows, int m) {
    return new Grid(Launch.blocks(rows, tile(rows)), columns(m), 1);
  }

  /** Of {@link #crossBack}; it has x·y rows of partial θ̄ and x of partial Z̄. */
  public Grid crossBackGrid(long rows, int m) {
    int x = Math.max(1, Math.min(Launch.blocks(rows, tile(rows)), MOST_BACK / columns(m)));
    return new Grid(x, columns(m), chunks);
  }

  /** Rows that a block takes at a time, as in reductions.h. */
  private int tile(long rows) {
    int step = rows <= 1024 ? 4 : rows <= 20000 ? 16 : 32;
    return Math.min(step, tile);
  }

  private static int columns(int m) {
    return (m + Launch.BLOCK - 1) / Launch.BLOCK;
  }

  /** Blocks of {@link #marginals}: sixteen threads per row. */
  public int marginalsGrid(long rows) {
    return Launch.blocks(rows, Launch.BLOCK / 16);
  }

  /** Blocks of {@link #marginalsBack}: a thread per row. */
  public int marginalsBackGrid(long rows) {
    return Launch.blocks(rows, Launch.BLOCK);
  }

  /** Of the columns of {@link #crossBack}'s partial θ̄ in the vector (expectation, θ̄). */
  public int[] covariancePlaces() {
    return IntStream.range(0, covarianceParameters).map(i -> 1 + covarianceAt + i).toArray();
  }

  /**
   * Of the columns of {@link #marginalsBack}'s partial sums in the vector (expectation, θ̄).
   *
   * @param meanAt where the values of the latent's mean function start among θ
   */
  public int[] marginalPlaces(int meanAt) {
    return IntStream.concat(
            IntStream.of(covariancePlaces()),
            IntStream.range(0, meanParameters).map(i -> 1 + meanAt + i))
        .toArray();
  }
}
