package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.Holdout;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowOrder;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Fits a table: tries candidates on held-out rows where there are several and blends what predicts
 * them best, or scores the model that was named, and fits to all rows.
 */
final class FitJob {
  private static final int KERNEL_ROWS = 4_000;
  private static final double KERNEL_HELD = 0.2;
  private static final double KERNEL_SHARE = 0.1; // of the time
  private static final double INPUTS_SHARE = 0.12; // of the time, with the above
  private static final double NAMED_SHARE = 0.5; // of a full fit's steps, in the trial of one model
  private static final int LEAST_ROWS = 10;

  private final TrainingTable table;
  private final AutoSettings settings;
  private final TrialRunner runner;
  private final TimeBudget budget;

  /** Who follows a fit, and what may end it. */
  record Follower(FitListener listener, FitJournal journal, BooleanSupplier cancelled) {}

  /** A fitted model, and how it was chosen. */
  record Chosen(
      Model model,
      List<FitOutcome.Part> parts,
      FitOutcome.Comparison comparison,
      Map<String, List<UnseenRows>> unseen,
      TrainingCurve curve) {}

  FitJob(TrainingTable table, AutoSettings settings, Follower follower, TimeBudget budget) {
    this.table = table;
    this.settings = settings;
    this.budget = budget;
    this.runner = new TrialRunner(settings, follower, budget, TargetScale.of(settings, table));
  }

  /**
   * Runs it.
   *
   * @param withBaseline whether to score the plain GP beside a model that was named
   * @throws CancellationException when it is cancelled; the journal knows where it stands
   */
  Chosen run(boolean withBaseline) {
    Recipes recipes = recipes();
    List<Recipe> list = recipes.of(settings.kind());
    if (!mayHoldOut()) {
      if (settings.kind() != ModelKind.AUTO) {
        return fitAll(list.get(0), asAsked(list.get(0)));
      }
      boolean few = table.rows().rows() < LEAST_ROWS && !settings.single();
      return few ? halves(list.get(0), recipes.constant()) : unchosen(list.get(0));
    }
    RowStore sample = sampled(table.rows(), Preset.of(settings.budget().quality()).most());
    List<Holdout> parts = AutoSearch.cut(settings, sample);
    if (settings.kind() != ModelKind.AUTO) {
      return named(list.get(0), withBaseline ? recipes.plain() : null, parts);
    }
    Start start = chooseKernel(recipes, parts.get(0).train());
    Map<String, Recipe> candidates = Recipes.named(start.recipes.of(settings.kind()));
    AutoSearch.Outcome outcome =
        new AutoSearch(settings, table.rows(), parts, runner, budget).run(candidates, start.reason);
    return new Chosen(
        runner.join(outcome.members(), outcome.sharpenings()),
        parts(outcome.members()),
        outcome.comparison(),
        outcome.unseen(),
        outcome.curve());
  }

  private static FitOutcome.Comparison asAsked(Recipe recipe) {
    return FitOutcome.Comparison.none(recipe.name(), recipe.name() + ": as asked");
  }

  private Chosen unchosen(Recipe plain) {
    String reason = plain.name() + ": too few rows, or none, to hold out and choose by";
    return fitAll(plain, FitOutcome.Comparison.none(plain.name(), reason));
  }

  /** Where nothing can be held out, a constant forecast tempers a GP of few rows. */
  private Chosen halves(Recipe plain, Recipe constant) {
    Chosen first = unchosen(plain);
    Chosen second = fitAll(constant, first.comparison());
    List<AutoSearch.Member> members =
        List.of(
            new AutoSearch.Member(plain.name(), plain, first.model(), 0.5),
            new AutoSearch.Member(constant.name(), constant, second.model(), 0.5));
    String reason =
        Recipe.BLEND
            + ": too few rows to hold out and choose by; the plain GP and a constant forecast, half"
            + " each";
    return new Chosen(
        runner.join(members),
        parts(members),
        FitOutcome.Comparison.none(Recipe.BLEND, reason),
        Map.of(),
        first.curve());
  }

