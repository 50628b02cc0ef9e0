package io.github.tgp4j.auto;

import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;

/**
 * Tries candidates on held-out rows, part by part, drops those that are clearly of no use, weighs
 * the others by the log score of these rows (a stack), and fits what has weight to all rows, each
 * from where its trial ended.
 */
final class AutoSearch {
  private static final double SEARCH_SHARE = 0.75; // of a time limit; the rest is for all rows
  private static final double CLEARLY = 3.0; // standard errors
  private static final double OF_NO_USE = 0.01; // weight
  private static final int LARGE = 20_000;
  private static final int MOST_DRAWS = 30;
  private static final String CONSTANT = ModelKind.CONSTANT.text();

  private final AutoSettings settings;
  private final Preset preset;
  private double share; // of a full fit's steps, in a trial
  private final RowStore rows; // all of them
  private final List<Holdout> parts;
  private final TrialRunner runner;
  private final TimeBudget budget;
  private final Map<String, Runner> runners = new LinkedHashMap<>(); // the first is the baseline
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final Map<String, Double> dropped = new LinkedHashMap<>(); // their losses so far

  /** A candidate in the race: its trials, one per part so far. */
  private static final class Runner {
    final String name;
    final Recipe recipe;
    final List<Trial> trials = new ArrayList<>();
    final List<TrialResult> results = new ArrayList<>();

    Runner(String name, Recipe recipe) {
      this.name = name;
      this.recipe = recipe;
    }

    TrialResult joined() {
      return TrialResult.join(results);
    }
  }

  /**
   * One model of the outcome.
   *
   * @param weight 1 for a model on its own
   */
  record Member(String name, Recipe recipe, Model model, double weight) {}

  /** What came of it. */
  record Outcome(List<Member> members, FitOutcome.Comparison comparison, TrainingCurve curve) {}

  AutoSearch(
      AutoSettings settings,
      RowStore rows,
      List<Holdout> parts,
      TrialRunner runner,
      TimeBudget budget) {
    this.settings = settings;
    this.preset = Preset.of(settings.budget().quality());
    this.rows = rows;
    this.parts = parts;
    this.runner = runner;
    this.budget = budget;
  }

  /**
   * Searches and fits.
   *
   * @param candidates by name; the first is the baseline
   * @param note to follow the reason
   */
  Outcome run(Map<String, Recipe> candidates, String note) {
    candidates.forEach((name, recipe) -> runners.put(name, new Runner(name, recipe)));
    String likelihood = candidates.values().iterator().next().likelihood();
    share = preset.trialFor(rows.rows(), Specs.likelihood(likelihood).classes() > 0);
    for (int p = 0; p < parts.size(); p++) {
      race(p, List.copyOf(runners.values()));
      if (p < parts.size() - 1) {
        dropTheHopeless();
      }
    }
    fillTheTime();
    return decide(note);
  }

  /** One part for all that are in the race; who fails is out. */
  private void race(int part, List<Runner> all) {
    List<Trial> trials = new ArrayList<>();
    for (Runner one : all) {
      String stage = one.name + (parts.size() == 1 ? "" : ", part " + (part + 1));
      trials.add(new Trial(stage, one.name, one.recipe, parts.get(part), share));
    }
    double until = SEARCH_SHARE * (part + 1) / parts.size();
    List<TrialResult> results = runner.run(trials, until);
    for (int k = 0; k < all.size(); k++) {
      Runner one = all.get(k);
      TrialResult result = results.get(k);
      if (result == null || result.failure() != null) {
        failures.put(
            one.name,
            result == null ? "not tried: the time limit left none for it" : result.failure());
        runners.remove(one.name);
      } else {
        one.trials.add(trials.get(k));
        one.results.add(result);
      }
    }
    if (runners.isEmpty()) {
      throw new ArithmeticException(allFailed());
    }
  }

  private String allFailed() {
    List<String> reasons = failures.values().stream().distinct().toList();
    if (reasons.size() == 1) {
      return reasons.get(0);
    }
    StringBuilder text = new StringBuilder("model search: no candidate could be fitted");
    failures.forEach((name, reason) -> text.append("; ").append(name).append(": ").append(reason));
    return text.append("; look for extreme values in the data").toString();
  }

  private double[][] logDensity() {
    return runners.values().stream().map(r -> r.joined().logDensity()).toArray(double[][]::new);
  }

  private void dropTheHopeless() {
    double[][] all = logDensity();
    double[] weights = Stack.of(all).weights();
    List<Runner> list = List.copyOf(runners.values());
    int best = best(all);
    for (int k = 1; k < list.size(); k++) {
      boolean clearly = Gain.of(all[best], all[k]).isClear(CLEARLY);
      if (clearly && weights[k] < OF_NO_USE && !list.get(k).name.equals(CONSTANT)) {
        dropped.put(list.get(k).name, list.get(k).joined().loss());
        runners.remove(list.get(k).name);
      }
    }
  }

