package io.github.tgp4j.quadrature;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Gauss–Hermite rule for the standard normal; equation Q1 in docs/equations.md.
 *
 * <pre>
 *   E[h(z)] ≈ Σ_s w_s h(z_s),  z ~ N(0, 1), exact for polynomials of degree ≤ 2n − 1
 *   z_s: roots of p_n, with p_{k+1}(x) = (x·p_k(x) − √k·p_{k−1}(x))/√(k+1), p_0 = 1
 *   w_s = 1/(n·p_{n−1}(z_s)²)
 * </pre>
 *
 * <p>Roots are separated by Sturm counts of the Jacobi matrix and polished by Newton steps. The
 * recurrence carries its own exponent, so that no order overflows; weights below the smallest
 * double are 0.
 */
final class GaussHermite {
  private static final ConcurrentMap<Integer, GaussHermite> RULES = new ConcurrentHashMap<>();
  private static final int MAX_ORDER = 10_000;

  /** Bisection stops at this part of the smallest distance between roots. */
  private static final double SEPARATION = 1e-3;

  private static final double RESCALE_ABOVE = 0x1p400;

  private final double[] nodes;
  private final double[] weights;

  private GaussHermite(int n) {
    nodes = new double[n];
    weights = new double[n];
    Recurrence recurrence = new Recurrence(n);
    double total = 0.0;
    for (int i = n / 2; i < n; i++) { // the rule is symmetric: the upper half suffices
      double z = 2 * i + 1 == n ? 0.0 : recurrence.polish(bracketed(n, i));
      double w = recurrence.weight(z);
      nodes[i] = z;
      nodes[n - 1 - i] = -z;
      weights[i] = w;
      weights[n - 1 - i] = w;
      total += 2 * i + 1 == n ? w : 2.0 * w;
    }
    for (int i = 0; i < n; i++) {
      weights[i] /= total;
    }
  }

  /** The rule with n nodes; computed once and shared. */
  public static GaussHermite ofOrder(int n) {
    if (n < 1 || n > MAX_ORDER) {
      throw new IllegalArgumentException(
          "Gauss–Hermite order: expected 1 to " + MAX_ORDER + " nodes but got " + n);
    }
    return RULES.computeIfAbsent(n, GaussHermite::new);
  }

  /** The number of nodes n. */
  public int order() {
    return nodes.length;
  }

  /** z_i, increasing in i and odd about the middle. */
  public double node(int i) {
    return nodes[i];
  }

  /** w_i; they sum to one. */
  public double weight(int i) {
    return weights[i];
  }

  public double[] copyNodes() {
    return nodes.clone();
  }

  public double[] copyWeights() {
    return weights.clone();
  }

  @Override
  public String toString() {
    return "gauss-hermite(" + order() + ")";
  }

  /** A value much nearer to root i ≥ n/2 (from below, counted from 0) than to any other. */
  private static double bracketed(int n, int i) {
    double lower = 0.0;
    double upper = 2.0 * Math.sqrt(n);
    double width = SEPARATION / Math.sqrt(n);
    while (upper - lower > width) {
      double middle = 0.5 * (lower + upper);
      if (rootsBelow(middle, n) > i) {
        upper = middle;
      } else {
        lower = middle;
      }
    }
    return 0.5 * (lower + upper);
  }

  /** Sturm count: the negative pivots of J − xI, J the Jacobi matrix with off-diagonals √k. */
  private static int rootsBelow(double x, int n) {
    int count = 0;
    double pivot = 1.0;
    for (int k = 0; k < n; k++) {
      pivot = -x - k / pivot;
      if (pivot == 0.0) {
        pivot = -Double.MIN_NORMAL;
      }
      if (pivot < 0) {
        count++;
      }
    }
    return count;
  }

  /** p_n and p_{n−1} at one point, up to a common factor exp(logFactor). */
  private static final class Recurrence {
    private final int n;
    private double last;
    private double beforeLast;
    private double logFactor;

    Recurrence(int n) {
      this.n = n;
    }

    void evaluate(double x) {
      double previous = 0.0;
      double current = 1.0;
      logFactor = 0.0;
      for (int k = 0; k < n; k++) {
        double next = (x * current - Math.sqrt(k) * previous) / Math.sqrt(k + 1.0);
        previous = current;
        current = next;
        if (Math.abs(current) > RESCALE_ABOVE) {
          previous /= RESCALE_ABOVE;
          current /= RESCALE_ABOVE;
          logFactor += Math.log(RESCALE_ABOVE);
        }
      }
      last = current;
      beforeLast = previous;
    }

    /** Newton steps x − p_n/p_n′ with p_n′ = √n·p_{n−1}; the factor cancels. */
    double polish(double start) {
      double x = start;
      for (int i = 0; i < 8; i++) {
        evaluate(x);
        double step = last / (Math.sqrt(n) * beforeLast);
        x -= step;
        if (!(Math.abs(step) > 1e-15 * (1.0 + Math.abs(x)))) {
          break;
        }
      }
      return x;
    }

    double weight(double x) {
      evaluate(x);
      return Math.exp(-Math.log(n) - 2.0 * (Math.log(Math.abs(beforeLast)) + logFactor));
    }
  }
}
