package io.github.tgp4j.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import io.github.tgp4j.variational.SmallModel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransformedPriorBoundTest {
  private static final int N = 6;
  private final SplittableRandom random = new SplittableRandom(8);
  private final Matrix x = SmallModel.random(N, 2, random);
  private final double[] y = random.doubles(N, -1, 1.5).toArray();

  private TransformedPriorBound bound(String flow, String likelihood) {
    SmallModel model = SmallModel.of("matern32", flow, likelihood, x);
    return new TransformedPriorBound(model.architecture, x, y, 32);
  }

  private Parameters somewhere(TransformedPriorBound bound) {
    Parameters parameters = bound.newParameters();
    for (Parameters.Block block : parameters.blocks()) {
      for (int i = 0; i < block.size() && !block.name().equals("inducing"); i++) {
        parameters.free()[block.from() + i] += random.nextDouble(-0.4, 0.3);
      }
    }
    parameters.refresh();
    return parameters;
  }

  @ParameterizedTest
  @CsvSource({"sal(1),gaussian", "tanh-sum(2),student-t(4)", "inverse(sal(1)),warped(sal(1))"})
  void pullbackIsTheGradient(String flow, String likelihood) {
    isTheGradient(flow, likelihood, Divergence.kl());
  }

  private void isTheGradient(String flow, String likelihood, Divergence divergence) {
    TransformedPriorBound bound = bound(flow, likelihood);
    bound.useDivergence(divergence);
    Parameters parameters = somewhere(bound);
    Matrix noise = bound.noise(2, 5);
    bound.evaluate(parameters, noise);
    double[] gradient = new double[parameters.size()];
    parameters.pullback(bound.gradient(), gradient);
    GradientCheck.check(
        free -> {
          Parameters moved = parameters.copy();
          for (Parameters.Block block : parameters.blocks()) {
            if (block.trainable()) {
              System.arraycopy(free, block.from(), moved.free(), block.from(), block.size());
            }
          }
          moved.refresh();
          return bound.evaluate(moved, noise);
        },
        parameters.free(),
        gradient,
        parameters::nameOf);
  }

  @Test
  void pullbackIsTheGradientWithAnotherWeightOfTheDivergence() {
    isTheGradient("sal(1)", "gaussian", Divergence.kl(0.3));
  }

  /** Without a flow, or with one at the identity, it is the ordinary bound, whatever the noise. */
  @ParameterizedTest
  @CsvSource({"identity,gaussian", "sal(1),gaussian", "identity,student-t(4)"})
  void identityFlowIsTheGp(String flow, String likelihood) {
    TransformedPriorBound bound = bound(flow, likelihood);
    Parameters parameters = somewhere(bound);
    if (flow.equals("sal(1)")) {
      Parameters start = bound.newParameters();
      start.blocks().stream()
          .filter(block -> block.name().startsWith("flow"))
          .forEach(block -> parameters.set(block.name(), start.get(block.name())));
    }
    SmallModel plain = SmallModel.of("matern32", "identity", likelihood, x);
    for (Parameters.Block block : plain.parameters.blocks()) {
      plain.set(block.name(), parameters.get(block.name()));
    }
    assertThat(bound.evaluate(parameters, bound.noise(1, 3)))
        .isCloseTo(plain.with(bound.posterior(parameters)).bound(x, y), within(1e-9));
  }

  /** An affine flow makes the prior N(a, b²K), to which the divergence is known. */
  @Test
  void affineFlowIsAnotherGp() {
    TransformedPriorBound bound = bound("affine", "gaussian");
    TransformedPriorBound plain = bound("identity", "gaussian");
    Parameters parameters = somewhere(bound);
    Parameters same = plain.newParameters();
    for (Parameters.Block block : same.blocks()) {
      same.set(block.name(), parameters.get(block.name()));
    }
    // Samples ±√N·e_i have exactly the mean and covariance of the noise: quadratics are exact.
    Matrix noise = Matrix.zeros(2 * N, N);
    for (int i = 0; i < N; i++) {
      noise.set(2 * i, i, Math.sqrt(N));
      noise.set(2 * i + 1, i, -Math.sqrt(N));
    }
    double a = parameters.get("flow.a")[0];
    double b = parameters.get("flow.b")[0];
    Matrix k = Matrix.zeros(N, N);
    double[] theta = parameters.value();
    Covariance covariance = Specs.covariance("matern32", 2);
    covariance.cross(theta, 0, x, x, k, new Scratch());
    Matrix l = Matrix.zeros(N, N);
    Cholesky.factor(k, l);
    double[] m = parameters.get("posterior.mean");
    Matrix ones = Matrix.column(1, 1, 1, 1, 1, 1);
    Blas.trsm(false, false, 1.0, l, ones); // L⁻¹1
    Matrix s = Matrix.zeros(N, N);
    bound.posterior(parameters).covariance(s);
    // E‖L⁻¹(f − a)/b‖² = (tr S + ‖m − a·L⁻¹1‖²)/b², instead of tr S + ‖m‖²
    double gain = -N * Math.log(b);
    for (int i = 0; i < N; i++) {
      double shifted = m[i] - a * ones.get(i, 0);
      gain += 0.5 * (s.get(i, i) + m[i] * m[i]);
      gain -= 0.5 * (s.get(i, i) + shifted * shifted) / (b * b);
    }
    assertThat(bound.evaluate(parameters, noise))
        .isCloseTo(plain.evaluate(same, noise) + gain, within(1e-9));
  }

  @Test
  void constrainingFlowsAreRefused() {
    assertThatThrownBy(() -> bound("sal(1) > softplus", "gaussian"))
        .hasMessageContaining("whole line");
    assertThatThrownBy(() -> bound("tanh", "gaussian")).hasMessageContaining("does not reach");
  }
}
