package io.github.tgp4j.mixture;

import java.util.Arrays;

/**
 * Few components that have the distribution function of many, where noise is added to what the flow
 * gives: each of the many is shared out among four neighbouring points of an even grid, by the
 * weights of cubic interpolation; equation R10 in docs/equations.md. Those that lie far from the
 * rest stay as they are. Reused from row to row by one thread.
 */
final class CondensedLocations {
  /** Of the noise's scale. */
  private static final double STEP = 0.04;

  /** Below it there is nothing to gain. */
  private static final int LEAST = 512;

  /** The grid has a quarter as many points as there are components. */
  private static final int GRID = 4;

  /** At most a half of the components may be left. */
  private static final int GAIN = 2;

  private double[] grid = new double[0];
  private double[] weight = new double[0];
  private double[] location = new double[0];
  private int count;

  /** How many there are. */
  int count() {
    return count;
  }

  /** Their weights, some of which are a little below 0. */
  double[] weight() {
    return weight;
  }

  double[] location() {
    return location;
  }

  /**
   * Condenses n components.
   *
   * @param scale of the noise; NaN where there is none that is added
   * @return whether it was worthwhile; if not, these are of no use
   */
  boolean condense(double[] weights, double[] locations, int n, double scale) {
    if (n < LEAST || !(scale > 0)) {
      return false;
    }
    int points = n / GRID;
    if (grid.length < points) {
      grid = new double[points];
      weight = new double[n / GAIN + points];
      location = new double[n / GAIN + points];
    }
    double step = STEP * scale;
    double origin = locations[heaviest(weights, n)] - 0.5 * points * step;
    if (!(Math.abs(origin) < 1e6 * points * step)) { // digits enough to tell points apart
      return false;
    }
    Arrays.fill(grid, 0, points, 0.0);
    count = 0;
    for (int s = 0; s < n; s++) {
      double place = (locations[s] - origin) / step;
      if (place >= 1 && place < points - 2) {
        share(weights[s], place);
      } else {
        weight[count] = weights[s];
        location[count++] = locations[s];
        if (count > n / GAIN) {
          return false;
        }
      }
    }
    for (int i = 0; i < points; i++) {
      if (grid[i] != 0) {
        weight[count] = grid[i];
        location[count++] = origin + i * step;
      }
    }
    return count <= n / GAIN;
  }

  private static int heaviest(double[] weights, int n) {
    int most = 0;
    for (int s = 1; s < n; s++) {
      most = weights[s] > weights[most] ? s : most;
    }
    return most;
  }

  private void share(double weight, double place) {
    int i = (int) place;
    double t = place - i;
    double before = weight * t * (t - 1.0);
    double after = weight * (t + 1.0) * (t - 2.0);
    grid[i - 1] -= before * (t - 2.0) / 6.0;
    grid[i] += after * (t - 1.0) / 2.0;
    grid[i + 1] -= after * t / 2.0;
    grid[i + 2] += before * (t + 1.0) / 6.0;
  }
}
