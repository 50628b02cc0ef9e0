package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FlowInitialiserTest {
  private static double[] normals(int n) {
    Random random = new Random(3);
    return IntStream.range(0, n).mapToDouble(i -> random.nextGaussian()).toArray();
  }

  private static double forward(Flow flow, double[] theta, double f) {
    double[] g = new double[1];
    flow.forward(theta, 0, new double[] {f}, 0, g, 0, 1, new double[flow.tapeWidth()], 0);
    return g[0];
  }

  static List<Flow> nearIdentity() {
    return List.of(
        Flows.tanhSum(6),
        Flows.compose(Flows.tanhSum(4), Flows.affine()),
        Flows.arcsinhSum(3),
        Flows.boundedTanhSum(3),
        Flows.compose(Flows.boxCox(), Flows.affine()),
        Flows.compose(Flows.inverseBoxCoxSum(2), Flows.affine()),
        Flows.tukey(),
        Flows.compose(Flows.sal(1), Flows.inverse(Flows.boxCox()), Flows.affine()));
  }

  @ParameterizedTest
  @MethodSource("nearIdentity")
  void comesCloseToTheIdentity(Flow flow) {
    FlowInitialiser.Start start = FlowInitialiser.toIdentity(flow, -2.5, 3.0);
    assertThat(start.loss())
        .isLessThan(start.startLoss())
        .isLessThan(flow instanceof SumFlow ? 5e-3 : 1e-4);
    for (double x = -2.5; x <= 3.0; x += 0.25) {
      assertThat(forward(flow, start.theta(), x)).isCloseTo(x, offset(0.25));
    }
  }

  @Test
  void leavesTheIdentityAlone() {
    FlowInitialiser.Start start = FlowInitialiser.toIdentity(Flows.sal(3), -3, 3);
    assertThat(start.theta()).containsExactly(0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1);
    assertThat(start.loss()).isLessThan(1e-28);
  }

  @Test
  void fitsAPositiveFlowWhereItCan() {
    Flow flow = Flows.compose(Flows.sal(1), Flows.softplus());
    FlowInitialiser.Start start = FlowInitialiser.toIdentity(flow, -2, 6);
    assertThat(start.loss()).isLessThan(0.01 * start.startLoss());
    assertThatThrownBy(() -> FlowInitialiser.toIdentity(flow, -2, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sal(1) > softplus")
        .hasMessageContaining("range (0.0, Infinity)");
  }

  /** exp(a + b·f) has the maximum of its likelihood at the mean and deviation of log y. */
  @Test
  void recoversTheLogNormal() {
    double[] y = Arrays.stream(normals(500)).map(z -> Math.exp(2.0 + 0.4 * z)).toArray();
    double mean = Arrays.stream(y).map(Math::log).average().orElseThrow();
    double variance =
        Arrays.stream(y).map(v -> Math.pow(Math.log(v) - mean, 2)).average().orElseThrow();
    FlowInitialiser.Start start =
        FlowInitialiser.fromData(Flows.compose(Flows.affine(), Flows.exp()), y);
    assertThat(start.theta()[0]).isCloseTo(mean, offset(1e-4));
    assertThat(start.theta()[1]).isCloseTo(Math.sqrt(variance), offset(1e-4));
    double best = 0.5 + 0.5 * Math.log(2 * Math.PI * variance) + mean;
    assertThat(start.loss()).isCloseTo(best, offset(1e-6)).isLessThan(start.startLoss());
  }

  static List<Flow> flexible() {
    return List.of(
        Flows.sal(2),
        Flows.compose(Flows.sal(1), Flows.softplus()),
        Flows.compose(Flows.tanhSum(3), Flows.affine()),
        Flows.compose(Flows.affine(), Flows.inverse(Flows.boxCox()), Flows.affine()),
        Flows.compose(Flows.affine(), Flows.tukey(), Flows.affine()),
        Flows.boundedTanhSum(3),
        Flows.compose(Flows.inverse(Flows.tanhSum(2)), Flows.affine()));
  }

  /**
   * Exponential data: the entropy bounds the loss from below, a Gaussian fit bounds it from above.
   */
  @ParameterizedTest
  @MethodSource("flexible")
  void gaussianisesExponentialData(Flow flow) {
    double[] y =
        IntStream.range(0, 400).mapToDouble(i -> 0.01 - 3 * Math.log1p(-(i + 0.5) / 400)).toArray();
    double entropy = 1 + Math.log(3);
    double gaussian = 0.5 * Math.log(2 * Math.PI * Math.E * 9);
    FlowInitialiser.Start start = FlowInitialiser.fromData(flow, y);
    assertThat(start.loss()).isBetween(entropy - 0.1, gaussian - 0.05);
    assertThat(start.loss()).isLessThanOrEqualTo(start.startLoss());
    for (double value : start.theta()) {
      assertThat(Math.abs(value)).isLessThan(1e6); // from where training can go on
    }
  }

  @Test
  void normalisingLossHasItsGradient() {
    Flow flow = Flows.compose(Flows.tanhSum(2), Flows.affine(), Flows.softplus());
    double[] y = {0.1, 0.4, 1.2, 3.0};
    NormalisingLoss loss = new NormalisingLoss(flow, y);
    double[] theta = FlowInitialiser.random(flow, new Random(1));
    double[] gradient = new double[theta.length];
    loss.of(theta, gradient);
    GradientCheck.check(
        p -> loss.of(p, new double[p.length]), theta, gradient, i -> "theta[" + i + "]");
  }

  @Test
  void repeatedValuesDoNotMakeASpike() {
    double[] y = IntStream.range(0, 600).mapToDouble(i -> 3 + (i * i) % 6).toArray();
    FlowInitialiser.Start start = FlowInitialiser.fromData(Flows.sal(3), y);
    assertThat(start.loss()).isGreaterThan(1.0); // −log of a density that is spread over 3 to 8
    double[] spread = OrderStatistics.of(new double[] {2, 1, 1, 4, 4}, 10, Interval.POSITIVE);
    assertThat(spread).containsExactly(0.75, 1.25, 2, 3.5, 4.5);
    assertThat(OrderStatistics.of(y, 3, Interval.REAL)).hasSize(3).isSorted();
  }

  @Test
  void refusesDataOutsideTheRange() {
    assertThatThrownBy(() -> FlowInitialiser.fromData(Flows.softplus(), new double[] {1, -2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("range (0.0, Infinity) of softplus but got -2.0 at index 1");
    assertThatThrownBy(() -> FlowInitialiser.fromData(Flows.sal(1), new double[] {Double.NaN}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> FlowInitialiser.toIdentity(Flows.sal(1), 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void randomStartsAreValidAndSeeded() {
    Flow flow = Flows.compose(Flows.boxCoxSum(3), Flows.sal(2));
    double[] theta = FlowInitialiser.random(flow, new Random(5));
    assertThat(theta).isEqualTo(FlowInitialiser.random(flow, new Random(5)));
    assertThat(theta).isNotEqualTo(FlowInitialiser.random(flow, new Random(6)));
    int at = 0;
    for (var parameter : flow.parameters()) {
      assertThat(parameter.constraint().violation(theta, at, parameter.size())).isNull();
      at += parameter.size();
    }
  }
}
