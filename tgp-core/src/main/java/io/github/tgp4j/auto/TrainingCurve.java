package io.github.tgp4j.auto;

import io.github.tgp4j.train.TrainingListener;
import java.util.Arrays;

/**
 * The bound along a fit, averaged over stretches of steps so that any run gives some hundred
 * points.
 */
public final class TrainingCurve {
  private static final int POINTS = 400;

  private double[] steps = new double[POINTS];
  private double[] bounds = new double[POINTS];
  private int count;
  private int stretch = 1;
  private double sum;
  private int inSum;

  /** Takes a step. */
  public void add(TrainingListener.Progress progress) {
    if (!Double.isFinite(progress.bound())) {
      return;
    }
    sum += progress.bound();
    if (++inSum < stretch) {
      return;
    }
    if (count == POINTS) {
      halve();
    }
    steps[count] = progress.step();
    bounds[count++] = sum / inSum;
    sum = 0.0;
    inSum = 0;
  }

  /** Joins neighbours: half the points, twice the stretch. */
  private void halve() {
    for (int i = 0; i < POINTS / 2; i++) {
      steps[i] = steps[2 * i + 1];
      bounds[i] = 0.5 * (bounds[2 * i] + bounds[2 * i + 1]);
    }
    count = POINTS / 2;
    stretch *= 2;
  }

  /** The last step of each stretch. */
  public double[] steps() {
    return Arrays.copyOf(steps, count);
  }

  /** The mean bound of each stretch. */
  public double[] bounds() {
    return Arrays.copyOf(bounds, count);
  }

  /** All of it in one array, for a checkpoint. */
  public double[] state() {
    double[] out = new double[4 + 2 * count];
    out[0] = count;
    out[1] = stretch;
    out[2] = sum;
    out[3] = inSum;
    System.arraycopy(steps, 0, out, 4, count);
    System.arraycopy(bounds, 0, out, 4 + count, count);
    return out;
  }

  /** The curve of a state; the inverse of {@link #state}. */
  public static TrainingCurve of(double[] state) {
    TrainingCurve curve = new TrainingCurve();
    curve.count = (int) state[0];
    curve.stretch = (int) state[1];
    curve.sum = state[2];
    curve.inSum = (int) state[3];
    System.arraycopy(state, 4, curve.steps, 0, curve.count);
    System.arraycopy(state, 4 + curve.count, curve.bounds, 0, curve.count);
    return curve;
  }
}
