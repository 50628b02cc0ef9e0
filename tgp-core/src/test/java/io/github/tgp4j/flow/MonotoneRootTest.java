package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** The search against inverses in closed form, on steep, flat and bounded flows. */
class MonotoneRootTest {
  private static double solve(Flow flow, double[] theta, double g) {
    double[] f = {Double.NaN, Double.NaN};
    MonotoneRoot.solve(flow, theta, 0, new double[] {g}, 0, f, 1, 1);
    return f[1];
  }

  private static void agrees(Flow flow, double[] theta, double g) {
    double[] f = new double[1];
    flow.inverse(theta, 0, new double[] {g}, 0, f, 0, 1);
    double found = solve(flow, theta, g);
    assertThat(found).as("%s at %s", flow, g).isCloseTo(f[0], offset(1e-12 * Math.abs(f[0])));
  }

  @Test
  void agreesWithTheClosedForm() {
    double[] values = {-1e120, -3e9, -20, -1, -1e-3, -1e-90, 1e-100, 1e-5, 0.7, 5, 1e3, 1e40};
    for (double g : values) {
      agrees(Flows.sinh(), new double[0], g);
      agrees(Flows.sinhArcsinh(), new double[] {0.0, 4.0}, g);
      agrees(Flows.affine(), new double[] {0.0, 1e-9}, g);
      agrees(Flows.affine(), new double[] {0.0, 1e9}, g);
      if (g > 0) {
        agrees(Flows.exp(), new double[0], g);
        agrees(Flows.softplus(), new double[0], g);
      }
      if (Math.abs(g) < 600) {
        agrees(Flows.log(), new double[0], g);
      }
    }
  }

  /** Where Newton's last step is rounded to nothing, the search is over. */
  @Test
  void takesFewSteps() {
    Flow flow = Flows.softplus();
    double[] theta = {};
    int[] calls = {0};
    Flow counted =
        (Flow)
            Proxy.newProxyInstance(
                Flow.class.getClassLoader(),
                new Class<?>[] {Flow.class},
                (proxy, method, arguments) -> {
                  calls[0] += method.getName().equals("forward") ? 1 : 0;
                  return method.invoke(flow, arguments);
                });
    for (int i = 1; i <= 300; i++) {
      calls[0] = 0;
      double found = solve(counted, theta, 0.01 * i);
      assertThat(found).isCloseTo(solve(flow, theta, 0.01 * i), offset(1e-13));
      assertThat(calls[0]).as("steps to %s", 0.01 * i).isLessThan(15);
    }
  }

  @Test
  void findsTheRootOnASteepStep() {
    double[] step = {0.0, 1.0, 3.0, 1e-12}; // tanh in a width of 1e-12 around 3
    assertThat(solve(Flows.tanh(), step, 0.5)).isCloseTo(3.0, offset(1e-11));
  }

  /** Beyond 10¹⁵⁰ a flow's slope is no longer that of its values: a step there means nothing. */
  @Test
  void isNotStoppedBySlopesFarOut() {
    Flow flow = Flows.arcsinhSum(4);
    double[] theta = new FreeParameters(flow.parameters()).start();
    double last = Double.NEGATIVE_INFINITY;
    for (double g = -140; g <= 140; g += 0.25) {
      double found = solve(flow, theta, g);
      double[] back = new double[1];
      flow.forward(theta, 0, new double[] {found}, 0, back, 0, 1, new double[flow.tapeWidth()], 0);
      assertThat(back[0]).isCloseTo(g, offset(1e-12 * (1 + Math.abs(g))));
      assertThat(found).isGreaterThan(last);
      last = found;
    }
  }

  @Test
  void givesTheEndOfTheDomainForWhatIsOutOfReach() {
    double[] theta = {0.0, 1.0, 0.0, 1.0};
    assertThat(solve(Flows.tanh(), theta, 1.5)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(solve(Flows.tanh(), theta, -1e300)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(solve(Flows.exp(), new double[0], -3)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(solve(Flows.log(), new double[0], -1e5)).isZero();
    assertThat(solve(Flows.identity(), new double[0], Double.POSITIVE_INFINITY)).isPositive();
    assertThat(solve(Flows.identity(), new double[0], Double.NaN)).isNaN();
  }
}
