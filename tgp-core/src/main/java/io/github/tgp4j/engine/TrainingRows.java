package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;

/**
 * The rows of a fit, scaled: who computes with all of them, and some of them at hand.
 *
 * @param count how many there are
 * @param sample all of them, or as many, drawn by chance, as starting values need
 * @param engines whoever sums over all of them
 */
public record TrainingRows(long count, RowStore sample, Engines engines) {
  /** Makes the engine of one phase of training. */
  @FunctionalInterface
  public interface Engines {
    /**
     * Draws batches of at most so many rows.
     *
     * @param seed of the batches' order
     * @param workers threads of this machine that the engine may use
     */
    Engine open(int batchSize, long seed, Workers workers);

    /**
     * Moves centres of k-means that were found on the rows at hand towards those of all rows, by
     * some rounds of Lloyd's algorithm where the rows are. As they are where all rows are at hand.
     *
     * @param units in which distances along each input are measured; none for the inputs' own
     */
    default Matrix centres(Matrix start, double[] units) {
      return start;
    }
  }

  /** Rows of this machine. */
  public static TrainingRows of(RowStore rows) {
    return new TrainingRows(
        rows.rows(),
        rows,
        (batchSize, seed, workers) -> new MemoryEngine(rows, batchSize, seed, workers));
  }

  /** Columns of x. */
  public int inputs() {
    return sample.inputs();
  }

  /** Columns of y. */
  public int targets() {
    return sample.targets();
  }

  /** The number of rows, or the largest int where they are more: enough to size a plan by. */
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, count);
  }
}
