package io.github.tgp4j.likelihood;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

class GaussianLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new GaussianLikelihood());
  }

  @Override
  protected List<String> texts() {
    return List.of("gaussian");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.4};
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
}
