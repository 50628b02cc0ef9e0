package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * Constant covariance, k = v: an unknown level common to all inputs; equation K12 in
 * docs/equations.md.
 */
final class ConstantCovariance extends ConstantDiagonalCovariance {
  ConstantCovariance(int inputs) {
    this(inputs, StartingValues.defaults(Parameter.of("variance", Constraints.POSITIVE, 1.0)));
  }

  private ConstantCovariance(int inputs, StartingValues start) {
    super("constant", inputs, start);
  }

  @Override
  protected ConstantCovariance startingWith(StartingValues changed) {
    return new ConstantCovariance(inputs(), changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    k.fill(theta[at]);
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    checkCross(x, z, k);
    thetaBar[at] += Entrywise.sum(kBar);
  }
}
