package io.github.tgp4j.auto;

import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Tries candidates on held-out rows, part by part, drops those that are clearly of no use, weighs
 * the others by the log score of these rows (a stack), and fits what has weight to all rows, each
 * from where its trial ended.
 */
final class AutoSearch {
  private static final double FIRST_SHARE = 0.5; // of a time limit, for the first part
  private static final double SEARCH_SHARE = 0.75; // for all parts; the rest is for all rows
  private static final double CLEARLY = 3.0; // standard errors
  private static final double OF_NO_USE = 0.01; // weight
  private static final int MOST_DRAWS = 1_000;
  private static final double AT_THE_END = 1.3; // of the time that the last fits will need
  private static final int LARGE = TrialRunner.LARGE;
  private static final String CONSTANT = ModelKind.CONSTANT.text();

  private final AutoSettings settings;
  private final Preset preset;
  private double share; // of a full fit's steps, in a trial
  private final RowStore rows; // all of them
  private List<Holdout> parts; // fewer of them where the time is short
  private final TrialRunner runner;
  private final TimeBudget budget;
  private final Map<String, Contender> race = new LinkedHashMap<>(); // the first is the baseline
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final Map<String, Double> dropped = new LinkedHashMap<>(); // their losses so far

  /**
   * One model of the outcome.
   *
   * @param weight 1 for a model on its own
   */
  record Member(String name, Recipe recipe, Model model, double weight) {}

