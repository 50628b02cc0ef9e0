package io.github.tgp4j.spark;

import java.io.Serializable;

/** What the rows of one partition, or of some in order, add to one share of a batch, flat. */
final class ShareSums implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int share;
  private final int partition;
  private final double[] sums;

  ShareSums(int share, int partition, double[] sums) {
    this.share = share;
    this.partition = partition;
    this.sums = sums;
  }

  int share() {
    return share;
  }

  int partition() {
    return partition;
  }

  double[] sums() {
    return sums;
  }
}
