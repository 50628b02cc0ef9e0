package io.github.tgp4j.cuda.device;

/**
 * How many threads run a kernel.
 *
 * @param threads in a block
 * @param sharedMemory bytes that a block asks for at its start
 */
public record Grid(int x, int y, int z, int threads, int sharedMemory) {
  /** Blocks in a row. */
  public static Grid of(long blocks, int threads) {
    return new Grid(Math.toIntExact(blocks), 1, 1, threads, 0);
  }

  /** Blocks in a rectangle. */
  public static Grid of(long x, long y, int threads) {
    return new Grid(Math.toIntExact(x), Math.toIntExact(y), 1, threads, 0);
  }

  /** As many blocks as so many items need with one thread each. */
  public static Grid over(long items, int threads) {
    return of((items + threads - 1) / threads, threads);
  }

  public Grid withSharedMemory(int bytes) {
    return new Grid(x, y, z, threads, bytes);
  }

  boolean isEmpty() {
    return x == 0 || y == 0 || z == 0;
  }
}
