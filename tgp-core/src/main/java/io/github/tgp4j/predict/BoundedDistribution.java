package io.github.tgp4j.predict;

import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A distribution of numbers kept within a support; equation B7 in docs/equations.md. With the ends
 * a and b and a small ε,
 *
 * <pre>
 *   T(y) = (F(y) − F₀ + ε·G(y)) / (F(b) − F₀ + ε),   F₀ = F(a),
 * </pre>
 *
 * <p>and with a limit c &gt; a, up to which values are taken for a, F₀ = 0 and T is linear on (a,
 * c). G is exponential with the mean of the training targets, or uniform between two ends: it
 * counts only where F leaves almost nothing inside, and keeps every value of the support possible.
 */
final class BoundedDistribution implements Distribution {
  /** Weight of G; an exact number for others: it decides log densities at 1e-6. */
  static final double SMALL = 1e-6;

  /** Mass outside that moves mean and deviation by too little to count. */
  static final double NOTHING = 1e-5;

  /** Mass outside up to which moments are those of F less what lies there. */
  private static final double FEW = 0.2;

  private final Distribution of;
  private final Support support;
  private Mass mass; // null until it is needed

  /** F₀ and F(b). */
  record Mass(double below, double upTo) {
    double total() {
      return upTo - below + SMALL;
    }
  }

  BoundedDistribution(Distribution of, Support support, Mass mass) {
    this.of = of;
    this.support = support;
    this.mass = mass;
  }

  /** What is kept within a support; the distribution itself where there is none. */
  static Distribution inner(Distribution any) {
    return any instanceof BoundedDistribution bounded ? bounded.of : any;
  }

  private Mass mass() {
    if (mass == null) {
      double below = support.hasLimit() ? 0.0 : of.cdf(support.lower());
      double upTo = Double.isInfinite(support.upper()) ? 1.0 : of.cdf(support.upper());
      mass = new Mass(below, Math.max(below, upTo));
    }
    return mass;
  }

  /**
   * The ends are read off the training rows, and a row beyond them is no reason to lose without
   * end: it has ε times a Cauchy density about the end. F leaves this mass, 1e-6, out.
   */
  private static double logOutside(Support support, double y) {
    double end = y < support.lower() ? support.lower() : support.upper();
    double scale =
        Double.isFinite(support.upper())
            ? support.upper() - support.lower()
            : support.mean() - support.lower();
    double z = (y - end) / scale;
    return Math.log(SMALL / (Math.PI * scale)) - Math.log1p(z * z);
  }

  /** G(y). */
  private static double otherwise(Support support, double y) {
    double from = y - support.lower();
    return Double.isFinite(support.upper())
        ? from / (support.upper() - support.lower())
        : -Math.expm1(-from / (support.mean() - support.lower()));
  }

  /** log g(y). */
  private static double logOtherwise(Support support, double y) {
    if (Double.isFinite(support.upper())) {
      return -Math.log(support.upper() - support.lower());
    }
    double scale = support.mean() - support.lower();
    return -(y - support.lower()) / scale - Math.log(scale);
  }

  /**
   * T(y) by F at {@link #asked} of it.
   *
   * @param at F there
   */
  static double cdf(Support support, double y, double at, Mass mass) {
    if (y < support.lower()) {
      return 0.0;
    }
    if (y >= support.upper()) {
      return 1.0;
    }
    double place = asked(support, y);
    double whole = (at - mass.below + SMALL * otherwise(support, place)) / mass.total();
    double inside = Math.min(1.0, Math.max(0.0, whole));
    return y < support.limit()
        ? inside * (y - support.lower()) / (support.limit() - support.lower())
        : inside;
  }

  /** Where F must be known for T(y), and the density for T'(y) unless the limit is above. */
  static double asked(Support support, double y) {
    return Math.max(support.limit(), support.clamp(y));
  }

  /**
   * log T′(y).
   *
   * @param logDensity log F′(y)
   * @param atLimit F at the limit; only needed where there is one
   */
  static double logDensity(
      Support support, double y, double logDensity, double atLimit, Mass mass) {
    if (!(y >= support.lower() && y <= support.upper())) {
      return logOutside(support, y);
    }
    if (support.hasLimit() && y <= support.limit()) {
      double width = support.limit() - support.lower();
      return Math.log(cdf(support, support.limit(), atLimit, mass)) - Math.log(width);
    }
    double small = Math.log(SMALL) + logOtherwise(support, y);
    double[] logs = {logDensity, small};
    return BlendedDistribution.logSum(logs, Math.max(logDensity, small)) - Math.log(mass.total());
  }

  @Override
  public double cdf(double y) {
    return y < support.lower() || y >= support.upper()
        ? (y < support.lower() ? 0.0 : 1.0)
        : cdf(support, y, of.cdf(asked(support, y)), mass());
  }

  @Override
  public double logDensity(double y) {
    double atLimit = support.hasLimit() ? of.cdf(support.limit()) : 0.0;
    return logDensity(support, y, of.logDensity(y), atLimit, mass());
  }

  @Override
  public double quantile(double p) {
    Levels.quantile(p);
    return ask(held -> ((BoundedDistribution) held).quantileOfHeld(p));
  }

  @Override
  public double[] quantiles(double... levels) {
    Levels.quantiles(levels);
    return ask(held -> ((BoundedDistribution) held).quantilesOfHeld(levels));
  }

  private double[] quantilesOfHeld(double[] levels) {
    double[] out = new double[levels.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = quantileOfHeld(levels[k]);
    }
    return out;
  }

