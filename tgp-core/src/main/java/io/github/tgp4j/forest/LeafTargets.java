package io.github.tgp4j.forest;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The targets that trees learn, as sums whose squares are large where rows are alike. */
abstract class LeafTargets {
  /** How many sums there are. */
  abstract int sums();

  /** Rows that a leaf has at least. */
  abstract int least();

  abstract void add(int row, double[] sums);

  abstract boolean areEqual(int row, int other);

  /**
   * Writes the numbers of a leaf.
   *
   * @return how many
   */
  abstract int write(double[] sums, int rows, DoubleStream.Builder to);

  /** Classes: their counts. */
  static LeafTargets ofClasses(double[] y, int classes) {
    int[] codes = Arrays.stream(y).mapToInt(code -> (int) code).toArray();
    return new LeafTargets() {
      @Override
      int sums() {
        return classes;
      }

      @Override
      int least() {
        return 3;
      }

      @Override
      void add(int row, double[] sums) {
        sums[codes[row]]++;
      }

      @Override
      boolean areEqual(int row, int other) {
        return codes[row] == codes[other];
      }

      @Override
      int write(double[] sums, int rows, DoubleStream.Builder to) {
        int seen = 0;
        for (int k = 0; k < classes; k++) {
          if (sums[k] > 0) {
            to.add(sums[k] * classes + k);
            seen++;
          }
        }
        return seen;
      }
    };
  }

  /** Numbers: their mean. */
  static LeafTargets ofNumbers(double[] y) {
    double mean = Arrays.stream(y).average().orElse(0.0);
    double[] centred = Arrays.stream(y).map(value -> value - mean).toArray();
    return new LeafTargets() {
      @Override
      int sums() {
        return 1;
      }

      @Override
      int least() {
        return 1;
      }

      @Override
      void add(int row, double[] sums) {
        sums[0] += centred[row];
      }

      @Override
      boolean areEqual(int row, int other) {
        return y[row] == y[other];
      }

      @Override
      int write(double[] sums, int rows, DoubleStream.Builder to) {
        to.add(mean + sums[0] / rows);
        return 1;
      }
    };
  }
}
