package io.github.tgp4j.spark;

import java.io.Serializable;

/** What the rows of one partition add to one share of a batch, flat. */
final class ShareSums implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int share;
  private final double[] sums;

  ShareSums(int share, double[] sums) {
    this.share = share;
    this.sums = sums;
  }

  int share() {
    return share;
  }

  double[] sums() {
    return sums;
  }
}
