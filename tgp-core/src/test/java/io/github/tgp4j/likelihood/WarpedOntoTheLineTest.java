package io.github.tgp4j.likelihood;

import io.github.tgp4j.spec.Specs;
import java.util.List;

/** {@link WarpedLikelihood} with warps onto the whole line. */
class WarpedOntoTheLineTest extends LikelihoodContract {
  @Override
  List<Likelihood> variants() {
    return List.of(
        Specs.likelihood("warped(sal(1))"),
        Specs.likelihood("warped(inverse(affine > sinh-arcsinh))"));
  }

  @Override
  List<String> texts() {
    return List.of("warped(sal(1))", "warped(inverse(sinh-arcsinh) > inverse(affine))");
  }

  @Override
  double[] theta() {
    return new double[] {0.2, -0.3, 1.2, 0.1, 0.8};
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
