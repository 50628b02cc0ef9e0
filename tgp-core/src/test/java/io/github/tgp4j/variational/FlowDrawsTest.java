package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowDrawsTest {
  private static final int DRAWS = 2000;
  private static final Matrix X = Matrix.column(1.5, -1.5);

  /**
   * With weights of mean 0 the noise of a unit has the same deviation at x and −x, so that one draw
   * of the units' noise for all rows, as predictions of single rows take it, gives the two rows the
   * same values. A draw of the weights does not: w·x + b and −w·x + b are different functions'
   * ends.
   */
  @Test
  void aPathHasOneDrawOfTheWeights() {
    FlowDraws draws = gaussianWeightsOfMeanZero();
    FlowDraws.Values alone = draws.newValues(2);
    draws.draw(X, alone, new Scratch());
    double[][] single = new double[2][DRAWS];
    double[][] path = new double[2][DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      FlowDraws.Values values = draws.drawPath(X, 5L, d);
      for (int i = 0; i < 2; i++) {
        path[i][d] = values.theta(0)[values.at(0, i)];
        single[i][d] = alone.theta(0)[alone.at(0, i) + d];
      }
    }
    assertThat(single[0]).isEqualTo(single[1]);
    assertThat(correlation(path)).isLessThan(0.9);
    // each row by itself is distributed as it is alone
    assertThat(deviation(path[0])).isCloseTo(deviation(single[0]), within(0.06));
    assertThat(deviation(path[1])).isCloseTo(deviation(single[1]), within(0.06));
    assertThat(draws.drawPath(X, 5L, 3).theta(0)).isEqualTo(draws.drawPath(X, 5L, 3).theta(0));
  }

  /** N18, by hand. */
  @Test
  void farInputsCountByTheirLogarithm() {
    FlowSpec spec = Specs.flowSpec("sal(1) @ mlp(3, tanh)");
    Flow flow = spec.flow();
    FlowNetwork network =
        FlowNetwork.of(flow, FlowNetwork.usualParameters(flow), spec.network(), 1, 2, 1.0, 7);
    Matrix x = Matrix.of(new double[][] {{2.0}, {-3.0}, {-(3.0 + Math.E - 1)}, {1e6}});
    assertThat(network.seen(x, new Scratch())).isSameAs(x);
    double[] near = network.withReach(3.0).seen(x, new Scratch()).copy().data;
    assertThat(near)
        .containsExactly(new double[] {2.0, -3.0, -4.0, 3 + Math.log1p(1e6 - 3)}, within(1e-12));
    assertThatThrownBy(() -> network.withReach(Double.NaN)).hasMessageContaining("more than 0");
  }

  private static FlowDraws gaussianWeightsOfMeanZero() {
    FlowSpec spec = Specs.flowSpec("sal(1) @ mlp(3, tanh, bayes)");
    Flow flow = spec.flow();
    FlowNetwork network =
        FlowNetwork.of(flow, FlowNetwork.usualParameters(flow), spec.network(), 1, 2, 1.0, 7);
    Architecture architecture =
        new Architecture(
            1,
            List.of(
                new Architecture.Group(Specs.covariance("rbf", 1), Specs.mean("zero", 1), 1, 1)),
            List.of(Architecture.Output.dependent(new GaussianLikelihood(), List.of(network))));
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(1, 1)));
    for (Parameters.Block block : parameters.blocks()) {
      if (block.name().startsWith("network")) {
        double[] values = new double[block.size()];
        Arrays.fill(values, block.name().endsWith("-deviation") ? 0.7 : 0.0);
        parameters.set(block.name(), values);
      }
    }
    return new FlowDraws(architecture, 0, parameters.value(), DRAWS);
  }

  private static double mean(double[] x) {
    return Arrays.stream(x).average().orElseThrow();
  }

  private static double deviation(double[] x) {
    double mean = mean(x);
    return Math.sqrt(Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  private static double correlation(double[][] x) {
    double first = mean(x[0]);
    double second = mean(x[1]);
    double sum = 0;
    for (int d = 0; d < DRAWS; d++) {
      sum += (x[0][d] - first) * (x[1][d] - second) / DRAWS;
    }
    return sum / deviation(x[0]) / deviation(x[1]);
  }
}
