package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class BernoulliLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(BernoulliLikelihood.probit(), BernoulliLikelihood.logit());
  }

  @Override
  protected List<String> texts() {
    return List.of("bernoulli(probit)", "bernoulli(logit)");
  }

  @Override
  protected double[] theta() {
    return new double[] {};
  }

  @Override
  protected double[] targets() {
    return new double[] {0, 1};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 2, 0.5};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.NONE;
  }

  @Test
  void slopeIsAccurateInTheFarTail() {
    for (double f : new double[] {-999, -1001, -1e5}) {
      double[] bar = new double[1];
      BernoulliLikelihood.probit()
          .logDensityPullback(
              new double[0], 0, 1, new double[] {f}, 0, 1, 1, new double[] {1}, 0, bar, null);
      double asymptote = -f - 1 / f; // φ/Φ = |x| + 1/|x| − 2/|x|³ + …
      assertThat(bar[0] / asymptote).isCloseTo(1.0, within(1e-10));
    }
  }
}
