package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Fits a table: chooses among candidates on held-out rows where there are several, scores the
 * choice on them, and fits it to all rows.
 */
final class FitJob {
  private static final Sample MODEL_ROWS = new Sample(30_000, 3_000);
  private static final Sample KERNEL_ROWS = new Sample(4_000, 1_000);
  private static final int FEW = 600;
  private static final int SOME = 2_000;
  private static final int LEAST_ROWS = 20;
  private static final double KERNEL_SHARE = 0.1; // of the time, and of the progress shown

  private final TrainingTable table;
  private final AutoSettings settings;
  private final Follower follower;
  private final TimeBudget budget;
  private double best = Double.NaN; // held-out NLL so far

  /** Who follows a fit, and what may end it. */
  record Follower(FitListener listener, FitJournal journal, BooleanSupplier cancelled) {}

  /** A fitted model, and how it was chosen. */
  record Chosen(
      Model model, Recipe recipe, FitOutcome.Comparison comparison, TrainingCurve curve) {}

  /** Rows that a choice sees at most: those it is fitted to, and those held out. */
  private record Sample(int fitted, int held) {}

  FitJob(TrainingTable table, AutoSettings settings, Follower follower, TimeBudget budget) {
    this.table = table;
    this.settings = settings;
    this.follower = follower;
    this.budget = budget;
  }

  /**
   * Runs it.
   *
   * @param withBaseline whether to score the plain GP beside a model that was named
   * @throws CancellationException when it is cancelled; the journal knows where it stands
   */
  Chosen run(boolean withBaseline) {
    Start start = chooseKernel(recipes());
    Recipe plain = start.recipes.plain();
    List<Recipe> list = new ArrayList<>(start.recipes.of(settings.kind()));
    Recipe wanted = list.size() == 1 ? list.get(0) : null;
    if (wanted != null && withBaseline && !wanted.equals(plain)) {
      list.add(0, plain);
    }
    if (!mayHoldOut()) {
      if (wanted != null) {
        return asAsked(wanted);
      }
      String name = list.get(0).name();
      String reason = name + ": too few rows, or none, to hold out and choose by";
      return fitAll(list.get(0), full(), FitOutcome.Comparison.none(name, reason));
    }
    double[] rounds = list.size() <= 2 ? new double[] {0.5} : new double[] {0.25, 0.5};
    Found found = search(Recipes.named(list), MODEL_ROWS, start.done, 1.0, rounds);
    if (wanted != null && found.choice.failures().containsKey(wanted.name())) {
      throw new ArithmeticException(found.choice.failures().get(wanted.name()));
    }
    FitOutcome.Comparison comparison =
        new FitOutcome.Comparison(
            wanted != null ? wanted.name() : found.choice.name(),
            list.get(0).equals(plain) ? list.get(0).name() : null,
            (wanted != null ? wanted.name() + ": as asked" : found.choice.reason()) + start.reason,
            found.choice.scores(),
            found.choice.heldOut(),
            found.choice.failures());
    return fitAll(wanted != null ? wanted : found.recipe, found.choice.effort(), comparison);
  }

  /** Fits the model that was named, holding nothing out. */
  Chosen runWithoutScores() {
    return asAsked(recipes().of(settings.kind()).get(0));
  }

  private Recipes recipes() {
    return new Recipes(settings, table.targets(), table.rows().rows());
  }

  private Candidate.Effort full() {
    return new Candidate.Effort("fit", 1.0, 0.0, 1.0, budget.part(0.0, 1.0));
  }

  private Chosen asAsked(Recipe recipe) {
    String reason = recipe.name() + ": as asked";
    return fitAll(recipe, full(), FitOutcome.Comparison.none(recipe.name(), reason));
  }

  private boolean mayHoldOut() {
    return table.rows().rows() >= LEAST_ROWS
        && (settings.validation() == null || settings.validation() > 0);
  }

  /**
   * Where the choice of a model starts from.
   *
   * @param recipes with the covariance that all models get
   * @param done share of the work that is done
   * @param reason for that covariance, to follow other words; empty where there was no choice
   */
  private record Start(Recipes recipes, double done, String reason) {}

  /** A choice, and the recipe of its winner. */
  private record Found(ModelSearch.Choice choice, Recipe recipe) {}

  /**
   * Lets the plain model try a few covariances; not where the user named one, nor where the plain
   * model has no closed form, so that a trial takes long.
   */
  private Start chooseKernel(Recipes recipes) {
    boolean quick = Specs.likelihood(recipes.plain().likelihood()) instanceof GaussianLikelihood;
    boolean open = settings.kind() == ModelKind.AUTO && settings.texts().kernel() == null;
    if (!open || !quick || !mayHoldOut()) {
      return new Start(recipes, 0.0, "");
    }
    Map<String, Recipe> plain = new LinkedHashMap<>();
    for (String kernel : Recipes.KERNELS) {
      plain.put("kernel " + kernel, recipes.withKernel(kernel).plain());
    }
    Found found = search(plain, KERNEL_ROWS, 0.0, KERNEL_SHARE, 0.5);
    return new Start(
        recipes.withKernel(found.recipe.kernel()), KERNEL_SHARE, "; " + found.choice.reason());
  }

