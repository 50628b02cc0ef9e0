package io.github.tgp4j.likelihood;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

class GammaLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        new GammaLikelihood(),
        new GammaLikelihood(RateLink.SOFTPLUS),
        new GammaLikelihood(RateLink.IDENTITY));
  }

  @Override
  protected List<String> texts() {
    return List.of("gamma", "gamma(softplus)", "gamma(identity)");
  }

  @Override
  protected double[] theta() {
    return new double[] {1.7};
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
}