  private static int best(double[][] all) {
    int best = 0;
    for (int k = 1; k < all.length; k++) {
      best = mean(all[k]) > mean(all[best]) ? k : best;
    }
    return best;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** A network from another random start; what has none with more inducing points. */
  private Recipe again(Recipe recipe, int draw) {
    Recipe other = recipe.withDraw(draw);
    boolean random = Specs.flowSpec(recipe.flow()).dependsOnInput();
    return random || settings.budget().inducing() != null
        ? other
        : other.withInducing((int) Math.min(rows.rows(), (draw + 1L) * recipe.inducing()));
  }

  /** With a time limit, more fits of the best candidates. */
  private void fillTheTime() {
    for (int draw = 1; draw <= MOST_DRAWS && budget.hasLimit(); draw++) {
      Map<String, Runner> more = new LinkedHashMap<>();
      double[] weights = Stack.of(logDensity()).weights();
      List<Runner> list = List.copyOf(runners.values());
      for (int k = 0; k < list.size(); k++) {
        Runner one = list.get(k);
        if (weights[k] > 0 && one.recipe.draw() == 0 && one.recipe.kind() != ModelKind.CONSTANT) {
          String name = one.name + " #" + (draw + 1);
          more.put(name, new Runner(name, again(one.recipe, draw)));
        }
      }
      double needed = seconds(more.values(), list);
      double left = budget.secondsLeft() * (SEARCH_SHARE - budget.gone()) / (1 - budget.gone());
      if (more.isEmpty() || !(needed < 1.2 * left)) {
        return;
      }
      runners.putAll(more);
      for (int p = 0; p < parts.size(); p++) {
        race(p, more.values().stream().filter(r -> runners.containsKey(r.name)).toList());
      }
    }
  }

  /** What trials of the same recipes took before. */
  private double seconds(Iterable<Runner> more, List<Runner> before) {
    double sum = 0.0;
    for (Runner one : more) {
      for (Runner other : before) {
        if (one.name.startsWith(other.name + " #")) {
          double ratio = (double) one.recipe.inducing() / Math.max(1, other.recipe.inducing());
          sum += ratio * ratio * other.trials.stream().mapToDouble(runner::seconds).sum();
        }
      }
    }
    return sum / Math.max(1, settings.threads());
  }

  private Outcome decide(String note) {
    double[][] all = logDensity();
    List<Runner> list = List.copyOf(runners.values());
    Stack[] crossed = Stack.crossed(all);
    double[] honest = Stack.honest(all, crossed);
    double plain = -mean(all[0]);
    final double[] weights;
    String reason;
    if (settings.single()) {
      int best = best(all);
      double z = Scalars.normalQuantile(1 - 0.1 / Math.max(2, list.size()));
      int chosen = best != 0 && Gain.of(all[best], all[0]).isClear(z) ? best : 0;
      weights = oneHot(chosen, list.size());
      Arrays.fill(crossed, new Stack(weights));
      reason = single(list, all, chosen, best);
    } else if (-mean(honest) < plain) {
      weights = Stack.of(all).weights();
      reason =
          String.format(
              Locale.ROOT,
              "held-out NLL %.4f, on rows that did not choose the weights, against %.4f of %s",
              -mean(honest),
              plain,
              list.get(0).name);
    } else {
      weights = oneHot(0, list.size());
      Arrays.fill(crossed, new Stack(weights));
      reason = list.get(0).name + ": no blend did better on held-out rows";
    }
    int[] chosen = IntStream.range(0, weights.length).filter(k -> weights[k] > 0).toArray();
    String name = chosen.length == 1 ? list.get(chosen[0]).name : Recipe.BLEND;
    Map<String, Double> scores = new LinkedHashMap<>();
    list.forEach(one -> scores.put(one.name, one.joined().loss()));
    scores.putAll(dropped);
    Map<String, List<HeldOut>> heldOut = new LinkedHashMap<>();
    heldOut.put(name, heldOut(list, crossed));
    if (chosen.length > 1) {
      scores.put(name, heldOut.get(name).stream().mapToDouble(HeldOut::nll).sum());
    }
    Stack[] ofBaseline = new Stack[crossed.length];
    Arrays.fill(ofBaseline, new Stack(oneHot(0, list.size())));
    heldOut.putIfAbsent(list.get(0).name, heldOut(list, ofBaseline));
    List<Member> members = fitAll(list, weights); // last: it may take all time that is left
    FitOutcome.Comparison comparison =
        new FitOutcome.Comparison(name, list.get(0).name, reason + note, scores, heldOut, failures);
    return new Outcome(members, comparison, runner.curve(lastStage(members.get(0).name())));
  }

  private static String single(List<Runner> list, double[][] all, int chosen, int best) {
    String figures =
        String.format(
            Locale.ROOT,
            "held-out NLL %.4f against %.4f of %s",
            -mean(all[best]),
            -mean(all[0]),
            list.get(0).name);
    if (chosen != 0) {
      return list.get(chosen).name + ": " + figures;
    }
    return best == 0
        ? list.get(0).name + ": no other model did better on the held-out rows"
        : list.get(0).name
            + ": the best other, "
            + list.get(best).name
            + ", is not clearly better ("
            + figures
            + ")";
  }

  private static double[] oneHot(int at, int size) {
    double[] out = new double[size];
    out[at] = 1.0;
    return out;
  }

  /** What the blend says of held-out rows, each with weights that these rows did not choose. */
  private List<HeldOut> heldOut(List<Runner> list, Stack[] crossed) {
    List<List<HeldOut>> pieces = new ArrayList<>();
    int first = 0;
    for (int p = 0; p < parts.size(); p++) {
      Matrix x = parts.get(p).heldX();
      for (int g = 0; g < crossed.length; g++) {
        int[] chosen = rowsOf(g, first, x.rows);
        if (chosen.length > 0) {
          pieces.add(heldOut(list, crossed[g].weights(), p, chosen));
        }
      }
      first += x.rows;
    }
    List<HeldOut> out = new ArrayList<>();
    for (int o = 0; o < pieces.get(0).size(); o++) {
      int target = o;
      out.add(HeldOut.join(pieces.stream().map(piece -> piece.get(target)).toList()));
    }
    return out;
  }

  private static int[] rowsOf(int group, int first, int count) {
    return IntStream.range(0, count).filter(i -> Stack.group(first + i) == group).toArray();
  }

  private List<HeldOut> heldOut(List<Runner> list, double[] weights, int part, int[] chosen) {
    Holdout held = parts.get(part);
    Matrix x = Matrix.zeros(chosen.length, held.heldX().cols);
    for (int i = 0; i < chosen.length; i++) {
      System.arraycopy(
          held.heldX().data, held.heldX().at(chosen[i], 0), x.data, x.at(i, 0), x.cols);
    }
    List<Member> members = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        Runner one = list.get(k);
        Model model = runner.model(one.trials.get(part));
        members.add(new Member(one.name, one.recipe, model, weights[k]));
      }
    }
    Model model = Members.join(members);
    List<HeldOut> out = new ArrayList<>();
    for (int o = 0; o < held.heldY().length; o++) {
      double[] y = new double[chosen.length];
      for (int i = 0; i < y.length; i++) {
        y[i] = held.heldY()[o][chosen[i]];
      }
      out.add(HeldOut.of(model.predictAll(x).get(o), y, model.likelihood(o)));
    }
    return out;
  }

  private static String lastStage(String name) {
    return name + ", all rows";
  }

  /** Fits what has weight to all rows, from where its first trial ended. */
  private List<Member> fitAll(List<Runner> list, double[] weights) {
    List<Integer> chosen = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        chosen.add(k);
      }
    }
    double[] costs = chosen.stream().mapToDouble(k -> list.get(k).recipe.kind().cost()).toArray();
    double total = Arrays.stream(costs).sum();
    runner.expect(total);
    boolean together = rows.rows() <= LARGE;
    int workers = together ? settings.threads() : 1;
    int threads = together && chosen.size() > 1 ? 1 : settings.threads();
    List<Model> models =
        runner.each(
            chosen.size(),
            i -> {
              double rest = Arrays.stream(costs, i, costs.length).sum();
              double share = costs[i] * Math.min(workers, costs.length - i) / rest;
              Model model =
                  fitAll(list.get(chosen.get(i)), costs[i], runner.limit(1.0, share), threads);
              return model;
            },
            workers);
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      Runner one = list.get(chosen.get(i));
      members.add(new Member(one.name, one.recipe, models.get(i), weights[chosen.get(i)]));
    }
    members.sort((a, b) -> Double.compare(b.weight(), a.weight()));
    return members;
  }

  private Model fitAll(Runner one, double cost, Duration limit, int threads) {
    Model start = runner.model(one.trials.get(0));
    if (limit != null && limit.isZero()) {
      return start; // it was fitted to most of the rows
    }
    boolean goesOn = start instanceof TgpModel;
    double effort = goesOn ? preset.last() : share;
    TrialRunner.Job job =
        new TrialRunner.Job(lastStage(one.name), one.recipe, effort, cost, limit, threads);
    try {
      Model model = runner.fit(job, rows, goesOn ? start : null);
      runner.done(job.stage(), cost);
      return model;
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException e) {
      synchronized (failures) {
        failures.put(
            job.stage(), e.getMessage() + "; the model of its trial, fitted to most rows, stays");
      }
      return start;
    }
  }

  /** How the rows are held out. */
  static List<Holdout> cut(AutoSettings settings, RowStore rows) {
    int count = rows.size();
    if (settings.validation() != null) {
      return List.of(Holdout.of(rows, settings.validation(), settings.seed()));
    }
    int folds = Preset.of(settings.budget().quality()).foldsFor(count);
    return folds == 1
        ? List.of(Holdout.of(rows, Preset.shareFor(count), settings.seed()))
        : Holdout.folds(rows, folds, settings.seed());
  }

  /**
   * Whether a target takes whole values, so that densities and probabilities stand side by side.
   */
  static boolean[] whole(List<Target> targets) {
    boolean[] out = new boolean[targets.size()];
    for (int o = 0; o < out.length; o++) {
      out[o] = targets.get(o).nature() == TargetNature.COUNT;
    }
    return out;
  }
}
