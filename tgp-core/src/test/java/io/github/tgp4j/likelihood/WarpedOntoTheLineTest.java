package io.github.tgp4j.likelihood;

import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;

/** {@link WarpedLikelihood} with warps onto the whole line. */
class WarpedOntoTheLineTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        Specs.likelihood("warped(sal(1))"),
        Specs.likelihood("warped(inverse(affine > sinh-arcsinh))"));
  }

  @Override
  protected List<String> texts() {
    return List.of("warped(sal(1))", "warped(inverse(sinh-arcsinh) > inverse(affine))");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.2, -0.3, 1.2, 0.1, 0.8};
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
