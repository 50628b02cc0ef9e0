package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * Arc-cosine covariance of order n, the limit of a wide network with step (0), ReLU (1) or squared
 * ReLU (2) units; equation K11 in docs/equations.md (Cho and Saul, 2009).
 *
 * <pre>
 *   s(x, z) = Σ_d w_d·x_d·z_d + b,  c = s(x, z)/√(s(x, x)·s(z, z)) = cos φ
 *   k = (v/π)·(s(x, x)·s(z, z))^(n/2)·J_n(φ)
 *   J₀ = π − φ
 *   J₁ = sin φ + (π − φ)·cos φ
 *   J₂ = 3 sin φ·cos φ + (π − φ)·(1 + 2 cos² φ)
 *   dJ₀/dc = 1/sin φ,  dJ₁/dc = π − φ,  dJ₂/dc = 4 sin φ + 4(π − φ)·cos φ
 * </pre>
 *
 * <p>dJ₀/dc is infinite where x and z are parallel: its pullback is taken as 0 there. θ = (variance
 * v, weight-variances w, bias-variance b).
 */
final class ArcCosineCovariance extends BasicCovariance {
  private final int order;

  ArcCosineCovariance(int inputs, int order) {
    this(
        inputs,
        order,
        StartingValues.defaults(
            Parameter.of("variance", Constraints.POSITIVE, 1.0),
            WeightedProduct.weights("weight-variances", inputs, 1.0),
            Parameter.of("bias-variance", Constraints.POSITIVE, 1.0)));
  }

  private ArcCosineCovariance(int inputs, int order, StartingValues start) {
    super("arccos", Integer.toString(order), inputs, start);
    if (order < 0 || order > 2) {
      throw new IllegalArgumentException("order: expected 0, 1 or 2 but got " + order);
    }
    this.order = order;
  }

  @Override
  protected ArcCosineCovariance startingWith(StartingValues changed) {
    return new ArcCosineCovariance(inputs(), order, changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    int mark = scratch.mark();
    double[] xx = squares(theta, at, x, scratch);
    double[] zz = x == z ? xx : squares(theta, at, z, scratch);
    WeightedProduct.cross(theta, at + 1, x, z, k, scratch);
    for (int i = 0; i < k.rows; i++) {
      for (int j = 0; j < k.cols; j++) {
        int ij = k.at(i, j);
        double c = x == z && i == j ? 1.0 : cosine(theta, at, k.data[ij], xx[i], zz[j]);
        k.data[ij] = theta[at] / Math.PI * radial(xx[i] * zz[j]) * angular(c);
      }
    }
    scratch.release(mark);
  }

  /** ∂k/∂s = g/√(s_xx·s_zz) and ∂k/∂s_xx = (n·k − g·c)/(2·s_xx), with g = ∂k/∂c; so for s_zz. */
  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    int mark = scratch.mark();
    double[] xx = squares(theta, at, x, scratch);
    double[] zz = squares(theta, at, z, scratch);
    double[] xxBar = scratch.takeZeroed(x.rows);
    double[] zzBar = scratch.takeZeroed(z.rows);
    Matrix sBar = Entrywise.take(k.rows, k.cols, scratch);
    WeightedProduct.cross(theta, at + 1, x, z, sBar, scratch);
    int bias = at + 1 + inputs();
    for (int i = 0; i < k.rows; i++) {
      for (int j = 0; j < k.cols; j++) {
        int ij = i * k.cols + j;
        double c = x == z && i == j ? 1.0 : cosine(theta, at, sBar.data[ij], xx[i], zz[j]);
        double value = k.data[k.at(i, j)];
        double bar = kBar.data[kBar.at(i, j)];
        double cBar = bar * theta[at] / Math.PI * radial(xx[i] * zz[j]) * angularSlope(c);
        sBar.data[ij] = cBar / Math.sqrt(xx[i] * zz[j]);
        double normBar = 0.5 * (order * value * bar - cBar * c);
        xxBar[i] += normBar / xx[i];
        zzBar[j] += normBar / zz[j];
        thetaBar[at] += bar * value / theta[at];
        thetaBar[bias] += sBar.data[ij];
      }
    }
    WeightedProduct.crossPullback(theta, at + 1, x, z, sBar, thetaBar, xBar, zBar, scratch);
    squaresPullback(theta, at, x, xxBar, thetaBar, xBar);
    squaresPullback(theta, at, z, zzBar, thetaBar, zBar);
    scratch.release(mark);
  }

  private double square(double[] theta, int at, Matrix x, int i) {
    return WeightedProduct.square(theta, at + 1, x, i) + theta[at + 1 + inputs()];
  }

  private double[] squares(double[] theta, int at, Matrix x, Scratch scratch) {
    double[] squares = scratch.take(x.rows);
    for (int i = 0; i < x.rows; i++) {
      squares[i] = square(theta, at, x, i);
    }
    return squares;
  }

  private void squaresPullback(
      double[] theta, int at, Matrix x, double[] bar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      WeightedProduct.squarePullback(theta, at + 1, x, i, bar[i], thetaBar, xBar);
      thetaBar[at + 1 + inputs()] += bar[i];
    }
  }

  private double cosine(double[] theta, int at, double product, double xx, double zz) {
    double c = (product + theta[at + 1 + inputs()]) / Math.sqrt(xx * zz);
    return Math.max(-1.0, Math.min(1.0, c));
  }

  private double radial(double squares) {
    return order == 0 ? 1.0 : order == 1 ? Math.sqrt(squares) : squares;
  }

  private double angular(double cos) {
    double sin = Math.sqrt((1.0 - cos) * (1.0 + cos));
    double rest = Math.PI - Math.acos(cos);
    return switch (order) {
      case 0 -> rest;
      case 1 -> sin + rest * cos;
      default -> 3.0 * sin * cos + rest * (1.0 + 2.0 * cos * cos);
    };
  }

  private double angularSlope(double cos) {
    double sin = Math.sqrt((1.0 - cos) * (1.0 + cos));
    double rest = Math.PI - Math.acos(cos);
    return switch (order) {
      case 0 -> sin > 0.0 ? 1.0 / sin : 0.0;
      case 1 -> rest;
      default -> 4.0 * (sin + rest * cos);
    };
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    for (int i = 0; i < x.rows; i++) {
      double square = square(theta, at, x, i);
      d[i] = theta[at] / Math.PI * radial(square * square) * angular(1.0);
    }
  }

  /** d = v·J_n(0)/π·s_xx^n. */
  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      double square = square(theta, at, x, i);
      double unit = radial(square * square) * angular(1.0) / Math.PI;
      double squareBar = dBar[i] * theta[at] * unit * order / square;
      thetaBar[at] += dBar[i] * unit;
      thetaBar[at + 1 + inputs()] += squareBar;
      WeightedProduct.squarePullback(theta, at + 1, x, i, squareBar, thetaBar, xBar);
    }
  }
}
