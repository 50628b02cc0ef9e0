package io.github.tgp4j.optimise;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.variational.InducingPosterior;

/** Adam on the free values of one q(v), where natural gradients are not wanted. */
final class PosteriorAdam {
  private final InducingPosterior posterior;
  private final double[] free;
  private final double[] bar;
  private final Adam adam;

  PosteriorAdam(InducingPosterior posterior) {
    this.posterior = posterior;
    free = new double[posterior.freeSize()];
    bar = new double[posterior.freeSize()];
    adam = new Adam(posterior.freeSize());
  }

  void move(Matrix curvature, double[] slope, double rate) {
    posterior.storeFree(free);
    posterior.freeGradient(curvature, slope, bar);
    adam.begin();
    adam.move(free, bar, 0, free.length, rate);
    posterior.loadFree(free);
  }

  /** Its Adam, whose moments are all that it keeps from step to step. */
  Adam adam() {
    return adam;
  }

  void reset() {
    adam.reset();
  }
}
