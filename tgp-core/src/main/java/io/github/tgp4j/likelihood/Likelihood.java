package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.param.Parameterized;
import java.util.random.RandomGenerator;

/**
 * p(y | f) for one target y given the values f = (f_1..f_C) of its C = {@link #latents()} latent
 * functions, after the flow.
 *
 * <p>Immutable and stateless: its own parameters (noise, degrees of freedom, cut points) are
 * arguments. Latent values come as C slices of one array: the n values of latent c start at {@code
 * f[fFrom + c·fStride]}.
 */
public interface Likelihood extends Parameterized {
  /**
   * How many latent functions one target needs: 1, or the number of classes, or 2 where the noise
   * has one of its own.
   */
  int latents();

  /** The network that gives the last latent from the input; null where every latent is a GP. */
  default MlpShape latentNetwork() {
    return null;
  }

  /** How many of the latents are GPs: all of them, or all but the last, which a network gives. */
  default int processes() {
    return latentNetwork() == null ? latents() : latents() - 1;
  }

  /** Which latent values it accepts; a flow must map into it. */
  Interval latentDomain();

  /** What is wrong with this target ("expected a count, 0, 1, 2, …, but got 1.5"), or null. */
  String violation(double y);

  /** How targets may be rescaled before training. */
  TargetScaling targetScaling();

  /**
   * The likelihood that targets divided by {@code scale} have: settings in the target's units, such
   * as a detection limit, are divided too.
   */
  default Likelihood rescaled(double scale) {
    return this;
  }

  /** out[outFrom+i] = log p(y | f_i), normalised, for 0 ≤ i &lt; n. */
  void logDensity(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom);

  /**
   * The pullback of {@link #logDensity}: <b>writes</b> (not adds) fBar[fFrom + c·fStride + i] =
   * outBar_i·∂ log p/∂f_ic and adds Σ_i outBar_i·∂ log p/∂θ to thetaBar at {@code at}. fBar has the
   * layout of f; outBar must not alias it. The training loop calls {@link #expectation} instead.
   */
  void logDensityPullback(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] outBar,
      int outBarFrom,
      double[] fBar,
      double[] thetaBar);

  /**
   * E[y | f] and Var[y | f] for n latent values; for classes, of the class code.
   *
   * @param mean receives E[y | f_i]
   * @param variance receives Var[y | f_i]
   */
  void moments(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] mean,
      double[] variance,
      int outFrom);

  /** out[outFrom+i] = P(Y ≤ y | f_i). */
  void cdf(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] out,
      int outFrom);

  /** A draw of y given one vector of latent values f[fFrom + c·fStride]. */
  double sample(double[] theta, int at, double[] f, int fFrom, int fStride, RandomGenerator random);

  /** The support of y: the smallest closed interval that contains every possible target. */
  Interval support();

  /** Whether y takes whole values only (counts, classes). */
  boolean discrete();

  /** The number of classes when y is a class code 0..classes−1, else 0. */
  default int classes() {
    return 0;
  }

  /**
   * Which of its values is the variance of Gaussian noise, counted from its first; −1 where it has
   * none.
   */
  default int noiseVariance() {
    return -1;
  }

  /**
   * s where P(Y ≤ y | f) = F((a(y) − f)/s) for some increasing a and a smooth F of unit scale, as
   * of added noise; NaN where it is of another form.
   */
  default double noiseScale(double[] theta, int at) {
    return Double.NaN;
  }

  /** Whether y = f + noise, of one distribution wherever f is. */
  default boolean addsNoise() {
    return false;
  }

  /**
   * The latent that noise would have to leave alone for y: y where noise is added to it; or NaN.
   */
  default double location(double[] theta, int at, double y) {
    return addsNoise() ? y : Double.NaN;
  }

  /** Whether log p(y | f) is a quadratic function of f, whatever the parameters. */
  default boolean isQuadratic() {
    return false;
  }

  /**
   * Whether E[log p(y|f)] under f ~ N(mean, variance) is known in closed form, without a flow, for
   * one latent or two independent ones.
   */
  default boolean hasClosedForm() {
    return false;
  }

  /**
   * Returns scale·Σ_n E[log p(y_n | f)], f ~ N(mean_n, variance_n), over the rows of a block. Only
   * when {@link #hasClosedForm()}.
   *
   * <p><b>Writes</b> its derivatives to meanBar and varianceBar of the block; adds to thetaBar.
   */
  default double expectedLogDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    throw new IllegalStateException(this + " has no closed form; use quadrature");
  }

  /**
   * Whether log E[p(y|f)] under f ~ N(mean, variance) is known in closed form, without a flow; a
   * latent that a network gives has no variance.
   */
  default boolean hasClosedPredictive() {
    return false;
  }

  /**
   * Returns scale·Σ_n log E[p(y_n | f)], f ~ N(mean_n, variance_n), over the rows of a block. Only
   * when {@link #hasClosedPredictive()}.
   *
   * <p><b>Writes</b> its derivatives to meanBar and varianceBar of the block; adds to thetaBar.
   */
  default double logExpectedDensity(
      double[] theta, int at, GaussianBlock block, double scale, double[] thetaBar) {
    throw new IllegalStateException(this + " has no closed form; use quadrature");
  }

  /**
   * The training step's expectation over a block of rows at the nodes of a rule:
   *
   * <pre>
   *   Σ_n Σ_s w_s log p(y_n | f_ns)
   * </pre>
   *
   * <p><b>Writes</b> fBar = w_s·∂ log p/∂f of the block and adds to thetaBar. Allocates nothing
   * beyond {@code scratch}.
   *
   * @return the value of the expectation
   */
  default double expectation(
      double[] theta, int at, NodeBlock block, double[] thetaBar, Scratch scratch) {
    int mark = scratch.mark();
    int nodes = block.nodes();
    double[] logs = scratch.take(nodes);
    double sum = 0.0;
    for (int n = 0; n < block.rows(); n++) {
      double y = block.y()[block.yFrom() + n];
      int from = block.fFrom() + n * nodes;
      logDensity(theta, at, y, block.f(), from, block.fStride(), nodes, logs, 0);
      for (int s = 0; s < nodes; s++) {
        sum += block.w()[s] * logs[s];
      }
      logDensityPullback(
          theta,
          at,
          y,
          block.f(),
          from,
          block.fStride(),
          nodes,
          block.w(),
          0,
          block.fBar(),
          thetaBar);
    }
    scratch.release(mark);
    return sum;
  }

  /**
   * out[k·n + i] = P(y = k | f_i) for every class k and 0 ≤ i &lt; n. Only when {@link #classes()}
   * is positive.
   */
  default void classProbabilities(
      double[] theta, int at, double[] f, int fFrom, int fStride, int n, double[] out) {
    if (classes() == 0) {
      throw new IllegalStateException(this + " has no classes; use moments or cdf");
    }
    for (int k = 0; k < classes(); k++) {
      logDensity(theta, at, k, f, fFrom, fStride, n, out, k * n);
    }
    for (int i = 0; i < classes() * n; i++) {
      out[i] = Math.exp(out[i]);
    }
  }

  /** The text of the model language that parses back to an equal likelihood. */
  @Override
  String toString();
}
