package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;

/**
 * A random sample of rows without replacement that can be taken in parts: every row's number is
 * hashed with the seed, and the rows with the smallest hashes are kept. Samples of parts of the
 * rows merge to exactly the sample of all rows, however they were cut.
 */
public final class RowSample {
  private record Entry(long hash, long row, double[] x) {}

  /** Unsigned hashes; rows whose hashes are equal are told apart by their numbers. */
  private static final Comparator<Entry> ORDER =
      Comparator.<Entry>comparingLong(e -> e.hash() ^ Long.MIN_VALUE).thenComparingLong(Entry::row);

  private final int most;
  private final int inputs;
  private final long seed;
  private final PriorityQueue<Entry> kept = new PriorityQueue<>(ORDER.reversed());

  /** Of at most so many rows. */
  public RowSample(int most, int inputs, long seed) {
    if (most < 1) {
      throw new IllegalArgumentException("sample: expected at least 1 row but got " + most);
    }
    this.most = most;
    this.inputs = inputs;
    this.seed = seed;
  }

  /** The sample of a store's rows, of which only those that are kept are read. */
  public static RowSample of(RowStore rows, int most, long seed) {
    RowSample sample = new RowSample(most, rows.inputs(), seed);
    double[][] y = new double[rows.targets()][1];
    for (long row : numbers(rows.rows(), most, seed)) {
      double[] x = new double[rows.inputs()];
      rows.read(row, x, 0, y, 0);
      sample.kept.add(new Entry(sample.hash(row), row, x));
    }
    return sample;
  }

  /** The numbers of the rows that a sample of so many rows keeps, ascending. */
  public static long[] numbers(long rows, int most, long seed) {
    if (rows <= most) {
      return LongStream.range(0, rows).toArray();
    }
    RowSample sample = new RowSample(most, 0, seed);
    double[] none = new double[0];
    for (long row = 0; row < rows; row++) {
      sample.add(row, none);
    }
    return sample.kept.stream().mapToLong(Entry::row).sorted().toArray();
  }

  /** Shows it a row, whose inputs it copies if it keeps them. */
  public void add(long row, double[] x) {
    long hash = hash(row);
    if (kept.size() < most || Long.compareUnsigned(hash, kept.peek().hash()) <= 0) {
      offer(new Entry(hash, row, x.clone()));
    }
  }

  /** Takes in the sample of other rows. */
  public void merge(RowSample other) {
    if (other.most != most || other.seed != seed || other.inputs != inputs) {
      throw new IllegalArgumentException(
          "merge: expected a sample of as many rows and inputs with the same seed");
    }
    other.kept.forEach(this::offer);
  }

  private void offer(Entry entry) {
    kept.add(entry);
    if (kept.size() > most) {
      kept.poll();
    }
  }

  /** The rows kept, in the order of their numbers. */
  public Matrix inputs() {
    List<Entry> sorted = new ArrayList<>(kept);
    sorted.sort(Comparator.comparingLong(Entry::row));
    Matrix out = Matrix.zeros(sorted.size(), inputs);
    for (int i = 0; i < out.rows; i++) {
      System.arraycopy(sorted.get(i).x(), 0, out.data, i * inputs, inputs);
    }
    return out;
  }

  /** The SplitMix64 finaliser (Steele, Lea and Flood 2014), of seed and row. */
  private long hash(long row) {
    long z = (seed ^ 0x6a09e667f3bcc909L) + (row + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
