package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class CategoricalLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new CategoricalLikelihood(3));
  }

  @Override
  protected List<String> texts() {
    return List.of("categorical(3)");
  }

  @Override
  protected double[] theta() {
    return new double[] {};
  }

  @Override
  protected double[] targets() {
    return new double[] {0, 1, 2};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 3, 0.5};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.NONE;
  }

  @Test
  void needsTwoClasses() {
    assertThatThrownBy(() -> new CategoricalLikelihood(1))
        .hasMessage("categorical: expected at least 2 classes but got 1");
    assertThat(new CategoricalLikelihood(3)).isNotEqualTo(new CategoricalLikelihood(4));
  }

  @Test
  void twoClassesAreTheLogit() {
    double[] out = new double[2];
    new CategoricalLikelihood(2)
        .logDensity(new double[0], 0, 1, new double[] {0.3, 1.7}, 0, 1, 1, out, 0);
    BernoulliLikelihood.logit()
        .logDensity(new double[0], 0, 1, new double[] {1.4}, 0, 1, 1, out, 1);
    assertThat(out[0]).isCloseTo(out[1], within(1e-14));
  }
}
