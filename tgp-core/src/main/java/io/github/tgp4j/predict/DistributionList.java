package io.github.tgp4j.predict;

import java.util.List;

/** One given distribution per row. */
record DistributionList(List<Distribution> all) implements Prediction {
  DistributionList {
    all = List.copyOf(all);
  }

  @Override
  public int rows() {
    return all.size();
  }

  @Override
  public Distribution row(int i) {
    return all.get(i);
  }

  @Override
  public String toString() {
    return describe();
  }
}
