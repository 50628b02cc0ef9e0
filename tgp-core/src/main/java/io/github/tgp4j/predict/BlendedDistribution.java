package io.github.tgp4j.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** p(y) = Σ_k w_k p_k(y); equations B1 to B3 in docs/equations.md. */
record BlendedDistribution(List<Distribution> parts, double[] weights) implements Distribution {
  @Override
  public double mean() {
    return average(Distribution::mean);
  }

  @Override
  public double variance() {
    double[] means = new double[parts.size()];
    double[] variances = new double[parts.size()];
    for (int k = 0; k < means.length; k++) {
      means[k] = parts.get(k).mean();
      variances[k] = parts.get(k).variance();
    }
    return variance(means, variances, weights);
  }

  /** Σ w (v + (m − m̄)²); infinite where a mean is. */
  static double variance(double[] means, double[] variances, double[] weights) {
    double mean = 0.0;
    for (int k = 0; k < means.length; k++) {
      mean += weights[k] * means[k];
    }
    if (Double.isInfinite(mean)) {
      return Double.POSITIVE_INFINITY;
    }
    double sum = 0.0;
    for (int k = 0; k < means.length; k++) {
      sum += weights[k] * (variances[k] + (means[k] - mean) * (means[k] - mean));
    }
    return sum;
  }

  @Override
  public double standardDeviation() {
    return Math.sqrt(variance());
  }

  /** Every part is put together once for all of it. */
  @Override
  public Summary.Row summary(double... levels) {
    Levels.quantiles(levels);
    return ask(held -> ((BlendedDistribution) held).summaryOfHeld(levels));
  }

  private Summary.Row summaryOfHeld(double[] levels) {
    double[] means = new double[parts.size()];
    double[] variances = new double[parts.size()];
    double mean = 0.0;
    for (int k = 0; k < means.length; k++) {
      Summary.Row part = parts.get(k).summary();
      means[k] = part.mean();
      variances[k] = part.standardDeviation() * part.standardDeviation();
      mean += weights[k] * means[k];
    }
    double deviation = Math.sqrt(variance(means, variances, weights));
    return new Summary.Row(mean, deviation, quantilesOfHeld(levels));
  }

  @Override
  public double cdf(double y) {
    return Math.min(1.0, average(part -> part.cdf(y)));
  }

  @Override
  public double logDensity(double y) {
    double most = Double.NEGATIVE_INFINITY;
    double[] logs = new double[parts.size()];
    for (int k = 0; k < logs.length; k++) {
      logs[k] = Math.log(weights[k]) + parts.get(k).logDensity(y);
      most = Math.max(most, logs[k]);
    }
    return logSum(logs, most);
  }

  /** log Σ exp of some numbers, of which the largest is known. */
  static double logSum(double[] logs, double most) {
    if (!(Math.abs(most) < Double.POSITIVE_INFINITY)) {
      return most;
    }
    double sum = 0.0;
    for (double log : logs) {
      sum += Math.exp(log - most);
    }
    return most + Math.log(sum);
  }

  @Override
  public double quantile(double p) {
    return quantiles(p)[0];
  }

  @Override
  public double[] quantiles(double... levels) {
    Levels.quantiles(levels);
    return ask(held -> ((BlendedDistribution) held).quantilesOfHeld(levels));
  }

  /** Of parts whose work space is held. */
  private double[] quantilesOfHeld(double[] levels) {
    double[] near = discrete() ? new double[] {Double.NaN, Double.NaN} : begin();
    double[] out = new double[levels.length];
    for (int k = 0; k < out.length; k++) {
      double quick = ProbitSecant.find(this::cdf, levels[k], near[0], near[1]);
      out[k] = Double.isNaN(quick) ? quantileBetweenParts(levels[k]) : quick;
    }
    return out;
  }

  /**
   * Mean and deviation of the parts that have both, without the ends of a support, where they cost
   * little: they only say where to begin.
   */
  private double[] begin() {
    double[] means = new double[parts.size()];
    double[] variances = new double[parts.size()];
    double[] shares = new double[parts.size()];
    double total = 0.0;
    for (int k = 0; k < shares.length; k++) {
      Distribution part = BoundedDistribution.inner(parts.get(k));
      double variance = part.variance();
      double mean = part.mean();
      if (Double.isFinite(mean) && Double.isFinite(variance)) {
        means[k] = mean;
        variances[k] = variance;
        shares[k] = weights[k];
        total += weights[k];
      }
    }
    double mean = 0.0;
    for (int k = 0; k < shares.length; k++) {
      shares[k] /= total;
      mean += shares[k] * means[k];
    }
    return new double[] {mean, Math.sqrt(variance(means, variances, shares))};
  }

  private double quantileBetweenParts(double p) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Distribution part : parts) {
      double at = part.quantile(p);
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    return quantile(p, low, high);
  }

  /** The quantile, known to lie between the least and the greatest of the parts' own. */
  double quantile(double p, double least, double greatest) {
    if (!(least < greatest) || cdf(least) >= p) {
      return least;
    }
    return discrete()
        ? wholeQuantile(p, least, greatest)
        : CdfRoot.find(this::cdf, p, least, greatest);
  }

  private double wholeQuantile(double p, double least, double greatest) {
    double low = least; // F(low) < p ≤ F(high)
    double high = greatest;
    while (high - low > 1.0) {
      double middle = Math.floor(0.5 * low + 0.5 * high);
      if (middle <= low || middle >= high) {
        break; // beyond 2^53 whole numbers have gaps
      }
      if (cdf(middle) >= p) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  @Override
  public boolean discrete() {
    return parts.get(0).discrete();
  }

  @Override
  public int classes() {
    return parts.get(0).classes();
  }

  @Override
  public double[] classProbabilities() {
    double[] out = new double[parts.get(0).classes()];
    for (int k = 0; k < parts.size(); k++) {
      double[] of = parts.get(k).classProbabilities();
      for (int c = 0; c < out.length; c++) {
        out[c] += weights[k] * of[c];
      }
    }
    return out;
  }

  @Override
  public double[] sample(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] from = new int[count];
    int[] counts = new int[weights.length];
    for (int i = 0; i < count; i++) {
      double left = random.nextDouble() - weights[0];
      while (left > 0 && from[i] < weights.length - 1) {
        left -= weights[++from[i]];
      }
      counts[from[i]]++;
    }
    double[][] draws = new double[weights.length][];
    for (int k = 0; k < draws.length; k++) {
      draws[k] = counts[k] == 0 ? new double[0] : parts.get(k).sample(counts[k], seed + k);
    }
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      out[i] = draws[from[i]][--counts[from[i]]];
    }
    return out;
  }

  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    return ask(new ArrayList<>(), questions);
  }

  private <R> R ask(List<Distribution> held, Function<Distribution, R> questions) {
    if (held.size() == parts.size()) {
      return questions.apply(new BlendedDistribution(List.copyOf(held), weights));
    }
    return parts
        .get(held.size())
        .ask(
            part -> {
              held.add(part);
              return ask(held, questions);
            });
  }

  private double average(ToDoubleFunction<Distribution> of) {
    double sum = 0.0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * of.applyAsDouble(parts.get(k));
    }
    return sum;
  }

  @Override
  public String toString() {
    return describe();
  }
}
