package io.github.tgp4j.network;

/** How a network is evaluated. */
public enum Mode {
  /** The mean network: no dropout, mean weights, running statistics. Reads no noise. */
  MEAN,

  /** One draw of masks or weights per row; running statistics. For Bayesian prediction. */
  SAMPLE,

  /** As {@link #SAMPLE}, but batch normalisation uses the statistics of the rows passed. */
  TRAIN
}
