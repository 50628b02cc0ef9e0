package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import io.github.tgp4j.testing.LikelihoodContract;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warps onto the positive half line; {@link WarpedOntoTheLineTest} has those onto all of it. */
class WarpedLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        Specs.likelihood("warped(sal(1) > softplus)"), Specs.likelihood("warped(sal > exp)"));
  }

  @Override
  protected List<String> texts() {
    return List.of("warped(sal(1) > softplus)", "warped(sal(1) > exp)");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.2, 0.1, 0.9, 0.2, 0.7};
  }

  @Override
  protected double[] targets() {
    return new double[] {0.1, 0.9, 4};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 0};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.SCALE;
  }

  /** scale·w. */
  private static double[] scaled(double[] w, double scale) {
    return Arrays.stream(w).map(value -> scale * value).toArray();
  }

  /** y = exp(f + ε): the log-normal distribution. */
  @Test
  void expIsLogNormal() {
    Likelihood warped = new WarpedLikelihood(Flows.exp());
    double[] theta = {0.09};
    double[] f = {-0.7, 0.4};
    double[] mean = new double[2];
    double[] variance = new double[2];
    double[] value = new double[2];
    warped.moments(theta, 0, f, 0, 2, 2, mean, variance, 0);
    for (int i = 0; i < 2; i++) {
      double expected = Math.exp(f[i] + 0.045);
      assertThat(mean[i]).isCloseTo(expected, within(1e-13));
      assertThat(variance[i]).isCloseTo(Math.expm1(0.09) * expected * expected, within(1e-12));
      double quantile = Math.exp(f[i] + 0.3 * Scalars.normalQuantile(0.9));
      warped.cdf(theta, 0, quantile, f, i, 2, 1, value, 0);
      assertThat(value[0]).isCloseTo(0.9, within(1e-14));
      warped.logDensity(theta, 0, 2.5, f, i, 2, 1, value, 0);
      double z = (Math.log(2.5) - f[i]) / 0.3;
      assertThat(value[0]).isCloseTo(Scalars.normalLogPdf(z) - Math.log(0.3 * 2.5), within(1e-13));
    }
  }

  @Test
  void identityIsGaussian() {
    Likelihood warped = new WarpedLikelihood(Flows.sal(1)); // starts at the identity
    Likelihood gaussian = new GaussianLikelihood();
    double[] theta = {0.3, 0, 1, 0, 1};
    double[] f = {-0.5, 0.2, 1.4, 0.3, -2, 0.9};
    double[] y = {0.3, -1.2};
    double[] w = {0.2, 0.5, 0.3};
    double[][] fBar = new double[2][6];
    double[][] thetaBar = new double[2][5];
    Scratch scratch = new Scratch();
    double value =
        warped.expectation(
            theta, 0, new NodeBlock(y, 0, 2, f, 0, 6, 3, w, fBar[0]), thetaBar[0], scratch);
    assertThat(value)
        .isCloseTo(
            gaussian.expectation(
                theta, 0, new NodeBlock(y, 0, 2, f, 0, 6, 3, w, fBar[1]), thetaBar[1], scratch),
            within(1e-13));
    assertThat(fBar[0]).containsExactly(fBar[1], within(1e-13));
    assertThat(thetaBar[0][0]).isCloseTo(thetaBar[1][0], within(1e-12));
    double[][] moments = new double[2][6];
    warped.moments(theta, 0, f, 0, 6, 6, moments[0], moments[1], 0);
    assertThat(moments[0]).containsExactly(f, within(1e-12));
    assertThat(moments[1][2]).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void censoredTargetsContributeTheirProbability() {
    WarpedLikelihood likelihood = WarpedLikelihood.censored(Specs.flow("sal > softplus"), 0.25);
    double[] out = new double[3];
    double[] f = {-1e6, -0.3, 3};
    double[] p = new double[3];
    likelihood.cdf(theta(), 0, 0.25, f, 0, 3, 3, p, 0);
    for (double y : new double[] {0, 1e-300, 0.25}) {
      assertThat(likelihood.violation(y)).isNull();
      likelihood.logDensity(theta(), 0, y, f, 0, 3, 3, out, 0);
      for (int i = 0; i < 3; i++) { // P(Y ≤ c)/c: the density's mean below c
        assertThat(out[i]).isCloseTo(Math.log(p[i] / 0.25), within(1e-10));
      }
    }
    likelihood.logDensity(theta(), 0, 0, new double[] {1e6}, 0, 1, 1, out, 0);
    assertThat(out[0]).isFinite();
    assertThat(likelihood.violation(-0.01)).isNotNull();
    assertThat(likelihood.hasClosedForm()).isFalse();
    assertThat(likelihood).hasToString("warped(sal(1) > softplus, censor=0.25)");
    assertThat(likelihood.rescaled(2))
        .isEqualTo(Specs.likelihood("warped(sal > softplus, censor=0.125)"));
    assertThatThrownBy(
            () ->
                likelihood.expectedLogDensity(
                    theta(), 0, new GaussianBlock(targets(), 0, f, f, 3, out, p), 1, new double[5]))
        .hasMessageContaining("quadrature");
  }

  @Test
  void censoredPullbackIsTheGradient() {
    Likelihood likelihood = Specs.likelihood("warped(sal > softplus, censor=0.25)");
    double[] y = {0, 0.9, 4, 0.2, 0, 1.1};
    double[] f = new Random(3).doubles(18, -2, 2).toArray();
    double[] w = {0.2, 0.5, 0.3};
    double[] fBar = new double[18];
    double[] thetaBar = new double[5];
    likelihood.expectation(
        theta(),
        0,
        new NodeBlock(y, 0, 6, f, 0, 18, 3, scaled(w, 0.6), fBar),
        thetaBar,
        new Scratch());
    double[] point = Arrays.copyOf(theta(), 23);
    double[] gradient = Arrays.copyOf(thetaBar, 23);
    System.arraycopy(f, 0, point, 5, 18);
    System.arraycopy(fBar, 0, gradient, 5, 18);
    GradientCheck.check(
        x -> {
          double sum = 0;
          double[] out = new double[3];
          for (int n = 0; n < 6; n++) {
            likelihood.logDensity(x, 0, y[n], x, 5 + 3 * n, 18, 3, out, 0);
            for (int s = 0; s < 3; s++) {
              sum += 0.6 * w[s] * out[s];
            }
          }
          return sum;
        },
        point,
        gradient,
        i -> i < 5 ? "θ" + i : "f" + (i - 5));
  }

  @Test
  void edgesAreExplained() {
    Likelihood likelihood = new WarpedLikelihood(Flows.softplus());
    assertThat(likelihood.violation(0)).contains("(0.0, Infinity)", "got 0", "edge", "censor=");
    assertThat(likelihood.violation(-3)).contains("got -3").doesNotContain("edge");
    assertThatThrownBy(() -> WarpedLikelihood.censored(Flows.sal(1), 0.1))
        .hasMessageContaining("lower end");
    assertThatThrownBy(() -> WarpedLikelihood.censored(Flows.exp(), 0))
        .hasMessageContaining("censor: expected a value within the range");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tanh", "tanh > affine", "exp > affine", "log", "tanh-sum(2, bounded)"})
  void warpsThatDoNotReachAllTheySayAreRefused(String warp) {
    assertThatThrownBy(() -> new WarpedLikelihood(Specs.flow(warp)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("warp " + Specs.flow(warp))
        .hasMessageContaining("softplus or exp");
  }

  @Test
  void aTargetIsTheMedianBehindItsLocation() {
    WarpedLikelihood warped = new WarpedLikelihood(Flows.sal(1));
    double[] theta = {0.3, 0.2, 1.4, -0.1, 0.8};
    double[] below = new double[1];
    for (double y : new double[] {-2.0, 0.1, 3.0}) {
      double[] f = {warped.location(theta, 0, y)};
      warped.cdf(theta, 0, y, f, 0, 1, 1, below, 0);
      assertThat(below[0]).isCloseTo(0.5, within(1e-12));
    }
    WarpedLikelihood positive = new WarpedLikelihood(Flows.softplus());
    assertThat(positive.location(theta, 0, -1.0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(new GaussianLikelihood().location(theta, 0, 3.0)).isEqualTo(3.0);
    assertThat(new PoissonLikelihood().location(theta, 0, 3.0)).isNaN();
  }
}
