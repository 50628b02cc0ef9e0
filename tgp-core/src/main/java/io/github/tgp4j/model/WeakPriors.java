package io.github.tgp4j.model;

import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Prior;
import io.github.tgp4j.param.Priors;

/**
 * The priors of a plain GP that is given none: so wide that many rows overrule them, they keep few
 * rows from lengthscales, variances and noise that fit those rows alone; equation P11 in
 * docs/equations.md. Inputs and targets are scaled, so the same priors suit all data.
 */
final class WeakPriors {
  /** Of the logarithm: a factor of 4.5 either way is one standard deviation. */
  private static final double WIDTH = 1.5;

  private WeakPriors() {}

  /**
   * Of the covariance and the noise of a model with so many inputs: by the names of the parameters,
   * whatever covariances they are of.
   */
  static ParameterPriors of(Parameters parameters, int inputs) {
    ParameterPriors priors = ParameterPriors.NONE;
    for (Parameters.Block block : parameters.blocks()) {
      Prior prior = of(block.name(), inputs);
      if (prior != null) {
        priors = priors.with(block.name(), prior);
      }
    }
    return priors;
  }

  private static Prior of(String name, int inputs) {
    if (name.startsWith("covariance") && name.endsWith(".lengthscales")) {
      return Priors.logNormal(1.0 + 0.5 * Math.log(inputs), WIDTH);
    }
    if (name.startsWith("covariance") && name.endsWith(".variance")) {
      return Priors.logNormal(0.5, WIDTH);
    }
    if (name.startsWith("covariance") && name.endsWith(".variances")) {
      return Priors.gamma(1.0, inputs); // of slopes, most of which may be 0
    }
    return name.startsWith("likelihood") && name.endsWith(".noise-variance")
        ? Priors.logNormal(-3.0, WIDTH)
        : null;
  }
}
