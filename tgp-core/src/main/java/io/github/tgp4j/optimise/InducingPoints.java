package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowSample;
import io.github.tgp4j.rows.RowStore;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Where inducing inputs start. All return exactly {@code count} rows, or as many distinct rows as x
 * has if fewer.
 */
public final class InducingPoints {
  /** Centres are found on at most this many rows: more move them by less than training will. */
  private static final int MOST_ROWS = 10_000;

  /** Rounds of Lloyd's algorithm for every start, and for the best of them afterwards. */
  private static final int FEW_ROUNDS = 4;

  private static final int MOST_ROUNDS = 25;
  private static final int BLOCK = 512;

  private InducingPoints() {}

  /** {@code count} rows of x drawn without replacement. */
  public static Matrix random(Matrix x, int count, long seed) {
    return random(RowStore.of(x, new double[0][]), count, seed);
  }

  /** {@code count} rows drawn without replacement. */
  public static Matrix random(RowStore x, int count, long seed) {
    return RowSample.of(x, count, seed).inputs();
  }

  /** Centres of k-means, the best of {@code restarts} starts by k-means++. */
  public static Matrix kMeans(Matrix x, int count, int restarts, long seed) {
    return kMeans(RowStore.of(x, new double[0][]), count, restarts, seed);
  }

  /** Centres of k-means, on a seeded sample of the rows where they are many. */
  public static Matrix kMeans(RowStore x, int count, int restarts, long seed) {
    return kMeans(x, count, restarts, seed, new double[0]);
  }

