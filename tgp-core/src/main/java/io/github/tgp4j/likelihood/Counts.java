package io.github.tgp4j.likelihood;

import io.github.tgp4j.elementary.Scalars;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;

/** Distribution function and draws of a Poisson count, for every finite mean. */
final class Counts {
  /** Above it a count is its mean to 5 digits and normal; the sampler counts in ints. */
  private static final double LARGE_MEAN = 1e9;

  private Counts() {}

  /** P(Y ≤ y) = Q(⌊y⌋ + 1, μ); of a large mean its normal limit, whose series would not end. */
  static double poissonCdf(double y, double mean) {
    if (y < 0) {
      return 0.0;
    }
    if (mean > LARGE_MEAN) {
      return Scalars.normalCdf((Math.floor(y) + 0.5 - mean) / Math.sqrt(mean));
    }
    return RegularizedGamma.Q.value(Math.floor(y) + 1.0, mean);
  }

  static double poissonSample(double mean, RandomGenerator random) {
    if (mean > LARGE_MEAN) {
      return Math.rint(mean + Math.sqrt(mean) * random.nextGaussian());
    }
    return mean > 0 ? PoissonSampler.of(random::nextLong, mean).sample() : 0.0;
  }
}
