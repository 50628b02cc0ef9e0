package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.train.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses a flow (and network) from a list by the log predictive density of held-out rows, always
 * against no flow at all: a flow that does not clearly help is not chosen; equation T5 in
 * docs/equations.md.
 *
 * <p>Successive halving: all candidates are trained for a quarter of the steps, the better half of
 * them for a half, the better half of those in full, so that the search costs a small multiple of
 * one fit. The winner is then fitted to all rows.
 *
 * <pre>{@code
 * ModelSearch.Result result = ModelSearch.of(Tgp.builder().inducing(100), List.of("sal(1)", "sal(3)", "tanh-sum(4)")).fit(x, y);
 * result.model().predict(xNew);
 * }</pre>
 */
public final class ModelSearch {
  /** Shares of the full number of steps, from the first round to the last. */
  private static final double[] ROUNDS = {0.25, 0.5, 1.0};

  private final Tgp base;
  private final List<String> flows;
  private final double validation;

  private ModelSearch(Tgp base, List<String> flows, double validation) {
    this.base = base;
    this.flows = flows;
    this.validation = validation;
  }

  /**
   * Chooses among flows in the model language; "identity" is added when it is missing.
   *
   * @param base everything but the flow; its plan is the full one
   */
  public static ModelSearch of(Tgp base, List<String> flows) {
    List<String> all = new ArrayList<>();
    all.add("identity");
    for (String flow : flows) {
      if (!all.contains(flow)) {
        all.add(flow);
      }
    }
    return new ModelSearch(base, List.copyOf(all), 0.2);
  }

  /** Holds out this share of the rows instead of a fifth. */
  public ModelSearch validation(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "validation share: expected a value between 0 and 1 but got " + share);
    }
    return new ModelSearch(base, flows, share);
  }

  /**
   * What the search found.
   *
   * @param model fitted to all rows with the chosen flow
   * @param flow the chosen flow
   * @param reason why, in words
   * @param scores the last mean negative log predictive density of every candidate on the held-out
   *     rows
   */
  public record Result(TgpModel model, String flow, String reason, Map<String, Double> scores) {}

  /** Log densities of the held-out rows under one candidate. */
  private record Trial(String flow, double[] logDensity) {
    double loss() {
      double sum = 0.0;
      for (double value : logDensity) {
        sum -= value / logDensity.length;
      }
      return sum;
    }
  }

  public Result fit(double[][] x, double[] y) {
    return fit(Matrix.of(x), Matrix.column(y));
  }

  /** Searches with one target, then fits the winner to all rows. */
  public Result fit(Matrix x, Matrix y) {
    Data.check(x, y);
    if (y.cols != 1) {
      throw new IllegalArgumentException("model search: expected one target but got " + y.cols);
    }
    if (x.rows < 10) {
      throw new IllegalArgumentException(
          "model search: expected at least 10 rows but got " + x.rows + "; choose a flow yourself");
    }
    Holdout rows = Holdout.of(RowStore.of(x, new double[][] {column(y)}), validation, base.seed());
    RowStore train = RowStore.of(rows.train().allInputs(), rows.train().allTargets());
    rows = new Holdout(train, rows.heldX(), rows.heldY());
    TrainingPlan full = base.planFor(train.rows());
    Map<String, Double> scores = new LinkedHashMap<>();
    List<String> alive = flows;
    List<Trial> trials = List.of();
    for (double share : ROUNDS) {
      TrainingPlan plan = full.withSteps(Math.max(1, (int) (share * full.steps())));
      trials = new ArrayList<>();
      for (String flow : alive) {
        Trial trial = trial(flow, plan, rows);
        trials.add(trial);
        scores.put(flow, trial.loss());
      }
      trials.sort(Comparator.comparingDouble(Trial::loss));
      if (alive.size() <= 2) {
        break;
      }
      alive = survivors(trials);
    }
    Trial identity =
        trials.stream().filter(t -> t.flow().equals("identity")).findFirst().orElseThrow();
    Trial best = trials.get(0);
    boolean helps = clearlyBetter(best, identity);
    Trial chosen = helps ? best : identity;
    TgpModel model = base.copy().flow(chosen.flow()).fit(x, y);
    return new Result(model, chosen.flow(), reason(chosen, best, identity), Map.copyOf(scores));
  }

  /** A candidate that fails, as a flow may whose values the data leave, is out of the race. */
  private Trial trial(String flow, TrainingPlan plan, Holdout rows) {
    double[] y = rows.heldY()[0];
    try {
      TgpModel model = base.copy().flow(flow).plan(plan).fit(rows.train());
      return new Trial(flow, model.predict(rows.heldX()).logDensity(y));
    } catch (ArithmeticException e) {
      double[] nothing = new double[y.length];
      java.util.Arrays.fill(nothing, Double.NEGATIVE_INFINITY);
      return new Trial(flow, nothing);
    }
  }

  /** The better half, and the identity in any case: it is what the others are measured by. */
  private static List<String> survivors(List<Trial> sorted) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < (sorted.size() + 1) / 2; i++) {
      names.add(sorted.get(i).flow());
    }
    if (!names.contains("identity")) {
      names.add("identity");
    }
    return names;
  }

  /** Whether the mean gain in log density over the identity exceeds its standard error. */
  private static boolean clearlyBetter(Trial candidate, Trial identity) {
    int n = identity.logDensity().length;
    double mean = 0.0;
    for (int i = 0; i < n; i++) {
      mean += (candidate.logDensity()[i] - identity.logDensity()[i]) / n;
    }
    double squares = 0.0;
    for (int i = 0; i < n; i++) {
      double centred = candidate.logDensity()[i] - identity.logDensity()[i] - mean;
      squares += centred * centred;
    }
    return mean > Math.sqrt(squares / Math.max(1, n - 1) / n);
  }

  private static String reason(Trial chosen, Trial best, Trial identity) {
    String figures =
        String.format(
            java.util.Locale.ROOT,
            "held-out NLL %.4f against %.4f without a flow",
            best.loss(),
            identity.loss());
    if (chosen == best && best != identity) {
      return chosen.flow() + ": " + figures;
    }
    return best == identity
        ? "identity: no flow did better on the held-out rows"
        : "identity: the best flow, " + best.flow() + ", is not clearly better (" + figures + ")";
  }

  private static double[] column(Matrix y) {
    double[] out = new double[y.rows];
    for (int i = 0; i < out.length; i++) {
      out[i] = y.get(i, 0);
    }
    return out;
  }
}
