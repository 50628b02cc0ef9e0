package io.github.tgp4j.auto;

import java.util.HashMap;
import java.util.Map;

/**
 * How far a search is: by the cost of what is done, or by the clock where there is a time limit.
 * For many threads.
 */
final class SearchProgress {
  private final FitListener listener;
  private final TimeBudget budget;
  private final Map<String, Double> running = new HashMap<>(); // cost that is done, by stage
  private double total;
  private double least;
  private double done;
  private double shown;
  private double best = Double.NaN; // held-out NLL so far

  SearchProgress(FitListener listener, TimeBudget budget) {
    this.listener = listener;
    this.budget = budget;
  }

  /** So much more is to be done. */
  synchronized void expect(double cost) {
    total += cost;
  }

  /** So much at least is to come, though not all of it is known yet. */
  synchronized void expectAtLeast(double cost) {
    least = Math.max(least, done + cost);
  }

  /** A stage of some cost has come to a share of itself. */
  synchronized void step(String stage, double cost, double part, double bound) {
    running.put(stage, cost * part);
    double sum = done;
    for (double cost0 : running.values()) {
      sum += cost0;
    }
    double share =
        budget.hasLimit() ? budget.gone() : sum / Math.max(Math.max(total, least), 1e-12);
    shown = Math.max(shown, Math.min(1.0, share));
    listener.onStep(stage, shown, bound, best);
  }

  /** A stage is done. */
  synchronized void done(String stage, double cost) {
    running.remove(stage);
    done += cost;
  }

  /** A trial has come to an end. */
  synchronized void trial(String stage, TrialResult result) {
    best = best < result.loss() ? best : result.loss();
    listener.onTrial(stage, result);
  }
}
