package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoissonLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        new PoissonLikelihood(),
        new PoissonLikelihood(RateLink.SOFTPLUS),
        new PoissonLikelihood(RateLink.IDENTITY));
  }

  @Override
  protected List<String> texts() {
    return List.of("poisson", "poisson(softplus)", "poisson(identity)");
  }

  @Override
  protected double[] theta() {
    return new double[] {};
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
  void largeCountsAreNormalised() {
    double[] out = new double[1];
    new PoissonLikelihood()
        .logDensity(new double[0], 0, 1e6, new double[] {Math.log(1e6)}, 0, 1, 1, out, 0);
    // Stirling: −½ log(2πy) − 1/(12y)
    assertThat(out[0]).isCloseTo(-0.5 * Math.log(2e6 * Math.PI), within(1e-6));
  }
}
