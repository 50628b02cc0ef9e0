package io.github.tgp4j.covariance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.GradientCheck;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MeanFunctionTest {
  private static final double[] OUT_BAR = {0.3, -1.2, 0.8, 2.0};

  static MeanFunction[] means() {
    return new MeanFunction[] {new ZeroMean(), new ConstantMean(), new LinearMean(3)};
  }

  @Test
  void computesTheFormula() {
    double[] theta = {9, 0.5, 1, -2, 3};
    Matrix x = Matrix.of(new double[][] {{1, 2, 3}, {0, -1, 0.5}});
    double[] out = {7, 7, 7};
    new ZeroMean().mean(theta, 1, x, out);
    assertThat(out).containsExactly(0, 0, 7);
    new ConstantMean().mean(theta, 1, x, out);
    assertThat(out).containsExactly(0.5, 0.5, 7);
    new LinearMean(3).mean(theta, 1, x, out);
    assertThat(out).containsExactly(new double[] {6.5, 4.0, 7}, within(1e-15));
  }

  @ParameterizedTest
  @MethodSource("means")
  void gradient(MeanFunction mean) {
    int p = mean.parameterCount();
    double[] theta = new double[p + 1];
    Arrays.setAll(theta, i -> 0.4 + 0.3 * i);
    Matrix x = CovarianceContract.points(4, 1);
    double[] thetaBar = new double[p + 1];
    Matrix xBar = Matrix.zeros(4, 3);
    mean.meanPullback(theta, 1, x, OUT_BAR, thetaBar, xBar);
    double[] point = DoubleStream.concat(Arrays.stream(theta), Arrays.stream(x.data)).toArray();
    double[] gradient =
        DoubleStream.concat(Arrays.stream(thetaBar), Arrays.stream(xBar.data)).toArray();
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
        point,
        gradient,
        i -> i <= p ? "theta " + (i - 1) : "x " + (i - p - 1));

    double[] twice = thetaBar.clone();
    mean.meanPullback(theta, 1, x, OUT_BAR, twice, null);
    for (int i = 0; i <= p; i++) {
      assertThat(twice[i]).isEqualTo(2 * thetaBar[i], within(1e-12));
    }
  }

  @Test
  void printsTheModelLanguage() {
    assertThat(new ZeroMean()).hasToString("zero").isEqualTo(new ZeroMean());
    assertThat(new ConstantMean()).hasToString("constant").isEqualTo(new ConstantMean(0));
    assertThat(new ConstantMean(1.5)).hasToString("constant(value=1.5)");
    assertThat(new LinearMean(2)).hasToString("linear").isNotEqualTo(new LinearMean(3));
    assertThat(new LinearMean(2).startingAt("slopes", 1, -2).startingAt("intercept", 3))
        .hasToString("linear(intercept=3, slopes=[1, -2])")
        .isEqualTo(new LinearMean(2).startingAt("intercept", 3).startingAt("slopes", 1, -2));
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> new LinearMean(0)).hasMessageContaining("inputs: expected at least 1");
    assertThatThrownBy(() -> new ConstantMean(Double.NaN)).hasMessageContaining("got NaN");
    assertThatThrownBy(
            () -> new LinearMean(2).mean(new double[3], 0, Matrix.zeros(1, 3), new double[1]))
        .hasMessageContaining("expected 2 columns");
  }
}
