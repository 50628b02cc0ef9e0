package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.InducingPosterior;

/**
 * How far q(w)q(t) of a Student-t process is from its prior p(t)·N(w | 0, s²I), t = log s;
 * equations J3 and J9 in docs/equations.md.
 *
 * <pre>
 *   w·KL:   w·(KL[q(w) ‖ N(0, I)] + ½(κ − 1)(tr S + mᵀm) + M·a + KL[q(t) ‖ p(t)])
 *   Rényi:  log E_q(t)[exp((α − 1)·d(t))]/(α − 1),  d(t) = log q(t)/p(t) + D_α[q(w) ‖ N(0, s²I)]
 *           D_α[q(w) ‖ N(0, s²I)] = h(m/s, S/s²) − ½ log det S + M·t,  h as in H3
 * </pre>
 *
 * <p>Rényi's needs an order below 1: above it p(t)^(1−α) grows as exp(e^(−2t)), faster than any
 * Gaussian falls, and the divergence is infinite whatever q is.
 */
final class StudentTDivergence {
  /** Nodes over t; each needs the factor of one M×M matrix. */
  private static final int NODES = 20;

  private final Divergence divergence;
  private final Nodes nodes = Nodes.gaussHermite(NODES);
  private final double[] share = new double[NODES]; // π_j, first (α − 1)·d_j
  private final double[][] meanSlope; // e^(−t_j)·r_j
  private final Matrix[] covarianceSlope; // e^(−2t_j)·R_j
  private final double[] logSlope = new double[NODES]; // ∂d_j/∂t_j
  private final double[] mean;
  private final Matrix deviation;
  private final Matrix work;

  StudentTDivergence(Divergence divergence, int inducing) {
    check(divergence);
    this.divergence = divergence;
    int size = divergence.order() == 1.0 ? 0 : inducing; // KL needs no work space
    meanSlope = new double[NODES][size];
    covarianceSlope = new Matrix[NODES];
    for (int j = 0; j < NODES; j++) {
      covarianceSlope[j] = Matrix.zeros(size, size);
    }
    mean = new double[size];
    deviation = Matrix.zeros(size, size);
    work = Matrix.zeros(size, size);
  }

  static void check(Divergence divergence) {
    if (divergence.order() > 1.0) {
      throw new IllegalArgumentException(
          "divergence: of a t-process expected kl, or renyi of an order below 1, but got "
              + divergence
              + "; above 1 it is infinite whatever q is");
    }
  }

  /**
   * Returns −D; adds its derivative in (ν, a, b) to thetaBar, and changes W and a so that the rules
   * that climb E − KL climb E − D (by its w-th part).
   *
   * @param at of (ν, a, b) in theta
   * @param s S of q
   */
  double subtract(double[] theta, int at, InducingPosterior q, Matrix s, NonMarginalSums sums) {
    return divergence.order() == 1.0
        ? subtractKl(theta, at, q, s, sums)
        : subtractRenyi(theta, at, q, s, sums);
  }

  /** tr S + mᵀm. */
  private static double second(double[] m, Matrix s) {
    double sum = 0.0;
    for (int i = 0; i < m.length; i++) {
      sum += s.data[s.at(i, i)] + m[i] * m[i];
    }
    return sum;
  }

  private double subtractKl(
      double[] theta, int at, InducingPosterior q, Matrix s, NonMarginalSums sums) {
    double weight = divergence.weight();
    double[] m = q.mean();
    double second = second(m, s);
    double excess = StudentTScale.inverseSquare(theta, at) - 1.0;
    StudentTScale.inverseSquarePullback(theta, at, -0.5 * weight * second, sums.thetaBar);
    sums.thetaBar[at + 1] -= weight * m.length;
    if (weight != 1.0) {
      sums.scaleSlopes(1.0 / weight);
    }
    for (int i = 0; i < m.length; i++) { // −½(κ − 1)(tr S + mᵀm) counts as part of E
      sums.spread.data[sums.spread.at(i, i)] -= 0.5 * excess;
      sums.aBar[i] -= excess * m[i];
    }
    return weight * (-q.divergence() - 0.5 * excess * second - m.length * theta[at + 1])
        + StudentTScale.negativeDivergence(theta, at, weight, sums.thetaBar);
  }

  private double subtractRenyi(
      double[] theta, int at, InducingPosterior q, Matrix s, NonMarginalSums sums) {
    double[] m = q.mean();
    double rest = divergence.order() - 1.0; // α − 1 < 0
    double logDeterminant = second(m, s) - m.length - 2.0 * q.divergence(); // of S
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < NODES; j++) {
      double distance = distance(theta, at, j, m, s) - 0.5 * logDeterminant;
      share[j] = rest * distance + Math.log(nodes.weight(j));
      largest = Math.max(largest, share[j]);
    }
    double sum = 0.0;
    for (int j = 0; j < NODES; j++) {
      share[j] = Math.exp(share[j] - largest);
      sum += share[j];
    }
    for (int j = 0; j < NODES; j++) {
      share[j] /= sum;
      pullback(theta, at, j, sums);
    }
    for (int i = 0; i < m.length; i++) {
      sums.aBar[i] += m[i];
      sums.spread.data[sums.spread.at(i, i)] += 0.5;
    }
    return -(largest + Math.log(sum)) / rest;
  }

  /** d(t_j) + ½ log det S; keeps its slopes. */
  private double distance(double[] theta, int at, int j, double[] m, Matrix s) {
    double t = theta[at + 1] + theta[at + 2] * nodes.node(0, j);
    double shrink = Math.exp(-t);
    double square = shrink * shrink;
    for (int i = 0; i < m.length; i++) {
      mean[i] = shrink * m[i];
      for (int k = 0; k < m.length; k++) {
        deviation.data[deviation.at(i, k)] = square * s.data[s.at(i, k)];
      }
      deviation.data[deviation.at(i, i)] -= 1.0;
    }
    double[] r = meanSlope[j];
    Matrix slope = covarianceSlope[j];
    double cross = divergence.cross(mean, deviation, r, slope, work);
    double bar = m.length;
    for (int i = 0; i < m.length; i++) {
      bar -= r[i] * mean[i];
      r[i] *= shrink;
      for (int k = 0; k < m.length; k++) {
        slope.data[slope.at(i, k)] *= square;
        bar -= 2.0 * slope.data[slope.at(i, k)] * s.data[s.at(i, k)];
      }
    }
    logSlope[j] = bar + StudentTScale.logRatioSlope(theta, at, t);
    return cross + m.length * t + StudentTScale.logRatio(theta, at, nodes.node(0, j));
  }

  /** −π_j times the slopes of d_j. */
  private void pullback(double[] theta, int at, int j, NonMarginalSums sums) {
    double z = nodes.node(0, j);
    sums.thetaBar[at] -= share[j] * StudentTScale.logRatioDegreesSlope(theta, at, z);
    sums.thetaBar[at + 1] -= share[j] * logSlope[j];
    sums.thetaBar[at + 2] -= share[j] * (z * logSlope[j] - 1.0 / theta[at + 2]);
    double[] r = meanSlope[j];
    double[] slope = covarianceSlope[j].data;
    for (int i = 0; i < r.length; i++) {
      sums.aBar[i] -= share[j] * r[i];
    }
    for (int i = 0; i < slope.length; i++) {
      sums.spread.data[i] -= share[j] * slope[i];
    }
  }
}
