package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.testing.LikelihoodContract;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class RobustGaussianLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        RobustGaussianLikelihood.beta(0.1),
        RobustGaussianLikelihood.beta(1.5),
        RobustGaussianLikelihood.gamma(0.1),
        RobustGaussianLikelihood.gamma(1.5));
  }

  @Override
  protected List<String> texts() {
    return List.of(
        "gaussian(beta=0.1)", "gaussian(beta=1.5)", "gaussian(gamma=0.1)", "gaussian(gamma=1.5)");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.4};
  }

  @Override
  protected double[] targets() {
    return new double[] {-0.9, 0.1, 2.2};
  }

  @Override
  protected double[] refused() {
    return new double[] {};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.STANDARDISE;
  }

  /** The losses as Knoblauch, Jewson and Damoulas write them, but for sign and constants. */
  private static double loss(String text, double variance, double residual) {
    boolean beta = text.contains("beta");
    double t = Double.parseDouble(text.replaceAll("[^0-9.]", ""));
    double p = Math.exp(-0.5 * residual * residual / variance) / Math.sqrt(2 * Math.PI * variance);
    double integral = Math.pow(2 * Math.PI * variance, -0.5 * t) / Math.sqrt(1 + t);
    return beta
        ? Math.pow(p, t) / t - integral / (1 + t) + 1 - 1 / t
        : (1 + t) / t * (Math.pow(p, t) / Math.pow(integral, t / (1 + t)) - 1);
  }

  /** The plain Gaussian with the loss as its log density, derivatives by differences. */
  @Override
  protected Likelihood objective(Likelihood likelihood) {
    String text = likelihood.toString();
    return (Likelihood)
        Proxy.newProxyInstance(
            Likelihood.class.getClassLoader(),
            new Class<?>[] {Likelihood.class},
            (proxy, method, a) -> {
              if (method.getName().equals("logDensity")) {
                int n = (int) a[6];
                for (int i = 0; i < n; i++) {
                  double r = (double) a[2] - ((double[]) a[3])[(int) a[4] + i];
                  ((double[]) a[7])[(int) a[8] + i] = loss(text, ((double[]) a[0])[(int) a[1]], r);
                }
                return null;
              }
              if (method.getName().equals("logDensityPullback")) {
                double variance = ((double[]) a[0])[(int) a[1]];
                for (int i = 0; i < (int) a[6]; i++) {
                  double r = (double) a[2] - ((double[]) a[3])[(int) a[4] + i];
                  double bar = ((double[]) a[7])[(int) a[8] + i];
                  ((double[]) a[9])[(int) a[4] + i] =
                      -bar * slope(step -> loss(text, variance, r + step));
                  ((double[]) a[10])[(int) a[1]] +=
                      bar * slope(step -> loss(text, variance + step, r));
                }
                return null;
              }
              return method.invoke(likelihood, a);
            });
  }

  /** Central differences of tenth order: exact to 1e-12. */
  private static double slope(java.util.function.DoubleUnaryOperator f) {
    double h = 0.007;
    double[] c = {5.0 / 6, -5.0 / 21, 5.0 / 84, -5.0 / 504, 1.0 / 1260};
    double sum = 0.0;
    for (int k = 1; k <= 5; k++) {
      sum += c[k - 1] * (f.applyAsDouble(k * h) - f.applyAsDouble(-k * h));
    }
    return sum / h;
  }

  @Test
  void powerZeroIsTheLogDensity() {
    Likelihood gaussian = new GaussianLikelihood();
    double[] f = {-3, 0.2, 1.5, 4};
    double[] weights = {0.1, 0.2, 0.3, 0.4};
    double[] y = {0.7};
    double[][] bars = new double[2][4];
    double[][] thetaBar = new double[2][1];
    double expected =
        gaussian.expectation(
            theta(),
            0,
            new NodeBlock(y, 0, 1, f, 0, 4, 4, weights, bars[0]),
            thetaBar[0],
            new Scratch());
    for (Likelihood robust :
        List.of(RobustGaussianLikelihood.beta(1e-9), RobustGaussianLikelihood.gamma(1e-9))) {
      thetaBar[1][0] = 0;
      double value =
          robust.expectation(
              theta(),
              0,
              new NodeBlock(y, 0, 1, f, 0, 4, 4, weights, bars[1]),
              thetaBar[1],
              new Scratch());
      assertThat(value).isCloseTo(expected, within(1e-6));
      assertThat(bars[1]).containsExactly(bars[0], within(1e-6));
      assertThat(thetaBar[1]).containsExactly(thetaBar[0], within(1e-6));
      double closed =
          robust.expectedLogDensity(
              theta(),
              0,
              new GaussianBlock(
                  y, 0, new double[] {0.3}, new double[] {0.6}, 1, new double[1], new double[1]),
              1,
              new double[1]);
      double plain =
          gaussian.expectedLogDensity(
              theta(),
              0,
              new GaussianBlock(
                  y, 0, new double[] {0.3}, new double[] {0.6}, 1, new double[1], new double[1]),
              1,
              new double[1]);
      assertThat(closed).isCloseTo(plain, within(1e-6));
    }
  }

  /** Of the plain Gaussian the pull of a residual grows with it; here it comes to nothing. */
  @Test
  void outliersHaveNoPull() {
    for (Likelihood robust : variants()) {
      double[] bar = new double[2];
      robust.expectation(
          theta(),
          0,
          new NodeBlock(
              new double[] {0, 50}, 0, 2, new double[] {0.5, 0.5}, 0, 2, 1, new double[] {1}, bar),
          new double[1],
          new Scratch());
      assertThat(bar[0]).isLessThan(-0.05);
      assertThat(bar[1]).isCloseTo(0, within(1e-10));
    }
  }
}
