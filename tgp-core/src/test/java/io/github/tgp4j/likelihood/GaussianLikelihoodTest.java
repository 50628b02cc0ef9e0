package io.github.tgp4j.likelihood;

import java.util.List;

class GaussianLikelihoodTest extends LikelihoodContract {
  @Override
  List<Likelihood> variants() {
    return List.of(new GaussianLikelihood());
  }

  @Override
  List<String> texts() {
    return List.of("gaussian");
  }

  @Override
  double[] theta() {
    return new double[] {0.4};
  }

  @Override
  double[] targets() {
    return new double[] {-0.9, 0.1, 2.2};
  }

  @Override
  double[] refused() {
    return new double[] {};
  }

  @Override
  TargetScaling scaling() {
    return TargetScaling.STANDARDISE;
  }
}
