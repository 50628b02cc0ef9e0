package io.github.tgp4j.param;

import io.github.tgp4j.elementary.Elementary;

/**
 * The constraints of the library; equations P1–P6 in docs/equations.md.
 *
 * <pre>
 *   real            v = r
 *   positive        v = softplus(r) = log(1 + eʳ)
 *   logPositive     v = eʳ
 *   interval(a, b)  v = a + (b − a)·sigmoid(r)
 *   ordered         v₁ = r₁, vᵢ = vᵢ₋₁ + softplus(rᵢ)
 *   lowerTriangular packed rows of L, diagonal entries eʳ, others r
 * </pre>
 */
public final class Constraints {
  public static final Constraint REAL = new Real();

  /** Positive through softplus: moves additively when large. */
  public static final Constraint POSITIVE = new Softplus();

  /**
   * Positive through exp: moves by factors, for scales that span decades such as a noise variance.
   */
  public static final Constraint LOG_POSITIVE = new Exp();

  /** Strictly increasing values. */
  public static final Constraint ORDERED = new Ordered();

  private Constraints() {}

  /** Values strictly between two finite ends. */
  public static Constraint interval(double lower, double upper) {
    return new Between(lower, upper);
  }

  /**
   * A packed lower triangle (rows 0..n−1, row i holding i + 1 entries) with a positive diagonal.
   */
  public static Constraint lowerTriangular(int n) {
    return new LowerTriangular(n);
  }

