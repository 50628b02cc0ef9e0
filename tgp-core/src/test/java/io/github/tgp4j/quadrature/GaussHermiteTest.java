package io.github.tgp4j.quadrature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussHermiteTest {
  @Test
  void agreesWithKnownRules() {
    // numpy.polynomial.hermite_e.hermegauss(n), weights divided by √(2π); order 3 by hand.
    expect(1, new double[] {0}, new double[] {1});
    expect(2, new double[] {-1, 1}, new double[] {0.5, 0.5});
    double r = Math.sqrt(3);
    expect(3, new double[] {-r, 0, r}, new double[] {1.0 / 6, 2.0 / 3, 1.0 / 6});
    GaussHermite ten = GaussHermite.ofOrder(10);
    assertThat(ten.node(9)).isCloseTo(4.859462828332312, within(1e-14));
    assertThat(ten.node(5)).isCloseTo(0.4849357075154977, within(1e-14));
    assertThat(ten.weight(9)).isCloseTo(4.310652630718287e-06, within(1e-19));
    assertThat(ten.weight(5)).isCloseTo(0.3446423349320191, within(1e-14));
  }

  private static void expect(int n, double[] nodes, double[] weights) {
    GaussHermite rule = GaussHermite.ofOrder(n);
    assertThat(rule.copyNodes()).containsExactly(nodes, within(1e-14));
    assertThat(rule.copyWeights()).containsExactly(weights, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 12, 20, 33})
  void isExactForPolynomialsOfDegreeBelowTwiceTheOrder(int n) {
    double moment = 1.0; // E[z^d] = (d − 1)!!
    for (int d = 0; d < 2 * n; d += 2) {
      int degree = d;
      moment *= d == 0 ? 1.0 : d - 1.0;
      assertThat(sum(n, z -> Math.pow(z, degree)) / moment).isCloseTo(1.0, within(1e-12));
      assertThat(sum(n, z -> Math.pow(z, degree + 1))).isCloseTo(0.0, within(1e-12 * moment));
    }
    // The next even degree is the first it misses, by n! exactly.
    double missed = moment * (2.0 * n - 1.0) - sum(n, z -> Math.pow(z, 2 * n));
    double factorial = 1.0;
    for (int k = 2; k <= n; k++) {
      factorial *= k;
    }
    assertThat(missed / factorial).isCloseTo(1.0, within(n < 10 ? 1e-9 : 0.5));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 100, 101, 200, 500, 1000})
  void integratesSmoothFunctions(int n) {
    assertThat(sum(n, Math::exp)).isCloseTo(Math.exp(0.5), within(1e-10));
    assertThat(sum(n, z -> Math.cos(2 * z))).isCloseTo(Math.exp(-2), within(n < 20 ? 1e-6 : 1e-12));
    GaussHermite rule = GaussHermite.ofOrder(n);
    double previous = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      assertThat(rule.node(i)).isGreaterThan(previous).isEqualTo(-rule.node(n - 1 - i));
      assertThat(rule.weight(i)).isBetween(0.0, 1.0).isEqualTo(rule.weight(n - 1 - i));
      previous = rule.node(i);
    }
    assertThat(rule.node(n - 1)).isBetween(1.5 * Math.sqrt(n), 2 * Math.sqrt(n));
  }

  @Test
  void isSharedAndRefusesNonsense() {
    assertThat(GaussHermite.ofOrder(8)).isSameAs(GaussHermite.ofOrder(8));
    assertThatThrownBy(() -> GaussHermite.ofOrder(0))
        .hasMessageContaining("expected 1 to")
        .hasMessageContaining("got 0");
  }

  private static double sum(int n, DoubleUnaryOperator h) {
    GaussHermite rule = GaussHermite.ofOrder(n);
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double w = rule.weight(i);
      sum += w == 0 ? 0 : w * h.applyAsDouble(rule.node(i));
    }
    return sum;
  }
}
