package io.github.tgp4j.auto;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Chooses a model from a list by the log predictive density of rows that it was not fitted to,
 * always against a baseline, the plain GP: a flow that does not clearly help is not chosen;
 * equation T5 in docs/equations.md.
 *
 * <p>Successive halving: all candidates are trained with a share of the full effort, the better
 * half of them (and the baseline) with a larger one, and so on, so that the search costs a small
 * multiple of one fit. The winner is then fitted to all rows.
 *
 * <pre>{@code
 * ModelSearch.Result result = ModelSearch.of(Tgp.builder().inducing(100), List.of("sal(1)", "sal(3)", "tanh-sum(4)")).fit(x, y);
 * result.model().predict(xNew);
 * }</pre>
 */
public final class ModelSearch {
  private static final int LEAST_ROWS = 10;

  private final List<Candidate> candidates; // the first is the baseline
  private final double validation;
  private final int folds;
  private final double[] rounds;
  private final long seed;
  private final Journal journal;

  private ModelSearch(
      List<Candidate> candidates,
      double validation,
      int folds,
      double[] rounds,
      long seed,
      Journal journal) {
    this.candidates = candidates;
    this.validation = validation;
    this.folds = folds;
    this.rounds = rounds;
    this.seed = seed;
    this.journal = journal;
  }

  /** Remembers finished trials, so that a search that was interrupted can go on. */
  public interface Journal {
    /** Forgets at once. */
    Journal NONE =
        new Journal() {
          @Override
          public List<HeldOut> find(String stage) {
            return null;
          }

          @Override
          public void add(String stage, List<HeldOut> trial) {}
        };

    /** What came of a stage, one entry per target, or null when it has not been reached. */
    List<HeldOut> find(String stage);

    void add(String stage, List<HeldOut> trial);
  }

