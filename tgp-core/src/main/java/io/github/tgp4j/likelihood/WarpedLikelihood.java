package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.flow.Unwarping;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Targets that a warp g takes from a Gaussian scale to their own, y = g(f + ε), ε ~ N(0, σ²); T =
 * g⁻¹; equations W2–W6 in docs/equations.md.
 *
 * <pre>
 *   θ = (σ², θ_g),  log p(y|f) = log N(T(y) | f, σ²) + log T'(y)
 *   f ~ N(m, v):  E[log p] = −½ log(2πσ²) − ((T(y) − m)² + v)/(2σ²) + log T'(y)
 *   P(Y ≤ y | f) = Φ((T(y) − f)/σ)
 * </pre>
 *
 * <p>With g = {@code sal(1) > softplus} the model lives on y &gt; 0: no mean, quantile or draw is
 * ever below. T(y) does not depend on f and is computed once per row, not per node.
 *
 * <p><b>Targets on the edge</b> of the range, such as no rain at all, have T(y) = −∞. With a
 * detection limit c ({@code censor=c}) all that is known of targets y ≤ c is that they are: with a
 * the lower end of the range, they contribute the mean density of y over (a, c],
 *
 * <pre>
 *   log p(y|f) = log Φ((T(c) − f)/σ) − log(c − a),
 * </pre>
 *
 * <p>that is, log P(Y ≤ c) and a constant that keeps the density normalised and comparable with
 * other models'. Moments, distribution function and draws are those of the y behind the limit.
 */
public final class WarpedLikelihood extends BlockLikelihood {
  /** Rows of the closed form treated at a time: it is handed no scratch. */
  private static final int ROWS = 64;

  private static final double NEVER = Double.NEGATIVE_INFINITY;

  private final GaussianLikelihood noise = new GaussianLikelihood();
  private final Flow warp;
  private final Unwarping inverse;
  private final Interval range;
  private final double censor;
  private final double logWidth; // log(c − a)
  private final List<Parameter> parameters;

  /** Without a detection limit: targets on the edge of the warp's range are refused. */
  public WarpedLikelihood(Flow warp) {
    this(warp, NEVER, 0.0);
  }

  private WarpedLikelihood(Flow warp, double censor, double logWidth) {
    this.warp = warp;
    this.inverse = Unwarping.of(warp);
    this.range = inverse.range();
    this.censor = censor;
    this.logWidth = logWidth;
    List<Parameter> all = new ArrayList<>(noise.parameters());
    for (Parameter parameter : warp.parameters()) {
      all.add(parameter.prefixed("warp"));
    }
    this.parameters = List.copyOf(all);
  }

  /**
   * With detection limit c: of targets y ≤ c it is only known that they are.
   *
   * @throws IllegalArgumentException when c does not lie within the warp's range, or that has no
   *     lower end
   */
  public static WarpedLikelihood censored(Flow warp, double c) {
    Interval range = warp.range(warp.domain());
    if (Double.isInfinite(range.lower())) {
      throw new IllegalArgumentException(
          "censor: expected a warp whose values have a lower end but "
              + warp
              + " maps onto "
              + range
              + "; leave censor out, or end the warp with softplus");
    }
    if (!range.contains(c) || Double.isInfinite(c)) {
      throw new IllegalArgumentException(
          "censor: expected a value within the range " + range + " of " + warp + " but got " + c);
    }
    return new WarpedLikelihood(warp, c, Math.log(c - range.lower()));
  }

  public Flow warp() {
    return warp;
  }

  /** Where the values of the warp start, counted from the likelihood's first. */
  public int warpAt() {
    return noise.parameterCount();
  }

  /** The detection limit; −∞ for none. */
  public double censor() {
    return censor;
  }

  @Override
  public Likelihood rescaled(double scale) {
    return censor == NEVER ? this : censored(warp, censor / scale);
  }

  @Override
  public int noiseVariance() {
    return 0;
  }

  @Override
  public double noiseScale(double[] theta, int at) {
    return Math.sqrt(theta[at]);
  }

