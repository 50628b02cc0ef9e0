package io.github.tgp4j.nonmarginal;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameterized;
import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The scale s that one draw of a Student-t process shares over all inputs, and its posterior;
 * equations J1 and J2 in docs/equations.md.
 *
 * <pre>
 *   θ = (ν, a, b),  p: s² ~ InvGamma(ν/2, ν/2),  q: t = log s ~ N(a, b²)
 *   h = ν/2,  x = 2b² − 2a,  κ = E[s⁻²] = eˣ
 *   KL[q(t) ‖ p(t)] = h(expm1(x) − x) + 2hb² − ½ − ½ log(4hb²) + δ(h)
 * </pre>
 *
 * <p>δ(h) = log Γ(h) − (h log h − h + ½ log(2π/h)) is what Stirling's formula leaves: as ν → ∞ all
 * terms vanish one by one, where log Γ itself would drown them in rounding.
 */
public final class StudentTScale implements Parameterized {
  /** From here on five terms of Stirling's series are exact to rounding. */
  private static final double STIRLING_FROM = 20.0;

  private static final double FARTHEST = 10.0; // deviations, beyond every node

  private static final double MOST_LOG = 200.0; // e^(2·200) is a number, e^(−2·200) is not 0

  private static final double LOG_2PI = 1.8378770664093454;

  private final double degreesOfFreedom;
  private final boolean learnt;
  private final List<Parameter> parameters;

  private StudentTScale(double degreesOfFreedom, boolean learnt) {
    this.degreesOfFreedom = degreesOfFreedom;
    this.learnt = learnt;
    Parameter nu = Parameter.of("degrees-of-freedom", Constraints.LOG_POSITIVE, degreesOfFreedom);
    parameters =
        List.of(
            learnt ? nu : nu.fixed(),
            Parameter.of("log-mean", Constraints.REAL, 0.0),
            Parameter.of(
                "log-deviation", Constraints.LOG_POSITIVE, Math.sqrt(0.5 / degreesOfFreedom)));
  }

  /** ν stays as given; prints {@code t-process(4)}. */
  public static StudentTScale of(double degreesOfFreedom) {
    return new StudentTScale(degreesOfFreedom, false);
  }

  /** ν is trained from this start; prints {@code t-process(4, learnt)}. */
  public static StudentTScale learnt(double degreesOfFreedom) {
    return new StudentTScale(degreesOfFreedom, true);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Complains about values of (ν, a, b) under which s² leaves the range of numbers, as none that
   * was trained does.
   */
  public static void checkReach(double[] theta, int at) {
    double reach = Math.abs(theta[at + 1]) + FARTHEST * theta[at + 2];
    if (!(reach <= MOST_LOG)) {
      throw new IllegalArgumentException(
          "scale: expected |log-mean| + "
              + FARTHEST
              + "·log-deviation of at most "
              + MOST_LOG
              + " but got "
              + reach);
    }
  }

  /** s² at z standard deviations of t from its mean. */
  static double square(double[] theta, int at, double z) {
    return Math.exp(2.0 * (theta[at + 1] + theta[at + 2] * z));
  }

  /** κ = E[s⁻²]. */
  static double inverseSquare(double[] theta, int at) {
    return Math.exp(exponent(theta, at));
  }

  private static double exponent(double[] theta, int at) {
    return 2.0 * (theta[at + 2] * theta[at + 2] - theta[at + 1]);
  }

  /** Adds to thetaBar what κ̄ means for a and b. */
  static void inverseSquarePullback(double[] theta, int at, double bar, double[] thetaBar) {
    double kappa = inverseSquare(theta, at);
    thetaBar[at + 1] -= 2.0 * kappa * bar;
    thetaBar[at + 2] += 4.0 * theta[at + 2] * kappa * bar;
  }

  /** −w·KL[q(t) ‖ p(t)]; adds its derivative to thetaBar. */
  static double negativeDivergence(double[] theta, int at, double weight, double[] thetaBar) {
    double h = 0.5 * theta[at];
    double b = theta[at + 2];
    double x = exponent(theta, at);
    double rise = Math.expm1(x);
    thetaBar[at] -= weight * 0.5 * (rise - x + 2.0 * b * b - 0.5 / h + remainderSlope(h));
    thetaBar[at + 1] += weight * 2.0 * h * rise;
    thetaBar[at + 2] -= weight * (4.0 * h * b * (rise + 1.0) - 1.0 / b);
    return -weight
        * (h * (rise - x) + 2.0 * h * b * b - 0.5 - 0.5 * Math.log(4.0 * h * b * b) + remainder(h));
  }

  /** log q(t)/p(t) at z standard deviations of q(t) from its mean, equation J9. */
  static double logRatio(double[] theta, int at, double z) {
    double h = 0.5 * theta[at];
    double b = theta[at + 2];
    double t = theta[at + 1] + b * z;
    return -0.5 * z * z
        - 0.5 * Math.log(4.0 * h * b * b)
        + remainder(h)
        + h * (Math.expm1(-2.0 * t) + 2.0 * t);
  }

  /** What t alone changes in {@link #logRatio}. */
  static double logRatioSlope(double[] theta, int at, double t) {
    return -theta[at] * Math.expm1(-2.0 * t);
  }

  /** What ν changes in {@link #logRatio}. */
  static double logRatioDegreesSlope(double[] theta, int at, double z) {
    double h = 0.5 * theta[at];
    double t = theta[at + 1] + theta[at + 2] * z;
    return 0.5 * (remainderSlope(h) - 0.5 / h + Math.expm1(-2.0 * t) + 2.0 * t);
  }

  /** δ(h). */
  static double remainder(double h) {
    if (h < STIRLING_FROM) {
      return LogGamma.value(h) - h * Math.log(h) + h - 0.5 * (LOG_2PI - Math.log(h));
    }
    double r = 1.0 / (h * h);
    return (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / h;
  }

  /** δ′(h). */
  static double remainderSlope(double h) {
    if (h < STIRLING_FROM) {
      return Digamma.value(h) - Math.log(h) + 0.5 / h;
    }
    double r = 1.0 / (h * h);
    return -r * (1.0 / 12 - r * (1.0 / 120 - r * (1.0 / 252 - r * (1.0 / 240 - r / 132))));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StudentTScale scale
        && scale.degreesOfFreedom == degreesOfFreedom
        && scale.learnt == learnt;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(degreesOfFreedom) + (learnt ? 1 : 0);
  }

  @Override
  public String toString() {
    String nu =
        degreesOfFreedom == Math.rint(degreesOfFreedom) && degreesOfFreedom < 1e15
            ? Long.toString((long) degreesOfFreedom)
            : Double.toString(degreesOfFreedom);
    return "t-process(" + nu + (learnt ? ", learnt)" : ")");
  }
}
