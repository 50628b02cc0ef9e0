package io.github.tgp4j.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.flow.Lanes;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What every flow must do: increase, come back through its inverse, have the derivatives it claims,
 * stay finite far out, and have a text that reads back. A test class per flow extends it.
 *
 * <pre>{@code
 * class CubicFlowTest extends FlowContract {
 *   protected Flow flow() {
 *     return new CubicFlow();
 *   }
 * }
 * }</pre>
 */
public abstract class FlowContract {
  /** θ starts here in the arrays of these tests, to catch a flow that forgets its offset. */
  private static final int AT = 2;

  /** A new object each time. */
  protected abstract Flow flow();

  /** Points away from kinks, at which derivatives are compared with differences. */
  protected double[] points() {
    return flow().domain().lower() == 0.0
        ? new double[] {0.2, 0.5, 1.1, 2.3, 7.0}
        : new double[] {-2.9, -1.3, -0.4, 0.3, 0.9, 1.7, 3.1};
  }

  /** The starting values and two other θ, with {@link #AT} values of something else before. */
  private List<double[]> thetas() {
    Flow flow = flow();
    List<double[]> all = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      Random random = new Random(k);
      double[] theta = new double[AT + flow.parameterCount() + 1];
      Arrays.fill(theta, Double.NaN);
      int at = AT;
      for (Parameter parameter : flow.parameters()) {
        double[] value = parameter.initial().clone();
        double[] free = new double[value.length];
        parameter.constraint().toFree(value, free, 0, value.length);
        for (int i = 0; i < free.length; i++) {
          free[i] += (k == 0 ? 0.0 : 0.4) * random.nextGaussian();
        }
        parameter.constraint().toValue(free, value, 0, value.length);
        System.arraycopy(value, 0, theta, at, value.length);
        at += value.length;
      }
      all.add(theta);
    }
    return all;
  }

  private static double[] forward(Flow flow, double[] theta, double... f) {
    double[] g = new double[f.length];
    flow.forward(theta, AT, f, 0, g, 0, f.length, new double[flow.tapeWidth() * f.length], 0);
    return g;
  }

  private static double[] inverse(Flow flow, double[] theta, double... g) {
    double[] f = new double[g.length];
    flow.inverse(theta, AT, g, 0, f, 0, g.length);
    return f;
  }

  private static double[] logDerivative(Flow flow, double[] theta, double... f) {
    double[] out = new double[f.length];
    flow.logDerivative(theta, AT, f, 0, out, 0, f.length);
    return out;
  }

  /** f̄ for ḡ = weights, adding to thetaBar. */
  private static double[] pullback(
      Flow flow, double[] theta, double[] f, double[] weights, double[] thetaBar) {
    int n = f.length;
    double[] g = new double[n];
    double[] tape = new double[flow.tapeWidth() * n];
    double[] bar = weights.clone();
    flow.forward(theta, AT, f, 0, g, 0, n, tape, 0);
    flow.pullback(theta, AT, f, 0, g, 0, bar, 0, n, tape, 0, thetaBar);
    return bar;
  }

  private static double[] weights(int n) {
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = Math.cos(2.0 * i) + 0.3;
    }
    return weights;
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0.0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private double[] grid() {
    double[] grid = new double[241];
    boolean positive = flow().domain().lower() == 0.0;
    for (int i = 0; i < grid.length; i++) {
      double x = (i - 120) / 20.0;
      grid[i] = positive ? Math.exp(x / 2) : x;
    }
    return grid;
  }

  @Test
  final void increasesStrictly() {
    for (double[] theta : thetas()) {
      double[] g = forward(flow(), theta, grid());
      for (int i = 1; i < g.length; i++) {
        assertThat(g[i]).as("at %s", grid()[i]).isGreaterThan(g[i - 1]);
      }
    }
  }

  @Test
  final void inverseReturns() {
    for (double[] theta : thetas()) {
      double[] f = grid();
      double[] g = forward(flow(), theta, f);
      double[] back = inverse(flow(), theta, g);
      double[] again = forward(flow(), theta, back);
      double[] log = logDerivative(flow(), theta, f);
      for (int i = 0; i < f.length; i++) {
        double rounding = 1e-12 * (1 + Math.abs(f[i]) + Math.abs(g[i]) * Math.exp(-log[i]));
        assertThat(back[i]).as("at %s", f[i]).isCloseTo(f[i], within(rounding));
        double roundingOfG = 1e-12 * (1 + Math.abs(g[i]) + Math.abs(f[i]) * Math.exp(log[i]));
        assertThat(again[i]).as("at %s", f[i]).isCloseTo(g[i], within(roundingOfG));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double value) {
    return org.assertj.core.data.Offset.offset(value);
  }

  @Test
  final void pullbackIsTheDerivative() {
    for (double[] theta : thetas()) {
      Flow flow = flow();
      double[] f = points();
      double[] weights = weights(f.length);
      double[] thetaBar = new double[theta.length];
      double[] bar = pullback(flow, theta, f, weights, thetaBar);
      GradientCheck.check(
          x -> dot(weights, forward(flow, theta, x)), f, bar, i -> flow + ": f = " + f[i]);
      GradientCheck.check(
          p -> dot(weights, forward(flow, shifted(p), f)),
          own(theta),
          own(thetaBar),
          i -> name(flow, i));
    }
  }

  /** The flow's own part of an array like θ. */
  private static double[] own(double[] theta) {
    return Arrays.copyOfRange(theta, AT, theta.length - 1);
  }

  private static double[] shifted(double[] own) {
    double[] theta = new double[AT + own.length + 1];
    System.arraycopy(own, 0, theta, AT, own.length);
    return theta;
  }

  private static String name(Flow flow, int index) {
    int at = index;
    for (Parameter parameter : flow.parameters()) {
      if (at < parameter.size()) {
        return flow + ": " + parameter.name() + "[" + at + "]";
      }
      at -= parameter.size();
    }
    throw new IllegalArgumentException("no parameter " + index);
  }

  @Test
  final void logDerivativeIsTheLogarithmOfTheDerivative() {
    for (double[] theta : thetas()) {
      double[] f = grid();
      double[] ones = new double[f.length];
      Arrays.fill(ones, 1.0);
      double[] slope = pullback(flow(), theta, f, ones, new double[theta.length]);
      double[] log = logDerivative(flow(), theta, f);
      for (int i = 0; i < f.length; i++) {
        assertThat(Math.exp(log[i]))
            .as("at %s", f[i])
            .isCloseTo(slope[i], within(1e-9 * (1e-3 + slope[i])));
      }
    }
  }

  @Test
  final void logDerivativePullbackIsItsDerivative() {
    for (double[] theta : thetas()) {
      Flow flow = flow();
      double[] f = points();
      double[] weights = weights(f.length);
      double[] thetaBar = new double[theta.length];
      double[] bar = new double[f.length];
      Arrays.fill(bar, 0.5); // to be added to
      flow.logDerivativePullback(theta, AT, f, 0, weights, 0, bar, 0, f.length, thetaBar);
      for (int i = 0; i < bar.length; i++) {
        bar[i] -= 0.5;
      }
      GradientCheck.check(
          x -> dot(weights, logDerivative(flow, theta, x)), f, bar, i -> flow + ": f = " + f[i]);
      GradientCheck.check(
          p -> dot(weights, logDerivative(flow, shifted(p), f)),
          own(theta),
          own(thetaBar),
          i -> name(flow, i));
    }
  }

  @Test
  final void addsToThetaBarAndOnlyWithinItsOwn() {
    double[] theta = thetas().get(1);
    double[] f = points();
    double[] once = new double[theta.length];
    pullback(flow(), theta, f, weights(f.length), once);
    double[] onto = new double[theta.length];
    Arrays.fill(onto, 10.0);
    pullback(flow(), theta, f, weights(f.length), onto);
    for (int i = 0; i < theta.length; i++) {
      assertThat(onto[i]).isCloseTo(10.0 + once[i], within(1e-12 * (10 + Math.abs(once[i]))));
    }
    assertThat(once[0]).isZero();
    assertThat(once[AT - 1]).isZero();
    assertThat(once[theta.length - 1]).isZero();
  }

  /** Several chunks at odd offsets give what each element gives alone. */
  @Test
  final void elementsDoNotDependOnTheirNeighbours() {
    Flow flow = flow();
    double[] theta = thetas().get(1);
    int n = 2 * Lanes.SIZE + 77;
    double[] grid = grid();
    double[] f = new double[n + 3];
    double[] g = new double[n + 5];
    double[] bar = new double[n + 7];
    double[] log = new double[n + 1];
    double[] tape = new double[flow.tapeWidth() * n + 9];
    double[] thetaBar = new double[theta.length];
    double[] sum = new double[theta.length];
    double[] ones = {1.0};
    for (int i = 0; i < n; i++) {
      f[3 + i] = grid[i % grid.length] / (1 + i % 3);
      bar[7 + i] = 1.0;
    }
    flow.forward(theta, AT, f, 3, g, 5, n, tape, 9);
    flow.pullback(theta, AT, f, 3, g, 5, bar, 7, n, tape, 9, thetaBar);
    flow.logDerivative(theta, AT, f, 3, log, 1, n);
    for (int i = 0; i < n; i++) {
      double[] alone = {f[3 + i]};
      double value = forward(flow, theta, alone)[0];
      assertThat(g[5 + i]).isCloseTo(value, within(1e-13 * (1 + Math.abs(value))));
      double slope = pullback(flow, theta, alone, ones, sum)[0];
      assertThat(bar[7 + i]).isCloseTo(slope, within(1e-12 * (1 + slope)));
      double logAlone = logDerivative(flow, theta, alone)[0];
      assertThat(log[1 + i]).isCloseTo(logAlone, within(1e-12 * (1 + Math.abs(logAlone))));
    }
    for (int i = 0; i < theta.length; i++) {
      assertThat(thetaBar[i]).isCloseTo(sum[i], within(1e-8 * (n + Math.abs(sum[i]))));
    }
  }

  @Test
  final void staysFiniteFarOut() {
    double[] far = {-1e300, -1e8, -800, -1e-300, 0.0, 1e-300, 1e-9, 800, 1e8, 1e300};
    Flow flow = flow();
    double[] f = Arrays.stream(far).filter(flow.domain()::contains).toArray();
    for (double[] theta : thetas()) {
      double[] thetaBar = new double[theta.length];
      double[] fBar = new double[f.length];
      double[] g = forward(flow, theta, f);
      assertAllFinite("g", g);
      assertThat(forward(flow, theta, Double.MAX_VALUE)[0])
          .isBetween(g[g.length - 1], Double.MAX_VALUE);
      assertAllFinite("slope", pullback(flow, theta, f, weights(f.length), thetaBar));
      assertAllFinite("log derivative", logDerivative(flow, theta, f));
      flow.logDerivativePullback(
          theta, AT, f, 0, weights(f.length), 0, fBar, 0, f.length, thetaBar);
      assertAllFinite("its pullback", fBar);
      assertAllFinite("thetaBar", thetaBar);
      for (int i = 1; i < g.length; i++) {
        assertThat(g[i]).as("at %s", f[i]).isGreaterThanOrEqualTo(g[i - 1]);
      }
      Interval range = flow.range(flow.domain());
      for (double value : g) {
        assertThat(range.contains(value)).as("%s in %s", value, range).isTrue();
      }
      double[] beyond = {
        Double.NEGATIVE_INFINITY, -1e300, -1e8, 1e8, 1e300, Double.POSITIVE_INFINITY
      };
      double previous = Double.NEGATIVE_INFINITY;
      for (double back : inverse(flow, theta, beyond)) {
        assertThat(back).isGreaterThanOrEqualTo(previous); // and so not NaN
        assertThat(back).isBetween(flow.domain().lower(), flow.domain().upper());
        previous = back;
      }
    }
  }

  private static void assertAllFinite(String what, double[] values) {
    for (double value : values) {
      assertThat(value).as("%s: %s", what, Arrays.toString(values)).isFinite();
    }
  }

  @Test
  final void rangeContainsTheValues() {
    Interval domain = flow().domain();
    double[][] inputs = {{-2, -0.5}, {-0.3, 0.8}, {0.1, 0.9}, {1.5, 4}, {-5, 5}};
    for (double[] theta : thetas()) {
      for (double[] ends : inputs) {
        if (domain.lower() < ends[0]) {
          Interval range = flow().range(new Interval(ends[0], ends[1]));
          for (int i = 1; i < 20; i++) {
            double x = ends[0] + (ends[1] - ends[0]) * i / 20;
            double g = forward(flow(), theta, x)[0];
            assertThat(range.contains(g)).as("%s -> %s in %s", x, g, range).isTrue();
          }
        }
      }
    }
  }

  @Test
  final void equalFlowsAreEqualAndNameTheirParametersOnce() {
    assertThat(flow()).isEqualTo(flow()).hasSameHashCodeAs(flow()).hasToString(flow().toString());
    assertThat(flow()).isNotEqualTo(new Object());
    assertThat(flow().parameters().stream().map(Parameter::name)).doesNotHaveDuplicates();
    int count = flow().parameters().stream().mapToInt(Parameter::size).sum();
    assertThat(flow().parameterCount()).isEqualTo(count);
  }

  /** Register a flow of your own before it is tested, or list it in a Parts service. */
  @Test
  final void textReadsBack() {
    assertThat(Specs.flow(flow().toString())).isEqualTo(flow()).hasToString(flow().toString());
  }

  @Test
  final void drawsAreOneForwardEach() {
    Flow flow = flow();
    List<double[]> thetas = thetas();
    int draws = thetas.size();
    double[] f = points();
    int n = f.length;
    double[] together = new double[1 + flow.parameterCount() * draws];
    double[] own = new double[n * draws];
    for (int d = 0; d < draws; d++) {
      for (int k = 0; k < flow.parameterCount(); k++) {
        together[1 + k * draws + d] = thetas.get(d)[AT + k];
      }
      for (int i = 0; i < n; i++) {
        own[i * draws + d] = f[(i + d) % n];
      }
    }
    double[] shared = new double[n * draws];
    flow.forwardDraws(together, 1, draws, f, 0, true, shared, 0, n);
    flow.forwardDraws(together, 1, draws, own, 0, false, own, 0, n);
    for (int d = 0; d < draws; d++) {
      double[] expected = forward(flow, thetas.get(d), f);
      for (int i = 0; i < n; i++) {
        assertThat(shared[i * draws + d]).isEqualTo(expected[i]);
        assertThat(own[i * draws + d]).isEqualTo(expected[(i + d) % n]);
      }
    }
  }
}
