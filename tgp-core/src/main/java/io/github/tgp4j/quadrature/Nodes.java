package io.github.tgp4j.quadrature;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * S weighted points of R^C that stand for z ~ N(0, I): E[h(z)] ≈ Σ_s w_s h(z_s); equations Q1–Q3 in
 * docs/equations.md.
 *
 * <p>One latent: Gauss–Hermite. Two: its tensor product. More: a randomly shifted rank-1 lattice,
 * whose error does not grow with the power C of a tensor product. Immutable; shared freely.
 */
public final class Nodes {
  private static final double INSIGNIFICANT = 1e-20;

  /** Coordinate c of point s at [c·S + s], so that each latent reads its own row. */
  private final double[] points;

  private final double[] weights;
  private final int dimension;

  private Nodes(double[] points, double[] weights, int dimension) {
    this.points = points;
    this.weights = weights;
    this.dimension = dimension;
  }

  /**
   * About {@code count} points for {@code dimension} latents by the rule that suits: exactly so
   * many, but for two latents the largest square ≤ {@code count}.
   *
   * @param seed draws the lattice's shift; unused for one and two latents
   */
  public static Nodes forLatents(int dimension, int count, long seed) {
    if (dimension <= 2 && count >= 1) {
      int order = dimension == 1 ? count : (int) Math.sqrt(count);
      return tensor(order, dimension);
    }
    return lattice(count, dimension, seed);
  }

  /** The Gauss–Hermite rule with so many nodes for one latent. */
  public static Nodes gaussHermite(int order) {
    return tensor(order, 1);
  }

  /**
   * An even grid over ±halfWidth with weights ∝ φ(z): the trapezium rule, exponentially accurate
   * once it resolves the integrand. Where that is narrow against the Gaussian it needs far fewer
   * points than Gauss–Hermite, whose nodes spread with the square root of their number.
   */
  public static Nodes evenGrid(int count, double halfWidth) {
    if (count < 2 || !(halfWidth > 0)) {
      throw new IllegalArgumentException(
          "even grid: expected at least 2 points over a positive width but got "
              + count
              + " over ±"
              + halfWidth);
    }
    double[] points = new double[count];
    double[] weights = new double[count];
    double total = 0.0;
    for (int s = 0; s < count; s++) {
      points[s] = halfWidth * (2.0 * s / (count - 1) - 1.0);
      weights[s] = Math.exp(-0.5 * points[s] * points[s]);
      total += weights[s];
    }
    for (int s = 0; s < count; s++) {
      weights[s] /= total;
    }
    return new Nodes(points, weights, 1);
  }

  /** The tensor product of Gauss–Hermite rules: order^dimension points, the last latent fastest. */
  public static Nodes tensor(int order, int dimension) {
    GaussHermite rule = GaussHermite.ofOrder(order);
    double size = Math.pow(order, dimension);
    if (dimension < 1 || !(size <= 1e6)) {
      throw new IllegalArgumentException(
          "tensor product: expected at least one latent and at most 1000000 points but got "
              + order
              + " nodes for each of "
              + dimension
              + " latents; use a lattice");
    }
    int count = (int) size;
    double[] points = new double[dimension * count];
    double[] weights = new double[count];
    for (int s = 0; s < count; s++) {
      double weight = 1.0;
      int digits = s;
      for (int c = dimension - 1; c >= 0; c--) {
        int i = digits % order;
        digits /= order;
        points[c * count + s] = rule.node(i);
        weight *= rule.weight(i);
      }
      weights[s] = weight;
    }
    return new Nodes(points, weights, dimension);
  }

  /** A rank-1 lattice of {@code count} points, shifted at random from {@code seed}. */
  public static Nodes lattice(int count, int dimension, long seed) {
    double[] points = RankOneLattice.of(count, dimension).normalPoints(seed);
    double[] weights = new double[count];
    Arrays.fill(weights, 1.0 / count);
    return new Nodes(points, weights, dimension);
  }

  /**
   * The same rule without the points that cannot be seen in the sum, those with less than 1e-20 of
   * the largest weight: a good third of a hundred Gauss–Hermite nodes. In f0's Gaussian they lie
   * beyond nine standard deviations; no integrand that training can bear makes up for it.
   */
  public Nodes significant() {
    double most = Arrays.stream(weights).max().orElse(0.0);
    int[] kept =
        IntStream.range(0, count()).filter(s -> weights[s] >= INSIGNIFICANT * most).toArray();
    if (kept.length == count()) {
      return this;
    }
    double[] keptPoints = new double[dimension * kept.length];
    double[] keptWeights = new double[kept.length];
    for (int s = 0; s < kept.length; s++) {
      keptWeights[s] = weights[kept[s]];
      for (int c = 0; c < dimension; c++) {
        keptPoints[c * kept.length + s] = node(c, kept[s]);
      }
    }
    return new Nodes(keptPoints, keptWeights, dimension);
  }

  /** S, the number of points. */
  public int count() {
    return weights.length;
  }

  /** C, the number of coordinates of a point. */
  public int dimension() {
    return dimension;
  }

  /** Coordinate {@code latent} of point {@code s}. */
  public double node(int latent, int s) {
    return points[latent * weights.length + s];
  }

  public double weight(int s) {
    return weights[s];
  }

  /** One coordinate of every point. */
  public double[] copyNodes(int latent) {
    int from = latent * count();
    return Arrays.copyOfRange(points, from, from + count());
  }

  public double[] copyWeights() {
    return weights.clone();
  }
}
