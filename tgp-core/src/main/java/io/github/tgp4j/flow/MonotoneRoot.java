package io.github.tgp4j.flow;

import java.util.Arrays;

/**
 * The inverse of a strictly increasing flow that has none in closed form: Newton's method held
 * inside a bracket, for 64 values at a time.
 *
 * <p>It cannot diverge. The bracket starts as the domain; a step that leaves it, or that does not
 * reduce the miss to a quarter, is followed by one that divides it. After 60 steps the bracket is
 * halved in the order of the floating-point numbers, of which there are fewer than 2⁶⁴, so the
 * search ends however steep or flat the flow. Values that the flow does not reach give the matching
 * end of its domain.
 *
 * <p>One call allocates a workspace of a few kilobytes, whatever n.
 */
final class MonotoneRoot {
  private static final int CHUNK = 64;
  private static final int NEWTON_STEPS = 60;
  private static final int MOST_STEPS = NEWTON_STEPS + 68; // 64 halvings, two ends, two to spare
  private static final double ENOUGH = 0.25;
  private static final double TOLERANCE = 0x1p-51;

  private final Flow flow;
  private final double[] theta;
  private final double[] thetaBar; // unused, but the pullback wants it
  private final Interval domain;
  private final double lowest; // the outermost numbers within the domain
  private final double highest;

  private final int[] place = new int[CHUNK];
  private final double[] target = new double[CHUNK];
  private final double[] lower = new double[CHUNK]; // an end of the domain until it is tried
  private final double[] upper = new double[CHUNK];
  private final double[] lastMiss = new double[CHUNK];
  private final double[] x = new double[CHUNK];
  private final double[] value = new double[CHUNK];
  private final double[] slope = new double[CHUNK];
  private final double[] tape;

  private MonotoneRoot(Flow flow, double[] theta, int at) {
    int count = flow.parameterCount();
    this.flow = flow;
    this.theta = Arrays.copyOfRange(theta, at, at + count);
    this.thetaBar = new double[count];
    this.domain = flow.domain();
    this.lowest = Math.nextUp(domain.lower());
    this.highest = Math.nextDown(domain.upper());
    this.tape = new double[CHUNK * flow.tapeWidth()];
  }

  /** f[fFrom+i] = g⁻¹(g[gFrom+i]; θ) for 0 ≤ i &lt; n; NaN only for NaN. */
  static void solve(
      Flow flow, double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    MonotoneRoot root = new MonotoneRoot(flow, theta, at);
    for (int from = 0; from < n; from += CHUNK) {
      root.chunk(g, gFrom + from, f, fFrom + from, Math.min(CHUNK, n - from));
    }
  }

  private void chunk(double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      place[i] = fFrom + i;
      target[i] = g[gFrom + i];
      lower[i] = domain.lower();
      upper[i] = domain.upper();
      lastMiss[i] = Double.POSITIVE_INFINITY;
      x[i] = Math.min(highest, Math.max(lowest, target[i])); // a flow is often near the identity
    }
    int active = n;
    for (int step = 0; active > 0 && step < MOST_STEPS; step++) {
      flow.forward(theta, 0, x, 0, value, 0, active, tape, 0);
      Arrays.fill(slope, 0, active, 1.0);
      flow.pullback(theta, 0, x, 0, value, 0, slope, 0, active, tape, 0, thetaBar);
      for (int i = active - 1; i >= 0; i--) {
        if (advance(i, step < NEWTON_STEPS)) {
          f[place[i]] = x[i];
          active--;
          move(active, i);
        }
      }
    }
    for (int i = 0; i < active; i++) {
      f[place[i]] = x[i];
    }
  }

  /** One step of value i; true when x[i] is the answer. */
  private boolean advance(int i, boolean early) {
    double at = x[i];
    double miss = value[i] - target[i];
    if (!(Math.abs(miss) > 0)) { // exact, or a NaN target
      x[i] = miss == 0 ? at : Double.NaN;
      return true;
    }
    if (miss > 0) {
      upper[i] = at;
    } else {
      lower[i] = at;
    }
    if (miss > 0 && at == lowest || miss < 0 && at == highest) {
      x[i] = miss > 0 ? domain.lower() : domain.upper();
      return true;
    }
    if (Math.nextUp(lower[i]) == upper[i]) {
      return true;
    }
    double newton = at - miss / slope[i];
    boolean sloped = slope[i] > 0 && slope[i] < Double.MAX_VALUE;
    if (sloped && isRounding(newton - at, at, miss, target[i])) {
      x[i] = Math.min(upper[i], Math.max(lower[i], newton));
      return true;
    }
    boolean within = newton > lower[i] && newton < upper[i];
    boolean quick = Math.abs(miss) <= ENOUGH * lastMiss[i];
    lastMiss[i] = Math.abs(miss);
    if (early) {
      x[i] = within && quick ? newton : divide(i, miss > 0, within);
    } else {
      x[i] = halve(i);
    }
    return false;
  }

  /**
   * Whether the step, or the miss that it is to mend, is no more than rounding. Where squares
   * overflow, flows no longer have the slopes of their values, and no step is believed.
   */
  private static boolean isRounding(double step, double at, double miss, double target) {
    boolean believed = Math.abs(at) < Saturation.SQUARABLE;
    return believed && Math.abs(step) <= TOLERANCE * Math.abs(at)
        || Math.abs(miss) <= Math.ulp(target);
  }

  /** Opens the bracket outwards as long as it has an untried end, then divides it. */
  private double divide(int i, boolean above, boolean within) {
    double at = x[i];
    double reach = within ? 1.0 + Math.abs(at) : Double.POSITIVE_INFINITY; // a flat flow: far out
    if (above && lower[i] == domain.lower()) {
      return Math.max(lowest, at - reach);
    }
    if (!above && upper[i] == domain.upper()) {
      return Math.min(highest, at + reach);
    }
    double low = logarithmic(Math.max(lowest, lower[i]));
    double high = logarithmic(Math.min(highest, upper[i]));
    double middle = 0.5 * (low + high);
    double divided = Math.copySign(Math.expm1(Math.abs(middle)), middle);
    return divided > lower[i] && divided < upper[i] ? divided : halve(i);
  }

  /** Linear near 0, logarithmic far out. */
  private static double logarithmic(double x) {
    return Math.copySign(Math.log1p(Math.abs(x)), x);
  }

  /** The number half way through the bracket in the order of the floating-point numbers. */
  private double halve(int i) {
    if (upper[i] == domain.upper() && x[i] < highest) {
      return highest;
    }
    if (lower[i] == domain.lower() && x[i] > lowest) {
      return lowest;
    }
    long low = order(lower[i]);
    long high = order(upper[i]);
    long middle = (low & high) + ((low ^ high) >> 1); // does not overflow
    return Double.longBitsToDouble(middle >= 0 ? middle : Long.MIN_VALUE - middle);
  }

  /** Increasing in x, one apart for neighbouring numbers. */
  private static long order(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return bits >= 0 ? bits : Long.MIN_VALUE - bits;
  }

  private void move(int from, int to) {
    place[to] = place[from];
    target[to] = target[from];
    lower[to] = lower[from];
    upper[to] = upper[from];
    lastMiss[to] = lastMiss[from];
    x[to] = x[from];
    value[to] = value[from];
    slope[to] = slope[from];
  }
}
