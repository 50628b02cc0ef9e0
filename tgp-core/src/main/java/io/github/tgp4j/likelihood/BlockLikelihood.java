package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import java.util.Arrays;

/**
 * A likelihood whose value and pullback are one routine over a block of rows × nodes: the pullback
 * of a single target is a block of one row whose weights are the adjoints.
 */
abstract class BlockLikelihood implements Likelihood {
  /**
   * {@inheritDoc}
   *
   * <p>Loops over nodes run over rows copied to the front of scratch arrays: the compiler turns a
   * loop into vector instructions only if all its arrays are indexed alike.
   */
  @Override
  public abstract double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch);

  @Override
  public final void logDensityPullback(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] outBar,
      int outBarFrom,
      double[] fBar,
      double[] thetaBar) {
    double[] target = {y};
    double[] w = Arrays.copyOfRange(outBar, outBarFrom, outBarFrom + n);
    NodeBlock row = new NodeBlock(target, 0, 1, f, fFrom, fStride, n, w, fBar);
    expectation(theta, at, row, thetaBar, new Scratch());
  }

  /** Likelihoods hold settings only, all of which their text shows. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof BlockLikelihood
        && getClass() == other.getClass()
        && toString().equals(other.toString());
  }

  @Override
  public final int hashCode() {
    return toString().hashCode();
  }

  @Override
  public abstract String toString();
}
