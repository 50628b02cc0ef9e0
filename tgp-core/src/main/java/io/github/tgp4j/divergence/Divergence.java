package io.github.tgp4j.divergence;

import io.github.tgp4j.linalg.Matrix;

/**
 * How far q = N(m, S) is from the prior p = N(0, I), equations H1–H5 in docs/equations.md. Each one
 * has the form
 *
 * <pre>
 *   D[q ‖ p] = w·(h(m, S) − ½ log det S)
 * </pre>
 *
 * <p>with a weight w &gt; 0 and a cross term h of its own. Whoever can climb E − KL can therefore
 * climb E − D: with r = ∂h/∂m and R = ∂h/∂S, at the current q,
 *
 * <pre>
 *   ∇(E − D) = w·∇(Ẽ − KL),  ∂Ẽ/∂S = ∂E/∂S/w + ½I − R,  ∂Ẽ/∂m = ∂E/∂m/w + m − r
 * </pre>
 *
 * <p>Immutable; printing gives the text it parses from.
 */
public sealed interface Divergence permits KullbackLeibler, Renyi {
  /** KL[q ‖ p]; {@code kl}. */
  static Divergence kl() {
    return new KullbackLeibler(1.0);
  }

  /** w·KL[q ‖ p]: below 1 trusts the prior less than the data; {@code kl(0.5)}. */
  static Divergence kl(double weight) {
    return new KullbackLeibler(weight);
  }

  /** Rényi's divergence of order α; {@code renyi(0.5)}. */
  static Divergence renyi(double alpha) {
    return new Renyi(alpha);
  }

  /** w. */
  double weight();

  /** α of Rényi's divergence; 1 for Kullback and Leibler's. */
  double order();

  /** Whether it is the plain Kullback–Leibler divergence, for which everything has a short cut. */
  default boolean isKl() {
    return this instanceof KullbackLeibler && weight() == 1.0;
  }

  /**
   * h(m, S) of a full S; <b>writes</b> its derivatives.
   *
   * @param deviation S − I
   * @param meanSlope receives r = ∂h/∂m
   * @param covarianceSlope receives the symmetric R = ∂h/∂S
   * @param work of the same size, overwritten
   * @return h, or +∞ (the slopes undefined) where there is no such divergence
   */
  double cross(
      double[] mean, Matrix deviation, double[] meanSlope, Matrix covarianceSlope, Matrix work);

  /** h of one coordinate: for a diagonal S the divergence is the sum over coordinates. */
  double cross(double mean, double variance);

  /** ∂h/∂m of one coordinate. */
  double crossMeanSlope(double mean, double variance);

  /** ∂h/∂S of one coordinate. */
  double crossVarianceSlope(double mean, double variance);

  /** D of one coordinate. */
  default double value(double mean, double variance) {
    return weight() * (cross(mean, variance) - 0.5 * Math.log(variance));
  }

  /** The text of the model language that parses back to an equal divergence. */
  @Override
  String toString();
}