  static double softplus(double x) {
    return Math.max(x, 0.0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** The inverse of softplus: log(eᵛ − 1) without overflow or cancellation. */
  static double softplusInverse(double v) {
    return v + Math.log(-Math.expm1(-v));
  }

  static double sigmoid(double x) {
    return x >= 0 ? 1.0 / (1.0 + Math.exp(-x)) : Math.exp(x) / (1.0 + Math.exp(x));
  }

  /** A constraint that treats every value alike. */
  private abstract static class Elementwise implements Constraint {
    abstract double value(double free);

    abstract double free(double value);

    /** dv/dr. */
    abstract double slope(double free, double value);

    abstract String violation(double value);

    @Override
    public void toValue(double[] free, double[] value, int from, int n) {
      for (int i = from; i < from + n; i++) {
        value[i] = value(free[i]);
      }
    }

    @Override
    public void toFree(double[] value, double[] free, int from, int n) {
      for (int i = from; i < from + n; i++) {
        free[i] = free(value[i]);
      }
    }

    @Override
    public void pullback(
        double[] free, double[] value, double[] valueBar, double[] freeBar, int from, int n) {
      for (int i = from; i < from + n; i++) {
        freeBar[i] += valueBar[i] * slope(free[i], value[i]);
      }
    }

    @Override
    public String violation(double[] value, int from, int n) {
      for (int i = from; i < from + n; i++) {
        String violation = violation(value[i]);
        if (violation != null) {
          return violation + (n > 1 ? " (entry " + (i - from) + ")" : "");
        }
      }
      return null;
    }
  }

  private static final class Real extends Elementwise {
    @Override
    double value(double free) {
      return free;
    }

    @Override
    double free(double value) {
      return value;
    }

    @Override
    double slope(double free, double value) {
      return 1.0;
    }

    @Override
    String violation(double value) {
      return Double.isFinite(value) ? null : "expected a finite value but got " + value;
    }

    @Override
    public String toString() {
      return "real";
    }
  }

  private abstract static class PositiveValue extends Elementwise {
    @Override
    String violation(double value) {
      return value > 0 && Double.isFinite(value)
          ? null
          : "expected a finite value above 0 but got " + value;
    }
  }

  private static final class Softplus extends PositiveValue {
    @Override
    double value(double free) {
      return Math.max(softplus(free), Double.MIN_NORMAL);
    }

    /** All at once: a network gives flows of its own to thousands of rows. */
    @Override
    public void toValue(double[] free, double[] value, int from, int n) {
      Elementary.softplus(free, from, value, from, n);
      for (int i = from; i < from + n; i++) {
        value[i] = Math.max(value[i], Double.MIN_NORMAL);
      }
    }

    @Override
    double free(double value) {
      return softplusInverse(value);
    }

    @Override
    double slope(double free, double value) {
      return sigmoid(free);
    }

    @Override
    public String toString() {
      return "positive";
    }
  }

  private static final class Exp extends PositiveValue {
    @Override
    double value(double free) {
      return Math.min(Math.max(Math.exp(free), Double.MIN_NORMAL), Double.MAX_VALUE);
    }

    @Override
    double free(double value) {
      return Math.log(value);
    }

    @Override
    double slope(double free, double value) {
      return value;
    }

    @Override
    public String toString() {
      return "positive";
    }
  }

  private static final class Between extends Elementwise {
    private final double lower;
    private final double upper;

    Between(double lower, double upper) {
      if (!(lower < upper) || !Double.isFinite(upper - lower)) {
        throw new IllegalArgumentException(
            "interval: expected finite lower < upper but got (" + lower + ", " + upper + ")");
      }
      this.lower = lower;
      this.upper = upper;
    }

    /** Rounding would reach the ends, which are no values. */
    @Override
    double value(double free) {
      double value = lower + (upper - lower) * sigmoid(free);
      return Math.min(Math.max(value, Math.nextUp(lower)), Math.nextDown(upper));
    }

    @Override
    double free(double value) {
      return Math.log((value - lower) / (upper - value));
    }

    @Override
    double slope(double free, double value) {
      return (upper - lower) * sigmoid(free) * sigmoid(-free);
    }

    @Override
    String violation(double value) {
      return value > lower && value < upper
          ? null
          : "expected a value between " + lower + " and " + upper + " but got " + value;
    }

    @Override
    public String toString() {
      return "between " + lower + " and " + upper;
    }
  }

  private static final class Ordered implements Constraint {
    @Override
    public void toValue(double[] free, double[] value, int from, int n) {
      for (int i = 0; i < n; i++) {
        value[from + i] = i == 0 ? free[from] : value[from + i - 1] + softplus(free[from + i]);
      }
    }

    @Override
    public void toFree(double[] value, double[] free, int from, int n) {
      for (int i = n - 1; i >= 0; i--) {
        free[from + i] =
            i == 0 ? value[from] : softplusInverse(value[from + i] - value[from + i - 1]);
      }
    }

    @Override
    public void pullback(
        double[] free, double[] value, double[] valueBar, double[] freeBar, int from, int n) {
      double tail = 0.0; // Σ_{j ≥ i} v̄_j: every later value moves with r_i
      for (int i = n - 1; i >= 0; i--) {
        tail += valueBar[from + i];
        freeBar[from + i] += i == 0 ? tail : tail * sigmoid(free[from + i]);
      }
    }

    @Override
    public String violation(double[] value, int from, int n) {
      for (int i = 0; i < n; i++) {
        if (!Double.isFinite(value[from + i])) {
          return "expected finite values but got " + value[from + i];
        }
        if (i > 0 && !(value[from + i] > value[from + i - 1])) {
          return "expected increasing values but got "
              + value[from + i - 1]
              + " before "
              + value[from + i];
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return "ordered";
    }
  }

  private static final class LowerTriangular implements Constraint {
    private final int n;

    LowerTriangular(int n) {
      this.n = n;
    }

    @Override
    public void toValue(double[] free, double[] value, int from, int count) {
      System.arraycopy(free, from, value, from, count);
      for (int i = 0, d = from; i < n; i++, d += i + 1) {
        value[d] = Math.exp(free[d]);
      }
    }

    @Override
    public void toFree(double[] value, double[] free, int from, int count) {
      System.arraycopy(value, from, free, from, count);
      for (int i = 0, d = from; i < n; i++, d += i + 1) {
        free[d] = Math.log(value[d]);
      }
    }

    @Override
    public void pullback(
        double[] free, double[] value, double[] valueBar, double[] freeBar, int from, int count) {
      int next = 0; // distance from `from` to the next diagonal entry
      int row = 0;
      for (int i = 0; i < count; i++) {
        if (i == next) {
          freeBar[from + i] += valueBar[from + i] * value[from + i];
          row++;
          next += row + 1;
        } else {
          freeBar[from + i] += valueBar[from + i];
        }
      }
    }

    @Override
    public String violation(double[] value, int from, int count) {
      if (count != n * (n + 1) / 2) {
        return "expected "
            + n * (n + 1) / 2
            + " values, a triangle of "
            + n
            + " rows, but got "
            + count;
      }
      String violation = REAL.violation(value, from, count);
      for (int i = 0, d = from; violation == null && i < n; i++, d += i + 1) {
        if (!(value[d] > 0)) {
          violation = "expected a positive diagonal but got " + value[d] + " in row " + i;
        }
      }
      return violation;
    }

    @Override
    public String toString() {
      return "lower triangular";
    }
  }
}
