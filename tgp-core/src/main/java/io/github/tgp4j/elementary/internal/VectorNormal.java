package io.github.tgp4j.elementary.internal;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Φ and log Φ over slices, in three passes over blocks that fit the first-level cache:
 *
 * <pre>
 *   mills:  R(|x|)/√(2π)      tail:  Φ(−|x|) = exp(−x²/2)·R(|x|)/√(2π)      last:  Φ(x) or log Φ(x)
 * </pre>
 *
 * <p>Three, because the compiler stops inlining before it reaches the end of one long loop. For the
 * same reason they are objects behind one call: three receivers at one place are never inlined
 * there, so each pass is compiled alone.
 */
final class VectorNormal {
  private static final VectorSpecies<Double> SPECIES = VectorCoefficients.SPECIES;
  private static final int LANES = SPECIES.length();
  private static final int BLOCK = 256;

  private static final Pass[] CDF = {new Mills(), new Tail(), new Cdf()};
  private static final Pass[] LOG_CDF = {new Mills(), new Tail(), new LogCdf()};

  /** Mills ratios in the first half, tails in the second. */
  private final ThreadLocal<double[]> work = ThreadLocal.withInitial(() -> new double[2 * BLOCK]);

  private final ScalarElementary scalar = new ScalarElementary();

  void cdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int full = run(CDF, x, xFrom, y, yFrom, n);
    scalar.normalCdf(x, xFrom + full, y, yFrom + full, n - full);
  }

  void logCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int full = run(LOG_CDF, x, xFrom, y, yFrom, n);
    scalar.normalLogCdf(x, xFrom + full, y, yFrom + full, n - full);
  }

  /** Returns how many elements are done: all but a last block shorter than a vector. */
  private int run(Pass[] passes, double[] x, int xFrom, double[] y, int yFrom, int n) {
    double[] buffer = work.get();
    int i = 0;
    for (; n - i >= LANES; i += Math.min(BLOCK, n - i)) {
      for (Pass pass : passes) {
        pass.run(x, xFrom + i, buffer, y, yFrom + i, Math.min(BLOCK, n - i));
      }
    }
    return i;
  }

  private interface Pass {
    void run(double[] x, int xFrom, double[] work, double[] y, int yFrom, int n);
  }

  private static final class Mills implements Pass {
    @Override
    public void run(double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
      int last = n - LANES;
      for (int i = 0; i < n; i += LANES) {
        int at = Math.min(i, last);
        DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom + at);
        VectorRoutines.normalMills(v).intoArray(work, at);
      }
    }
  }

  private static final class Tail implements Pass {
    @Override
    public void run(double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
      int last = n - LANES;
      for (int i = 0; i < n; i += LANES) {
        int at = Math.min(i, last);
        DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom + at);
        DoubleVector mills = DoubleVector.fromArray(SPECIES, work, at);
        VectorRoutines.normalTail(v, mills).intoArray(work, BLOCK + at);
      }
    }
  }

  private static final class Cdf implements Pass {
    @Override
    public void run(double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
      int last = n - LANES;
      DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
      for (int i = 0; i < n; i += LANES) {
        int at = Math.min(i, last);
        DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
        DoubleVector tail = DoubleVector.fromArray(SPECIES, work, BLOCK + at);
        VectorRoutines.normalCdf(v, tail).intoArray(y, yFrom + at);
        v = next;
      }
    }
  }

  private static final class LogCdf implements Pass {
    @Override
    public void run(double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
      int last = n - LANES;
      DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
      for (int i = 0; i < n; i += LANES) {
        int at = Math.min(i, last);
        DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
        DoubleVector mills = DoubleVector.fromArray(SPECIES, work, at);
        DoubleVector tail = DoubleVector.fromArray(SPECIES, work, BLOCK + at);
        VectorRoutines.normalLogCdf(v, mills, tail).intoArray(y, yFrom + at);
        v = next;
      }
    }
  }
}
