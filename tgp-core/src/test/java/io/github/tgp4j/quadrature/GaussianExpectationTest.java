package io.github.tgp4j.quadrature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GaussianExpectationTest {
  private final GaussianExpectation expectation = new GaussianExpectation(Nodes.gaussHermite(40));

  @Test
  void valueAndAdjointsOfExpAreTheClosedForm() {
    double m = 0.3;
    double v = 0.7;
    double exact = Math.exp(m + v / 2);
    assertThat(expectation.value(Math::exp, m, v)).isCloseTo(exact, within(1e-12));
    assertThat(expectation.meanBar(Math::exp, m, v)).isCloseTo(exact, within(1e-12));
    assertThat(expectation.varianceBar(Math::exp, m, v)).isCloseTo(exact / 2, within(1e-12));
    // v → 0: v̄ → h″/2
    assertThat(expectation.value(Math::exp, m, 0.0)).isCloseTo(Math.exp(m), within(1e-12));
    assertThat(expectation.varianceBar(Math::exp, m, 0.0)).isCloseTo(Math.exp(m) / 2, within(1e-6));
  }

  @Test
  void pullbackIsTheGradientOfPlace() {
    Nodes nodes = Nodes.lattice(31, 3, 5);
    GaussianExpectation several = new GaussianExpectation(nodes);
    int rows = 2;
    int size = 3 * rows;
    double[] point = {0.1, -0.4, 0.9, 0.2, -1.0, 0.5, 0.3, 1.2, 0.05, 2.0, 0.6, 0.8};
    double[] fBar = new double[size * nodes.count()];
    several.place(head(point, size), tail(point, size), rows, fBar);
    for (int i = 0; i < fBar.length; i++) {
      fBar[i] = nodes.weight(i % nodes.count()) * Math.cos(fBar[i]);
    }
    double[] meanBar = new double[size];
    double[] varianceBar = new double[size];
    several.pullback(tail(point, size), rows, fBar, meanBar, varianceBar);
    double[] gradient = new double[2 * size];
    System.arraycopy(meanBar, 0, gradient, 0, size);
    System.arraycopy(varianceBar, 0, gradient, size, size);
    GradientCheck.check(
        p -> {
          double[] f = new double[size * nodes.count()];
          several.place(head(p, size), tail(p, size), rows, f);
          double sum = 0.0;
          for (int i = 0; i < f.length; i++) {
            sum += nodes.weight(i % nodes.count()) * Math.sin(f[i]);
          }
          return sum;
        },
        point,
        gradient,
        i -> (i < size ? "mean " : "variance ") + i % size);
  }

  private static double[] head(double[] x, int n) {
    return Arrays.copyOf(x, n);
  }

  private static double[] tail(double[] x, int n) {
    return Arrays.copyOfRange(x, x.length - n, x.length);
  }
}
