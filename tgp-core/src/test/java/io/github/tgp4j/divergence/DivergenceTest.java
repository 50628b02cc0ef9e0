package io.github.tgp4j.divergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.testing.GradientCheck;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DivergenceTest {
  private static final double[] MEAN = {0.7, -1.1, 0.2};

  /** Variances below 2, so that also order 2 exists. */
  private static final double[] VARIANCE = {0.3, 1.6, 0.05};

  static Stream<Divergence> all() {
    return Stream.of(
        Divergence.kl(),
        Divergence.kl(0.4),
        Divergence.renyi(0.5),
        Divergence.renyi(0.02),
        Divergence.renyi(0.999),
        Divergence.renyi(2));
  }

  /** The definition, on a grid: Σ w·q·log(q/p), or log Σ q^α p^(1−α)/(α − 1). */
  private static double integral(Divergence divergence, double mean, double variance) {
    double h = 1e-3;
    double sum = 0.0;
    for (double x = -30; x <= 30; x += h) {
      double d = x - mean;
      double logQ = -0.5 * (d * d / variance + Math.log(2 * Math.PI * variance));
      double logP = -0.5 * (x * x + Math.log(2 * Math.PI));
      sum +=
          divergence instanceof Renyi r
              ? h * Math.exp(r.alpha() * logQ + (1 - r.alpha()) * logP)
              : h * Math.exp(logQ) * (logQ - logP);
    }
    return divergence instanceof Renyi r
        ? Math.log(sum) / (r.alpha() - 1)
        : divergence.weight() * sum;
  }

  @ParameterizedTest
  @MethodSource("all")
  void oneCoordinateIsTheDefinition(Divergence divergence) {
    for (int i = 0; i < 3; i++) {
      assertThat(divergence.value(MEAN[i], VARIANCE[i]))
          .isCloseTo(integral(divergence, MEAN[i], VARIANCE[i]), within(1e-8))
          .isPositive();
      double m = MEAN[i];
      double v = VARIANCE[i];
      GradientCheck.check(
          x -> divergence.cross(x[0], x[1]),
          new double[] {m, v},
          new double[] {divergence.crossMeanSlope(m, v), divergence.crossVarianceSlope(m, v)},
          k -> divergence + (k == 0 ? " mean" : " variance"));
    }
    assertThat(divergence.value(0, 1)).isZero();
  }

  /** A rotation of q leaves it where it is, and makes a full covariance of a diagonal one. */
  @ParameterizedTest
  @MethodSource("all")
  void fullIsTheSumOverCoordinatesOfARotation(Divergence divergence) {
    double expected = 0.0;
    for (int i = 0; i < 3; i++) {
      expected += divergence.cross(MEAN[i], VARIANCE[i]);
    }
    double[] rotated = new double[3];
    Matrix deviation = Matrix.zeros(3, 3);
    double[] u = {2.0 / 3, 1.0 / 3, 2.0 / 3}; // a reflection H = I − 2uuᵀ
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        double hik = (i == k ? 1 : 0) - 2 * u[i] * u[k];
        rotated[i] += hik * MEAN[k];
        for (int j = 0; j < 3; j++) {
          double hjk = (j == k ? 1 : 0) - 2 * u[j] * u[k];
          deviation.data[3 * i + j] += hik * (VARIANCE[k] - 1) * hjk;
        }
      }
    }
    double[] slope = new double[3];
    Matrix covarianceSlope = Matrix.zeros(3, 3);
    double cross = cross(divergence, rotated, deviation, slope, covarianceSlope);
    assertThat(cross).isCloseTo(expected, within(1e-11));
    double[] point = new double[12];
    double[] gradient = new double[12];
    System.arraycopy(rotated, 0, point, 0, 3);
    System.arraycopy(deviation.data, 0, point, 3, 9);
    System.arraycopy(slope, 0, gradient, 0, 3);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) { // an entry moves with its mirror image
        gradient[3 + 3 * i + j] =
            covarianceSlope.get(i, j) + (i == j ? 0 : covarianceSlope.get(j, i));
      }
    }
    GradientCheck.check(
        x -> {
          Matrix moved = Matrix.zeros(3, 3);
          for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
              double change = x[3 + 3 * i + j] - deviation.get(i, j);
              moved.data[3 * i + j] += deviation.get(i, j) + change;
              moved.data[3 * j + i] += i == j ? 0 : change;
            }
          }
          return cross(divergence, x, moved, new double[3], Matrix.zeros(3, 3));
        },
        point,
        gradient,
        i -> divergence + (i < 3 ? " mean " + i : " covariance " + (i - 3)));
  }

  private static double cross(
      Divergence divergence, double[] mean, Matrix deviation, double[] slope, Matrix out) {
    return divergence.cross(mean, deviation, slope, out, Matrix.zeros(3, 3));
  }

  @Test
  void orderOneIsKullbackLeibler() {
    for (int i = 0; i < 3; i++) {
      double kl = Divergence.kl().value(MEAN[i], VARIANCE[i]);
      for (double alpha : new double[] {1 - 1e-6, 1 + 1e-6}) {
        Divergence near = Divergence.renyi(alpha);
        assertThat(near.value(MEAN[i], VARIANCE[i])).isCloseTo(kl, within(1e-5));
        double[] slope = new double[1];
        Matrix r = Matrix.zeros(1, 1);
        Matrix deviation = Matrix.column(VARIANCE[i] - 1);
        assertThat(near.cross(new double[] {MEAN[i]}, deviation, slope, r, Matrix.zeros(1, 1)))
            .isCloseTo(Divergence.kl().cross(MEAN[i], VARIANCE[i]), within(1e-5));
      }
      double last = 0.0;
      for (double alpha : new double[] {0.1, 0.5, 0.9, 1.1, 2}) {
        double value = Divergence.renyi(alpha).value(MEAN[i], VARIANCE[i]);
        assertThat(value).isGreaterThan(last); // Rényi's divergence grows with its order
        last = value;
      }
    }
  }

  @Test
  void largeOrdersEndWhereTheVarianceIsTooLarge() {
    Divergence divergence = Divergence.renyi(3); // variances below 1.5
    assertThat(divergence.value(0.1, 1.49)).isFinite();
    assertThat(divergence.value(0.1, 1.51)).isEqualTo(Double.POSITIVE_INFINITY);
    Matrix deviation = Matrix.column(0.51);
    assertThat(
            divergence.cross(
                new double[] {0.1},
                deviation,
                new double[1],
                Matrix.zeros(1, 1),
                Matrix.zeros(1, 1)))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void textAndEquality() {
    assertThat(all().map(Divergence::toString))
        .isEqualTo(
            List.of("kl", "kl(0.4)", "renyi(0.5)", "renyi(0.02)", "renyi(0.999)", "renyi(2)"));
    assertThat(Divergence.kl(1)).isEqualTo(Divergence.kl()).isNotEqualTo(Divergence.kl(2));
    assertThat(Divergence.kl(1).isKl()).isTrue();
    assertThat(Divergence.kl(2).isKl()).isFalse();
    assertThat(Divergence.renyi(2).isKl()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refused(double value) {
    assertThatThrownBy(() -> Divergence.kl(value)).hasMessageContaining("kl: expected a weight");
    assertThatThrownBy(() -> Divergence.renyi(value)).hasMessageContaining("renyi: expected");
    assertThatThrownBy(() -> Divergence.renyi(1)).hasMessageContaining("order 1 is kl");
  }
}
