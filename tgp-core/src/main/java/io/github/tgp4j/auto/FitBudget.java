package io.github.tgp4j.auto;

import java.time.Duration;
import java.util.Objects;

/**
 * How hard to fit; null where it is left open.
 *
 * @param inducing points: more are slower and closer to the exact GP
 * @param epochs passes over the data
 * @param timeLimit for everything, the choice of a model included
 * @param batch rows per training step
 * @param quality how much a search for a model spends
 */
public record FitBudget(
    Integer inducing, Double epochs, Duration timeLimit, Integer batch, Quality quality) {
  /** All left open: {@link Quality#GOOD}. */
  public static final FitBudget OPEN = new FitBudget(null, null, null, null, Quality.GOOD);

  public FitBudget {
    require("inducing points", inducing == null || inducing >= 1, "at least 1", inducing);
    require("epochs", epochs == null || epochs > 0, "more than 0", epochs);
    require("batch", batch == null || batch >= 1, "at least 1", batch);
    boolean some = timeLimit == null || !timeLimit.isZero() && !timeLimit.isNegative();
    require("time limit", some, "more than 0", timeLimit);
    Objects.requireNonNull(quality, "quality");
    if (epochs != null && timeLimit != null) {
      throw new IllegalArgumentException(
          "epochs and time limit: expected one of them but got both");
    }
  }

  private static void require(String name, boolean holds, String expected, Object got) {
    if (!holds) {
      throw new IllegalArgumentException(name + ": expected " + expected + " but got " + got);
    }
  }

  /** What of it a kind of model has. */
  public FitBudget of(ModelKind kind) {
    return new FitBudget(
        kind.isSparse() ? inducing : null,
        kind.hasSteps() ? epochs : null,
        timeLimit,
        kind.hasSteps() ? batch : null,
        quality);
  }

  public FitBudget withInducing(int count) {
    return new FitBudget(count, epochs, timeLimit, batch, quality);
  }

  public FitBudget withEpochs(double count) {
    return new FitBudget(inducing, count, timeLimit, batch, quality);
  }

  public FitBudget withTimeLimit(Duration limit) {
    return new FitBudget(inducing, epochs, limit, batch, quality);
  }

  public FitBudget withBatch(int rows) {
    return new FitBudget(inducing, epochs, timeLimit, rows, quality);
  }

  public FitBudget withQuality(Quality value) {
    return new FitBudget(inducing, epochs, timeLimit, batch, value);
  }
}
