package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.network.Activation;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class VaryingNoiseLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    MlpShape shape = MlpShape.of(Activation.TANH, 25);
    return List.of(
        VaryingNoiseLikelihood.byProcess(new GaussianLikelihood()),
        VaryingNoiseLikelihood.byNetwork(new GaussianLikelihood(), shape.withDropout(0.1)),
        VaryingNoiseLikelihood.byProcess(new LaplaceLikelihood()));
  }

  @Override
  protected List<String> texts() {
    return List.of(
        "gaussian(noise=gp)", "gaussian(noise @ mlp(25, tanh, dropout=0.1))", "laplace(noise=gp)");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.7};
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

  @Test
  void isTheNoiseWithAnotherScale() {
    double[] f = {0.4, -0.9, 0.3, 1.1}; // two points: f, then h
    double[] out = new double[2];
    double[] plain = new double[1];
    Specs.likelihood("student-t(4, learnt, noise=gp)")
        .logDensity(new double[] {0.5, 4.2}, 0, 1.3, f, 0, 2, 2, out, 0);
    for (int i = 0; i < 2; i++) {
      double scale = 0.5 * Math.exp(f[2 + i]);
      StudentTLikelihood.learnt(4)
          .logDensity(new double[] {scale, 4.2}, 0, 1.3, f, i, 1, 1, plain, 0);
      assertThat(out[i]).isCloseTo(plain[0], within(1e-12));
    }
  }

  @Test
  void refusesWhatHasNoScale() {
    assertThatThrownBy(() -> VaryingNoiseLikelihood.byProcess(new VolatilityLikelihood()))
        .hasMessageContaining("expected gaussian, student-t or laplace but got volatility");
    assertThatThrownBy(() -> Specs.likelihood("gaussian(noise @ mlp(25, tanh, bayes))"))
        .hasMessageContaining("use dropout instead");
    assertThatThrownBy(() -> Specs.likelihood("gaussian(noise=lots)"))
        .hasMessageContaining("expected noise=gp");
    assertThatThrownBy(() -> Specs.likelihood("gaussian(noise=gp, beta=0.5)"))
        .hasMessageContaining("beta");
    assertThatThrownBy(() -> Specs.likelihood("poisson(noise=gp)")).hasMessageContaining("noise");
  }
}
