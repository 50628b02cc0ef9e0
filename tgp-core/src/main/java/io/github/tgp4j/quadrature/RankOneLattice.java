package io.github.tgp4j.quadrature;

import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Shifted rank-1 lattice; equation Q3 in docs/equations.md.
 *
 * <pre>
 *   u_sc = frac(s·g_c/S + Δ_c),  z_sc = Φ⁻¹(1 − |2u_sc − 1|),  Δ ~ uniform on the cube
 * </pre>
 *
 * <p>The fold 1 − |2u − 1| makes the integrand periodic; it halves the error (more on smooth
 * functions) against the unfolded lattice.
 *
 * <p>The generating vector g is built component by component: each g_c, of a fixed sample of the
 * integers coprime to S, minimises the shift-averaged worst-case error
 *
 * <pre>
 *   e² = −1 + (1/S)·Σ_s Π_c (1 + γ_c·B₂(frac(s·g_c/S))),  B₂(u) = u² − u + 1/6,  γ_c = 1/(c+1)²
 * </pre>
 */
final class RankOneLattice {
  private record Size(int count, int dimension) {}

  private static final ConcurrentMap<Size, RankOneLattice> LATTICES = new ConcurrentHashMap<>();

  /** How many integers compete for each component; more gain little. */
  private static final int CANDIDATES = 128;

  private final int count;
  private final int[] generator;

  private RankOneLattice(int count, int[] generator) {
    this.count = count;
    this.generator = generator;
  }

  static RankOneLattice of(int count, int dimension) {
    if (count < 1 || dimension < 1) {
      throw new IllegalArgumentException(
          "lattice: expected at least one point and one latent but got "
              + count
              + " points for "
              + dimension
              + " latents");
    }
    return LATTICES.computeIfAbsent(
        new Size(count, dimension), s -> new RankOneLattice(s.count, search(s.count, s.dimension)));
  }

  /** The shifted points mapped to normal ones, coordinate c of point s at [c·S + s]. */
  double[] normalPoints(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] points = new double[generator.length * count];
    for (int c = 0; c < generator.length; c++) {
      double shift = random.nextDouble();
      for (int s = 0; s < count; s++) {
        double u = fraction(s, generator[c]) + shift;
        double folded = 1.0 - Math.abs(2.0 * frac(u) - 1.0);
        // Kept off 0 and 1, where Φ⁻¹ is infinite.
        double open = Math.min(Math.max(folded, 0x1p-53), 1.0 - 0x1p-53);
        points[c * count + s] = Scalars.normalQuantile(open);
      }
    }
    return points;
  }

  private double fraction(int s, int g) {
    return (double) ((long) s * g % count) / count;
  }

  private static int[] search(int count, int dimension) {
    int[] generator = new int[dimension];
    double[] product = new double[count];
    Arrays.fill(product, 1.0);
    double[] kernel = new double[count]; // B₂(s/S)
    for (int s = 0; s < count; s++) {
      double u = (double) s / count;
      kernel[s] = u * u - u + 1.0 / 6.0;
    }
    for (int c = 0; c < dimension; c++) {
      double gamma = 1.0 / ((c + 1.0) * (c + 1.0));
      int best = c == 0 ? 1 : best(product, kernel);
      generator[c] = best;
      for (int s = 0; s < count; s++) {
        product[s] *= 1.0 + gamma * kernel[(int) ((long) s * best % count)];
      }
    }
    return generator;
  }

  /** The candidate with the least Σ_s product_s·B₂(s·g/S); γ_c does not change the order. */
  private static int best(double[] product, double[] kernel) {
    int count = product.length;
    int best = 1;
    double least = Double.POSITIVE_INFINITY;
    // g and S − g are mirror images, so the lower half suffices; a golden step spreads the sample.
    int half = Math.max(1, count / 2);
    for (int i = 0; i < Math.min(CANDIDATES, half); i++) {
      int g = half <= CANDIDATES ? i + 1 : 1 + (int) (half * frac((i + 1) * 0.6180339887498949));
      if (gcd(g, count) != 1) {
        continue;
      }
      double sum = 0.0;
      for (int s = 0, index = 0; s < count; s++) {
        sum += product[s] * kernel[index];
        index += g;
        index -= index >= count ? count : 0;
      }
      if (sum < least) {
        least = sum;
        best = g;
      }
    }
    return best;
  }

  private static double frac(double x) {
    return x - Math.floor(x);
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
