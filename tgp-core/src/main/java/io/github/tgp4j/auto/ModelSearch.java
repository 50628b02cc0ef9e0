package io.github.tgp4j.auto;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Ended;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Chooses a model from a list by the log predictive density of rows that it was not fitted to,
 * always against a baseline, the plain GP: a flow that does not clearly help is not chosen;
 * equation T5 in docs/equations.md.
 *
 * <p>Successive halving: all candidates are trained with a share of the full effort, the better
 * half of them (and the baseline) with a larger one, and so on, so that the search costs a small
 * multiple of one fit. The winner is then fitted to all rows. A candidate whose fit fails is out of
 * the race, and {@link Choice#failures} says why.
 *
 * <pre>{@code
 * ModelSearch.Result result = ModelSearch.of(Tgp.builder().inducing(100), List.of("sal(1)", "sal(3)", "tanh-sum(4)")).fit(x, y);
 * result.model().predict(xNew);
 * }</pre>
 */
public final class ModelSearch {
  private static final int LEAST_ROWS = 10;

  private final List<Candidate> candidates; // the first is the baseline
  private final Cut cut;
  private final double[] rounds;
  private final Watch watch;

  /** How rows are held out: a share of them, or each once in one of several folds. */
  private record Cut(double validation, int folds, long seed) {
    List<Holdout> of(RowStore rows) {
      return folds == 1
          ? List.of(Holdout.of(rows, validation, seed))
          : Holdout.folds(rows, Math.min(folds, rows.size()), seed);
    }
  }

  /** Who follows the search, and what may end it. */
  private record Watch(
      Journal journal, BooleanSupplier cancelled, Duration limit, LongSupplier clock) {
    static final Watch NONE = new Watch(Journal.NONE, () -> false, null, System::nanoTime);
  }

  private ModelSearch(List<Candidate> candidates, Cut cut, double[] rounds, Watch watch) {
    this.candidates = candidates;
    this.cut = cut;
    this.rounds = rounds;
    this.watch = watch;
  }

  /** Remembers finished trials, so that a search that was interrupted can go on. */
  public interface Journal {
    /** Forgets at once. */
    Journal NONE =
        new Journal() {
          @Override
          public TrialResult find(String stage) {
            return null;
          }

          @Override
          public void add(String stage, TrialResult trial) {}
        };

    /** What came of a stage, or null when it has not been reached. */
    TrialResult find(String stage);

    /** A stage is done. */
    void add(String stage, TrialResult trial);
  }

  /** Chooses among these; the first is the baseline that the others must clearly beat. */
  public static ModelSearch among(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("model search: expected at least one candidate, got none");
    }
    return new ModelSearch(
        List.copyOf(candidates), new Cut(0.2, 1, 1L), new double[] {0.25, 0.5, 1.0}, Watch.NONE);
  }

  /**
   * Chooses among flows in the model language; "identity" is added when it is missing.
   *
   * @param base everything but the flow; its plan is the full one, except that the plan's time
   *     limit is that of the whole search. Where its listener ends a fit, that cancels the search.
   */
  public static ModelSearch of(Tgp base, List<String> flows) {
    List<Candidate> all = new ArrayList<>();
    all.add(Candidate.of("identity", base.copy().flow("identity")));
    for (String flow : flows) {
      if (all.stream().noneMatch(c -> c.name().equals(flow))) {
        all.add(Candidate.of(flow, base.copy().flow(flow)));
      }
    }
    Duration limit = base.planFor(LEAST_ROWS).timeLimit();
    ModelSearch search = among(all).seed(base.seed());
    return limit == null ? search : search.timeLimit(limit);
  }

  /** Holds out this share of the rows instead of a fifth. */
  public ModelSearch validation(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "validation share: expected a value between 0 and 1 but got " + share);
    }
    return new ModelSearch(candidates, new Cut(share, 1, cut.seed), rounds, watch);
  }

  /** Cross-validates: every row is held out once, in one of so many parts. For small data. */
  public ModelSearch folds(int count) {
    if (count < 2) {
      throw new IllegalArgumentException("folds: expected at least 2 but got " + count);
    }
    return new ModelSearch(candidates, new Cut(cut.validation, count, cut.seed), rounds, watch);
  }

  /** The effort of each round as a share of a full fit, rising; at least one. */
  public ModelSearch rounds(double... shares) {
    if (shares.length == 0) {
      throw new IllegalArgumentException(
          "rounds: expected at least one share of a full fit, such as 0.5, but got none");
    }
    double before = 0.0;
    for (double share : shares) {
      if (!(share > before && share <= 1)) {
        throw new IllegalArgumentException(
            "rounds: expected rising shares above 0 and up to 1 but got "
                + Arrays.toString(shares));
      }
      before = share;
    }
    return new ModelSearch(candidates, cut, shares.clone(), watch);
  }

  public ModelSearch seed(long value) {
    Cut other = new Cut(cut.validation, cut.folds, value);
    return new ModelSearch(candidates, other, rounds, watch);
  }

  public ModelSearch journal(Journal value) {
    return watching(
        new Watch(Objects.requireNonNull(value), watch.cancelled, watch.limit, watch.clock));
  }

  /**
   * Time for everything, the fit to all rows included. Each fit gets its share of what is left;
   * when only the last fit's share is left, candidates that were not tried are left out.
   */
  public ModelSearch timeLimit(Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException("time limit: expected more than 0 but got " + limit);
    }
    return watching(new Watch(watch.journal, watch.cancelled, limit, watch.clock));
  }

  /** Ends the search with a {@link CancellationException} as soon as this is true. */
  public ModelSearch cancelWhen(BooleanSupplier cancelled) {
    return watching(
        new Watch(watch.journal, Objects.requireNonNull(cancelled), watch.limit, watch.clock));
  }

  /** Another clock, in nanoseconds, for tests. */
  ModelSearch clock(LongSupplier nanos) {
    return watching(new Watch(watch.journal, watch.cancelled, watch.limit, nanos));
  }

  private ModelSearch watching(Watch other) {
    return new ModelSearch(candidates, cut, rounds, other);
  }

  /**
   * What the search found.
   *
   * @param winner the chosen candidate
   * @param reason why, in words
   * @param scores the last mean negative log predictive density of every candidate on held-out rows
   * @param heldOut what the candidates of the last round said of those rows, per target
   * @param failures why candidates could not be fitted, or were not tried, by their names
   * @param effort for the fit to all rows
   */
  public record Choice(
      Candidate winner,
      String reason,
      Map<String, Double> scores,
      Map<String, List<HeldOut>> heldOut,
      Map<String, String> failures,
      Candidate.Effort effort) {
    /** Name of the winner. */
    public String name() {
      return winner.name();
    }
  }

  /**
   * A chosen and fitted model.
   *
   * @param model fitted to all rows
   * @param choice how it was chosen
   */
  public record Result(Model model, Choice choice) {}

  public Result fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Searches, then fits the winner to all rows. */
  public Result fit(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    return fit(RowStore.of(x, y.toColumns()));
  }

  /** Searches, then fits the winner to all rows. */
  public Result fit(RowStore rows) {
    Choice choice = choose(rows);
    return new Result(fit(choice.winner(), rows, choice.effort()), choice);
  }

  /** Searches; the winner is not yet fitted to all rows. */
  public Choice choose(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    return choose(RowStore.of(x, y.toColumns()));
  }

  /** Searches; the winner is not yet fitted to all rows. */
  public Choice choose(RowStore rows) {
    return choose(rows, new TimeBudget(watch.limit, watch.clock), 0.0, 1.0);
  }

  /** Searches as the part {@code from} to {@code to} of work that shares a time budget. */
  Choice choose(RowStore rows, TimeBudget budget, double from, double to) {
    if (rows.rows() < LEAST_ROWS) {
      throw new IllegalArgumentException(
          "model search: expected at least "
              + LEAST_ROWS
              + " rows but got "
              + rows.rows()
              + "; choose a model yourself");
    }
    List<Holdout> parts = cut.of(rows);
    SearchPlan plan = new SearchPlan(candidates, rounds, budget, from, to);
    Trials trials = new Trials(candidates);
    Map<Candidate, TrialResult> finished = new HashMap<>();
    List<Candidate> alive = candidates;
    for (int round = 0; round < rounds.length; round++) {
      boolean last = round == rounds.length - 1;
      trials.beginRound();
      for (Candidate candidate : alive) {
        TrialResult result = finished.get(candidate);
        if (result == null) {
          if (plan.isTimeUp()) {
            trials.endEarly(alive);
            return trials.choice(plan.rest());
          }
          boolean once = candidate.ignoresEffort().test(parts.get(0).train().size());
          result = run(candidate, round, parts, last || once, plan);
          if (once) {
            finished.put(candidate, result);
          }
        }
        trials.add(candidate, result);
      }
      alive = trials.survivors();
    }
    return trials.choice(plan.rest());
  }

  /** Fits a candidate and scores it on every part that is held out. */
  private TrialResult run(
      Candidate candidate, int round, List<Holdout> parts, boolean all, SearchPlan plan) {
    List<TrialResult> results = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      String stage = candidate.name() + ", round " + (round + 1);
      if (parts.size() > 1) {
        stage += ", fold " + (p + 1);
      }
      Candidate.Effort effort = plan.next(stage, candidate, rounds[round], parts.size());
      TrialResult found = watch.journal.find(stage);
      if (found == null) {
        found = trial(candidate, parts.get(p), all, effort);
        watch.journal.add(stage, found);
      }
      results.add(found);
    }
    return TrialResult.join(results);
  }

  /** A model that was not trained to its end must not be compared with others, nor returned. */
  private Model fit(Candidate candidate, RowStore rows, Candidate.Effort effort) {
    if (!watch.cancelled.getAsBoolean()) {
      Model model = candidate.fitter().fit(rows, effort);
      if (model.trainingResult().ended() != Ended.CANCELLED && !watch.cancelled.getAsBoolean()) {
        return model;
      }
    }
    throw new CancellationException("model search: cancelled in " + effort.stage());
  }

  /** A candidate that fails, as a flow may whose values the data leave, is out of the race. */
  private TrialResult trial(
      Candidate candidate, Holdout rows, boolean all, Candidate.Effort effort) {
    RowStore train = RowStore.of(rows.train().allInputs(), rows.train().allTargets());
    try {
      Model model = fit(candidate, train, effort);
      List<Prediction> predictions = model.predictAll(rows.heldX());
      List<HeldOut> out = new ArrayList<>();
      for (int o = 0; o < predictions.size(); o++) {
        double[] y = rows.heldY()[o];
        out.add(
            all
                ? HeldOut.of(predictions.get(o), y, model.likelihood(o))
                : HeldOut.scores(y, predictions.get(o).logDensity(y)));
      }
      if (out.stream().anyMatch(held -> Double.isNaN(held.nll()))) {
        throw new ArithmeticException("a predicted log density is NaN");
      }
      return new TrialResult(out, null);
    } catch (CancellationException | UncheckedIOException e) {
      throw e;
    } catch (RuntimeException e) {
      return TrialResult.failed(rows.heldY(), e);
    }
  }
}
