package io.github.tgp4j.testing;

import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.assertj.core.api.Assertions;

/**
 * The contract test of every hand-written derivative: compares it with central differences,
 * extrapolated twice (Richardson), and reports the worst coordinate by name.
 *
 * <pre>{@code
 * GradientCheck.check(x -> objective(x), point, gradientByHand, i -> "x" + i);
 * }</pre>
 */
public final class GradientCheck {
  private GradientCheck() {}

  /** Checks with the project's tolerance, 1e-6 relative to max(1, |gradient|). */
  public static void check(
      ToDoubleFunction<double[]> objective,
      double[] point,
      double[] gradient,
      IntFunction<String> name) {
    check(objective, point, gradient, name, 1e-6);
  }

  /** Checks with a tolerance of its own. */
  public static void check(
      ToDoubleFunction<double[]> objective,
      double[] point,
      double[] gradient,
      IntFunction<String> name,
      double tolerance) {
    double worst = 0.0;
    String report = "";
    for (int i = 0; i < point.length; i++) {
      double numeric = derivative(objective, point.clone(), i);
      double error = Math.abs(numeric - gradient[i]) / Math.max(1.0, Math.abs(numeric));
      if (!(error <= worst) && !Double.isNaN(worst)) { // NaN is the worst of all
        worst = error;
        report =
            name.apply(i)
                + ": by hand "
                + gradient[i]
                + ", by differences "
                + numeric
                + ", error "
                + error;
      }
    }
    Assertions.assertThat(worst).as(report).isLessThanOrEqualTo(tolerance);
  }

  /** Richardson extrapolation of central differences with steps h, h/2, h/4: error O(h⁶). */
  private static double derivative(ToDoubleFunction<double[]> objective, double[] x, int i) {
    double h = 2e-2 * Math.max(1.0, Math.abs(x[i]));
    double best = Double.NaN;
    double bestSpread = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 4; k++, h /= 4) {
      double d1 = central(objective, x, i, h);
      double d2 = central(objective, x, i, h / 2);
      double d4 = central(objective, x, i, h / 4);
      double e1 = (4 * d2 - d1) / 3;
      double e2 = (4 * d4 - d2) / 3;
      double value = (16 * e2 - e1) / 15;
      double spread = Math.abs(value - e2);
      if (spread < bestSpread) {
        bestSpread = spread;
        best = value;
      }
    }
    return best;
  }

  private static double central(ToDoubleFunction<double[]> objective, double[] x, int i, double h) {
    double at = x[i];
    x[i] = at + h;
    double up = objective.applyAsDouble(x);
    x[i] = at - h;
    double down = objective.applyAsDouble(x);
    x[i] = at;
    return (up - down) / (2 * h);
  }
}
