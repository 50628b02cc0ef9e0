package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdinalLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new OrdinalLikelihood(4), new OrdinalLikelihood(4, CumulativeLink.LOGIT));
  }

  @Override
  protected List<String> texts() {
    return List.of("ordinal(4)", "ordinal(4, logit)");
  }

  @Override
  protected double[] theta() {
    return new double[] {-0.8, 0.2, 0.5};
  }

  @Override
  protected double[] targets() {
    return new double[] {0, 1, 2, 3};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 4, 1.5};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.NONE;
  }

  @Test
  void twoClassesAreTheProbit() {
    double[] out = new double[2];
    new OrdinalLikelihood(2)
        .logDensity(new double[] {0}, 0, 1, new double[] {1.4}, 0, 1, 1, out, 0);
    BernoulliLikelihood.probit()
        .logDensity(new double[0], 0, 1, new double[] {1.4}, 0, 1, 1, out, 1);
    assertThat(out[0]).isCloseTo(out[1], within(1e-14));
  }

  @Test
  void startsWithEqualClasses() {
    double[] p = new double[5];
    OrdinalLikelihood likelihood = new OrdinalLikelihood(5);
    double[] cuts = likelihood.parameters().get(0).initial();
    likelihood.classProbabilities(cuts, 0, new double[] {0}, 0, 1, 1, p);
    for (double probability : p) {
      assertThat(probability).isCloseTo(0.2, within(1e-12));
    }
  }
}
