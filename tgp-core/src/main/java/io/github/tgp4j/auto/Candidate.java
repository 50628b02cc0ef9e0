package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalTgp;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * One model that {@link ModelSearch} may choose.
 *
 * @param name for people, unique in its list
 * @param cost of a fit in any unit, the same for all candidates of a list; for progress and time
 *     limits
 * @param fitter fits it
 * @param ignoresEffort whether a fit to so many rows is the same whatever the share of the effort,
 *     so that one trial is enough
 */
public record Candidate(String name, double cost, Fitter fitter, IntPredicate ignoresEffort) {
  /** Fits a candidate to some rows, which are in memory. */
  @FunctionalInterface
  public interface Fitter {
    Model fit(RowStore rows, Effort effort);
  }

  /**
   * How hard to try.
   *
   * @param stage what this fit is, unique within a search: {@code "tgp, round 1, fold 2"}
   * @param share of the steps of a full fit
   * @param from how far the whole search was before this fit, 0 to 1
   * @param to how far it is after it
   * @param timeLimit for this fit; null for none
   */
  public record Effort(String stage, double share, double from, double to, Duration timeLimit) {
    /** A fit on its own. */
    public static final Effort FULL = new Effort("fit", 1.0, 0.0, 1.0, null);

    /**
     * The plan's share, within the time limit. Collapsed plans are taken whole: their steps are
     * few, and a plain GP cut short would stand beside flows that start from a whole one.
     */
    public TrainingPlan of(TrainingPlan full) {
      TrainingPlan plan = needsAllSteps(full) ? full : full.withSteps(steps(full.steps()));
      return timeLimit == null ? plan : plan.withTimeLimit(timeLimit);
    }

    /** Whether {@link #of} gives all steps of a plan, however small the share. */
    public static boolean needsAllSteps(TrainingPlan full) {
      return full.method() == TrainingPlan.Method.COLLAPSED;
    }

    /** Of so many steps, at least one. */
    public int steps(int full) {
      return Math.max(1, (int) (share * full));
    }
  }

  /** A candidate that more effort may improve. */
  public Candidate(String name, double cost, Fitter fitter) {
    this(name, cost, fitter, rows -> false);
  }

  public Candidate {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(fitter, "fitter");
    Objects.requireNonNull(ignoresEffort, "ignoresEffort");
    if (!(cost > 0)) {
      throw new IllegalArgumentException(name + ": expected a cost above 0 but got " + cost);
    }
  }

  /** A transformed GP, whose plan is that of a full fit. */
  public static Candidate of(String name, Tgp tgp) {
    return new Candidate(
        name,
        1.0,
        (rows, effort) -> tgp.copy().plan(effort.of(tgp.planFor(rows.size()))).fit(rows),
        rows -> Effort.needsAllSteps(tgp.planFor(rows)));
  }

  /** A process whose flow is not marginal, as {@link #of(String, Tgp)}. */
  public static Candidate of(String name, NonMarginalTgp process) {
    return new Candidate(
        name,
        1.0,
        (rows, effort) -> process.copy().plan(effort.of(process.planFor(rows.size()))).fit(rows));
  }
}
