package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnwarpingTest {
  private static final double[] T_BAR = {0.7, -1.1, 0.4};
  private static final double[] LOG_BAR = {1.9, 0.3, -0.6};

  private static double value(Unwarping unwarping, double[] theta, double[] y) {
    double[] t = new double[3];
    double[] log = new double[3];
    unwarping.forward(theta, 0, y, 0, t, log, 3, new Scratch());
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += T_BAR[i] * t[i] + LOG_BAR[i] * log[i];
    }
    return sum;
  }

  /** In θ and in y; exp has no θ. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pullbackIsTheGradient(boolean parameters) {
    Flow warp = parameters ? Flows.compose(Flows.sal(1), Flows.softplus()) : Flows.exp();
    Unwarping unwarping = Unwarping.of(warp);
    double[] theta = parameters ? new double[] {0.2, 0.9, -0.3, 1.4} : new double[0];
    int p = theta.length;
    double[] y = {0.3, 1.2, 2.9};
    double[] t = new double[3];
    double[] log = new double[3];
    unwarping.forward(theta, 0, y, 0, t, log, 3, new Scratch());
    double[] bar = T_BAR.clone();
    double[] thetaBar = new double[p];
    unwarping.pullback(theta, 0, t, log, bar, LOG_BAR, 3, thetaBar, new Scratch());
    double[] point = Arrays.copyOf(theta, p + 3);
    double[] gradient = Arrays.copyOf(thetaBar, p + 3);
    System.arraycopy(y, 0, point, p, 3);
    System.arraycopy(bar, 0, gradient, p, 3);
    GradientCheck.check(
        x -> value(unwarping, Arrays.copyOf(x, p), Arrays.copyOfRange(x, p, p + 3)),
        point,
        gradient,
        i -> i < p ? "θ" + i : "y" + (i - p));
  }

  /** Where g(T(y)) is not y because g is too steep for floating point, y counts as impossible. */
  @Test
  void tooSteepToBeTrueIsImpossible() {
    Unwarping unwarping = Unwarping.of(Flows.compose(Flows.sal(1), Flows.softplus()));
    double[] theta = {483, 114, 973, 1.6e149};
    double[] t = new double[3];
    double[] log = new double[3];
    unwarping.forward(theta, 0, new double[] {0.3, 1.2, 2.9}, 0, t, log, 3, new Scratch());
    assertThat(log).containsExactly(-1e6, -1e6, -1e6);
    double[] bar = T_BAR.clone();
    double[] thetaBar = new double[4];
    unwarping.pullback(theta, 0, t, log, bar, LOG_BAR, 3, thetaBar, new Scratch());
    assertThat(bar).containsOnly(0.0);
    assertThat(thetaBar).containsOnly(0.0);
  }

  /** A part in the middle that stops has an inverse that stops too, which is a number. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tanh",
        "tanh-sum(3) > inverse(boxcox-sum(3) > scale > boxcox) > tanh(unshifted)",
        "tanh > softplus"
      })
  void warpsThatDoNotReachAllTheySayAreRefused(String warp) {
    assertThatThrownBy(() -> Unwarping.of(Specs.flow(warp)))
        .hasMessageContaining("where it stops depends on its parameters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "arcsinh-sum(4)",
        "sal(3) > exp",
        "arcsinh",
        "rq-spline(8)",
        "inverse(tanh-sum(4))"
      })
  void warpsThatReachAllAreTaken(String warp) {
    assertThat(Unwarping.of(Specs.flow(warp)).warp()).isEqualTo(Specs.flow(warp));
  }
}