  /** T(y); infinite beyond the warp's range. */
  @Override
  public double location(double[] theta, int at, double y) {
    if (!range.contains(y)) {
      return y <= range.lower() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    double[] target = {Math.max(y, censor)};
    double[] t = new double[1];
    inverse.forward(theta, at + warpAt(), target, 0, t, new double[1], 1, new Scratch());
    return t[0];
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public int latents() {
    return 1;
  }

  @Override
  public Interval latentDomain() {
    return Interval.REAL;
  }

  @Override
  public Interval support() {
    return range;
  }

  @Override
  public boolean discrete() {
    return false;
  }

  /** Divided by a scale where the range starts at 0, shifted too where it is the whole line. */
  @Override
  public TargetScaling targetScaling() {
    if (range.equals(Interval.REAL)) {
      return TargetScaling.STANDARDISE;
    }
    return range.equals(Interval.POSITIVE) ? TargetScaling.SCALE : TargetScaling.NONE;
  }

  @Override
  public String violation(double y) {
    if (!Double.isFinite(y)) {
      return Targets.finite(y);
    }
    if (range.contains(y) || isCensored(y) && y == range.lower()) {
      return null;
    }
    String problem =
        "expected a value within the warp's range " + range + " but got " + Numbers.plain(y);
    return y == range.lower()
        ? problem
            + ", its edge; give a detection limit, such as half the smallest value above: censor=…"
        : problem;
  }

  private boolean isCensored(double y) {
    return y <= censor;
  }

  /** targets[i] = y_i, or the limit that it lies below. */
  private void limit(double[] y, int yFrom, double[] targets, int n) {
    for (int i = 0; i < n; i++) {
      targets[i] = Math.max(y[yFrom + i], censor);
    }
  }

  @Override
  public void logDensity(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom) {
    double[] target = {Math.max(y, censor)};
    double[] t = new double[1];
    double[] logSlope = new double[1];
    inverse.forward(theta, at + warpAt(), target, 0, t, logSlope, 1, new Scratch());
    if (isCensored(y)) {
      double deviation = Math.sqrt(theta[at]);
      for (int i = 0; i < n; i++) {
        out[outFrom + i] = Scalars.normalLogCdf((t[0] - f[fFrom + i]) / deviation) - logWidth;
      }
      return;
    }
    noise.logDensity(theta, at, t[0], f, fFrom, fStride, n, out, outFrom);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] += logSlope[0];
    }
  }

