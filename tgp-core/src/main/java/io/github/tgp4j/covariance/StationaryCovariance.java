package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A covariance of the scaled distance alone, with one lengthscale per input: k = v·φ(t), t = −½ Σ_d
 * (x_d − z_d)²/ℓ_d², φ(0) = 1; equation K1 in docs/equations.md.
 *
 * <p>Written in t, not in the distance, the derivative dφ/dt is finite at t = 0 for all but the
 * Matérn 1/2. θ = (variance, lengthscales, parameters of the profile).
 *
 * <p>A covariance of your own gives φ and its derivative:
 *
 * <pre>{@code
 * final class CauchyCovariance extends StationaryCovariance { // φ(t) = 1/(1 − 2t), dφ/dt = 2φ²
 *   CauchyCovariance(int inputs) {
 *     this(inputs, start(inputs));
 *   }
 *
 *   private CauchyCovariance(int inputs, StartingValues start) {
 *     super("cauchy", inputs, start);
 *   }
 *
 *   protected CauchyCovariance startingWith(StartingValues changed) {
 *     return new CauchyCovariance(inputs(), changed);
 *   }
 *   // profile: t[i] = v / (1 − 2·min(t[i], 0)); profilePullback: kBar[i] *= 2·k[i]²/v
 * }
 * }</pre>
 *
 * <p>Register it with {@code Specs.registerCovariance}, or list a {@code Parts} in
 * META-INF/services, and the model language, model files and the search know it. {@code
 * CovarianceContract} of tgp-testing checks it.
 */
public abstract class StationaryCovariance extends ConstantDiagonalCovariance {
  /**
   * @param name in the model language
   * @param start made by {@link #start}, with or without changes
   */
  protected StationaryCovariance(String name, int inputs, StartingValues start) {
    super(name, inputs, start);
  }

  /**
   * The variance, which starts at 2, and the lengthscales, then the parameters of the profile. The
   * lengthscales start at √D, and at 2 up to four inputs: distances between standardised rows grow
   * with √D, and much shorter lengthscales would leave every row alone.
   */
  protected static StartingValues start(int inputs, Parameter... profile) {
    double[] lengthscales = new double[Math.max(inputs, 0)];
    Arrays.fill(lengthscales, Math.max(2.0, Math.sqrt(inputs)));
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.of("variance", Constraints.POSITIVE, 2.0));
    all.add(Parameter.of("lengthscales", Constraints.POSITIVE, lengthscales));
    all.addAll(List.of(profile));
    return StartingValues.defaults(all.toArray(new Parameter[0]));
  }

  /** The same covariance with other starting lengthscales: one for all inputs, or one per input. */
  public StationaryCovariance lengthscales(double... values) {
    return (StationaryCovariance) startingAt("lengthscales", values);
  }

  /** The same covariance with another starting variance. */
  public StationaryCovariance variance(double value) {
    return (StationaryCovariance) startingAt("variance", value);
  }

  /**
   * t[i] ← v·φ(t[i]) for i &lt; n; t may be above zero by rounding. Not called when {@link
   * #isExponential}.
   *
   * @param shape where the parameters of the profile start in theta
   */
  protected abstract void profile(
      double v, double[] theta, int shape, double[] t, int n, Scratch scratch);

  /** Whether φ(t) = exp(t), so that dk/dt = k and the pullback needs neither t nor another sum. */
  protected boolean isExponential() {
    return false;
  }

  /**
   * kBar[i] ← kBar[i]·dk/dt for i &lt; n, adding to the adjoints of the parameters of the profile.
   * Not called when {@link #isExponential}.
   *
   * @param t as left by the distances; may be overwritten
   */
  protected abstract void profilePullback(
      double[] theta,
      int shape,
      double[] t,
      double[] k,
      double[] kBar,
      int n,
      double[] thetaBar,
      Scratch scratch);

  @Override
  public final void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    if (k.rows == 0 || k.cols == 0) {
      return;
    }
    int mark = scratch.mark();
    Matrix t = Entrywise.plainLike(k, scratch);
    if (isExponential()) { // v·exp(t) = exp(log v + t): the product carries the factor along
      new ScaledDistance(x, z, theta, at + 1, Math.log(theta[at]), scratch).product(t);
      Elementary.exp(t.data, 0, t.data, 0, t.rows * t.cols);
      for (int i = 0; x == z && i < t.rows; i++) {
        t.data[t.at(i, i)] = theta[at];
      }
    } else {
      new ScaledDistance(x, z, theta, at + 1, scratch).minusHalfSquare(t);
      profile(theta[at], theta, at + 1 + inputs(), t.data, t.rows * t.cols, scratch);
    }
    if (x == z) {
      Blas.symmetrise(t);
    }
    Entrywise.copy(t, k);
    scratch.release(mark);
  }

  @Override
  public final void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    if (k.rows == 0 || k.cols == 0) {
      return;
    }
    int mark = scratch.mark();
    ScaledDistance distance = new ScaledDistance(x, z, theta, at + 1, scratch);
    Matrix kPlain = Entrywise.plainCopy(k, scratch);
    Matrix tBar = Entrywise.plainCopy(kBar, scratch);
    if (isExponential()) {
      Entrywise.multiply(kPlain, tBar);
    } else {
      int n = k.rows * k.cols;
      thetaBar[at] += Entrywise.dot(kPlain.data, tBar.data, n, scratch) / theta[at];
      Matrix t = Entrywise.take(k.rows, k.cols, scratch);
      distance.minusHalfSquare(t);
      int shape = at + 1 + inputs();
      profilePullback(theta, shape, t.data, kPlain.data, tBar.data, n, thetaBar, scratch);
    }
    double total = distance.pullback(tBar, thetaBar, at + 1, xBar, zBar, scratch);
    if (isExponential()) {
      thetaBar[at] += total / theta[at];
    }
    scratch.release(mark);
  }
}
