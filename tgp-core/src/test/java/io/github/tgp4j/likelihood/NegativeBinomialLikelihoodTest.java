package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class NegativeBinomialLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        new NegativeBinomialLikelihood(),
        new NegativeBinomialLikelihood(RateLink.SOFTPLUS),
        new NegativeBinomialLikelihood(RateLink.IDENTITY));
  }

  @Override
  protected List<String> texts() {
    return List.of(
        "negative-binomial", "negative-binomial(softplus)", "negative-binomial(identity)");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.6};
  }

  @Override
  protected double[] targets() {
    return new double[] {0, 1, 4};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 0.5};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.NONE;
  }

  @Test
  void withoutDispersionItIsPoisson() {
    double[] f = {-1, 0.5, 2};
    double[] out = new double[6];
    new NegativeBinomialLikelihood().logDensity(new double[] {1e-8}, 0, 3, f, 0, 3, 3, out, 0);
    new PoissonLikelihood().logDensity(new double[0], 0, 3, f, 0, 3, 3, out, 3);
    for (int i = 0; i < 3; i++) {
      assertThat(out[i]).isCloseTo(out[3 + i], within(1e-6));
    }
  }
}
