package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InducingPointsTest {
  private static final Covariance RBF = Covariances.rbf(2);
  private static final double[] THETA = {1.0, 0.5, 0.5};

  private static Matrix cloud(int rows) {
    SplittableRandom random = new SplittableRandom(8);
    Matrix x = Matrix.zeros(rows, 2);
    for (int i = 0; i < x.data.length; i++) {
      x.data[i] = random.nextGaussian();
    }
    return x;
  }

  private static Set<List<Double>> rows(Matrix x) {
    Set<List<Double>> rows = new HashSet<>();
    for (double[] row : x.toRows()) {
      rows.add(Arrays.stream(row).boxed().toList());
    }
    return rows;
  }

  /** Σ_i min_c |x_i − c|². */
  private static double loss(Matrix x, Matrix centres) {
    double sum = 0.0;
    for (double[] p : x.toRows()) {
      double least = Double.POSITIVE_INFINITY;
      for (double[] c : centres.toRows()) {
        least = Math.min(least, Math.pow(p[0] - c[0], 2) + Math.pow(p[1] - c[1], 2));
      }
      sum += least;
    }
    return sum;
  }

  @Test
  void randomTakesDistinctRowsOfTheData() {
    Matrix x = cloud(40);
    Matrix z = InducingPoints.random(x, 15, 1);
    assertThat(z.shape()).isEqualTo("15×2");
    assertThat(rows(z)).hasSize(15).isSubsetOf(rows(x));
    assertThat(InducingPoints.random(x, 15, 1).data).isEqualTo(z.data);
    assertThat(InducingPoints.random(x, 15, 2).data).isNotEqualTo(z.data);
    assertThat(InducingPoints.random(x, 100, 1).rows).isEqualTo(40);
  }

  @Test
  void kMeansBeatsRandomRowsAndOneStart() {
    Matrix x = cloud(700); // more than one block of rows
    Matrix z = InducingPoints.kMeans(x, 20, 10, 1);
    assertThat(z.shape()).isEqualTo("20×2");
    assertThat(rows(z)).hasSize(20);
    assertThat(loss(x, z)).isLessThan(0.7 * loss(x, InducingPoints.random(x, 20, 1)));
    assertThat(loss(x, z)).isLessThan(1.02 * loss(x, InducingPoints.kMeans(x, 20, 1, 1)));
    assertThat(InducingPoints.kMeans(x, 20, 10, 1).data).isEqualTo(z.data);
    assertThat(InducingPoints.kMeans(x, 20, 10, 5).data).isNotEqualTo(z.data);
  }

  @Test
  void kMeansFindsClusters() {
    Matrix x = Matrix.zeros(60, 2);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 60; i++) {
      x.set(i, 0, 10 * (i % 3) + 0.1 * random.nextGaussian());
      x.set(i, 1, 0.1 * random.nextGaussian());
    }
    double[] centres =
        Arrays.stream(InducingPoints.kMeans(x, 3, 10, 1).toRows()).mapToDouble(r -> r[0]).toArray();
    Arrays.sort(centres);
    assertThat(centres)
        .containsExactly(new double[] {0, 10, 20}, org.assertj.core.api.Assertions.within(0.2));
  }

  @Test
  void duplicatesGiveFewerPoints() {
    Matrix x = Matrix.zeros(50, 2);
    for (int i = 0; i < 50; i++) {
      x.set(i, 0, i % 4);
    }
    for (Matrix z :
        List.of(
            InducingPoints.kMeans(x, 10, 10, 1),
            InducingPoints.greedyVariance(x, 10, RBF, THETA, 1))) {
      assertThat(z.rows).isEqualTo(4);
      assertThat(rows(z)).isEqualTo(rows(x));
    }
    assertThat(InducingPoints.kMeans(x.rowRange(0, 1), 10, 10, 1).rows).isEqualTo(1);
    Matrix far = Matrix.of(new double[][] {{1e300, 0}, {-1e300, 0}, {0, 1e300}});
    assertThat(InducingPoints.kMeans(far, 2, 10, 1).rows).isBetween(1, 2);
  }

  /** A linear covariance's largest variance is that of the row farthest out. */
  @Test
  void greedyVarianceTakesTheLargestFirst() {
    Matrix x = cloud(100);
    x.set(37, 0, 9.0);
    Matrix z = InducingPoints.greedyVariance(x, 5, Covariances.linear(2), new double[] {1, 1}, 1);
    assertThat(z.toRows()[0]).isEqualTo(x.toRows()[37]);
    assertThat(z.rows).as("a linear function of two inputs has rank two").isEqualTo(2);
    Matrix spread = InducingPoints.greedyVariance(x, 25, RBF, THETA, 1);
    assertThat(rows(spread)).hasSize(25).isSubsetOf(rows(x));
  }
}
