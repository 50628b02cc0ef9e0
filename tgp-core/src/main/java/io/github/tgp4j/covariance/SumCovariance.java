package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sum of covariances, k = Σ_t k_t; equation K14 in docs/equations.md.
 *
 * <p>The pullback computes each k_t again: keeping them would cost a matrix per term and block.
 */
final class SumCovariance extends DescribedCovariance {
  private final List<Covariance> terms;

  /** At least two terms, none of them a sum. */
  SumCovariance(List<Covariance> terms) {
    super(
        terms.stream().map(Object::toString).collect(Collectors.joining(" + ")),
        CompositeNames.inputs("sum", terms),
        CompositeNames.parameters(terms));
    this.terms = List.copyOf(terms);
  }

  public List<Covariance> terms() {
    return terms;
  }

  @Override
  String kind() {
    return "sum";
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix part = Entrywise.take(k.rows, k.cols, scratch);
    int from = at;
    for (int t = 0; t < terms.size(); t++) {
      terms.get(t).cross(theta, from, x, z, t == 0 ? k : part, scratch);
      if (t > 0) {
        Entrywise.add(part, k);
      }
      from += terms.get(t).parameterCount();
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
    Matrix part = Entrywise.take(k.rows, k.cols, scratch);
    Matrix partBar = Entrywise.take(k.rows, k.cols, scratch);
    int from = at;
    for (Covariance term : terms) {
      term.cross(theta, from, x, z, part, scratch);
      Entrywise.copy(kBar, partBar); // the term may overwrite its adjoint
      term.crossPullback(
          theta, from, x, z, part, new CrossAdjoints(partBar, thetaBar, xBar, zBar), scratch);
      from += term.parameterCount();
    }
    scratch.release(mark);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    Arrays.fill(d, 0, x.rows, 0.0);
    double[] part = new double[x.rows];
    int from = at;
    for (Covariance term : terms) {
      term.diagonal(theta, from, x, part);
      for (int i = 0; i < x.rows; i++) {
        d[i] += part[i];
      }
      from += term.parameterCount();
    }
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    int from = at;
    for (Covariance term : terms) {
      term.diagonalPullback(theta, from, x, dBar, thetaBar, xBar);
      from += term.parameterCount();
    }
  }
}
