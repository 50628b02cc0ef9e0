package io.github.tgp4j.likelihood;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

class VolatilityLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new VolatilityLikelihood());
  }

  @Override
  protected List<String> texts() {
    return List.of("volatility");
  }

  @Override
  protected double[] theta() {
    return new double[] {};
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
    return TargetScaling.SCALE;
  }
}
