package io.github.tgp4j.model;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import java.util.random.RandomGenerator;

/**
 * The predictive distribution of one output: a mixture over quadrature nodes, p(y) = Σ_s w_s p(y |
 * G(f_s)); equations R1–R4 in docs/equations.md. Immutable and safe for many threads. Everything
 * here is in the target's own units.
 *
 * <p>The nodes lie on an even grid over ±7 standard deviations of f0. When neighbouring components
 * p(y | G(f_s)) would not overlap, because the noise is small against the spread of f, the grid is
 * refined: an even grid converges exponentially as soon as it resolves the noise, where
 * Gauss–Hermite nodes would need a hundred times as many.
 */
final class OutputPredictive {
  private static final int[] GRID_SIZES = {101, 401, 1601};
  private static final double GRID_HALF_WIDTH = 7.0;

  /**
   * Components overlap when their centres are at most this many noise standard deviations apart.
   */
  private static final double MOST_GAP = 1.0;

  private static final int MOST_ITERATIONS = 200;
  private static final int LATTICE_NODES = 512;

  private final Likelihood likelihood;
  private final Flow[] flows;
  private final int likelihoodAt;
  private final int[] flowAt;
  private final double[] theta;
  private final double shift;
  private final double scale;
  private final Nodes[] nodes;
  private final boolean gaussian;

