package io.github.tgp4j.quadrature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodesTest {
  @ParameterizedTest
  @CsvSource({
    "1, 20, 20, 1e-12",
    "2, 420, 400, 1e-12",
    "3, 512, 512, 1e-2",
    "5, 1000, 1000, 1e-2",
    "10, 1021, 1021, 3e-2"
  })
  void integratesSmoothFunctions(int dimension, int count, int points, double tolerance) {
    Nodes nodes = Nodes.forLatents(dimension, count, 7);
    assertThat(nodes.count()).isEqualTo(points);
    assertThat(nodes.dimension()).isEqualTo(dimension);
    assertThat(expectation(nodes, z -> 1.0)).isCloseTo(1.0, within(1e-12));
    assertThat(expectation(nodes, z -> z[dimension - 1])).isCloseTo(0.0, within(tolerance));
    double a = 1.0 / Math.sqrt(dimension); // Σ a·z_c ~ N(0, 1)
    ToDoubleFunction<double[]> sum = z -> a * Arrays.stream(z).sum();
    assertThat(expectation(nodes, z -> Math.cos(sum.applyAsDouble(z))))
        .isCloseTo(Math.exp(-0.5), within(tolerance));
    assertThat(expectation(nodes, z -> Math.exp(sum.applyAsDouble(z))))
        .isCloseTo(Math.exp(0.5), within(3 * tolerance));
    assertThat(expectation(nodes, z -> Arrays.stream(z).map(x -> x * x).sum()) / dimension)
        .isCloseTo(1.0, within(tolerance));
  }

  @Test
  void latticeBeatsPlainSampling() {
    int count = 1021;
    double squared = 0.0;
    for (int seed = 0; seed < 20; seed++) {
      Nodes nodes = Nodes.lattice(count, 4, seed);
      double error =
          expectation(nodes, z -> Math.tanh(1 + z[0] + z[1] * z[2] - z[3]))
              - expectation(Nodes.tensor(24, 4), z -> Math.tanh(1 + z[0] + z[1] * z[2] - z[3]));
      squared += error * error / 20;
    }
    double plain = 0.75 / Math.sqrt(count); // the function's standard deviation is about 0.75
    assertThat(Math.sqrt(squared)).isLessThan(plain / 4);
  }

  @Test
  void latticeFollowsItsSeed() {
    Nodes nodes = Nodes.lattice(64, 3, 1);
    for (int c = 0; c < 3; c++) {
      assertThat(nodes.copyNodes(c)).isEqualTo(Nodes.lattice(64, 3, 1).copyNodes(c));
      assertThat(nodes.copyNodes(c)).isNotEqualTo(Nodes.lattice(64, 3, 2).copyNodes(c));
    }
    assertThat(nodes.copyNodes(0)).isNotEqualTo(nodes.copyNodes(1));
  }

  @Test
  void refusesNonsense() {
    assertThatThrownBy(() -> Nodes.tensor(100, 4)).hasMessageContaining("use a lattice");
    assertThatThrownBy(() -> Nodes.forLatents(0, 10, 1)).hasMessageContaining("latent");
    assertThatThrownBy(() -> Nodes.forLatents(3, 0, 1)).hasMessageContaining("0 points");
  }

  private static double expectation(Nodes nodes, ToDoubleFunction<double[]> h) {
    double sum = 0.0;
    double[] z = new double[nodes.dimension()];
    for (int s = 0; s < nodes.count(); s++) {
      for (int c = 0; c < z.length; c++) {
        z[c] = nodes.node(c, s);
      }
      sum += nodes.weight(s) * h.applyAsDouble(z);
    }
    return sum;
  }

  @Test
  void pointsThatCannotBeSeenAreLeftOut() {
    Nodes all = Nodes.gaussHermite(100);
    Nodes some = all.significant();
    assertThat(some.count()).isBetween(50, 70);
    for (double scale : new double[] {0.3, 1.0, 3.0}) { // E exp(scale z) = exp(scale²/2)
      double sum = 0;
      for (int s = 0; s < some.count(); s++) {
        sum += some.weight(s) * Math.exp(scale * some.node(0, s));
      }
      assertThat(sum / Math.exp(0.5 * scale * scale)).isCloseTo(1.0, within(1e-10));
    }
    assertThat(Nodes.gaussHermite(10).significant().count()).isEqualTo(10);
    Nodes square = Nodes.forLatents(2, 1600, 1);
    assertThat(square.significant().count()).isLessThan(square.count());
    assertThat(Arrays.stream(square.significant().copyWeights()).sum()).isCloseTo(1, within(1e-12));
  }
}
