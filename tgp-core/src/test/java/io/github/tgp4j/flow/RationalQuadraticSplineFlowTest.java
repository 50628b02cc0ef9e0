package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.FlowContract;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RationalQuadraticSplineFlowTest extends FlowContract {
  /** a, three widths, three heights, the slopes at the two inner knots. */
  private static final double[] THETA = {0.5, 1, 2, 1, 0.5, 3, 2.5, 2, 1.5};

  @Override
  protected Flow flow() {
    return Flows.rationalQuadraticSpline(5);
  }

  private static double[] forward(Flow flow, double[] theta, double... f) {
    double[] g = new double[f.length];
    flow.forward(theta, 0, f, 0, g, 0, f.length, new double[0], 0);
    return g;
  }

  @Test
  void passesThroughItsKnotsWithItsSlopes() {
    Flow flow = Flows.rationalQuadraticSpline(3);
    double least = 1e-3; // added to every width, height and slope
    double[] x = {-2 - 1.5 * least, -1 - 0.5 * least, 1 + 0.5 * least, 2 + 1.5 * least};
    double[] y = {-3 - 1.5 * least, -2.5 - 0.5 * least, 0.5 + 0.5 * least, 3 + 1.5 * least};
    double average = (6 + 3 * least) / (4 + 3 * least);
    double[] slopes = {average, 2 + least, 1.5 + least, average};
    for (int j = 0; j < 4; j++) {
      double[] g = forward(flow, THETA, x[j] - 1e-6, x[j], x[j] + 1e-6);
      assertThat(g[1]).isCloseTo(0.5 + y[j], within(1e-12));
      assertThat((g[1] - g[0]) / 1e-6).isCloseTo(slopes[j], within(1e-4));
      assertThat((g[2] - g[1]) / 1e-6).isCloseTo(slopes[j], within(1e-4));
    }
    double[] far = forward(flow, THETA, -102, 102);
    double[] farther = forward(flow, THETA, -103, 103);
    assertThat(far[0] - farther[0]).isCloseTo(average, within(1e-9));
    assertThat(farther[1] - far[1]).isCloseTo(average, within(1e-9));
  }

  @Test
  void startsAsTheIdentity() {
    for (int k : new int[] {2, 4, 7}) {
      Flow flow = Flows.rationalQuadraticSpline(k);
      double[] theta = new double[flow.parameterCount()];
      int at = 0;
      for (var parameter : flow.parameters()) {
        System.arraycopy(parameter.initial(), 0, theta, at, parameter.size());
        at += parameter.size();
      }
      double[] f = {-9, -4, -3.1, -0.2, 0, 1.7, 4, 5.5};
      double[] g = forward(flow, theta, f);
      for (int i = 0; i < f.length; i++) {
        assertThat(g[i]).isCloseTo(f[i], within(1e-14 * 9));
      }
    }
  }

  @Test
  void learnsTheShapeOfData() {
    SplittableRandom random = new SplittableRandom(4);
    double[] y = new double[400];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.exp(0.7 * random.nextGaussian()) - 1.2;
    }
    FlowInitialiser.Start start = FlowInitialiser.fromData(Flows.rationalQuadraticSpline(6), y);
    FlowInitialiser.Start affine = FlowInitialiser.fromData(Flows.affine(), y);
    assertThat(start.loss()).isLessThan(affine.loss() - 0.2);
  }

  @Test
  void itsTextNamesThePieces() {
    assertThat(Specs.flow("rq-spline(7)")).isEqualTo(Flows.rationalQuadraticSpline(7));
    assertThatThrownBy(() -> Flows.rationalQuadraticSpline(1)).hasMessageContaining("at least 2");
    assertThat(Specs.flow("rq-spline")).hasToString("rq-spline(8)");
  }
}
