package io.github.tgp4j.optimise;

import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * What may end a fit before its plan does, and who is told of its steps: one for all phases of a
 * fit. A fit is cancelled when its listener or the user's condition says so, or when its thread is
 * interrupted; the thread's interrupted status stays set. It then ends after the current step.
 */
public final class TrainingControl {
  private final TrainingListener listener;
  private final BooleanSupplier cancel;
  private final Duration timeLimit; // null for none
  private final long began = System.nanoTime();
  private final TrainingHistory history = new TrainingHistory();
  private boolean cancelled;

  /**
   * The clock of the time limit starts now.
   *
   * @param cancel asked before every step; true ends training
   * @param timeLimit of the whole fit, or null for none
   */
  public TrainingControl(TrainingListener listener, BooleanSupplier cancel, Duration timeLimit) {
    this.listener = Objects.requireNonNull(listener, "listener");
    this.cancel = Objects.requireNonNull(cancel, "cancel");
    this.timeLimit = timeLimit;
  }

  /** Ends when the listener says so. */
  public static TrainingControl of(TrainingListener listener) {
    return new TrainingControl(listener, () -> false, null);
  }

  /** The plan with no more time than is left: the shorter of the plan's limit and the fit's. */
  public TrainingPlan withinLimits(TrainingPlan plan) {
    Duration own = plan.timeLimit();
    Duration least =
        own == null || timeLimit != null && timeLimit.compareTo(own) < 0 ? timeLimit : own;
    return least == null
        ? plan
        : plan.withTimeLimit(least).less(Duration.ofNanos(System.nanoTime() - began));
  }

  /** Whether the listener, the user's condition or an interrupt asks for the end. */
  public boolean isCancelled() {
    cancelled =
        cancelled
            || cancel.getAsBoolean()
            || listener.isStopped()
            || Thread.currentThread().isInterrupted();
    return cancelled;
  }

  /** Whether any phase has taken a step, so that there is a state of some use. */
  boolean hasSteps() {
    return history.steps() > 0;
  }

  /** Whether the fit's time is over. */
  public boolean isTimeUp() {
    return timeLimit != null && System.nanoTime() - began >= timeLimit.toNanos();
  }

  /** Tells the listener, and keeps the step for the history. */
  public void report(TrainingListener.Progress progress) {
    history.add(progress);
    if (!listener.onStep(progress)) {
      cancelled = true;
    }
  }

  /** The course of all phases so far. */
  public List<TrainingListener.Progress> history() {
    return history.points();
  }

  /**
   * Why training must end before its next step, or null where it need not. A limit leaves time for
   * one step, without which there would be no model.
   *
   * @param share of the plan that is done, in steps or time
   * @param isUsable whether the current state is of any use; otherwise whether a phase before had
   *     steps decides
   * @throws CancellationException when it is cancelled before there is a state of any use
   */
  Ended ended(double share, boolean isUsable) {
    boolean usable = isUsable || hasSteps();
    if (isCancelled()) {
      if (!usable) {
        throw new CancellationException(
            "training was cancelled before its first step, so there is no model");
      }
      return Ended.CANCELLED;
    }
    return usable && (share >= 1.0 || isTimeUp()) ? Ended.TIME_LIMIT : null;
  }

  /** The same for a run without a plan. */
  public Ended ended(boolean isUsable) {
    return ended(0.0, isUsable);
  }

  /** One step of a simple run. */
  public interface Step {
    /** Takes it when {@code share} of the plan is done, and returns the bound that it saw. */
    double take(int step, double share);

    /** Whether so many bad steps were taken back that no more are worth taking. */
    default boolean isExhausted() {
      return false;
    }
  }

  /** How many steps a run took, why it ended, and how long it took. */
  public record Course(int steps, Ended ended, long nanos) {}

  /** Takes steps until the plan or a limit ends them. */
  public Course run(TrainingPlan plan, Step step) {
    long start = System.nanoTime();
    for (int k = 0; ; k++) {
      double share = plan.shareDone(k, System.nanoTime() - start);
      Ended ended =
          step.isExhausted()
              ? Ended.FELL_BACK
              : k == plan.steps() ? Ended.STEPS : ended(share, k > 0);
      if (ended != null) {
        return new Course(k, ended, System.nanoTime() - start);
      }
      double bound = step.take(k, Math.min(TrainingPlan.LAST_SHARE, share));
      long nanos = System.nanoTime() - start;
      report(
          new TrainingListener.Progress(
              TrainingListener.Phase.MAIN,
              k + 1,
              Math.min(1.0, plan.shareDone(k + 1, nanos)),
              bound,
              Double.NaN,
              nanos));
    }
  }
}