  /** Between the quantiles of F within the support and of G. */
  private double quantileOfHeld(double p) {
    if (support.hasLimit()) {
      double atEnd = cdf(support.limit());
      if (p <= atEnd) {
        return support.lower() + (support.limit() - support.lower()) * (p / atEnd);
      }
    }
    double other = otherQuantile(p);
    double level = mass().below + p * (mass().upTo - mass().below);
    double own = level > 0 && level < 1 ? support.clamp(of.quantile(level)) : other;
    double excess = cdf(own) - p;
    double near = support.clamp(own - 2 * excess / Math.exp(logDensity(own)));
    boolean known = near >= support.limit() && near < Double.POSITIVE_INFINITY;
    if (known && excess * (cdf(near) - p) <= 0) { // ε moves it by very little
      return between(p, near, own);
    }
    double high = Math.max(own, other);
    while (high < support.upper() && cdf(high) < p) {
      high = support.clamp(support.lower() + 2 * (high - support.lower()));
    }
    return between(p, support.limit(), high);
  }

  private double between(double p, double one, double other) {
    double low = Math.min(one, other);
    double high = Math.max(one, other);
    return low < high ? CdfRoot.find(this::cdf, p, low, high) : high;
  }

  private double otherQuantile(double p) {
    return Double.isFinite(support.upper())
        ? support.lower() + p * (support.upper() - support.lower())
        : support.lower() - (support.mean() - support.lower()) * Math.log1p(-p);
  }

  /** Whether the support moves mass at all. */
  static boolean moves(Support support, Mass mass, double atLimit) {
    return mass.below > NOTHING
        || mass.upTo < 1 - NOTHING
        || support.hasLimit() && atLimit > NOTHING;
  }

  private boolean moves() {
    return moves(support, mass(), support.hasLimit() ? of.cdf(support.limit()) : 0.0);
  }

  @Override
  public double mean() {
    return ask(held -> ((BoundedDistribution) held).momentsOfHeld()[0]);
  }

  @Override
  public double variance() {
    return ask(held -> ((BoundedDistribution) held).momentsOfHeld()[1]);
  }

  @Override
  public double standardDeviation() {
    return Math.sqrt(variance());
  }

  @Override
  public Summary.Row summary(double... levels) {
    Levels.quantiles(levels);
    return ask(held -> ((BoundedDistribution) held).summaryOfHeld(levels));
  }

  private Summary.Row summaryOfHeld(double[] levels) {
    double[] moments = momentsOfHeld();
    return new Summary.Row(moments[0], Math.sqrt(moments[1]), quantilesOfHeld(levels));
  }

  /** Mean and variance. */
  private double[] momentsOfHeld() {
    if (!moves()) {
      return new double[] {support.clamp(of.mean()), of.variance()};
    }
    double deviation = of.standardDeviation();
    boolean little = mass().below < FEW && mass().upTo > 1 - FEW;
    boolean known = deviation > 0 && deviation < Double.POSITIVE_INFINITY;
    if (known && little && !support.hasLimit()) {
      return lessTails(of.mean(), deviation);
    }
    double[] out =
        SurvivalMoments.of(support.lower(), support.limit(), this::cdf, this::quantileOfHeld);
    if (Double.isInfinite(deviation) && Double.isInfinite(support.upper())) {
      out[1] = Double.POSITIVE_INFINITY;
    }
    return out;
  }

  /**
   * Mean and variance of F less those of what lies outside; equation B8. In units of the larger of
   * F's standard deviation and the reach of G: no square is beyond all doubles but the variance.
   */
  private double[] lessTails(double mean, double deviation) {
    boolean ends = Double.isFinite(support.upper());
    double a = support.lower();
    double reach = ends ? support.upper() - a : support.mean() - a;
    double unit = Math.max(deviation, reach);
    double sd = deviation / unit;
    double width = reach / unit;
    double centre = (mean - a) / unit;
    double[] below = SurvivalMoments.tail(x -> of.cdf(a - x * unit), sd);
    double first = centre + below[0];
    double second = sd * sd + centre * centre - below[1];
    double[] other = {width, 2 * width * width};
    if (ends) {
      double[] above = SurvivalMoments.tail(x -> 1 - of.cdf(support.upper() + x * unit), sd);
      double mass = 1 - mass().upTo;
      first -= width * mass + above[0];
      second -= width * width * mass + 2 * width * above[0] + above[1];
      other = new double[] {0.5 * width, width * width / 3};
    }
    double m = (first + SMALL * other[0]) / mass().total();
    double square = (second + SMALL * other[1]) / mass().total();
    double variance = Math.max(0.0, square - m * m) * unit * unit;
    return new double[] {a + unit * Math.max(0.0, m), variance};
  }

  /** Draws of F that lie inside; others are drawn anew. */
  @Override
  public double[] sample(int count, long seed) {
    double[] out = of.sample(count, seed);
    SplittableRandom random = new SplittableRandom(~seed);
    return ask(
        held -> {
          for (int i = 0; i < count; i++) {
            double u = Math.max(Double.MIN_NORMAL, random.nextDouble());
            if (support.hasLimit() && out[i] <= support.limit()) {
              out[i] = support.lower() + u * (support.limit() - support.lower());
            } else if (out[i] < support.lower() || out[i] > support.upper()) {
              out[i] = held.quantile(u);
            }
          }
          return out;
        });
  }

  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    Mass known = mass;
    return of.ask(held -> questions.apply(new BoundedDistribution(held, support, known)));
  }

  @Override
  public String toString() {
    return describe();
  }
}
