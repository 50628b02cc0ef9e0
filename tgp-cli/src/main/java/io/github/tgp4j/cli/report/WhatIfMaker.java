package io.github.tgp4j.cli.report;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The model as a page can compute it: a few inputs move, the others stay as in a typical row, and
 * an {@link Emulator} of the predictive quantiles (or of the classes' log probabilities) stands for
 * the model. Left out where the copy is not close.
 */
final class WhatIfMaker {
  private static final int MOST_CONTROLS = 8;
  private static final int LEAST_DESIGN = 240;
  private static final int MOST_DESIGN = 720;
  private static final int MOST_OF_BLENDS = 420; // whose quantiles take longer
  private static final int DESIGN_PER_COLUMN = 60;
  private static final int TESTS = 120;
  private static final int MOST_CLASSES = 8;
  private static final int MOST_COLUMNS = 24;
  private static final double CLOSE = 0.1; // of the mean width of the 90% intervals
  private static final double CLOSE_SHARE = 0.02; // of a probability
  private static final double LEAST_GAP = 1e-6;

  /** Levels of the quantiles, symmetric around the median. */
  static final double[] LEVELS = levels();

  private final Model model;
  private final int target;
  private final String name;
  private final List<String> labels;
  private final Rows rows;
  private final long seed;

  WhatIfMaker(Model model, int target, String name, List<String> labels, Rows rows, long seed) {
    this.model = model;
    this.target = target;
    this.name = name;
    this.labels = labels;
    this.rows = rows;
    this.seed = seed;
  }

  private static double[] levels() {
    double[] out = {
      0.005, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95,
      0.975, 0.995
    };
    return out;
  }

  /** Null where the model cannot be copied closely. */
  Report.WhatIf make(List<InputSteps> order) {
    if (labels != null && labels.size() > MOST_CLASSES) {
      return null;
    }
    List<InputSteps> moved = new ArrayList<>();
    int columns = 0;
    for (InputSteps input : order) {
      columns += input.input.columns().length;
      if (moved.size() < MOST_CONTROLS && columns <= MOST_COLUMNS && input.count() > 1) {
        moved.add(input);
      }
    }
    int typical = typicalRow();
    Design design = new Design(moved, typical);
    int size =
        Math.min(
            model instanceof BlendedModel ? MOST_OF_BLENDS : MOST_DESIGN,
            LEAST_DESIGN + DESIGN_PER_COLUMN * design.columns());
    double[][] x = design.draw(size + TESTS);
    double[][] y = outputs(design.encode(x));
    if (y == null) {
      return null;
    }
    double[][] points = Arrays.copyOf(x, size);
    double[][] testX = Arrays.copyOfRange(x, size, x.length);
    double[][] testY = Arrays.copyOfRange(y, size, y.length);
    int half = testX.length / 2;
    Emulator copy =
        Emulator.fit(
            points, Arrays.copyOf(y, size), Arrays.copyOf(testX, half), Arrays.copyOf(testY, half));
    double error = 0;
    for (int i = half; i < testX.length; i++) {
      error += distance(copy.at(testX[i]), testY[i]) / (testX.length - half);
    }
    return error <= (labels == null ? CLOSE : CLOSE_SHARE)
        ? new Report.WhatIf(name, new WhatIfJson(copy, labels, error), design.controls())
        : null;
  }

  /** How far two outputs are apart: in widths of the 90% interval, or in probability. */
  private double distance(double[] found, double[] wanted) {
    double[] a = values(found, labels != null);
    double[] b = values(wanted, labels != null);
    double most = 0;
    int from = labels == null ? Arrays.binarySearch(LEVELS, 0.05) : 0; // far tails matter less
    for (int k = from; k < a.length - from; k++) {
      most = Math.max(most, Math.abs(a[k] - b[k]));
    }
    return labels == null ? most / (b[b.length - 1 - from] - b[from]) : most;
  }

  /** Quantiles, or probabilities, of outputs. */
  static double[] values(double[] outputs, boolean classes) {
    return classes ? shares(outputs) : quantiles(outputs);
  }

  /** The median, and the logarithms of the gaps below and above it. */
  private static double[] quantiles(double[] outputs) {
    int n = outputs.length;
    int middle = n / 2;
    double[] out = new double[n];
    out[middle] = outputs[0];
    for (int k = middle + 1; k < n; k++) {
      out[k] = out[k - 1] + Math.exp(outputs[k]);
    }
    for (int k = middle - 1; k >= 0; k--) {
      out[k] = out[k + 1] - Math.exp(outputs[k + 1]);
    }
    return out;
  }

  private static double[] shares(double[] outputs) {
    double[] out = Arrays.stream(outputs).map(Math::exp).toArray();
    double sum = Arrays.stream(out).sum();
    return Arrays.stream(out).map(v -> v / sum).toArray();
  }

  /** What is copied, per row; null where some of it is no number. */
  private double[][] outputs(Matrix x) {
    Prediction prediction = model.predictAll(x).get(target);
    double[][] out = new double[x.rows][];
    if (labels != null) {
      double[][] p = prediction.classProbabilities();
      for (int i = 0; i < out.length; i++) {
        out[i] = Arrays.stream(p[i]).map(v -> Math.log(Math.max(v, 1e-4))).toArray();
      }
      return out;
    }
    double[][] q = prediction.quantiles(LEVELS);
    double least = 0;
    for (int i = 0; i < x.rows; i++) {
      least += LEAST_GAP * (q[LEVELS.length - 1][i] - q[0][i]) / x.rows;
    }
    int middle = LEVELS.length / 2;
    for (int i = 0; i < out.length; i++) {
      out[i] = new double[LEVELS.length];
      out[i][0] = q[middle][i];
      for (int k = 1; k < LEVELS.length; k++) {
        out[i][k] = Math.log(Math.max(q[k][i] - q[k - 1][i], least));
      }
      if (!Arrays.stream(out[i]).allMatch(Double::isFinite)) {
        return null;
      }
    }
    return out;
  }

  /** The row nearest to the medians of all columns, each by its spread. */
  private int typicalRow() {
    int d = rows.x().cols;
    double[] middle = new double[d];
    double[] spread = new double[d];
    for (int j = 0; j < d; j++) {
      double[] sorted = rows.column(j);
      Arrays.sort(sorted);
      middle[j] = Rows.quantile(sorted, 0.5);
      double wide = Rows.quantile(sorted, 0.9) - Rows.quantile(sorted, 0.1);
      spread[j] = wide > 0 ? wide : 1;
    }
    return IntStream.range(0, rows.count())
        .boxed()
        .min(
            Comparator.comparingDouble(
                i -> {
                  double sum = 0;
                  for (int j = 0; j < d; j++) {
                    sum += Math.pow((rows.x().get(i, j) - middle[j]) / spread[j], 2);
                  }
                  return sum;
                }))
        .orElse(0);
  }

  /** Which inputs move, and between what. */
  final class Design {
    final List<InputSteps> moved;
    private final int typical;

    Design(List<InputSteps> moved, int typical) {
      this.moved = moved;
      this.typical = typical;
    }

    /**
     * Places of the controls, drawn at random: from 0 to 1 between the ends of a number, 0 and 1
     * per label of a category.
     */
    double[][] draw(int count) {
      SplittableRandom random = new SplittableRandom(seed + 17);
      double[][] out = new double[count][moved.size()];
      for (double[] place : out) {
        for (int c = 0; c < place.length; c++) {
          InputSteps input = moved.get(c);
          place[c] =
              input.labels() != null ? random.nextInt(input.count()) : edges(random.nextDouble());
        }
      }
      return spread(out);
    }

    /** A little beyond both ends, so that the ends are well within. */
    private static double edges(double u) {
      return Math.min(1, Math.max(0, 1.08 * u - 0.04));
    }

    private double[][] spread(double[][] places) {
      double[][] out = new double[places.length][];
      for (int i = 0; i < out.length; i++) {
        List<Double> row = new ArrayList<>();
        for (int c = 0; c < moved.size(); c++) {
          InputSteps input = moved.get(c);
          if (input.labels() == null) {
            row.add(places[i][c]);
          } else {
            for (int k = 0; k < input.count(); k++) {
              row.add(places[i][c] == k ? 1.0 : 0.0);
            }
          }
        }
        out[i] = row.stream().mapToDouble(Double::doubleValue).toArray();
      }
      return out;
    }

    /** How many values a point has. */
    int columns() {
      return moved.stream().mapToInt(i -> i.labels() == null ? 1 : i.count()).sum();
    }

    /** The encoded rows of points. */
    Matrix encode(double[][] points) {
      Matrix out = Matrix.zeros(points.length, rows.x().cols);
      for (int i = 0; i < points.length; i++) {
        int at = out.at(i, 0);
        System.arraycopy(rows.x().data, rows.x().at(typical, 0), out.data, at, out.cols);
        int next = 0;
        for (InputSteps input : moved) {
          if (input.labels() == null) {
            input.writeBetween(points[i][next++], out.data, at);
          } else {
            for (int k = 0; k < input.count(); k++) {
              if (points[i][next++] == 1.0) {
                input.write(k, out.data, at);
              }
            }
          }
        }
      }
      return out;
    }

    /** What people move, where it starts. */
    List<Report.Control> controls() {
      List<Report.Control> out = new ArrayList<>();
      for (InputSteps input : moved) {
        boolean category = input.labels() != null;
        double least = category ? 0 : input.grid[0];
        double most = category ? input.count() - 1 : input.grid[input.grid.length - 1];
        out.add(
            new Report.Control(
                input.input.name(),
                input.labels(),
                least,
                most,
                category ? input.nearestStep(rows, typical) : input.place(rows, typical),
                input.isWhole() || input.isYear(),
                input.input.time(),
                input.isYear()));
      }
      return out;
    }
  }
}
