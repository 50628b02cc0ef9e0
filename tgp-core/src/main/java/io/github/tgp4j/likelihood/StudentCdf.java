package io.github.tgp4j.likelihood;

import io.github.tgp4j.elementary.Elementary;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The distribution function of Student's t for one number of degrees of freedom, many values at a
 * time: a prediction asks for it thousands of times per row, and the incomplete beta function is
 * slow.
 *
 * <p>The upper tail Q(z) as a function of w = asinh z is tabulated with its first two derivatives
 * and interpolated by polynomials of degree five:
 *
 * <pre>
 *   dQ/dw = −t(z)·cosh w,   d²Q/dw² = −(t′(z)·cosh² w + t(z)·sinh w)
 * </pre>
 *
 * <p>Absolute errors stay below 1e-13.
 */
final class StudentCdf {
  private static final double STEP = 1.0 / 128;
  private static final double LEAST_TAIL = 1e-18;
  private static final double WIDEST = 60.0; // asinh of 1e26
  private static final int MOST_TABLES = 64;
  private static final Map<Double, StudentCdf> TABLES = new ConcurrentHashMap<>();

  private final double[] tail; // Q, h·Q′ and h²·Q″ at each node
  private final int nodes;

  /** Of ν degrees of freedom; made once. */
  static StudentCdf of(double nu) {
    StudentCdf known = TABLES.get(nu);
    if (known != null) {
      return known;
    }
    if (TABLES.size() >= MOST_TABLES) {
      TABLES.clear(); // more models than that at a time are rare
    }
    StudentCdf made = new StudentCdf(nu);
    TABLES.put(nu, made);
    return made;
  }

  private StudentCdf(double nu) {
    TDistribution t = TDistribution.of(nu);
    double widest = STEP;
    while (widest < WIDEST && t.survivalProbability(Math.sinh(widest)) > LEAST_TAIL) {
      widest += 0.5;
    }
    nodes = (int) Math.ceil(widest / STEP) + 1;
    tail = new double[3 * nodes];
    double logPeak =
        LogGamma.value(0.5 * (nu + 1)) - LogGamma.value(0.5 * nu) - 0.5 * Math.log(Math.PI * nu);
    for (int i = 0; i < nodes; i++) {
      double w = i * STEP;
      double z = Math.sinh(w);
      double cosh = Math.cosh(w);
      double density = Math.exp(logPeak - 0.5 * (nu + 1) * Math.log1p(z * z / nu));
      double slope = -density * (nu + 1) * z / (nu + z * z);
      tail[3 * i] = t.survivalProbability(z);
      tail[3 * i + 1] = -STEP * density * cosh;
      tail[3 * i + 2] = -STEP * STEP * (slope * cosh * cosh + density * z);
    }
  }

  /** out[i] ← P(T ≤ out[i]) for n values from a place on. */
  void apply(double[] out, int from, int n) {
    Elementary.asinh(out, from, out, from, n);
    for (int i = from; i < from + n; i++) {
      double upper = tail(Math.abs(out[i]));
      out[i] = out[i] > 0 ? 1.0 - upper : upper;
    }
  }

  private double tail(double w) {
    double place = w / STEP;
    if (!(place < nodes - 1)) {
      return place >= nodes - 1 ? 0.0 : Double.NaN;
    }
    int node = (int) place;
    double u = place - node;
    int at = 3 * node;
    double a = tail[at];
    double da = tail[at + 1];
    double half = 0.5 * tail[at + 2];
    double gap = tail[at + 3] - a - da - half;
    double gapSlope = tail[at + 4] - da - 2.0 * half;
    double gapCurve = 0.5 * tail[at + 5] - half;
    double c3 = 10.0 * gap - 4.0 * gapSlope + gapCurve;
    double c4 = -15.0 * gap + 7.0 * gapSlope - 2.0 * gapCurve;
    double c5 = 6.0 * gap - 3.0 * gapSlope + gapCurve;
    return a + u * (da + u * (half + u * (c3 + u * (c4 + u * c5))));
  }
}
