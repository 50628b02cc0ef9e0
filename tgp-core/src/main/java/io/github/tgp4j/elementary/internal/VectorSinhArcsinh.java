package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.ScalarRoutines.PARTIAL_SUMS;
import static io.github.tgp4j.elementary.internal.VectorCoefficients.SPECIES;
import static io.github.tgp4j.elementary.internal.VectorCoefficients.ZERO;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LT;

import io.github.tgp4j.elementary.DrawnAffine;
import jdk.incubator.vector.DoubleVector;

/**
 * {@link ScalarRoutines#sinhArcsinhPullback} eight elements at a time, with the same partial sums:
 * in one vector or in two.
 *
 * <p>Sums start from a new zero: with the constant one the compiler would allocate a vector in
 * every round.
 */
final class VectorSinhArcsinh {
  private static final int LANES = SPECIES.length();

  private VectorSinhArcsinh() {}

  /** Writes the partial sums; returns how many elements are done. */
  static int wide(
      double a,
      double b,
      double limit,
      double[] tape,
      int tapeFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] sums) {
    DoubleVector aBar = DoubleVector.zero(SPECIES);
    DoubleVector bBar = DoubleVector.zero(SPECIES);
    DoubleVector scale = DoubleVector.broadcast(SPECIES, b);
    int whole = n - n % PARTIAL_SUMS;
    for (int i = 0; i < whole; i += PARTIAL_SUMS) {
      int at = tapeFrom + i;
      DoubleVector u = DoubleVector.fromArray(SPECIES, tape, at);
      DoubleVector root = DoubleVector.fromArray(SPECIES, tape, at + n);
      DoubleVector cosh = DoubleVector.fromArray(SPECIES, tape, at + 2 * n);
      DoubleVector g = DoubleVector.fromArray(SPECIES, bar, barFrom + i);
      DoubleVector z = u.mul(scale).sub(a).abs();
      DoubleVector zBar = ZERO.blend(g.mul(cosh), z.compare(LT, limit));
      aBar = aBar.add(zBar);
      bBar = bBar.add(zBar.mul(u));
      zBar.mul(scale.div(root)).intoArray(bar, barFrom + i);
    }
    aBar.intoArray(sums, 0);
    bBar.intoArray(sums, PARTIAL_SUMS);
    return whole;
  }

  /** With vectors of four. */
  static int narrow(
      double a,
      double b,
      double limit,
      double[] tape,
      int tapeFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] sums) {
    DoubleVector aBar0 = DoubleVector.zero(SPECIES);
    DoubleVector bBar0 = DoubleVector.zero(SPECIES);
    DoubleVector aBar1 = DoubleVector.zero(SPECIES);
    DoubleVector bBar1 = DoubleVector.zero(SPECIES);
    DoubleVector scale = DoubleVector.broadcast(SPECIES, b);
    int whole = n - n % PARTIAL_SUMS;
    for (int i = 0; i < whole; i += PARTIAL_SUMS) {
      int at = tapeFrom + i;
      DoubleVector u = DoubleVector.fromArray(SPECIES, tape, at);
      DoubleVector root = DoubleVector.fromArray(SPECIES, tape, at + n);
      DoubleVector cosh = DoubleVector.fromArray(SPECIES, tape, at + 2 * n);
      DoubleVector g = DoubleVector.fromArray(SPECIES, bar, barFrom + i);
      DoubleVector z = u.mul(scale).sub(a).abs();
      DoubleVector zBar = ZERO.blend(g.mul(cosh), z.compare(LT, limit));
      aBar0 = aBar0.add(zBar);
      bBar0 = bBar0.add(zBar.mul(u));
      zBar.mul(scale.div(root)).intoArray(bar, barFrom + i);
      at += LANES;
      u = DoubleVector.fromArray(SPECIES, tape, at);
      root = DoubleVector.fromArray(SPECIES, tape, at + n);
      cosh = DoubleVector.fromArray(SPECIES, tape, at + 2 * n);
      g = DoubleVector.fromArray(SPECIES, bar, barFrom + i + LANES);
      z = u.mul(scale).sub(a).abs();
      zBar = ZERO.blend(g.mul(cosh), z.compare(LT, limit));
      aBar1 = aBar1.add(zBar);
      bBar1 = bBar1.add(zBar.mul(u));
      zBar.mul(scale.div(root)).intoArray(bar, barFrom + i + LANES);
    }
    aBar0.intoArray(sums, 0);
    aBar1.intoArray(sums, LANES);
    bBar0.intoArray(sums, PARTIAL_SUMS);
    bBar1.intoArray(sums, PARTIAL_SUMS + LANES);
    return whole;
  }

  /** {@link ScalarRoutines#affinePullback} with vectors of eight. */
  static int affine(
      double b, double[] f, int fFrom, double[] bar, int barFrom, int n, double[] sums) {
    DoubleVector aBar = DoubleVector.zero(SPECIES);
    DoubleVector bBar = DoubleVector.zero(SPECIES);
    int whole = n - n % PARTIAL_SUMS;
    for (int i = 0; i < whole; i += PARTIAL_SUMS) {
      DoubleVector g = DoubleVector.fromArray(SPECIES, bar, barFrom + i);
      aBar = aBar.add(g);
      bBar = bBar.add(g.mul(DoubleVector.fromArray(SPECIES, f, fFrom + i)));
      g.mul(b).intoArray(bar, barFrom + i);
    }
    aBar.intoArray(sums, 0);
    bBar.intoArray(sums, PARTIAL_SUMS);
    return whole;
  }

  /**
   * {@link DrawnAffine} of x_i, the same for all draws, of which there are at least as many as
   * lanes.
   */
  static void affineOfShared(DrawnAffine map, double[] x, int xFrom, double[] y, int yFrom, int n) {
    double[] theta = map.theta();
    int at = map.at();
    int draws = map.draws();
    double limit = map.limit();
    int end = draws - LANES;
    for (int i = 0; i < n; i++) {
      DoubleVector v = DoubleVector.broadcast(SPECIES, x[xFrom + i]);
      for (int d = 0; d < draws; d += LANES) {
        int here = Math.min(d, end);
        DoubleVector shift = DoubleVector.fromArray(SPECIES, theta, at + here).mul(map.sign());
        DoubleVector scale = DoubleVector.fromArray(SPECIES, theta, at + draws + here);
        DoubleVector z = v.mul(scale).add(shift);
        if (z.abs().compare(GT, limit).anyTrue()) {
          z = z.max(-limit).min(limit);
        }
        z.intoArray(y, yFrom + i * draws + here);
      }
    }
  }

  /**
   * The same of x_id, which may be y; the last vector is read before the one it overlaps is
   * written.
   */
  static void affineOfOwn(DrawnAffine map, double[] x, int xFrom, double[] y, int yFrom, int n) {
    double[] theta = map.theta();
    int at = map.at();
    int draws = map.draws();
    double limit = map.limit();
    int end = draws - LANES;
    for (int i = 0; i < n; i++) {
      int row = i * draws;
      DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom + row);
      for (int d = 0; d < draws; d += LANES) {
        int here = Math.min(d, end);
        int ahead = Math.min(d + LANES, end);
        DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + row + ahead);
        DoubleVector shift = DoubleVector.fromArray(SPECIES, theta, at + here).mul(map.sign());
        DoubleVector scale = DoubleVector.fromArray(SPECIES, theta, at + draws + here);
        DoubleVector z = v.mul(scale).add(shift);
        if (z.abs().compare(GT, limit).anyTrue()) {
          z = z.max(-limit).min(limit);
        }
        z.intoArray(y, yFrom + row + here);
        v = next;
      }
    }
  }
}
