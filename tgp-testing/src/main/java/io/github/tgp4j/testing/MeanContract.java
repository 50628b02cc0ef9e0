package io.github.tgp4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.spec.Specs;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * What every mean function must satisfy: the derivatives it claims, adjoints that are added to, and
 * a text that reads back. A test class per mean function extends it.
 */
public abstract class MeanContract {
  private static final double[] OUT_BAR = {0.3, -1.2, 0.8, 2.0};

  /** The mean function under test, for three inputs; a new object each time. */
  protected abstract MeanFunction mean();

  @Test
  final void pullbackIsTheDerivative() {
    MeanFunction mean = mean();
    int p = mean.parameterCount();
    double[] theta = theta(p);
    Matrix x = CovarianceContract.points(4, 1);
    double[] thetaBar = new double[p + 1];
    Matrix xBar = Matrix.zeros(4, 3);
    mean.meanPullback(theta, 1, x, OUT_BAR, thetaBar, xBar);
    GradientCheck.check(
        at -> {
          double[] out = new double[4];
          mean.mean(at, 1, Matrix.wrap(at, p + 1, 4, 3, 3), out);
          double sum = 0.0;
          for (int i = 0; i < 4; i++) {
            sum += OUT_BAR[i] * out[i];
          }
          return sum;
        },
        concat(theta, x.data),
        concat(thetaBar, xBar.data),
        i -> i <= p ? "theta " + (i - 1) : "x " + (i - p - 1));
  }

  @Test
  final void addsToTheAdjointsAndNeedsNoneOfX() {
    MeanFunction mean = mean();
    int p = mean.parameterCount();
    Matrix x = CovarianceContract.points(4, 1);
    double[] once = new double[p + 1];
    mean.meanPullback(theta(p), 1, x, OUT_BAR, once, null);
    double[] twice = once.clone();
    mean.meanPullback(theta(p), 1, x, OUT_BAR, twice, null);
    assertThat(once[0]).isZero();
    for (int i = 0; i <= p; i++) {
      assertThat(twice[i]).isEqualTo(2 * once[i], within(1e-12));
    }
  }

  /** Register a mean function of your own before it is tested, or list it in a Parts service. */
  @Test
  final void textReadsBack() {
    MeanFunction mean = mean();
    assertThat(mean).isEqualTo(mean()).hasSameHashCodeAs(mean());
    assertThat(Specs.mean(mean.toString(), 3)).isEqualTo(mean).hasToString(mean.toString());
  }

  private static double[] theta(int p) {
    double[] theta = new double[p + 1];
    Arrays.setAll(theta, i -> 0.4 + 0.3 * i);
    return theta;
  }

  private static double[] concat(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }
}
