package io.github.tgp4j.elementary.internal;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * As many elements at a time as the processor's vectors hold.
 *
 * <p>The last vector of a slice ends at its last element and overlaps the one before, so that there
 * is no remainder; each vector is read before the one ahead of it is written, because in place that
 * overwrites a part of the last. Slices shorter than a vector, and vectors with a lane out of the
 * ordinary, go to {@link ScalarElementary}, which gives the same bits.
 *
 * <p>One loop per function, each routine called in one place: the compiler keeps vectors in
 * registers only where it has inlined everything, and it stops inlining when a method grows large.
 */
public final class VectorElementary implements ElementaryProvider {
  private static final VectorSpecies<Double> SPECIES = VectorCoefficients.SPECIES;
  private static final int LANES = SPECIES.length();

  private final ScalarElementary scalar = new ScalarElementary();
  private final VectorNormal normal = new VectorNormal();

  @Override
  public void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.exp(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector k = VectorRoutines.rounded(v);
      DoubleVector p = VectorRoutines.expm1Reduced(VectorRoutines.reduced(v, k));
      if (VectorRoutines.oneStepOrdinary(v)) {
        VectorRoutines.scaled(p, k).intoArray(y, yFrom + Math.min(i, last));
      } else {
        VectorRoutines.scaledWidely(p, k, v).intoArray(y, yFrom + Math.min(i, last));
      }
      v = next;
    }
  }

  @Override
  public void expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.expm1(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.expm1Ordinary(v)) {
        VectorRoutines.expm1(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.expm1(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.log(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.logOrdinary(v)) {
        VectorRoutines.log(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.log(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.log1p(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.log1pOrdinary(v)) {
        VectorRoutines.log1p(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.log1p(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.sinh(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.oneStepOrdinary(v)) {
        VectorRoutines.sinh(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.sinh(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.cosh(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.oneStepOrdinary(v)) {
        VectorRoutines.cosh(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.cosh(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.asinh(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (VectorRoutines.asinhOrdinary(v)) {
        VectorRoutines.asinh(v).intoArray(y, yFrom + Math.min(i, last));
      } else {
        scalar.asinh(v.toArray(), 0, y, yFrom + Math.min(i, last), LANES);
      }
      v = next;
    }
  }

  @Override
  public void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.tanh(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      VectorRoutines.tanh(v).intoArray(y, yFrom + Math.min(i, last));
      v = next;
    }
  }

  @Override
  public void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.softplus(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      VectorRoutines.softplus(v).intoArray(y, yFrom + Math.min(i, last));
      v = next;
    }
  }

  @Override
  public void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.sigmoid(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      VectorRoutines.sigmoid(v).intoArray(y, yFrom + Math.min(i, last));
      v = next;
    }
  }

  @Override
  public void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      scalar.normalPdf(x, xFrom, y, yFrom, n);
      return;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      VectorRoutines.normalPdf(v).intoArray(y, yFrom + Math.min(i, last));
      v = next;
    }
  }

  @Override
  public void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    normal.cdf(x, xFrom, y, yFrom, n);
  }

  @Override
  public void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    normal.logCdf(x, xFrom, y, yFrom, n);
  }

  @Override
  public String toString() {
    return "vector, " + LANES + " lanes";
  }
}