  /**
   * Centres of k-means.
   *
   * @param units in which distances along each input are measured; of none, or where all are the
   *     same, the inputs' own
   */
  public static Matrix kMeans(RowStore x, int count, int restarts, long seed, double[] units) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix sample = sample(x, seed);
    boolean own = Arrays.stream(units).allMatch(unit -> unit == units[0]);
    if (own) {
      return kMeans(sample, count, restarts, random);
    }
    for (int i = 0; i < sample.data.length; i++) {
      sample.data[i] /= units[i % sample.cols];
    }
    Matrix centres = kMeans(sample, count, restarts, random);
    for (int i = 0; i < centres.data.length; i++) {
      centres.data[i] *= units[i % centres.cols];
    }
    return centres;
  }

  private static Matrix kMeans(Matrix sample, int count, int restarts, SplittableRandom random) {
    Matrix best = null;
    double bestLoss = Double.POSITIVE_INFINITY;
    for (int r = 0; r < restarts; r++) {
      Matrix centres = plusPlus(sample, Math.min(count, sample.rows), random);
      double loss = lloyd(sample, centres, restarts == 1 ? MOST_ROUNDS : FEW_ROUNDS);
      if (best == null || loss < bestLoss) { // squares of huge values overflow: any start will do
        bestLoss = loss;
        best = centres;
      }
    }
    if (restarts > 1) {
      lloyd(sample, best, MOST_ROUNDS);
    }
    return best;
  }

  /**
   * Greedy choice of the row with the largest variance left given those chosen (the pivots of an
   * incomplete Cholesky factor of K); after Burt, Rasmussen and van der Wilk (2020).
   *
   * @param theta constrained values of the covariance
   */
  public static Matrix greedyVariance(
      Matrix x, int count, Covariance covariance, double[] theta, long seed) {
    return greedyVariance(RowStore.of(x, new double[0][]), count, covariance, theta, seed);
  }

  /** The greedy choice, on a seeded sample of the rows where they are many. */
  public static Matrix greedyVariance(
      RowStore x, int count, Covariance covariance, double[] theta, long seed) {
    Matrix sample = sample(x, seed);
    int n = sample.rows;
    int most = Math.min(count, n);
    double[] left = new double[n];
    covariance.diagonal(theta, 0, sample, left);
    double[][] columns = new double[most][];
    int[] chosen = new int[most];
    Matrix column = Matrix.zeros(n, 1);
    Scratch scratch = new Scratch();
    int found = 0;
    while (found < most) {
      int pivot = argMax(left);
      if (!(left[pivot] > 1e-12)) {
        break; // everything is explained: further rows would repeat earlier ones
      }
      covariance.cross(theta, 0, sample, sample.rowRange(pivot, pivot + 1), column, scratch);
      double[] next = column.data.clone();
      for (int k = 0; k < found; k++) {
        double weight = columns[k][pivot];
        for (int i = 0; i < n; i++) {
          next[i] -= weight * columns[k][i];
        }
      }
      double root = Math.sqrt(left[pivot]);
      for (int i = 0; i < n; i++) {
        next[i] /= root;
        left[i] -= next[i] * next[i];
      }
      left[pivot] = Double.NEGATIVE_INFINITY;
      columns[found] = next;
      chosen[found++] = pivot;
    }
    return rows(sample, Arrays.copyOf(chosen, found));
  }

  private static int argMax(double[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[best]) {
        best = i;
      }
    }
    return best;
  }

  /** All inputs, or those of a seeded sample of the rows where they are many. */
  static Matrix sample(RowStore x, long seed) {
    return x.rows() <= MOST_ROWS ? x.allInputs().copy() : RowSample.of(x, MOST_ROWS, seed).inputs();
  }

  private static Matrix rows(Matrix x, int[] which) {
    Matrix out = Matrix.zeros(which.length, x.cols);
    for (int i = 0; i < which.length; i++) {
      System.arraycopy(x.data, x.at(which[i], 0), out.data, i * x.cols, x.cols);
    }
    return out;
  }

  /**
   * k-means++: each next centre is a row drawn with probability proportional to its squared
   * distance to the nearest.
   */
  private static Matrix plusPlus(Matrix x, int count, SplittableRandom random) {
    int[] chosen = new int[count];
    double[] nearest = new double[x.rows];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    chosen[0] = random.nextInt(x.rows);
    int found = 1;
    while (found < count) {
      double total = 0.0;
      for (int i = 0; i < x.rows; i++) {
        nearest[i] = Math.min(nearest[i], squaredDistance(x, i, x, chosen[found - 1]));
        total += nearest[i];
      }
      if (!(total > 0)) {
        break; // only duplicates of chosen rows are left
      }
      double target = random.nextDouble() * total;
      int pick = 0;
      for (double sum = nearest[0]; sum < target && pick < x.rows - 1; sum += nearest[pick]) {
        pick++;
      }
      chosen[found++] = pick;
    }
    return rows(x, Arrays.copyOf(chosen, found));
  }

  /**
   * Moves centres to the means of their rows until none changes; returns the sum of squared
   * distances.
   */
  private static double lloyd(Matrix x, Matrix centres, int rounds) {
    int k = centres.rows;
    int d = x.cols;
    int[] owner = new int[x.rows];
    Arrays.fill(owner, -1);
    Matrix dots = Matrix.zeros(Math.min(BLOCK, x.rows), k);
    double loss = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      double[] norms = squaredNorms(centres);
      double[] sums = new double[k * d];
      int[] counts = new int[k];
      boolean changed = false;
      loss = 0.0;
      for (int from = 0; from < x.rows; from += BLOCK) {
        Matrix block = x.rowRange(from, Math.min(from + BLOCK, x.rows));
        Blas.gemm(false, true, -2.0, block, centres, 0.0, dots.rowRange(0, block.rows));
        for (int i = 0; i < block.rows; i++) {
          int best = nearest(dots.data, i * k, norms); // |x|² is the same for all centres
          changed |= owner[from + i] != best;
          owner[from + i] = best;
          loss += squaredDistance(block, i, centres, best);
          counts[best]++;
          for (int j = 0; j < d; j++) {
            sums[best * d + j] += block.data[block.at(i, j)];
          }
        }
      }
      if (!changed) {
        break;
      }
      for (int c = 0; c < k; c++) {
        for (int j = 0; j < d && counts[c] > 0; j++) {
          centres.data[c * d + j] = sums[c * d + j] / counts[c];
        }
      }
    }
    return loss;
  }

  private static double[] squaredNorms(Matrix centres) {
    double[] norms = new double[centres.rows];
    for (int c = 0; c < norms.length; c++) {
      for (int j = 0; j < centres.cols; j++) {
        norms[c] += centres.get(c, j) * centres.get(c, j);
      }
    }
    return norms;
  }

  private static int nearest(double[] dots, int from, double[] norms) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < norms.length; c++) {
      double distance = dots[from + c] + norms[c];
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    return best;
  }

  private static double squaredDistance(Matrix a, int i, Matrix b, int j) {
    int p = a.at(i, 0);
    int q = b.at(j, 0);
    double sum = 0.0;
    for (int c = 0; c < a.cols; c++) {
      double difference = a.data[p + c] - b.data[q + c];
      sum += difference * difference;
    }
    return sum;
  }
}