  private static List<FitOutcome.Part> parts(List<AutoSearch.Member> members) {
    return members.stream()
        .map(m -> new FitOutcome.Part(m.name(), m.recipe(), m.weight()))
        .toList();
  }

  /** Fits the model that was named, holding nothing out. */
  Chosen runWithoutScores() {
    Recipe recipe = recipes().of(settings.kind()).get(0);
    return fitAll(recipe, asAsked(recipe));
  }

  private Recipes recipes() {
    return new Recipes(settings, table.targets(), table.rows());
  }

  private boolean mayHoldOut() {
    return table.rows().rows() >= LEAST_ROWS
        && (settings.validation() == null || settings.validation() > 0);
  }

  /** Scores the model that was named, and the plain GP if it is wanted, and fits it to all rows. */
  private Chosen named(Recipe wanted, Recipe plain, List<Holdout> parts) {
    Map<String, Recipe> all = new LinkedHashMap<>();
    if (plain != null && !plain.equals(wanted)) {
      all.put(plain.name(), plain);
    }
    all.put(wanted.name(), wanted);
    Map<String, List<HeldOut>> heldOut = new LinkedHashMap<>();
    Map<String, Double> scores = new LinkedHashMap<>();
    Map<String, String> failures = new LinkedHashMap<>();
    all.forEach(
        (name, recipe) -> {
          List<Trial> trials = trials(name, recipe, parts);
          TrialResult result = run(trials, all.size());
          scores.put(name, result.loss());
          if (result.failure() == null) {
            heldOut.put(name, result.heldOut());
          } else {
            failures.put(name, result.failure());
          }
        });
    FitOutcome.Comparison comparison =
        new FitOutcome.Comparison(
            wanted.name(),
            plain == null ? null : plain.name(),
            wanted.name() + ": as asked",
            scores,
            heldOut,
            failures);
    Map<String, List<UnseenRows>> unseen = new LinkedHashMap<>();
    all.forEach((name, recipe) -> unseen.put(name, unseen(trials(name, recipe, parts))));
    Chosen chosen = fitAll(wanted, comparison);
    return new Chosen(chosen.model(), chosen.parts(), comparison, unseen, chosen.curve());
  }

  /** Empty where trials failed, or were of an earlier run. */
  private List<UnseenRows> unseen(List<Trial> trials) {
    List<UnseenRows> out = new ArrayList<>();
    for (Trial trial : trials) {
      Model model = runner.known(trial);
      if (model == null) {
        return List.of();
      }
      out.add(new UnseenRows(model, trial.rows().heldX(), trial.rows().heldY()));
    }
    return out;
  }

