package io.github.tgp4j.covariance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import org.junit.jupiter.api.Test;

class MeanFunctionTest {
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
