package io.github.tgp4j.network;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/**
 * Batch normalisation of one layer's pre-activations (Ioffe and Szegedy 2015); equation N5 in
 * docs/equations.md.
 *
 * <pre>
 *   u = (z − μ)/√(v + ε),  y = γ·u + β
 *   TRAIN: μ, v the mean and population variance of the rows; otherwise the running ones
 *   θ = (γ, β, running μ, running v), one of each per unit
 *   saved: u of rows × units, then μ, v, 1/√(v + ε) of each unit
 * </pre>
 */
final class BatchNorm {
  private static final double EPSILON = 1e-5;

  private BatchNorm() {}

  /** Values per unit that are saved beside u. */
  static final int STATISTICS = 3;

  /** z becomes y, in place; z is contiguous. */
  static void forward(double[] theta, int at, boolean batch, Matrix z, double[] tape, int saveAt) {
    int units = z.cols;
    int mean = saveAt + z.rows * units;
    int variance = mean + units;
    int inverse = variance + units;
    if (batch) {
      statistics(z, tape, mean, variance);
    } else {
      System.arraycopy(theta, at + 2 * units, tape, mean, units);
      System.arraycopy(theta, at + 3 * units, tape, variance, units);
    }
    for (int j = 0; j < units; j++) {
      tape[inverse + j] = 1.0 / Math.sqrt(tape[variance + j] + EPSILON);
    }
    for (int i = 0; i < z.rows; i++) {
      int row = z.at(i, 0);
      int u = saveAt + i * units;
      for (int j = 0; j < units; j++) {
        double standard = (z.data[row + j] - tape[mean + j]) * tape[inverse + j];
        tape[u + j] = standard;
        z.data[row + j] = theta[at + j] * standard + theta[at + units + j];
      }
    }
  }

  private static void statistics(Matrix z, double[] tape, int mean, int variance) {
    int units = z.cols;
    Arrays.fill(tape, mean, mean + 2 * units, 0.0);
    for (int i = 0; i < z.rows; i++) {
      for (int j = 0; j < units; j++) {
        tape[mean + j] += z.data[z.at(i, j)] / z.rows;
      }
    }
    for (int i = 0; i < z.rows; i++) {
      for (int j = 0; j < units; j++) {
        double d = z.data[z.at(i, j)] - tape[mean + j];
        tape[variance + j] += d * d / z.rows;
      }
    }
  }

  /** ȳ becomes z̄, in place; adds γ̄ and β̄ to thetaBar. */
  static void pullback(
      double[] theta,
      int at,
      boolean batch,
      Matrix bar,
      double[] tape,
      int saveAt,
      double[] thetaBar,
      double[] work) {
    int units = bar.cols;
    int inverse = saveAt + bar.rows * units + 2 * units;
    Arrays.fill(work, 0, 2 * units, 0.0); // Σ ȳ·u, Σ ȳ
    for (int i = 0; i < bar.rows; i++) {
      int row = bar.at(i, 0);
      int u = saveAt + i * units;
      for (int j = 0; j < units; j++) {
        work[j] += bar.data[row + j] * tape[u + j];
        work[units + j] += bar.data[row + j];
      }
    }
    for (int j = 0; j < 2 * units; j++) {
      thetaBar[at + j] += work[j];
    }
    double share = batch ? 1.0 / bar.rows : 0.0; // z moves μ and v only in a batch of its own
    for (int i = 0; i < bar.rows; i++) {
      int row = bar.at(i, 0);
      int u = saveAt + i * units;
      for (int j = 0; j < units; j++) {
        double centred = bar.data[row + j] - share * (work[units + j] + tape[u + j] * work[j]);
        bar.data[row + j] = centred * theta[at + j] * tape[inverse + j];
      }
    }
  }

  /** The statistics saved by a TRAIN pass become the running ones, v in its unbiased form. */
  static void keep(double[] tape, int saveAt, int rows, int units, double[] theta, int at) {
    int mean = saveAt + rows * units;
    double unbiased = rows > 1 ? rows / (rows - 1.0) : 1.0;
    for (int j = 0; j < units; j++) {
      theta[at + 2 * units + j] = tape[mean + j];
      theta[at + 3 * units + j] = unbiased * tape[mean + units + j];
    }
  }
}