  /** What came of it. */
  record Outcome(
      List<Member> members,
      List<Sharpening> sharpenings,
      FitOutcome.Comparison comparison,
      Map<String, List<UnseenRows>> unseen,
      TrainingCurve curve) {}

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
    candidates.forEach((name, recipe) -> race.put(name, new Contender(name, recipe)));
    String likelihood = candidates.values().iterator().next().likelihood();
    share = preset.trialFor(rows.rows(), Specs.likelihood(likelihood).classes() > 0);
    double once = list().stream().mapToDouble(one -> one.recipe.cost() * share).sum();
    runner.expectAtLeast(1.3 * parts.size() * once); // and the last fits
    double until = parts.size() == 1 ? SEARCH_SHARE : FIRST_SHARE;
    Map<String, Contender> further = takeOutFurther();
    run(0, list(), until);
    runFurther(further, until);
    for (int p = 1; p < parts.size(); p++) {
      dropTheHopeless();
      if (!hasTimeFor(p)) {
        parts = parts.subList(0, p);
        break;
      }
      run(p, list(), SEARCH_SHARE);
    }
    fillTheTime();
    dropIdleTrees();
    Verdict verdict = new Verdict(list(), parts, runner, settings.single());
    FitOutcome.Comparison comparison = verdict.comparison(note, dropped, failures);
    LastFits last = lastFits();
    List<Member> members =
        last.fit(list(), verdict.weights(rows.rows())); // it may take all time that is left
    return new Outcome(
        members, verdict.sharpenings(), comparison, verdict.unseen(), last.curve(members.get(0)));
  }

  /**
   * Takes those out of the race that the first of their kind stands for: fits that differ from it
   * in their random starts alone, and plain GPs with a covariance that was not chosen. A time limit
   * ends them anyway.
   */
  private Map<String, Contender> takeOutFurther() {
    Map<String, Contender> further = new LinkedHashMap<>();
    if (settings.budget().quality() == Quality.BEST && !budget.hasLimit()) {
      List<Contender> firsts = new ArrayList<>();
      for (Contender one : list()) {
        if (firsts.stream().anyMatch(first -> one.recipe.isFurther(first.recipe))) {
          further.put(one.name, one);
        } else {
          firsts.add(one);
        }
      }
    }
    race.keySet().removeAll(further.keySet());
    return further;
  }

  /** Tries those of them whose first is of use. */
  private void runFurther(Map<String, Contender> further, double until) {
    List<Contender> ofNoUse = ofNoUse();
    List<Contender> tried = new ArrayList<>();
    for (Contender one : further.values()) {
      if (ofNoUse.stream().anyMatch(first -> one.recipe.isFurther(first.recipe))) {
        failures.put(one.name, Trials.BEHIND);
      } else {
        tried.add(one);
        race.put(one.name, one);
      }
    }
    if (!tried.isEmpty()) {
      run(0, tried, until);
    }
  }

  /** Whether another part, which takes what the one before it took, leaves time for the end. */
  private boolean hasTimeFor(int part) {
    if (!budget.hasLimit()) {
      return true;
    }
    double[] weights = Stack.of(Contender.logDensity(list())).weights();
    double needed =
        list().stream().mapToDouble(one -> runner.seconds(one.trials.get(part - 1))).sum();
    double left = budget.secondsLeft() - AT_THE_END * lastFits().seconds(list(), weights);
    return needed / workers() < left;
  }

  private int workers() {
    return parts.get(0).train().size() > LARGE ? 1 : settings.threads();
  }

  private List<Contender> list() {
    return List.copyOf(race.values());
  }

  /**
   * One part for all that are in the race; who fails is out.
   *
   * @param until share of the time limit by which it should be done
   */
  private void run(int part, List<Contender> all, double until) {
    List<Trial> trials = new ArrayList<>();
    for (Contender one : all) {
      String stage = one.name + (parts.size() == 1 ? "" : ", part " + (part + 1));
      trials.add(new Trial(stage, one.name, one.recipe, parts.get(part), share));
    }
    List<TrialResult> results = runner.run(trials, until);
    for (int k = 0; k < all.size(); k++) {
      Contender one = all.get(k);
      TrialResult result = results.get(k);
      if (result == null || result.failure() != null) {
        failures.put(one.name, result == null ? Trials.NO_TIME : result.failure());
        race.remove(one.name);
      } else {
        one.trials.add(trials.get(k));
        one.results.add(result);
      }
    }
    if (race.isEmpty()) {
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

  private void dropTheHopeless() {
    for (Contender one : ofNoUse()) {
      if (one != list().get(0) && !one.name.equals(CONSTANT)) {
        dropped.put(one.name, one.joined().loss());
        race.remove(one.name);
      }
    }
  }

  /**
   * Trees must be clearly better than a constant forecast by themselves: other models come to one
   * where inputs say nothing, trees never do, and by chance they may seem of use.
   */
  private void dropIdleTrees() {
    Contender constant = race.get(CONSTANT);
    for (Contender one : list()) {
      if (constant != null
          && one.recipe.kind() == ModelKind.FOREST
          && !Gain.of(one.joined().logDensity(), constant.joined().logDensity()).isClear()) {
        dropped.put(one.name, one.joined().loss());
        race.remove(one.name);
      }
    }
  }

  /** Those that are clearly behind and that the others need not. */
  private List<Contender> ofNoUse() {
    List<Contender> list = list();
    double[][] all = Contender.logDensity(list);
    double[] weights = Stack.of(all).weights();
    int best = Stack.best(all);
    return IntStream.range(0, all.length)
        .filter(k -> weights[k] < OF_NO_USE && Gain.of(all[best], all[k]).isClear(CLEARLY))
        .mapToObj(list::get)
        .toList();
  }

  /** With a time limit, more fits of the best candidates, the heaviest first. */
  private void fillTheTime() {
    for (int draw = 1; draw <= MOST_DRAWS && budget.hasLimit(); draw++) {
      double[] weights = Stack.of(Contender.logDensity(list())).weights();
      double left = budget.secondsLeft() - AT_THE_END * lastFits().seconds(list(), weights);
      Map<String, Contender> more = new LinkedHashMap<>();
      for (Contender one : byWeight(weights)) {
        Recipe recipe = again(one.recipe, draw);
        double needed = seconds(one, recipe);
        if (!recipe.equals(one.recipe) && needed < left) {
          String name = one.name + " #" + (recipe.draw() + 1);
          more.putIfAbsent(name, new Contender(name, recipe));
          left -= needed;
        }
      }
      more.keySet().removeAll(race.keySet());
      more.keySet().removeAll(failures.keySet());
      if (more.isEmpty()) {
        return;
      }
      race.putAll(more);
      for (int p = 0; p < parts.size(); p++) {
        run(p, more.values().stream().filter(r -> race.containsKey(r.name)).toList(), 1.0);
      }
    }
  }

  /** The first of those kinds of fits of which one has weight, the heaviest first. */
  private List<Contender> byWeight(double[] weights) {
    List<Contender> all = list();
    Map<Contender, Double> sums = new LinkedHashMap<>();
    for (Contender first : all) {
      if (first.recipe.draw() == 0 && first.recipe.kind() != ModelKind.CONSTANT) {
        for (int k = 0; k < weights.length; k++) {
          if (all.get(k) == first || all.get(k).name.startsWith(first.name + " #")) {
            sums.merge(first, weights[k], Double::sum);
          }
        }
      }
    }
    return sums.keySet().stream()
        .filter(one -> sums.get(one) > 0)
        .sorted(Comparator.comparing(sums::get, Comparator.reverseOrder()))
        .toList();
  }

  /** A network from another random start; what has none with more inducing points. */
  private Recipe again(Recipe recipe, int draw) {
    boolean random = Specs.flowSpec(recipe.flow()).dependsOnInput();
    if (random || settings.budget().inducing() != null) {
      return recipe.withDraw(draw);
    }
    long inducing = Math.min(rows.rows(), (draw + 1L) * recipe.inducing());
    return inducing == Math.min(rows.rows(), (long) draw * recipe.inducing())
        ? recipe // it has all rows already
        : recipe.withDraw(draw).withInducing((int) inducing);
  }

  /** What a fit of the same kind took before, by its inducing points. */
  private double seconds(Contender before, Recipe recipe) {
    double ratio = (double) recipe.inducing() / Math.max(1, before.recipe.inducing());
    double sum = before.trials.stream().mapToDouble(runner::seconds).sum();
    return ratio * ratio * sum / workers();
  }

  private LastFits lastFits() {
    return new LastFits(settings, rows, runner, share, failures);
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
}
