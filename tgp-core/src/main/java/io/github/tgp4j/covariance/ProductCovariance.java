package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Product of covariances, k = Π_t k_t, k̄_t = k̄·Π_{s≠t} k_s; equation K15 in docs/equations.md.
 *
 * <p>Only the product of the factors' variances matters: with more than one, training has a flat
 * direction, which does no harm.
 */
final class ProductCovariance extends DescribedCovariance {
  private final List<Covariance> factors;

  /** At least two factors, none of them a product or scaled. */
  ProductCovariance(List<Covariance> factors) {
    super(
        factors.stream().map(ProductCovariance::factorText).collect(Collectors.joining(" * ")),
        CompositeNames.inputs("product", factors),
        CompositeNames.parameters(factors));
    this.factors = List.copyOf(factors);
  }

  static String factorText(Covariance factor) {
    return factor instanceof SumCovariance ? "(" + factor + ")" : factor.toString();
  }

  public List<Covariance> factors() {
    return factors;
  }

  @Override
  String kind() {
    return "product";
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix part = Entrywise.take(k.rows, k.cols, scratch);
    int from = at;
    for (int t = 0; t < factors.size(); t++) {
      factors.get(t).cross(theta, from, x, z, t == 0 ? k : part, scratch);
      if (t > 0) {
        Entrywise.multiply(part, k);
      }
      from += factors.get(t).parameterCount();
    }
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
    // Dividing a factor out of k would lose it where k is zero, so the others are multiplied.
    int count = factors.size();
    Matrix[] parts = new Matrix[count];
    Matrix partBar = Entrywise.take(k.rows, k.cols, scratch);
    int from = at;
    for (int t = 0; t < count; t++) {
      parts[t] = Entrywise.take(k.rows, k.cols, scratch);
      factors.get(t).cross(theta, from, x, z, parts[t], scratch);
      from += factors.get(t).parameterCount();
    }
    from = at;
    for (int t = 0; t < count; t++) {
      Entrywise.copy(kBar, partBar);
      for (int s = 0; s < count; s++) {
        if (s != t) {
          Entrywise.multiply(parts[s], partBar);
        }
      }
      factors
          .get(t)
          .crossPullback(
              theta,
              from,
              x,
              z,
              parts[t],
              new CrossAdjoints(partBar, thetaBar, xBar, zBar),
              scratch);
      from += factors.get(t).parameterCount();
    }
    scratch.release(mark);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    Arrays.fill(d, 0, x.rows, 1.0);
    double[] part = new double[x.rows];
    int from = at;
    for (Covariance factor : factors) {
      factor.diagonal(theta, from, x, part);
      for (int i = 0; i < x.rows; i++) {
        d[i] *= part[i];
      }
      from += factor.parameterCount();
    }
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    double[] part = new double[x.rows];
    double[] partBar = new double[x.rows];
    int from = at;
    for (int t = 0; t < factors.size(); t++) {
      System.arraycopy(dBar, 0, partBar, 0, x.rows);
      int otherFrom = at;
      for (int s = 0; s < factors.size(); s++) {
        if (s != t) {
          factors.get(s).diagonal(theta, otherFrom, x, part);
          for (int i = 0; i < x.rows; i++) {
            partBar[i] *= part[i];
          }
        }
        otherFrom += factors.get(s).parameterCount();
      }
      factors.get(t).diagonalPullback(theta, from, x, partBar, thetaBar, xBar);
      from += factors.get(t).parameterCount();
    }
  }
}
