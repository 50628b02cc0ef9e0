package io.github.tgp4j.covariance;

import static io.github.tgp4j.covariance.Covariances.arcCosine;
import static io.github.tgp4j.covariance.Covariances.constant;
import static io.github.tgp4j.covariance.Covariances.cosine;
import static io.github.tgp4j.covariance.Covariances.linear;
import static io.github.tgp4j.covariance.Covariances.matern12;
import static io.github.tgp4j.covariance.Covariances.matern32;
import static io.github.tgp4j.covariance.Covariances.matern52;
import static io.github.tgp4j.covariance.Covariances.periodic;
import static io.github.tgp4j.covariance.Covariances.polynomial;
import static io.github.tgp4j.covariance.Covariances.product;
import static io.github.tgp4j.covariance.Covariances.rationalQuadratic;
import static io.github.tgp4j.covariance.Covariances.rbf;
import static io.github.tgp4j.covariance.Covariances.restrict;
import static io.github.tgp4j.covariance.Covariances.scale;
import static io.github.tgp4j.covariance.Covariances.sum;
import static io.github.tgp4j.covariance.Covariances.white;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CovariancesTest {
  @Test
  void printsTheModelLanguage() {
    assertText(rbf(2), "rbf");
    assertText(matern12(2), "matern12");
    assertText(matern32(2), "matern32");
    assertText(matern52(2), "matern52");
    assertText(rationalQuadratic(2), "rq");
    assertText(periodic(2), "periodic");
    assertText(cosine(2), "cosine");
    assertText(linear(2), "linear");
    assertText(polynomial(2, 2), "poly(2)");
    assertText(arcCosine(2, 1), "arccos(1)");
    assertText(constant(2), "constant");
    assertText(white(2), "white");
    assertText(restrict(3, rbf(2), 0, 1), "rbf[0,1]");
  }

  @Test
  void printsStartingValuesThatDifferFromTheDefaults() {
    assertText(rbf(3).lengthscales(2, 2, 2).variance(2), "rbf");
    assertText(rbf(3).lengthscales(0.5), "rbf(lengthscale=0.5)");
    assertText(
        rbf(2).variance(3).lengthscales(0.5, 1e-7), "rbf(variance=3, lengthscales=[0.5, 1.0E-7])");
    assertText(periodic(1).startingAt("period", 24), "periodic(period=24)");
    assertText(polynomial(2, 3).startingAt("offset", 0.1), "poly(3, offset=0.1)");
    assertText(
        arcCosine(2, 0).startingAt("weight-variance", 0.25).startingAt("bias-variance", 4),
        "arccos(0, weight-variance=0.25, bias-variance=4)");
    assertThat(rbf(3).lengthscales(0.5)).isEqualTo(rbf(3).startingAt("lengthscale", 0.5, 0.5, 0.5));
    assertThat(rbf(3).lengthscales(0.5))
        .isNotEqualTo(rbf(3))
        .isNotEqualTo(rbf(2).lengthscales(0.5));
    assertThat(rbf(2).lengthscales(0.5, 3).parameters().get(1).initial()).containsExactly(0.5, 3);
  }

  /** At the start rows of standardised inputs are correlated, and of variance 1 or 2, for any D. */
  @Test
  void startsSuitTheNumberOfInputs() {
    assertThat(rbf(2).parameters().get(1).initial()).containsExactly(2.0, 2.0);
    assertThat(matern32(100).parameters().get(1).initial()).containsOnly(10.0);
    assertThat(linear(1).parameters().get(0).initial()).containsExactly(1.0);
    assertThat(linear(50).parameters().get(0).initial()).containsOnly(0.02);
  }

  @Test
  void printsCompositesWithTheParenthesesTheyNeed() {
    Covariance a = rbf(2);
    Covariance b = linear(2);
    Covariance c = white(2);
    assertText(sum(a, b, c), "rbf + linear + white");
    assertText(sum(a, product(b, c)), "rbf + linear * white");
    assertText(product(sum(a, b), c), "(rbf + linear) * white");
    assertText(scale(0.5, sum(a, b)), "0.5 * (rbf + linear)");
    assertText(sum(scale(2, a), b), "2 * rbf + linear");
    assertText(restrict(4, sum(a, b), 1, 3), "(rbf + linear)[1,3]");
    assertText(restrict(4, scale(2, a), 1, 3), "(2 * rbf)[1,3]");
    assertText(
        product(restrict(3, rbf(2).lengthscales(1), 0, 1), restrict(3, linear(1), 2)),
        "rbf(lengthscale=1)[0,1] * linear[2]");
  }

  @Test
  void equalTextsAreEqualObjects() {
    Covariance a = rbf(2);
    Covariance b = linear(2);
    Covariance c = white(2);
    assertThat(sum(a, sum(b, c))).isEqualTo(sum(sum(a, b), c)).isEqualTo(sum(a, b, c));
    assertThat(product(a, product(b, c))).isEqualTo(product(a, b, c));
    assertThat(product(scale(2, a), b)).isEqualTo(scale(2, product(a, b)));
    assertThat(scale(2, scale(3, a))).isEqualTo(scale(6, a));
    assertThat(scale(1, a)).isEqualTo(a);
    assertThat(sum(a)).isEqualTo(a);
    assertThat(product(a)).isEqualTo(a);
    assertThat(restrict(4, restrict(3, rbf(1), 2), 0, 3, 1)).isEqualTo(restrict(4, rbf(1), 1));
  }

  @Test
  void namesParametersByTheirPart() {
    Covariance k =
        sum(
            rbf(2),
            periodic(2),
            rbf(2),
            product(linear(2), white(2)),
            restrict(2, matern52(1), 0),
            restrict(2, matern52(1), 1));
    assertThat(k.parameters().stream().map(Parameter::name))
        .containsExactly(
            "rbf.variance",
            "rbf.lengthscales",
            "periodic.variance",
            "periodic.lengthscales",
            "periodic.period",
            "rbf-2.variance",
            "rbf-2.lengthscales",
            "product.linear.variances",
            "product.white.variance",
            "matern52[0].variance",
            "matern52[0].lengthscales",
            "matern52[1].variance",
            "matern52[1].lengthscales");
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> rbf(8).lengthscales(1, 2, 3))
        .hasMessage("lengthscales: expected 8 (one per input) but got 3; pass one value or 8");
    assertThatThrownBy(() -> rbf(2).variance(Double.NaN))
        .hasMessageContaining("variance: expected");
    assertThatThrownBy(() -> rbf(2).startingAt("variance", 1, 2))
        .hasMessage("variance: expected one value but got 2");
    assertThatThrownBy(() -> rbf(2).startingAt("period", 1))
        .hasMessage("rbf: expected a parameter out of variance, lengthscales but got period");
    assertThatThrownBy(() -> rbf(0)).hasMessage("inputs: expected at least 1 but got 0");
    assertThatThrownBy(() -> polynomial(2, 0)).hasMessageContaining("degree: expected at least 1");
    assertThatThrownBy(() -> arcCosine(2, 3)).hasMessage("order: expected 0, 1 or 2 but got 3");
    assertThatThrownBy(() -> scale(Double.NaN, rbf(1))).hasMessageContaining("factor: expected");
    assertThatThrownBy(() -> sum()).hasMessageContaining("at least one part");
    assertThatThrownBy(() -> sum(rbf(2), rbf(1)))
        .hasMessage(
            "sum: expected 2 inputs, as in rbf, but rbf has 1; restrict it with [dimensions]");
    assertThatThrownBy(() -> restrict(2, rbf(2), 0, 2))
        .hasMessage("dimensions: expected different columns from 0 to 1 but got [0,2]");
    assertThatThrownBy(() -> restrict(2, rbf(2), 1, 1)).hasMessageContaining("different columns");
    assertThatThrownBy(() -> restrict(2, rbf(2), 1))
        .hasMessage("dimensions: expected 2, the inputs of rbf, but got 1");
  }

  /** The shift by the mean of z keeps distances exact enough far from the origin. */
  @Test
  void distancesSurviveInputsFarFromTheOrigin() {
    Matrix x = Matrix.column(1e6, 1e6 + 0.25, 1e6 + 3.0);
    Matrix z = Matrix.column(1e6 + 0.5, 1e6 + 1.0);
    Matrix k = Matrix.zeros(3, 2);
    matern12(1).cross(new double[] {1.0, 1.0}, 0, x, z, k, new Scratch());
    assertThat(k.get(0, 0)).isEqualTo(Math.exp(-0.5), within(1e-14));
    assertThat(k.get(2, 1)).isEqualTo(Math.exp(-2.0), within(1e-14));
  }

  /** Equal rows of different matrices: the distance is zero up to rounding, the gradient finite. */
  @Test
  void equalRowsHaveFiniteGradients() {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = Matrix.zeros(6, 3);
    Arrays.setAll(x.data, i -> 4.0 * random.nextDouble() - 1.5);
    Matrix z = x.copy();
    for (Covariance covariance :
        new Covariance[] {
          rbf(3), matern12(3), matern32(3), matern52(3), rationalQuadratic(3), arcCosine(3, 0)
        }) {
      double[] theta = new double[covariance.parameterCount()];
      Arrays.fill(theta, 1.0);
      Scratch scratch = new Scratch();
      Matrix k = Matrix.zeros(6, 6);
      covariance.cross(theta, 0, x, z, k, scratch);
      Matrix kBar = Matrix.zeros(6, 6);
      kBar.fill(1.0);
      Matrix zBar = Matrix.zeros(6, 3);
      double[] thetaBar = new double[theta.length];
      covariance.crossPullback(
          theta, 0, x, z, k, new CrossAdjoints(kBar, thetaBar, null, zBar), scratch);
      for (int i = 0; i < 6; i++) {
        assertThat(k.get(i, i)).isEqualTo(1.0, within(1e-7));
      }
      assertThat(Arrays.stream(zBar.data))
          .as(covariance.toString())
          .allMatch(v -> Math.abs(v) < 10);
      assertThat(Arrays.stream(thetaBar)).allMatch(Double::isFinite);
    }
  }

  private static void assertText(Covariance k, String text) {
    assertThat(k).hasToString(text);
  }
}
