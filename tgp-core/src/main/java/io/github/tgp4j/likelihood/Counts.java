package io.github.tgp4j.likelihood;

import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;

/** Distribution function and draws of a Poisson count, for every finite mean. */
final class Counts {
  /** Above it a count is its mean to 5 digits and normal; the sampler counts in ints. */
  private static final double LARGE_MEAN = 1e9;

  private Counts() {}

  /** P(Y ≤ y) = Q(⌊y⌋ + 1, μ). */
  static double poissonCdf(double y, double mean) {
    return y < 0 ? 0.0 : RegularizedGamma.Q.value(Math.floor(y) + 1.0, mean);
  }

  static double poissonSample(double mean, RandomGenerator random) {
    if (mean > LARGE_MEAN) {
      return Math.rint(mean + Math.sqrt(mean) * random.nextGaussian());
    }
    return mean > 0 ? PoissonSampler.of(random::nextLong, mean).sample() : 0.0;
  }
}