  OutputPredictive(Architecture architecture, double[] theta, int output, Scaling targets) {
    Architecture.Output o = architecture.outputs().get(output);
    this.likelihood = o.likelihood();
    this.flows = o.flows().toArray(new Flow[0]);
    this.likelihoodAt = architecture.likelihoodAt(output);
    this.flowAt = new int[flows.length];
    for (int c = 0; c < flows.length; c++) {
      flowAt[c] = architecture.flowAt(architecture.firstLatentOfOutput(output) + c);
    }
    this.theta = theta;
    this.shift = targets.shift()[output];
    this.scale = targets.scale()[output];
    this.gaussian = likelihood instanceof GaussianLikelihood && flows[0] instanceof IdentityFlow;
    if (flows.length == 1) {
      nodes = new Nodes[GRID_SIZES.length];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = Nodes.evenGrid(GRID_SIZES[i], GRID_HALF_WIDTH);
      }
    } else {
      nodes = new Nodes[] {Nodes.forLatents(flows.length, LATTICE_NODES, 0L)};
    }
  }

  Likelihood likelihood() {
    return likelihood;
  }

  private double standardised(double y) {
    return (y - shift) / scale;
  }

  /** The mixture of one row; reused from row to row by one thread. */
  final class Row implements RowPredictive {
    private double mean0;
    private double variance0;
    private Nodes grid;
    private int n;
    private double[] f0 = new double[0];
    private double[] fk = new double[0];
    private double[] tape = new double[0];
    private double[] value = new double[0];
    private double[] centre = new double[0];
    private double[] spread = new double[0];

    /**
     * Places the mixture of latent marginals N(mean[c], variance[c]) of the row at {@code index}.
     */
    @Override
    public void place(double[][] mean, double[][] variance, int firstLatent, int index) {
      mean0 = mean[firstLatent][index];
      variance0 = variance[firstLatent][index];
      if (gaussian) {
        return;
      }
      for (Nodes candidate : nodes) {
        grid = candidate;
        n = grid.count();
        reserve();
        for (int c = 0; c < flows.length; c++) {
          double mu = mean[firstLatent + c][index];
          double sd = Math.sqrt(variance[firstLatent + c][index]);
          for (int s = 0; s < n; s++) {
            f0[c * n + s] = mu + sd * grid.node(c, s);
          }
          flows[c].forward(theta, flowAt[c], f0, c * n, fk, c * n, n, tape, 0);
        }
        if (likelihood.classes() > 0) {
          return;
        }
        likelihood.moments(theta, likelihoodAt, fk, 0, n, n, centre, spread, 0);
        if (flows.length > 1 || overlaps()) {
          return;
        }
      }
    }

    private void reserve() {
      int most = flows.length * n;
      if (f0.length < most) {
        f0 = new double[most];
        fk = new double[most];
        int width = 0;
        for (Flow flow : flows) {
          width = Math.max(width, flow.tapeWidth());
        }
        tape = new double[width * n];
        value = new double[n];
        centre = new double[n];
        spread = new double[n];
      }
    }

    private boolean overlaps() {
      for (int s = 1; s < n; s++) {
        double sd = Math.sqrt(Math.max(spread[s], spread[s - 1]));
        if (Math.abs(grid.node(0, s)) < 4.0 && centre[s] - centre[s - 1] > MOST_GAP * sd) {
          return false;
        }
      }
      return true;
    }

    private double noise() {
      return theta[likelihoodAt];
    }

    /** E[y]. */
    @Override
    public double mean() {
      if (gaussian) {
        return shift + scale * mean0;
      }
      double sum = 0.0;
      for (int s = 0; s < n; s++) {
        sum += grid.weight(s) * centre[s];
      }
      return shift + scale * sum;
    }

    /** Var[y]; beyond 1e±308 infinite or zero where {@link #standardDeviation} is neither. */
    @Override
    public double variance() {
      return scale * scale * standardisedVariance();
    }

    @Override
    public double standardDeviation() {
      return scale * Math.sqrt(standardisedVariance());
    }

    /** E[Var[y | f]] + Var[E[y | f]]. */
    private double standardisedVariance() {
      if (gaussian) {
        return variance0 + noise();
      }
      double first = 0.0;
      for (int s = 0; s < n; s++) {
        first += grid.weight(s) * centre[s];
      }
      double sum = 0.0;
      for (int s = 0; s < n; s++) {
        double centred = centre[s] - first;
        sum += grid.weight(s) * (spread[s] + centred * centred);
      }
      return sum;
    }

    /** log p(y): a log-sum-exp over components; −∞ for what cannot be observed. */
    @Override
    public double logDensity(double y) {
      double t = standardised(y);
      return likelihood.violation(t) != null
          ? Double.NEGATIVE_INFINITY
          : logDensityStandardised(t) - (likelihood.discrete() ? 0.0 : Math.log(scale));
    }

    private double logDensityStandardised(double t) {
      if (gaussian) {
        double total = variance0 + noise();
        double z = (t - mean0) / Math.sqrt(total);
        return Scalars.normalLogPdf(z) - 0.5 * Math.log(total);
      }
      likelihood.logDensity(theta, likelihoodAt, t, fk, 0, n, n, value, 0);
      double most = Double.NEGATIVE_INFINITY;
      for (int s = 0; s < n; s++) {
        most = Math.max(most, value[s]);
      }
      if (most == Double.NEGATIVE_INFINITY) {
        return most;
      }
      double sum = 0.0;
      for (int s = 0; s < n; s++) {
        sum += grid.weight(s) * Math.exp(value[s] - most);
      }
      return most + Math.log(sum);
    }

    /** P(Y ≤ y). */
    @Override
    public double cdf(double y) {
      double t = standardised(y);
      Interval support = likelihood.support();
      if (t < support.lower() || t == support.lower() && !likelihood.discrete()) {
        return 0.0;
      }
      return t >= support.upper() ? 1.0 : cdfStandardised(t);
    }

    private double cdfStandardised(double t) {
      if (gaussian) {
        return Scalars.normalCdf((t - mean0) / Math.sqrt(variance0 + noise()));
      }
      likelihood.cdf(theta, likelihoodAt, t, fk, 0, n, n, value, 0);
      double sum = 0.0;
      for (int s = 0; s < n; s++) {
        sum += grid.weight(s) * value[s];
      }
      return Math.min(1.0, Math.max(0.0, sum));
    }

    /** The smallest y with P(Y ≤ y) ≥ p. */
    @Override
    public double quantile(double p) {
      if (gaussian) {
        return shift + scale * (mean0 + Math.sqrt(variance0 + noise()) * Scalars.normalQuantile(p));
      }
      return shift + scale * (likelihood.discrete() ? discreteQuantile(p) : continuousQuantile(p));
    }

    private double discreteQuantile(double p) {
      double low = likelihood.support().lower() - 1; // P(Y ≤ low) = 0
      double step = 1.0;
      while (cdfStandardised(low + step) < p && step < 1e15) {
        low += step;
        step *= 2;
      }
      double high = low + step;
      while (high - low > 1) {
        double middle = Math.floor(0.5 * (low + high));
        if (cdfStandardised(middle) < p) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high;
    }

    /**
     * Newton's method kept inside a shrinking bracket: bisection whenever a step would leave it or
     * gains too little.
     */
    private double continuousQuantile(double p) {
      double[] bracket = bracket(p);
      double low = bracket[0];
      double high = bracket[1];
      double t = 0.5 * (low + high);
      for (int i = 0; i < MOST_ITERATIONS; i++) {
        double excess = cdfStandardised(t) - p;
        if (excess < 0) {
          low = t;
        } else {
          high = t;
        }
        double slope = Math.exp(logDensityStandardised(t));
        double next = t - excess / slope;
        if (!(next > low && next < high)) {
          next = 0.5 * (low + high);
        }
        if (Math.abs(next - t) <= 1e-12 * Math.max(1.0, Math.abs(t))
            || high - low <= 1e-13 * Math.max(1.0, Math.abs(t))) {
          return next;
        }
        t = next;
      }
      return t;
    }

    private double[] bracket(double p) {
      Interval support = likelihood.support();
      double middle = 0.0;
      double reach = 1.0;
      for (int s = 0; s < n; s++) {
        if (Double.isFinite(centre[s])) {
          middle += grid.weight(s) * centre[s];
        }
      }
      double low = Math.max(middle - reach, support.lower());
      double high = Math.min(Math.max(middle, low) + reach, support.upper());
      while (low > support.lower() && cdfStandardised(low) >= p && reach < 1e300) {
        reach *= 2;
        low = Math.max(middle - reach, support.lower());
      }
      reach = 1.0;
      while (high < support.upper() && cdfStandardised(high) < p && reach < 1e300) {
        reach *= 2;
        high = Math.min(middle + reach, support.upper());
      }
      return new double[] {low, high};
    }

    /** P(Y = k) of every class. */
    @Override
    public double[] classProbabilities() {
      int classes = likelihood.classes();
      double[] all = new double[classes * n];
      likelihood.classProbabilities(theta, likelihoodAt, fk, 0, n, n, all);
      double[] out = new double[classes];
      double total = 0.0;
      for (int k = 0; k < classes; k++) {
        for (int s = 0; s < n; s++) {
          out[k] += grid.weight(s) * all[k * n + s];
        }
        total += out[k];
      }
      for (int k = 0; k < classes; k++) {
        out[k] /= total;
      }
      return out;
    }
  }

  /** Draws y given standard-normal-free latent values f0 (one per latent, before the flow). */
  double sample(double[] f0, RandomGenerator random) {
    double[] fk = new double[flows.length];
    transform(f0, fk);
    return shift + scale * likelihood.sample(theta, likelihoodAt, fk, 0, 1, random);
  }

  /** E[y | f0], in the target's units. */
  double conditionalMean(double[] f0) {
    double[] fk = new double[flows.length];
    transform(f0, fk);
    double[] moments = new double[1];
    likelihood.moments(theta, likelihoodAt, fk, 0, 1, 1, moments, new double[1], 0);
    return shift + scale * moments[0];
  }

  private void transform(double[] f0, double[] fk) {
    for (int c = 0; c < flows.length; c++) {
      flows[c].forward(theta, flowAt[c], f0, c, fk, c, 1, new double[flows[c].tapeWidth()], 0);
    }
  }
}
