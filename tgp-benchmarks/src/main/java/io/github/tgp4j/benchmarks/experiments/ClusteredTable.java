package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Generated rows like repeated measurements of 42 people: each has an age and a sex of their own,
 * readings that scatter about their own level, and a score that drifts with the days. Rows of one
 * person lie close together and those of different people far apart.
 */
final class ClusteredTable {
  static final int PEOPLE = 42;
  private static final int MEASUREMENTS = 140;
  private static final int FACTORS = 4;
  private static final int SPLITS = 3;
  private static final double TEST_SHARE = 0.1;

  private final int inputs;
  private final SplittableRandom random;

  private ClusteredTable(int inputs, long seed) {
    this.inputs = inputs;
    this.random = new SplittableRandom(seed);
  }

  /** 5,880 rows of so many inputs, at least 4, and three splits. */
  static SplitData of(int inputs) {
    return new ClusteredTable(inputs, 1000L + inputs).make();
  }

  private SplitData make() {
    int rows = PEOPLE * MEASUREMENTS;
    int readings = inputs - 3;
    double[][] loadings = gaussian(readings, FACTORS);
    Matrix x = Matrix.zeros(rows, inputs);
    double[] y = new double[rows];
    for (int person = 0; person < PEOPLE; person++) {
      double age = Math.rint(65 + 9 * random.nextGaussian());
      double sex = random.nextInt(2);
      double[] level = gaussian(1, readings)[0];
      double base = 20 + 8 * random.nextGaussian();
      double drift = 4 * random.nextGaussian();
      double bend = 2 * random.nextGaussian();
      for (int k = 0; k < MEASUREMENTS; k++) {
        int row = person * MEASUREMENTS + k;
        double day = 180 * random.nextDouble();
        x.set(row, 0, age);
        x.set(row, 1, sex);
        x.set(row, 2, day);
        double[] factor = gaussian(1, FACTORS)[0];
        for (int j = 0; j < readings; j++) {
          x.set(row, 3 + j, reading(level[j], loadings[j], factor));
        }
        double time = day / 90 - 1;
        y[row] = base + drift * time + bend * Math.sin(3 * time) + 0.3 * factor[0] + noise();
      }
    }
    return new SplitData("clusters-" + inputs, columns(), x, y, splits(rows));
  }

  /** Positive and skewed, as amplitudes are. */
  private double reading(double level, double[] loading, double[] factor) {
    double sum = level + 0.15 * random.nextGaussian();
    for (int f = 0; f < FACTORS; f++) {
      sum += 0.2 * loading[f] * factor[f];
    }
    return Math.exp(sum);
  }

  private double noise() {
    return 0.5 * random.nextGaussian();
  }

  private double[][] gaussian(int rows, int columns) {
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return out;
  }

  private List<String> columns() {
    List<String> names = new ArrayList<>(List.of("age", "sex", "day"));
    IntStream.rangeClosed(1, inputs - 3).forEach(j -> names.add("reading" + j));
    names.add("score");
    return List.copyOf(names);
  }

  private List<int[]> splits(int rows) {
    List<int[]> out = new ArrayList<>();
    for (int s = 0; s < SPLITS; s++) {
      out.add(IntStream.range(0, rows).filter(i -> random.nextDouble() < TEST_SHARE).toArray());
    }
    return out;
  }
}