  @Override
  public double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    double[] y = block.y();
    int yFrom = block.yFrom();
    int rows = block.rows();
    double[] f = block.f();
    int fFrom = block.fFrom();
    int fStride = block.fStride();
    int nodes = block.nodes();
    double[] w = block.w();
    double[] fBar = block.fBar();
    int mark = scratch.mark();
    double[] targets = scratch.take(rows);
    double[] t = scratch.take(rows);
    double[] logSlope = scratch.take(rows);
    double[] tBar = scratch.take(rows);
    double[] logBar = scratch.take(rows);
    limit(y, yFrom, targets, rows);
    inverse.forward(theta, at + warpAt(), targets, 0, t, logSlope, rows, scratch);
    double total = Sums.shortSum(w, 0, nodes);
    double value = 0.0;
    int n = 0;
    while (n < rows) {
      int from = fFrom + n * nodes;
      if (isCensored(y[yFrom + n])) {
        value += censoredRow(theta, at, t[n], f, from, nodes, w, fBar, thetaBar);
        value -= total * logWidth;
        logBar[n++] = 0.0;
        continue;
      }
      int end = n + 1; // rows up to the next censored one are ordinary Gaussian ones
      while (end < rows && !isCensored(y[yFrom + end])) {
        end++;
      }
      NodeBlock ordinary = new NodeBlock(t, n, end - n, f, from, fStride, nodes, w, fBar);
      value += noise.expectation(theta, at, ordinary, thetaBar, scratch);
      for (; n < end; n++) {
        value += total * logSlope[n];
        logBar[n] = total;
      }
    }
    for (n = 0; n < rows; n++) {
      tBar[n] = 0.0; // both terms depend on T(y) − f alone
      for (int s = 0; s < nodes; s++) {
        tBar[n] -= fBar[fFrom + n * nodes + s];
      }
    }
    inverse.pullback(theta, at + warpAt(), t, logSlope, tBar, logBar, rows, thetaBar, scratch);
    scratch.release(mark);
    return value;
  }

  /** Σ_s w_s log Φ(u_s), u = (t − f)/σ, with slopes r = φ(u)/Φ(u). */
  private static double censoredRow(
      double[] theta,
      int at,
      double t,
      double[] f,
      int from,
      int nodes,
      double[] w,
      double[] fBar,
      double[] thetaBar) {
    double deviation = Math.sqrt(theta[at]);
    double value = 0.0;
    double varianceBar = 0.0;
    for (int s = 0; s < nodes; s++) {
      double u = (t - f[from + s]) / deviation;
      double slope = w[s] * Scalars.inverseMillsRatio(u);
      value += w[s] * Scalars.normalLogCdf(u);
      varianceBar -= 0.5 * slope * u / theta[at];
      fBar[from + s] = -slope / deviation;
    }
    thetaBar[at] += varianceBar;
    return value;
  }

  /** Of a Gaussian on T(y), unless targets may be censored. */
  @Override
  public boolean hasClosedForm() {
    return censor == NEVER;
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
  @Override
  public double expectedLogDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    double[] y = block.y();
    int yFrom = block.yFrom();
    double[] mean = block.mean();
    double[] variance = block.variance();
    int n = block.n();
    double[] meanBar = block.meanBar();
    double[] varianceBar = block.varianceBar();
    if (!hasClosedForm()) {
      throw new IllegalStateException(this + " has no closed form; use quadrature");
    }
    int most = Math.min(ROWS, n);
    Scratch scratch = new Scratch();
    double[] t = new double[most];
    double[] logSlope = new double[most];
    double[] logBar = new double[most];
    Arrays.fill(logBar, scale);
    double precision = 1.0 / theta[at];
    double squares = 0.0;
    double logSlopes = 0.0;
    for (int from = 0; from < n; from += ROWS) {
      int m = Math.min(ROWS, n - from);
      inverse.forward(theta, at + warpAt(), y, yFrom + from, t, logSlope, m, scratch);
      for (int i = 0; i < m; i++) {
        double r = t[i] - mean[from + i];
        squares += r * r + variance[from + i];
        logSlopes += logSlope[i];
        meanBar[from + i] = scale * precision * r;
        varianceBar[from + i] = -0.5 * scale * precision;
      }
      int mark = scratch.mark();
      double[] tBar = scratch.take(m);
      for (int i = 0; i < m; i++) {
        tBar[i] = -meanBar[from + i];
      }
      inverse.pullback(theta, at + warpAt(), t, logSlope, tBar, logBar, m, thetaBar, scratch);
      scratch.release(mark);
    }
    double fit = 0.5 * precision * squares;
    thetaBar[at] += scale * precision * (fit - 0.5 * n);
    return scale * (logSlopes - 0.5 * n * Math.log(2.0 * Math.PI * theta[at]) - fit);
  }

  /** {@inheritDoc} By quadrature over the noise; of many latents by a table, to 2e-7 deviations. */
  @Override
  public void moments(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] mean,
      double[] variance,
      int outFrom) {
    new WarpedMoments(warp, theta, at + warpAt(), Math.sqrt(theta[at]))
        .at(f, fFrom, n, mean, variance, outFrom);
  }

  @Override
  public void cdf(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom) {
    if (!range.contains(y)) {
      Arrays.fill(out, outFrom, outFrom + n, y <= range.lower() ? 0.0 : 1.0);
      return;
    }
    double[] target = {y};
    double[] t = new double[1];
    warp.inverse(theta, at + warpAt(), target, 0, t, 0, 1);
    double precision = 1.0 / Math.sqrt(theta[at]);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = (t[0] - f[fFrom + i]) * precision;
    }
    Elementary.normalCdf(out, outFrom, out, outFrom, n);
  }

  @Override
  public double sample(
      double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random) {
    double[] x = {f[fFrom] + Math.sqrt(theta[at]) * random.nextGaussian()};
    double[] y = new double[1];
    warp.forward(theta, at + warpAt(), x, 0, y, 0, 1, new double[warp.tapeWidth()], 0);
    return y[0];
  }

  @Override
  public String toString() {
    return "warped(" + warp + (censor == NEVER ? "" : ", censor=" + Numbers.plain(censor)) + ")";
  }
}