  /** Chooses among these; the first is the baseline that the others must clearly beat. */
  public static ModelSearch among(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("model search: expected at least one candidate, got none");
    }
    return new ModelSearch(
        List.copyOf(candidates), 0.2, 1, new double[] {0.25, 0.5, 1.0}, 1L, Journal.NONE);
  }

  /**
   * Chooses among flows in the model language; "identity" is added when it is missing.
   *
   * @param base everything but the flow; its plan is the full one
   */
  public static ModelSearch of(Tgp base, List<String> flows) {
    List<Candidate> all = new ArrayList<>();
    all.add(Candidate.of("identity", base.copy().flow("identity")));
    for (String flow : flows) {
      if (all.stream().noneMatch(c -> c.name().equals(flow))) {
        all.add(Candidate.of(flow, base.copy().flow(flow)));
      }
    }
    return among(all).seed(base.seed());
  }

  /** Holds out this share of the rows instead of a fifth. */
  public ModelSearch validation(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "validation share: expected a value between 0 and 1 but got " + share);
    }
    return new ModelSearch(candidates, share, 1, rounds, seed, journal);
  }

  /** Cross-validates: every row is held out once, in one of so many parts. For small data. */
  public ModelSearch folds(int count) {
    if (count < 2) {
      throw new IllegalArgumentException("folds: expected at least 2 but got " + count);
    }
    return new ModelSearch(candidates, validation, count, rounds, seed, journal);
  }

  /** The effort of each round as a share of a full fit, rising. */
  public ModelSearch rounds(double... shares) {
    return new ModelSearch(candidates, validation, folds, shares.clone(), seed, journal);
  }

  public ModelSearch seed(long value) {
    return new ModelSearch(candidates, validation, folds, rounds, value, journal);
  }

  public ModelSearch journal(Journal value) {
    return new ModelSearch(candidates, validation, folds, rounds, seed, value);
  }

  /**
   * What the search found.
   *
   * @param name of the chosen candidate
   * @param reason why, in words
   * @param scores the last mean negative log predictive density of every candidate on held-out rows
   * @param heldOut what the candidates of the last round said of those rows, per target
   * @param effort for the fit to all rows
   */
  public record Choice(
      String name,
      String reason,
      Map<String, Double> scores,
      Map<String, List<HeldOut>> heldOut,
      Candidate.Effort effort) {}

  /**
   * A chosen and fitted model.
   *
   * @param model fitted to all rows
   * @param choice how it was chosen
   */
  public record Result(Model model, Choice choice) {}

  private record Trial(Candidate candidate, List<HeldOut> heldOut) {
    /** Over all targets, summed. */
    double[] logDensity() {
      double[] sum = heldOut.get(0).logDensity().clone();
      for (HeldOut target : heldOut.subList(1, heldOut.size())) {
        Arrays.setAll(sum, i -> target.logDensity()[i] + sum[i]);
      }
      return sum;
    }

    double loss() {
      return heldOut.stream().mapToDouble(HeldOut::nll).sum();
    }
  }

  public Result fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Searches, then fits the winner to all rows. */
  public Result fit(Matrix x, Matrix y) {
    Choice choice = choose(x, y);
    Candidate winner =
        candidates.stream().filter(c -> c.name().equals(choice.name())).findFirst().orElseThrow();
    return new Result(winner.fitter().fit(x, y, choice.effort()), choice);
  }

  /** Searches; the winner is not yet fitted to all rows. */
  public Choice choose(Matrix x, Matrix y) {
    RowChecks.check(x, y);
    if (x.rows < LEAST_ROWS) {
      throw new IllegalArgumentException(
          "model search: expected at least "
              + LEAST_ROWS
              + " rows but got "
              + x.rows
              + "; choose a model yourself");
    }
    List<Holdout> parts = parts(x, y);
    Map<String, Double> scores = new LinkedHashMap<>();
    List<Candidate> alive = candidates;
    List<Trial> trials = List.of();
    Plan plan = new Plan();
    Map<Candidate, Trial> steady = new HashMap<>();
    for (int round = 0; round < rounds.length; round++) {
      boolean last = round == rounds.length - 1;
      trials = new ArrayList<>();
      for (Candidate candidate : alive) {
        Trial trial = steady.get(candidate);
        if (trial == null) {
          boolean once = candidate.steady().test(parts.get(0).train().rows());
          trial = new Trial(candidate, run(candidate, round, parts, last || once, plan));
          if (once) {
            steady.put(candidate, trial);
          }
        }
        trials.add(trial);
        scores.put(candidate.name(), trial.loss());
      }
      trials.sort(Comparator.comparingDouble(Trial::loss));
      if (!last) {
        alive = survivors(trials);
      }
    }
    return choice(trials, scores, plan);
  }

  private Choice choice(List<Trial> trials, Map<String, Double> scores, Plan plan) {
    Trial baseline =
        trials.stream().filter(t -> t.candidate == candidates.get(0)).findFirst().orElseThrow();
    Trial best = trials.get(0);
    if (best.loss() == Double.POSITIVE_INFINITY) {
      throw new ArithmeticException(
          "model search: no candidate could be fitted; look for extreme values in the data");
    }
    Trial chosen = clearlyBetter(best, baseline) ? best : baseline;
    Map<String, List<HeldOut>> heldOut = new LinkedHashMap<>();
    trials.forEach(trial -> heldOut.put(trial.candidate.name(), trial.heldOut));
    return new Choice(
        chosen.candidate.name(),
        reason(chosen, best, baseline),
        Collections.unmodifiableMap(scores),
        Collections.unmodifiableMap(heldOut),
        plan.rest());
  }

  private List<Holdout> parts(Matrix x, Matrix y) {
    RowStore rows = RowStore.of(x, y.toColumns());
    return folds == 1
        ? List.of(Holdout.of(rows, validation, seed))
        : Holdout.folds(rows, Math.min(folds, x.rows), seed);
  }

  /** Fits a candidate and scores it on every part that is held out. */
  private List<HeldOut> run(
      Candidate candidate, int round, List<Holdout> parts, boolean all, Plan plan) {
    List<List<HeldOut>> perPart = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      String stage = candidate.name() + ", round " + (round + 1);
      if (parts.size() > 1) {
        stage += ", fold " + (p + 1);
      }
      Candidate.Effort effort = plan.next(stage, candidate, rounds[round], parts.size());
      List<HeldOut> found = journal.find(stage);
      if (found == null) {
        found = trial(candidate, parts.get(p), all, effort);
        journal.add(stage, found);
      }
      perPart.add(found);
    }
    List<HeldOut> joined = new ArrayList<>();
    for (int o = 0; o < perPart.get(0).size(); o++) {
      int target = o;
      joined.add(HeldOut.join(perPart.stream().map(part -> part.get(target)).toList()));
    }
    return joined;
  }

  /** A candidate that fails, as a flow may whose values the data leave, is out of the race. */
  private static List<HeldOut> trial(
      Candidate candidate, Holdout rows, boolean all, Candidate.Effort effort) {
    List<HeldOut> out = new ArrayList<>();
    try {
      Model model =
          candidate
              .fitter()
              .fit(rows.train().allInputs(), Matrix.ofColumns(rows.train().allTargets()), effort);
      List<Prediction> predictions = model.predictAll(rows.heldX());
      for (int o = 0; o < predictions.size(); o++) {
        double[] y = rows.heldY()[o];
        out.add(
            all
                ? HeldOut.of(predictions.get(o), y, model.likelihood(o))
                : HeldOut.scores(y, predictions.get(o).logDensity(y)));
      }
    } catch (ArithmeticException e) {
      out.clear();
      for (double[] y : rows.heldY()) {
        double[] nothing = new double[y.length];
        Arrays.fill(nothing, Double.NEGATIVE_INFINITY);
        out.add(HeldOut.scores(y, nothing));
      }
    }
    return out;
  }

  /** The better half, and the baseline in any case: it is what the others are measured by. */
  private List<Candidate> survivors(List<Trial> sorted) {
    List<Candidate> out = new ArrayList<>();
    for (int i = 0; i < (sorted.size() + 1) / 2; i++) {
      out.add(sorted.get(i).candidate);
    }
    if (!out.contains(candidates.get(0))) {
      out.add(candidates.get(0));
    }
    return out;
  }

  /** Whether the mean gain in log density over the baseline exceeds its standard error. */
  private static boolean clearlyBetter(Trial trial, Trial baseline) {
    double[] a = trial.logDensity();
    double[] b = baseline.logDensity();
    if (baseline.loss() == Double.POSITIVE_INFINITY) {
      return trial.loss() < Double.POSITIVE_INFINITY;
    }
    double mean = 0.0;
    for (int i = 0; i < a.length; i++) {
      mean += (a[i] - b[i]) / a.length;
    }
    double squares = 0.0;
    for (int i = 0; i < a.length; i++) {
      double centred = a[i] - b[i] - mean;
      squares += centred * centred;
    }
    return mean > Math.sqrt(squares / Math.max(1, a.length - 1) / a.length);
  }

  private String reason(Trial chosen, Trial best, Trial baseline) {
    String name = chosen.candidate.name();
    String plain = baseline.candidate.name();
    String figures =
        String.format(
            Locale.ROOT,
            "held-out NLL %.4f against %.4f of %s",
            best.loss(),
            baseline.loss(),
            plain);
    if (candidates.size() == 1) {
      return name + ": nothing to choose from";
    }
    if (chosen == best && best != baseline) {
      return name + ": " + figures;
    }
    return best == baseline
        ? name + ": no other model did better on the held-out rows"
        : name
            + ": the best other, "
            + best.candidate.name()
            + ", is not clearly better ("
            + figures
            + ")";
  }

  /** How far along each fit is, by cost; the survivors of a round are taken for the dearest. */
  private final class Plan {
    private final double total;
    private double done;

    Plan() {
      double[] costs = candidates.stream().mapToDouble(Candidate::cost).sorted().toArray();
      double sum = costs[costs.length - 1]; // the last fit
      int alive = costs.length;
      for (double round : rounds) {
        for (int i = costs.length - alive; i < costs.length; i++) {
          sum += round * costs[i];
        }
        alive = Math.min(alive, (alive + 1) / 2 + 1);
      }
      total = sum;
    }

    Candidate.Effort next(String stage, Candidate candidate, double share, int parts) {
      double from = Math.min(1.0, done / total);
      done += share * candidate.cost() / parts;
      return new Candidate.Effort(stage, share, from, Math.min(1.0, done / total));
    }

    Candidate.Effort rest() {
      return new Candidate.Effort("fit to all rows", 1.0, Math.min(1.0, done / total), 1.0);
    }
  }
}
