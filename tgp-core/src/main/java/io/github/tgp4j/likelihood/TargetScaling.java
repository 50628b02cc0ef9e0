package io.github.tgp4j.likelihood;

/** How a target may be rescaled before training without leaving the likelihood's family. */
public enum TargetScaling {
  /** Shifted and scaled to mean 0 and standard deviation 1: y on the whole line. */
  STANDARDISE,
  /** Divided by a scale, zero stays zero: positive y. */
  SCALE,
  /** Left as it is: counts, classes, proportions. */
  NONE
}
