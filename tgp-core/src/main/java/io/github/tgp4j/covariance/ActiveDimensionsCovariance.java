package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A covariance of some of the inputs, k(x[dims], z[dims]): {@code rbf[0,1]}; equation K17 in
 * docs/equations.md.
 */
final class ActiveDimensionsCovariance extends DescribedCovariance {
  private final Covariance restricted;
  private final int[] dimensions;

  /**
   * @param inputs the number of columns of x
   * @param restricted a covariance of as many inputs as there are dimensions, not itself restricted
   * @param dimensions the columns it sees, in its order
   */
  ActiveDimensionsCovariance(int inputs, Covariance restricted, int... dimensions) {
    super(text(restricted) + list(dimensions), inputs, restricted.parameters());
    if (restricted.inputs() != dimensions.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimensions: expected %d, the inputs of %s, but got %d",
              restricted.inputs(), restricted, dimensions.length));
    }
    boolean valid = Arrays.stream(dimensions).allMatch(d -> d >= 0 && d < inputs);
    if (!valid || Arrays.stream(dimensions).distinct().count() < dimensions.length) {
      throw new IllegalArgumentException(
          String.format(
              "dimensions: expected different columns from 0 to %d but got %s",
              inputs - 1, list(dimensions)));
    }
    this.restricted = restricted;
    this.dimensions = dimensions.clone();
  }

  private static String text(Covariance restricted) {
    return restricted instanceof BasicCovariance ? restricted.toString() : "(" + restricted + ")";
  }

  private static String list(int[] dimensions) {
    return Arrays.stream(dimensions)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }

  public Covariance restricted() {
    return restricted;
  }

  public int[] dimensions() {
    return dimensions.clone();
  }

  @Override
  String kind() {
    return CompositeNames.kind(restricted) + list(dimensions);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix activeX = gather(x, take(x, scratch));
    Matrix activeZ = x == z ? activeX : gather(z, take(z, scratch));
    restricted.cross(theta, at, activeX, activeZ, k, scratch);
    scratch.release(mark);
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix activeX = gather(x, take(x, scratch));
    Matrix activeZ = x == z ? activeX : gather(z, take(z, scratch));
    Matrix activeXBar = xBar == null ? null : takeZeroed(x, scratch);
    Matrix activeZBar = x == z ? activeXBar : zBar == null ? null : takeZeroed(z, scratch);
    restricted.crossPullback(
        theta,
        at,
        activeX,
        activeZ,
        k,
        new CrossAdjoints(kBar, thetaBar, activeXBar, activeZBar),
        scratch);
    scatter(activeXBar, xBar);
    if (x != z) {
      scatter(activeZBar, zBar);
    }
    scratch.release(mark);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    restricted.diagonal(theta, at, gather(x, Matrix.zeros(x.rows, dimensions.length)), d);
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    Matrix active = gather(x, Matrix.zeros(x.rows, dimensions.length));
    Matrix activeBar = xBar == null ? null : Matrix.zeros(x.rows, dimensions.length);
    restricted.diagonalPullback(theta, at, active, dBar, thetaBar, activeBar);
    scatter(activeBar, xBar);
  }

  private Matrix take(Matrix x, Scratch scratch) {
    return Entrywise.take(x.rows, dimensions.length, scratch);
  }

  private Matrix takeZeroed(Matrix x, Scratch scratch) {
    return Entrywise.takeZeroed(x.rows, dimensions.length, scratch);
  }

  private Matrix gather(Matrix x, Matrix active) {
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < dimensions.length; j++) {
        active.data[active.at(i, j)] = x.data[x.at(i, dimensions[j])];
      }
    }
    return active;
  }

  private void scatter(Matrix activeBar, Matrix bar) {
    if (bar == null) {
      return;
    }
    for (int i = 0; i < bar.rows; i++) {
      for (int j = 0; j < dimensions.length; j++) {
        bar.data[bar.at(i, dimensions[j])] += activeBar.data[activeBar.at(i, j)];
      }
    }
  }
}
