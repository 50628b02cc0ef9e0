package io.github.tgp4j.auto;

import java.util.List;

/**
 * How far along each fit of a search is, by cost; the survivors of a round are taken for the most
 * costly. The search is the part {@code from} to {@code to} of all the work, whose time it shares.
 */
final class SearchPlan {
  private final TimeBudget budget;
  private final double from;
  private final double to;
  private final double total;
  private final double last; // cost of the fit to all rows
  private double done;

  SearchPlan(
      List<Candidate> candidates, double[] rounds, TimeBudget budget, double from, double to) {
    this.budget = budget;
    this.from = from;
    this.to = to;
    double[] costs = candidates.stream().mapToDouble(Candidate::cost).sorted().toArray();
    this.last = costs[costs.length - 1];
    double sum = last;
    int alive = costs.length;
    for (double round : rounds) {
      for (int i = costs.length - alive; i < costs.length; i++) {
        sum += round * costs[i];
      }
      alive = Math.min(alive, (alive + 1) / 2 + 1);
    }
    this.total = sum;
  }

  /** The effort of the next fit, to one of so many parts of the rows. */
  Candidate.Effort next(String stage, Candidate candidate, double share, int parts) {
    double begin = at(done);
    done += share * candidate.cost() / parts;
    return effort(stage, share, begin, at(done));
  }

  /** The effort of the fit to all rows. */
  Candidate.Effort rest() {
    return effort("fit to all rows", 1.0, at(done), to);
  }

  /** Whether the time that is left is needed for the fit to all rows, and what comes after it. */
  boolean isTimeUp() {
    return budget.hasLessThan(1 - to + (to - from) * last / total);
  }

  private double at(double cost) {
    return from + (to - from) * Math.min(1.0, cost / total);
  }

  private Candidate.Effort effort(String stage, double share, double begin, double end) {
    return new Candidate.Effort(stage, share, begin, end, budget.part(begin, end));
  }
}
