package io.github.tgp4j.model;

/**
 * An even mixture of S predictive distributions of one row, p(y) = (1/S)·Σ_s p_s(y); equation D7 in
 * docs/equations.md. Each component has latent marginals of its own.
 */
final class MixtureRow implements RowPredictive {
  private static final int MOST_ITERATIONS = 200;

  private final OutputPredictive.Row[] components;
  private final int stride;
  private final boolean discrete;

  /**
   * @param stride arrays of latent marginals per component
   */
  MixtureRow(OutputPredictive output, int components, int stride) {
    this.components = new OutputPredictive.Row[components];
    for (int s = 0; s < components; s++) {
      this.components[s] = output.new Row();
    }
    this.stride = stride;
    this.discrete = output.likelihood().discrete();
  }

  @Override
  public void place(double[][] mean, double[][] variance, int firstLatent, int index) {
    for (int s = 0; s < components.length; s++) {
      components[s].place(mean, variance, firstLatent + s * stride, index);
    }
  }

  @Override
  public double mean() {
    double sum = 0.0;
    for (OutputPredictive.Row component : components) {
      sum += component.mean() / components.length;
    }
    return sum;
  }

  @Override
  public double variance() {
    double deviation = standardDeviation();
    return deviation * deviation;
  }

  /** Var[y] = E[Var_s + (mean_s − mean)²]; the root is taken so that units of 1e-200 survive. */
  @Override
  public double standardDeviation() {
    double mean = mean();
    double root = 0.0;
    for (OutputPredictive.Row component : components) {
      root = Math.hypot(root, Math.hypot(component.standardDeviation(), component.mean() - mean));
    }
    return root / Math.sqrt(components.length);
  }

  @Override
  public double logDensity(double y) {
    double most = Double.NEGATIVE_INFINITY;
    double sum = 0.0; // Σ exp(log p_s − most)
    for (OutputPredictive.Row component : components) {
      double value = component.logDensity(y);
      if (value > most) {
        sum = sum * Math.exp(most - value) + 1.0;
        most = value;
      } else if (value > Double.NEGATIVE_INFINITY) {
        sum += Math.exp(value - most);
      }
    }
    return most == Double.NEGATIVE_INFINITY ? most : most + Math.log(sum / components.length);
  }

  @Override
  public double cdf(double y) {
    double sum = 0.0;
    for (OutputPredictive.Row component : components) {
      sum += component.cdf(y);
    }
    return Math.min(1.0, sum / components.length);
  }

  /**
   * Inverts the CDF between the least and the largest of the components' quantiles, where the
   * mixture's must lie: Newton's method, with bisection whenever a step would leave the bracket.
   */
  @Override
  public double quantile(double p) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (OutputPredictive.Row component : components) {
      double value = component.quantile(p);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return discrete ? discreteQuantile(p, low, high) : continuousQuantile(p, low, high);
  }

  private double discreteQuantile(double p, double least, double largest) {
    double low = least - 1; // P(Y ≤ low) < p
    double high = largest;
    while (high - low > 1) {
      double middle = Math.floor(0.5 * (low + high));
      if (cdf(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double continuousQuantile(double p, double least, double largest) {
    double low = least;
    double high = largest;
    double y = 0.5 * (low + high);
    for (int i = 0; i < MOST_ITERATIONS; i++) {
      double excess = cdf(y) - p;
      if (excess < 0) {
        low = y;
      } else {
        high = y;
      }
      double next = y - excess / Math.exp(logDensity(y));
      if (!(next > low && next < high)) {
        next = 0.5 * (low + high);
      }
      double close = 1e-13 * Math.max(Math.abs(least), Math.abs(largest));
      if (Math.abs(next - y) <= close || high - low <= close) {
        return next;
      }
      y = next;
    }
    return y;
  }

  @Override
  public double[] classProbabilities() {
    double[] out = components[0].classProbabilities();
    for (int s = 1; s < components.length; s++) {
      double[] more = components[s].classProbabilities();
      for (int k = 0; k < out.length; k++) {
        out[k] += more[k];
      }
    }
    for (int k = 0; k < out.length; k++) {
      out[k] /= components.length;
    }
    return out;
  }
}
