package io.github.tgp4j.likelihood;

import java.util.List;

class GammaLikelihoodTest extends LikelihoodContract {
  @Override
  List<Likelihood> variants() {
    return List.of(
        new GammaLikelihood(),
        new GammaLikelihood(RateLink.SOFTPLUS),
        new GammaLikelihood(RateLink.IDENTITY));
  }

  @Override
  List<String> texts() {
    return List.of("gamma", "gamma(softplus)", "gamma(identity)");
  }

  @Override
  double[] theta() {
    return new double[] {1.7};
  }

  @Override
  double[] targets() {
    return new double[] {0.1, 0.9, 4};
  }

  @Override
  double[] refused() {
    return new double[] {-1, 0};
  }

  @Override
  TargetScaling scaling() {
    return TargetScaling.SCALE;
  }
}
