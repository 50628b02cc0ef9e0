package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import java.util.List;

/**
 * Learns the shifts and scales of all columns in one pass over the rows. Learners of parts of the
 * rows merge to that of all rows.
 *
 * <p>An input column that holds nothing but 0 and 1 is left as it is: the mark of a level that 0.5%
 * of the rows have would lie 14 deviations away once standardised, so far that its rows learn
 * nothing from all others.
 */
public final class ScalingLearner {
  private final ColumnMoments[] inputs;
  private final ColumnMoments[] targets;
  private long rows;

  /** Of so many columns. */
  public ScalingLearner(int inputs, int targets) {
    this.inputs = moments(inputs);
    this.targets = moments(targets);
  }

  private static ColumnMoments[] moments(int columns) {
    ColumnMoments[] all = new ColumnMoments[columns];
    for (int c = 0; c < columns; c++) {
      all[c] = new ColumnMoments();
    }
    return all;
  }

  /** Takes one row; its numbers are finite. */
  public void add(double[] x, double[] y) {
    rows++;
    for (int j = 0; j < inputs.length; j++) {
      inputs[j].add(x[j]);
    }
    for (int o = 0; o < targets.length; o++) {
      targets[o].add(y[o]);
    }
  }

  /** Takes in what another learner of as many columns learnt from other rows. */
  public void merge(ScalingLearner other) {
    if (other.inputs.length != inputs.length || other.targets.length != targets.length) {
      throw new IllegalArgumentException(
          "merge: expected a learner of "
              + inputs.length
              + " inputs and "
              + targets.length
              + " targets but got one of "
              + other.inputs.length
              + " and "
              + other.targets.length);
    }
    rows += other.rows;
    for (int j = 0; j < inputs.length; j++) {
      inputs[j].merge(other.inputs[j]);
    }
    for (int o = 0; o < targets.length; o++) {
      targets[o].merge(other.targets[o]);
    }
  }

  /** What it has learnt as numbers, for whoever merges it elsewhere. */
  public double[] numbers() {
    double[] numbers = new double[1 + ColumnMoments.NUMBERS * (inputs.length + targets.length)];
    numbers[0] = rows;
    int at = 1;
    for (ColumnMoments[] columns : List.of(inputs, targets)) {
      for (ColumnMoments column : columns) {
        System.arraycopy(column.numbers(), 0, numbers, at, ColumnMoments.NUMBERS);
        at += ColumnMoments.NUMBERS;
      }
    }
    return numbers;
  }

  /** What {@link #numbers} gave, of a learner of so many columns. */
  public static ScalingLearner of(int inputs, int targets, double[] numbers) {
    ScalingLearner learner = new ScalingLearner(inputs, targets);
    int expected = 1 + ColumnMoments.NUMBERS * (inputs + targets);
    if (numbers.length != expected) {
      throw new IllegalArgumentException(
          "scaling learner: expected " + expected + " numbers but got " + numbers.length);
    }
    learner.rows = (long) numbers[0];
    for (int c = 0; c < inputs + targets; c++) {
      ColumnMoments column = ColumnMoments.of(numbers, 1 + ColumnMoments.NUMBERS * c);
      if (c < inputs) {
        learner.inputs[c] = column;
      } else {
        learner.targets[c - inputs] = column;
      }
    }
    return learner;
  }

  /** Rows seen. */
  public long rows() {
    return rows;
  }

  /** The scaling of the rows seen. */
  public LearntScaling finish(TargetScaling ofInputs, TargetScaling ofTargets) {
    return new LearntScaling(scaling(inputs, ofInputs, true), scaling(targets, ofTargets, false));
  }

  private static Scaling scaling(ColumnMoments[] columns, TargetScaling kind, boolean keepMarks) {
    double[] shift = new double[columns.length];
    double[] scale = new double[columns.length];
    for (int c = 0; c < columns.length; c++) {
      boolean none = keepMarks && columns[c].isMarks();
      double[] learnt = columns[c].shiftAndScale(none ? TargetScaling.NONE : kind);
      shift[c] = learnt[0];
      scale[c] = learnt[1];
    }
    return new Scaling(shift, scale);
  }
}
