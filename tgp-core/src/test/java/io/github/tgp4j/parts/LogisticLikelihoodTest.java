package io.github.tgp4j.parts;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

class LogisticLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(new LogisticLikelihood());
  }

  @Override
  protected List<String> texts() {
    return List.of("logistic");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.6};
  }

  @Override
  protected double[] targets() {
    return new double[] {-2.0, 0.1, 1.5};
  }

  @Override
  protected double[] refused() {
    return new double[0];
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.STANDARDISE;
  }
}
