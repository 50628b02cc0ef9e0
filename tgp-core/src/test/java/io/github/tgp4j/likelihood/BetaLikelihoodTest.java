package io.github.tgp4j.likelihood;

import java.util.List;

class BetaLikelihoodTest extends LikelihoodContract {
  @Override
  List<Likelihood> variants() {
    return List.of(new BetaLikelihood(), new BetaLikelihood(CumulativeLink.PROBIT));
  }

  @Override
  List<String> texts() {
    return List.of("beta", "beta(probit)");
  }

  @Override
  double[] theta() {
    return new double[] {6.5};
  }

  @Override
  double[] targets() {
    return new double[] {0.05, 0.4, 0.93};
  }

  @Override
  double[] refused() {
    return new double[] {-1, 0, 1, 2};
  }

  @Override
  TargetScaling scaling() {
    return TargetScaling.NONE;
  }
}
