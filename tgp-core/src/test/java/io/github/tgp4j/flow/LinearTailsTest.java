package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import org.junit.jupiter.api.Test;

class LinearTailsTest {
  private static final Flow FLOW = Flows.sal(3);
  private static final double[] THETA = {
    0.3, 1.5, 0.1, 1.2, -0.2, 1.4, 0.0, 0.9, 0.1, 1.3, 0.2, 1.1
  };
  private static final LinearTails TAILS = LinearTails.of(FLOW, -1.5, 2.0);

  private static double[] forward(LinearTails tails, double... f) {
    double[] g = new double[f.length];
    tails.forward(FLOW, THETA, 0, f, 0, g, 0, f.length, new Scratch());
    return g;
  }

  @Test
  void isTheFlowItselfWhereItWasSeen() {
    double[] f = {-1.5, -0.3, 0.0, 1.1, 2.0};
    double[] g = new double[f.length];
    FLOW.forward(THETA, 0, f, 0, g, 0, f.length, new double[FLOW.tapeWidth() * f.length], 0);
    assertThat(forward(TAILS, f)).isEqualTo(g);
    assertThat(forward(LinearTails.NONE, -9.0, 9.0)[1]).isGreaterThan(forward(TAILS, 9.0)[0]);
  }

  @Test
  void goesOnAsAStraightLineNoSteeperThanOnAverage() {
    double step = 1e-6;
    double[] ends = forward(TAILS, -1.5, 2.0);
    double average = (ends[1] - ends[0]) / 3.5;
    for (double end : new double[] {-1.5, 2.0}) {
      double sign = Math.signum(end);
      double[] g = forward(TAILS, end - sign * step, end, end + sign * step, end + sign * 1000);
      double inside = sign * (g[1] - g[0]) / step;
      double expected = Math.min(inside, average);
      assertThat(sign * (g[2] - g[1]) / step).isCloseTo(expected, within(1e-4 * expected));
      assertThat(sign * (g[3] - g[1]) / 1000).isCloseTo(expected, within(1e-4 * expected));
    }
    assertThat(forward(TAILS, 2.0 - step)[0]).isLessThan(ends[1] - 2 * step * average);
  }

  @Test
  void valuesEndWhereTheyAreTold() {
    LinearTails ended = TAILS.within(-0.5, 0.75);
    double[] f = {-90.0, -1.0, 0.1, 1.9, 90.0};
    double[] free = forward(TAILS, f);
    double[] g = forward(ended, f);
    double[] draws = new double[f.length];
    ended.forwardDraws(FLOW, THETA, 0, 1, f, 0, draws, 0, f.length, new Scratch());
    assertThat(draws).isEqualTo(g);
    for (int i = 0; i < f.length; i++) {
      assertThat(g[i]).isEqualTo(Math.min(0.75, Math.max(-0.5, free[i])));
    }
    assertThat(free[2]).isBetween(-0.5, 0.75);
    assertThatThrownBy(() -> TAILS.within(1.0, Double.NaN))
        .hasMessageContaining("least ≤ greatest");
  }

  @Test
  void aFlowThatIsFlatAtItsEndsStaysSo() {
    Flow flow = Flows.arcsinh();
    double[] theta = {0.0, 1.0, 0.0, 0.1};
    double[] g = new double[3];
    LinearTails tails = LinearTails.of(flow, -2.0, 2.0);
    tails.forward(flow, theta, 0, new double[] {1.999, 2.0, 3.0}, 0, g, 0, 3, new Scratch());
    assertThat(g[2] - g[1]).isCloseTo((g[1] - g[0]) / 0.001, within(1e-3));
  }

  @Test
  void drawsAreTheFlowOfEachDraw() {
    int draws = 3;
    double[] theta = new double[THETA.length * draws];
    for (int k = 0; k < THETA.length; k++) {
      for (int d = 0; d < draws; d++) {
        theta[k * draws + d] = THETA[k] * (1 + 0.1 * d);
      }
    }
    double[] f = {-7.0, -1.0, 0.5, 2.5, 30.0};
    double[] g = new double[f.length * draws];
    TAILS.forwardDraws(FLOW, theta, 0, draws, f, 0, g, 0, f.length, new Scratch());
    for (int d = 0; d < draws; d++) {
      double[] own = new double[THETA.length];
      for (int k = 0; k < own.length; k++) {
        own[k] = theta[k * draws + d];
      }
      double[] one = new double[f.length];
      TAILS.forward(FLOW, own, 0, f, 0, one, 0, f.length, new Scratch());
      for (int i = 0; i < f.length; i++) {
        assertThat(g[i * draws + d]).isCloseTo(one[i], within(1e-12 * Math.abs(one[i])));
      }
    }
  }

  @Test
  void aFlowThatStopsGoesOnItselfThere() {
    LinearTails tails = LinearTails.of(new ExpFlow(), -2, 3);
    assertThat(tails).isEqualTo(new LinearTails(-2, 3, false, true));
    double[] g = new double[2];
    tails.forward(
        new ExpFlow(), new double[0], 0, new double[] {-9, 13}, 0, g, 0, 2, new Scratch());
    assertThat(g[0]).isCloseTo(Math.exp(-9), within(1e-15));
    assertThat(g[1]).isCloseTo(Math.exp(3) + 10 * (Math.exp(3) - Math.exp(-2)) / 5, within(1e-12));
  }

  @Test
  void endsAreChecked() {
    assertThatThrownBy(() -> new LinearTails(Double.NaN, 1, true, true))
        .hasMessageContaining("lower ≤ upper");
    assertThatThrownBy(() -> new LinearTails(0, Double.POSITIVE_INFINITY, true, true))
        .hasMessageContaining("finite ends");
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(LinearTails.of(FLOW, -infinity, infinity)).isEqualTo(LinearTails.NONE);
  }
}
