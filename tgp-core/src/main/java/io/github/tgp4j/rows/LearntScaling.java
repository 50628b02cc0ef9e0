package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;

/** Shifts and scales of all columns, inputs and targets; learnt by {@link ScalingLearner}. */
public record LearntScaling(Scaling inputs, Scaling targets) {
  /** Ranks are those of so many rows at most, chosen by chance. */
  private static final int RANKED = 10_000;

  private static final long SEED = 20L;

  /** Learns all columns, in one pass; curves by ranks in another one over some of the rows. */
  public static LearntScaling of(RowStore rows, InputScale ofInputs, TargetScaling ofTargets) {
    ScalingLearner learner = new ScalingLearner(rows.inputs(), rows.targets());
    RowPass.over(rows, (row, x, y) -> learner.add(x, y));
    LearntScaling learnt =
        learner.finish(
            ofInputs == InputScale.RAW ? TargetScaling.NONE : TargetScaling.STANDARDISE, ofTargets);
    return ofInputs == InputScale.RANKS ? learnt.byRanks(ranked(rows)) : learnt;
  }

  private static Matrix ranked(RowStore rows) {
    return rows.isInMemory() && rows.rows() <= RANKED
        ? rows.allInputs()
        : RowSample.of(rows, RANKED, SEED).inputs();
  }

  /**
   * The same with curves by ranks for inputs; {@link RowSample}s of parts of the rows merge to one
   * of all rows, as {@link ScalingLearner}s do.
   */
  public LearntScaling byRanks(Matrix sample) {
    return new LearntScaling(inputs.byRanks(sample), targets);
  }

  /** The rows scaled: a copy where they are in memory, otherwise scaled when they are read. */
  public RowStore apply(RowStore raw) {
    ScaledRows scaled = new ScaledRows(raw, inputs, targets);
    return raw.isInMemory() ? RowStore.of(scaled.allInputs(), scaled.allTargets()) : scaled;
  }
}