  /** Chooses among recipes by name; the search is the part from..to of all the work. */
  private Found search(
      Map<String, Recipe> recipes, Sample sample, double from, double to, double... rounds) {
    Map<Candidate, Recipe> byCandidate = new IdentityHashMap<>();
    List<Candidate> candidates = new ArrayList<>();
    recipes.forEach(
        (name, recipe) -> {
          Candidate candidate =
              new Candidate(
                  name,
                  recipe.kind().cost(),
                  (rows, effort) -> fit(recipe, rows, effort, curve(effort)),
                  rows -> RecipeFit.ignoresEffort(recipe, settings, rows));
          candidates.add(candidate);
          byCandidate.put(candidate, recipe);
        });
    int rows = table.rows().size();
    ModelSearch search =
        ModelSearch.among(candidates)
            .rounds(rounds)
            .seed(settings.seed())
            .cancelWhen(follower.cancelled)
            .journal(new Reporting());
    if (settings.validation() != null) {
      search = search.validation(settings.validation());
    } else if (rows < FEW) {
      search = search.folds(5);
    } else if (rows > sample.fitted) {
      int count = Math.min(rows, sample.fitted + sample.held);
      search = search.validation((double) sample.held / count);
    } else {
      search = search.validation(rows < SOME ? 0.2 : 0.1);
    }
    ModelSearch.Choice choice = search.choose(sampled(sample), budget, from, to);
    return new Found(choice, byCandidate.get(choice.winner()));
  }

  /** Some of the rows of a large table: the choice needs no more, and time matters. */
  private RowStore sampled(Sample sample) {
    RowStore store = table.rows();
    int rows = store.size();
    if (rows <= sample.fitted) {
      return store;
    }
    int count = Math.min(rows, sample.fitted + sample.held);
    Matrix x = Matrix.zeros(count, store.inputs());
    double[][] y = new double[store.targets()][count];
    SplittableRandom random = new SplittableRandom(settings.seed() ^ 0x5A3B1EL);
    int at = 0;
    for (int i = 0; i < rows && at < count; i++) { // each row is taken with the right probability
      if (random.nextInt(rows - i) < count - at) {
        store.read(i, x.data, at * x.cols, y, at);
        at++;
      }
    }
    return RowStore.of(x, y);
  }

  private Chosen fitAll(Recipe recipe, Candidate.Effort effort, FitOutcome.Comparison comparison) {
    TrainingCurve curve = curve(effort);
    Model model = fit(recipe, table.rows(), effort, curve);
    boolean ended = model.trainingResult().ended() == Ended.CANCELLED;
    if (ended || follower.cancelled.getAsBoolean()) {
      throw new CancellationException("cancelled in " + effort.stage());
    }
    return new Chosen(model, recipe, comparison, curve);
  }

  private TrainingCurve curve(Candidate.Effort effort) {
    return follower.journal.curveOf(effort.stage());
  }

  private Model fit(Recipe recipe, RowStore rows, Candidate.Effort effort, TrainingCurve curve) {
    RecipeFit.Watch watch =
        new RecipeFit.Watch(new Steps(effort, curve), follower.journal.at(effort.stage(), curve));
    return new RecipeFit(recipe, settings, watch).fit(rows, effort);
  }

  /** Follows the steps of one fit. */
  private final class Steps implements TrainingListener {
    private final Candidate.Effort effort;
    private final TrainingCurve curve;

    Steps(Candidate.Effort effort, TrainingCurve curve) {
      this.effort = effort;
      this.curve = curve;
    }

    @Override
    public boolean onStep(Progress p) {
      boolean isMain = p.phase() == Phase.MAIN;
      if (isMain) {
        curve.add(p);
      }
      double part = isMain ? p.share() : 0.0;
      double share = effort.from() + part * (effort.to() - effort.from());
      follower.listener.onStep(effort.stage(), share, p.bound(), best);
      return !isStopped();
    }

    @Override
    public boolean isStopped() {
      return follower.cancelled.getAsBoolean();
    }
  }

  /** The journal, and the best score so far. */
  private final class Reporting implements ModelSearch.Journal {
    @Override
    public TrialResult find(String stage) {
      TrialResult found = follower.journal.find(stage);
      if (found != null) {
        note(found);
      }
      return found;
    }

    @Override
    public void add(String stage, TrialResult trial) {
      follower.journal.add(stage, trial);
      follower.listener.onTrial(stage, trial);
      note(trial);
    }

    private void note(TrialResult trial) {
      best = best < trial.loss() ? best : trial.loss();
    }
  }
}
