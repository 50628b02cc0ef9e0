package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import java.util.function.Function;

/** Shifts and scales of all columns, inputs and targets; learnt by {@link ScalingLearner}. */
public record LearntScaling(Scaling inputs, Scaling targets) {
  /** Ranks are those of so many rows at most, chosen by chance. */
  private static final int RANKED = 10_000;

  private static final long SEED = 20L;

  /** Learns all columns, in one pass; curves by ranks in another one over some of the rows. */
  public static LearntScaling of(RowStore rows, InputScale ofInputs, TargetScaling ofTargets) {
    ScalingLearner learner = new ScalingLearner(rows.inputs(), rows.targets());
    RowPass.over(rows, (row, x, y) -> learner.add(x, y));
    return of(
        learner,
        ofInputs,
        ofTargets,
        numbers ->
            numbers.length == rows.rows() && rows.isInMemory()
                ? rows.allInputs()
                : RowSample.of(rows, RANKED, SEED).inputs());
  }

  /**
   * Of what a learner has seen of all rows.
   *
   * @param inputs of the rows with some numbers; asked only for curves by ranks
   */
  public static LearntScaling of(
      ScalingLearner learner,
      InputScale ofInputs,
      TargetScaling ofTargets,
      Function<long[], Matrix> inputs) {
    LearntScaling learnt =
        learner.finish(
            ofInputs == InputScale.RAW ? TargetScaling.NONE : TargetScaling.STANDARDISE, ofTargets);
    return ofInputs == InputScale.RANKS
        ? learnt.byRanks(inputs.apply(RowSample.numbers(learner.rows(), RANKED, SEED)))
        : learnt;
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
