package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * White covariance: k = v for a row with itself, 0 for two rows, even with equal entries; equation
 * K13 in docs/equations.md.
 *
 * <p>Rows are the same only when x and z are the same object; a row of another matrix is another
 * draw.
 */
final class WhiteCovariance extends ConstantDiagonalCovariance {
  WhiteCovariance(int inputs) {
    this(inputs, StartingValues.defaults(Parameter.of("variance", Constraints.POSITIVE, 1.0)));
  }

  private WhiteCovariance(int inputs, StartingValues start) {
    super("white", inputs, start);
  }

  @Override
  protected WhiteCovariance startingWith(StartingValues changed) {
    return new WhiteCovariance(inputs(), changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    k.fill(0.0);
    if (x == z) {
      for (int i = 0; i < k.rows; i++) {
        k.data[k.at(i, i)] = theta[at];
      }
    }
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    checkCross(x, z, k);
    if (x == z) {
      for (int i = 0; i < k.rows; i++) {
        thetaBar[at] += kBar.data[kBar.at(i, i)];
      }
    }
  }
}
