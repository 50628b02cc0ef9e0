package io.github.tgp4j.flow;

import io.github.tgp4j.compute.QuasiNewton;
import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Starting values for flows: near the identity, from the data, or at random; equations F19 and F20.
 *
 * <p>θ comes back on the scale that the flow reads, {@link Flow#parameterCount()} values in the
 * order of its parameters. Parameters that are not trainable keep their values. No start is worse
 * than the flow's own.
 */
public final class FlowInitialiser {
  private static final int GRID = 129;
  private static final int MOST_DATA = 512;
  private static final int MOST_STEPS = 150;
  private static final double RANDOM_SPREAD = 0.5;

  private FlowInitialiser() {}

  /**
   * What was found.
   *
   * @param theta the starting values
   * @param startLoss the loss at the flow's own starting values, or +∞ where it is undefined
   * @param loss the loss at {@code theta}, at most {@code startLoss}
   */
  public record Start(double[] theta, double startLoss, double loss) {}

  /**
   * The θ that brings the flow closest to y = x, with the loss (1/N)·Σ (g(x_i) − x_i)² over a grid
   * x_1 … x_N on [lower, upper], or on the part of it that lies in the flow's domain and range.
   *
   * @throws IllegalArgumentException when no part does
   */
  public static Start toIdentity(Flow flow, double lower, double upper) {
    if (!(lower < upper) || !Double.isFinite(upper - lower)) {
      throw new IllegalArgumentException(
          "interval: expected finite lower < upper but got " + lower + " and " + upper);
    }
    double[] grid = new double[GRID];
    for (int i = 0; i < GRID; i++) {
      grid[i] = lower + (upper - lower) * i / (GRID - 1);
    }
    Interval domain = flow.domain();
    Interval range = flow.range(domain);
    double[] x = Arrays.stream(grid).filter(v -> domain.contains(v) && range.contains(v)).toArray();
    if (x.length == 0) {
      throw new IllegalArgumentException(
          flow
              + ": expected an interval that meets the flow's domain "
              + domain
              + " and range "
              + range
              + " but got ["
              + lower
              + ", "
              + upper
              + "]; choose a flow that reaches it");
    }
    FreeParameters parameters = new FreeParameters(flow.parameters());
    MatchingLoss loss = new MatchingLoss(flow, x, x);
    return best(parameters, loss, loss, parameters.start());
  }

  /**
   * The θ under which the data are most likely the image of a standard normal, with the loss
   * −(1/N)·Σ [log φ(R(y_i)) + log R'(y_i)], R = g⁻¹. Of more than 512 values evenly spaced order
   * statistics are used. Values that occur several times are spread over the gaps to their
   * neighbours, since a density can grow without bound at a repeated value, and scales are held
   * weakly to where they start.
   *
   * @throws IllegalArgumentException when a value lies outside the flow's range
   */
  public static Start fromData(Flow flow, double[] y) {
    Interval range = flow.range(flow.domain());
    if (y.length == 0) {
      throw new IllegalArgumentException("data: expected at least one value but got none");
    }
    for (int i = 0; i < y.length; i++) {
      if (!range.contains(y[i])) {
        throw new IllegalArgumentException(
            "data: expected values in the range "
                + range
                + " of "
                + flow
                + " but got "
                + y[i]
                + " at index "
                + i
                + "; shift the data or choose a flow that reaches it");
      }
    }
    double[] data = OrderStatistics.of(y, MOST_DATA, range);
    FreeParameters parameters = new FreeParameters(flow.parameters());
    NormalisingLoss loss = new NormalisingLoss(flow, data);
    double first = data[0];
    double last = data[data.length - 1];
    Loss tethered = new TetheredLoss(loss, parameters);
    Start start = best(parameters, loss, tethered, parameters.start());
    Start other = best(parameters, loss, tethered, matched(flow, parameters, data));
    if (other.loss() < start.loss()) {
      start = new Start(other.theta(), start.startLoss(), other.loss());
    }
    if (!(start.loss() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "data: "
              + flow
              + " does not reach all values between "
              + first
              + " and "
              + last
              + " for any parameters that were tried; scale the data or append affine");
    }
    return start;
  }

  /**
   * The θ that takes the quantiles of the standard normal closest to those of the data: a start for
   * flows that do not reach the data at first, or that are far from them.
   */
  private static double[] matched(Flow flow, FreeParameters parameters, double[] sorted) {
    int n = sorted.length;
    double[] quantiles =
        IntStream.range(0, n).mapToDouble(i -> Scalars.normalQuantile((i + 0.5) / n)).toArray();
    int[] usable =
        IntStream.range(0, n).filter(i -> flow.domain().contains(quantiles[i])).toArray();
    if (usable.length == 0) {
      return parameters.start();
    }
    double[] x = Arrays.stream(usable).mapToDouble(i -> quantiles[i]).toArray();
    double[] y = Arrays.stream(usable).mapToDouble(i -> sorted[i]).toArray();
    MatchingLoss loss = new MatchingLoss(flow, x, y);
    return best(parameters, loss, loss, parameters.start()).theta();
  }

  /**
   * Each free (unconstrained) value of the flow's start, plus a normal deviate of standard
   * deviation ½.
   */
  public static double[] random(Flow flow, RandomGenerator random) {
    FreeParameters parameters = new FreeParameters(flow.parameters());
    double[] free = parameters.toFree(parameters.start());
    for (int i = 0; i < free.length; i++) {
      free[i] += parameters.isTrainable(i) ? RANDOM_SPREAD * random.nextGaussian() : 0.0;
    }
    return parameters.toValue(free);
  }

  /** A measure of θ, with its gradient. */
  interface Loss {
    /** The loss at θ, +∞ where it is undefined; adds its gradient to thetaBar. */
    double of(double[] theta, double[] thetaBar);
  }

  /** Minimises {@code guide} and reports {@code loss}, which never rises. */
  private static Start best(FreeParameters parameters, Loss loss, Loss guide, double[] from) {
    double startLoss = loss.of(from, new double[from.length]);
    if (from.length == 0 || !(startLoss < Double.POSITIVE_INFINITY)) {
      return new Start(from, startLoss, startLoss);
    }
    double[] thetaBar = new double[from.length];
    double[] found =
        QuasiNewton.minimise(
            (point, gradient) -> {
              double[] theta = parameters.toValue(point);
              Arrays.fill(thetaBar, 0.0);
              double value = guide.of(theta, thetaBar);
              parameters.pullback(point, theta, thetaBar, gradient);
              return value;
            },
            parameters.toFree(from),
            MOST_STEPS);
    double[] theta = parameters.toValue(found);
    double reached = loss.of(theta, new double[theta.length]);
    return reached < startLoss
        ? new Start(theta, startLoss, reached)
        : new Start(from, startLoss, startLoss);
  }
}
