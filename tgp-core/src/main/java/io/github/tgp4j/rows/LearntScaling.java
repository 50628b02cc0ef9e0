package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;

/** Shifts and scales of all columns, inputs and targets; learnt by {@link ScalingLearner}. */
public record LearntScaling(Scaling inputs, Scaling targets) {
  /** Learns all columns, in one pass. */
  public static LearntScaling of(RowStore rows, TargetScaling ofInputs, TargetScaling ofTargets) {
    ScalingLearner learner = new ScalingLearner(rows.inputs(), rows.targets());
    RowPass.over(rows, (row, x, y) -> learner.add(x, y));
    return learner.finish(ofInputs, ofTargets);
  }

  /** The rows scaled: a copy where they are in memory, otherwise scaled when they are read. */
  public RowStore apply(RowStore raw) {
    ScaledRows scaled = new ScaledRows(raw, inputs, targets);
    return raw.isInMemory() ? RowStore.of(scaled.allInputs(), scaled.allTargets()) : scaled;
  }
}
