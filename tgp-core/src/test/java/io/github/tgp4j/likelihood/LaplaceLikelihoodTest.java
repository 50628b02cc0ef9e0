package io.github.tgp4j.likelihood;

import java.util.List;

class LaplaceLikelihoodTest extends LikelihoodContract {
  @Override
  List<Likelihood> variants() {
    return List.of(new LaplaceLikelihood());
  }

  @Override
  List<String> texts() {
    return List.of("laplace");
  }

  @Override
  double[] theta() {
    return new double[] {0.6};
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
