package io.github.tgp4j.likelihood;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

class BetaLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new BetaLikelihood(), new BetaLikelihood(CumulativeLink.PROBIT));
  }

  @Override
  protected List<String> texts() {
    return List.of("beta", "beta(probit)");
  }

  @Override
  protected double[] theta() {
    return new double[] {6.5};
  }

  @Override
  protected double[] targets() {
    return new double[] {0.05, 0.4, 0.93};
  }

  @Override
  protected double[] refused() {
    return new double[] {-1, 0, 1, 2};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.NONE;
  }
}