  private static List<Trial> trials(String name, Recipe recipe, List<Holdout> parts) {
    List<Trial> trials = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      String stage = name + (parts.size() == 1 ? "" : ", part " + (p + 1));
      trials.add(new Trial(stage, name, recipe, parts.get(p), NAMED_SHARE));
    }
    return trials;
  }

  private TrialResult run(List<Trial> trials, int of) {
    double until = budget.gone() + (NAMED_SHARE - budget.gone()) / of;
    return TrialResult.join(
        runner.run(trials, until, true).stream().filter(result -> result != null).toList());
  }

  private static String stage(Recipe recipe) {
    return recipe.kind() == ModelKind.CONSTANT ? "constant, all rows" : "fit to all rows";
  }

  private Chosen fitAll(Recipe recipe, FitOutcome.Comparison comparison) {
    double cost = recipe.cost();
    runner.expect(cost);
    TrialRunner.Job job =
        new TrialRunner.Job(
            stage(recipe), recipe, 1.0, cost, budget.part(0.0, 1.0), settings.threads());
    Model model = runner.fit(job, table.rows(), null);
    runner.done(job.stage(), cost);
    return new Chosen(
        model,
        List.of(new FitOutcome.Part(comparison.name(), recipe, 1.0)),
        comparison,
        Map.of(),
        runner.curve(job.stage()));
  }

  /**
   * Where the choice of models starts from.
   *
   * @param recipes with the covariance that all models get
   * @param reason for that covariance, to follow other words; empty where there was no choice
   */
  private record Start(Recipes recipes, String reason) {}

  /** Lets the plain model try a few covariances on some of the rows to train on. */
  private Start chooseKernel(Recipes recipes, RowStore train) {
    String given = settings.texts().kernel();
    if (given != null) {
      Specs.covariance(given, train.inputs()); // a wrong text is no failure of every GP in turn
      return new Start(recipes, "");
    }
    boolean fast = settings.budget().quality() == Quality.FAST;
    int rows = fast ? KERNEL_ROWS / 2 : KERNEL_ROWS;
    Holdout part = Holdout.of(sampled(train, rows), KERNEL_HELD, settings.seed());
    List<String> kernels = new Candidates(recipes).kernels();
    List<Trial> trials = new ArrayList<>();
    for (String kernel : kernels) {
      Recipe plain = recipes.withKernel(kernel).plain();
      Recipe quick = plain.withInducing(Math.min(plain.inducing(), Preset.KERNEL_INDUCING));
      trials.add(new Trial("kernel " + kernel, kernel, quick, part, KERNEL_SHARE));
    }
    runner.expectAtLeast(trials.stream().mapToDouble(Trial::cost).sum() / KERNEL_SHARE);
    List<TrialResult> results = runner.run(trials, KERNEL_SHARE);
    String best = best(kernels, results);
    String simple = best(Candidates.simple(kernels), results);
    Start start =
        new Start(
            recipes.withKernel(simple).withPlainKernel(best),
            "; covariance " + best + " by its own held-out rows");
    int at = kernels.indexOf(simple);
    return results.get(at) != null && mayRank(part)
        ? chooseInputs(start, trials.get(at), results.get(at))
        : start;
  }

  /** The covariance, of some at the head of a list, that did best. */
  private static String best(List<String> kernels, List<TrialResult> results) {
    int best = 0;
    for (int k = 1; k < kernels.size(); k++) {
      if (results.get(k) != null && results.get(k).loss() < results.get(best).loss()) {
        best = k;
      }
    }
    return kernels.get(best);
  }

  /** Whether it is open what is done to inputs, and ranks would change some column. */
  private boolean mayRank(Holdout part) {
    return settings.model().get(Setting.INPUTS) == null
        && settings.budget().quality() != Quality.FAST
        && LearntScaling.of(part.train(), InputScale.RANKS, TargetScaling.NONE)
                .inputs()
                .curves()
                .length
            > 0;
  }

  /** Lets the plain model try inputs by ranks on the rows that chose its covariance. */
  private Start chooseInputs(Start start, Trial usual, TrialResult known) {
    Recipe ranked = usual.recipe().withSetting(Setting.INPUTS, Recipes.RANKS);
    Trial trial =
        new Trial(
            usual.stage() + ", inputs ranks", usual.name(), ranked, usual.rows(), usual.share());
    TrialResult result = runner.run(List.of(trial), INPUTS_SHARE).get(0);
    boolean better =
        result != null && Gain.of(result.logDensity(), known.logDensity()).isClear(1.0);
    return new Start(
        start.recipes.withRanks(better),
        better ? start.reason + ", skewed inputs by ranks" : start.reason);
  }

  /** Some of the rows of a large table: the choice needs no more, and time matters. */
  private RowStore sampled(RowStore store, int most) {
    int rows = store.size();
    if (rows <= most) {
      return store;
    }
    Matrix x = Matrix.zeros(most, store.inputs());
    double[][] y = new double[store.targets()][most];
    SplittableRandom random = new SplittableRandom(settings.seed() ^ 0x5A3B1EL);
    double[] keys = new double[most];
    int at = 0;
    for (int i = 0; i < rows && at < most; i++) { // each row is taken with the right probability
      if (random.nextInt(rows - i) < most - at) {
        store.read(i, x.data, at * x.cols, y, at);
        keys[at] = store.key(i);
        at++;
      }
    }
    RowStore sample = RowStore.of(x, y);
    return store.order() == RowOrder.RANDOM ? sample : sample.withKeys(store.order(), keys);
  }
}
