package io.github.tgp4j.cli;

import io.github.tgp4j.auto.Candidate;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.ModelSearch;
import io.github.tgp4j.auto.TrainingTable;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
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
  private final ModelKind kind;
  private final ModelOptions options;
  private final FitCheckpoint checkpoint;
  private final ProgressLine progress;
  private final BooleanSupplier interrupted;
  private final long begin = System.nanoTime();
  private String best = "";

  FitJob(
      TrainingTable table,
      ModelKind kind,
      ModelOptions options,
      FitCheckpoint checkpoint,
      ProgressLine progress,
      BooleanSupplier interrupted) {
    this.table = table;
    this.kind = kind;
    this.options = options;
    this.checkpoint = checkpoint;
    this.progress = progress;
    this.interrupted = interrupted;
  }

  /**
   * Runs it.
   *
   * @param withBaseline whether to score the plain GP beside a model that was named
   */
  FitOutcome run(boolean withBaseline) {
    Start start = chooseKernel(recipes());
    Recipes recipes = start.recipes;
    List<Recipe> list = new ArrayList<>(recipes.of(kind));
    Recipe wanted = list.size() == 1 ? list.get(0) : null;
    if (wanted != null && withBaseline && !wanted.equals(recipes.plain())) {
      list.add(0, recipes.plain());
    }
    if (!mayHoldOut()) {
      return wanted != null
          ? asAsked(wanted)
          : fitAll(
              list.get(0),
              Candidate.Effort.FULL,
              null,
              list.get(0).name() + ": too few rows, or none, to hold out and choose by",
              Map.of(),
              Map.of());
    }
    Map<String, Recipe> named = new LinkedHashMap<>();
    list.forEach(recipe -> named.put(recipe.name(), recipe));
    double[] rounds = list.size() <= 2 ? new double[] {0.5} : new double[] {0.25, 0.5};
    ModelSearch.Choice choice = search(named, MODEL_ROWS, start.done, 1.0, rounds);
    return fitAll(
        wanted != null ? wanted : named.get(choice.name()),
        within(start.done, 1.0, choice.effort()),
        list.get(0).equals(recipes.plain()) ? list.get(0).name() : null,
        wanted != null ? wanted.name() + ": as asked" : choice.reason() + start.reason,
        choice.scores(),
        choice.heldOut());
  }

  /** Fits the model that was named, holding nothing out. */
  FitOutcome runWithoutScores() {
    return asAsked(recipes().of(kind).get(0));
  }

  private Recipes recipes() {
    return new Recipes(options, table.targets(), table.rows().rows());
  }

  private FitOutcome asAsked(Recipe recipe) {
    String reason = recipe.name() + ": as asked";
    return fitAll(recipe, Candidate.Effort.FULL, null, reason, Map.of(), Map.of());
  }

  private boolean mayHoldOut() {
    return table.rows().rows() >= LEAST_ROWS
        && (options.validation == null || options.validation > 0);
  }

  /** Rows that a choice sees at most: those it is fitted to, and those held out. */
  private record Sample(int fitted, int held) {}

  /**
   * Where the choice of a model starts from.
   *
   * @param recipes with the covariance that all models get
   * @param done share of the work that is done
   * @param reason for that covariance, to follow other words; empty where there was no choice
   */
  private record Start(Recipes recipes, double done, String reason) {}

  /**
   * Lets the plain model try a few covariances; not where the user named one, nor where the plain
   * model has no closed form, so that a trial takes long.
   */
  private Start chooseKernel(Recipes recipes) {
    boolean quick = recipes.plain().likelihood().equals("gaussian");
    if (kind != ModelKind.AUTO || options.kernel != null || !quick || !mayHoldOut()) {
      return new Start(recipes, 0.0, "");
    }
    Map<String, Recipe> plain = new LinkedHashMap<>();
    for (String kernel : Recipes.KERNELS) {
      plain.put("kernel " + kernel, recipes.withKernel(kernel).plain());
    }
    ModelSearch.Choice choice = search(plain, KERNEL_ROWS, 0.0, KERNEL_SHARE, 0.5);
    String kernel = plain.get(choice.name()).kernel();
    return new Start(recipes.withKernel(kernel), KERNEL_SHARE, "; " + choice.reason());
  }

  private static Candidate.Effort within(double from, double to, Candidate.Effort effort) {
    return new Candidate.Effort(
        effort.stage(),
        effort.share(),
        from + (to - from) * effort.from(),
        from + (to - from) * effort.to());
  }

  /** Chooses among recipes by name; the search is the part from..to of all the work. */
  private ModelSearch.Choice search(
      Map<String, Recipe> recipes, Sample sample, double from, double to, double... rounds) {
    List<Candidate> candidates = new ArrayList<>();
    for (String name : recipes.keySet()) {
      Recipe recipe = recipes.get(name);
      candidates.add(
          new Candidate(
              name,
              recipe.cost(),
              (x, y, part) -> {
                Candidate.Effort effort = within(from, to, part);
                TrainingCurve curve = checkpoint.curveOf(effort.stage());
                Model model = recipe.fit(x, y, effort, options, watch(effort, curve));
                stopIfAsked();
                return model;
              },
              rows -> recipe.isSteady(rows, options)));
    }
    int rows = table.rows().rows();
    ModelSearch search =
        ModelSearch.among(candidates).rounds(rounds).seed(options.seed).journal(new Reporting());
    if (options.validation == null && rows < FEW) {
      search = search.folds(5);
    } else {
      double share = options.validation != null ? options.validation : rows < SOME ? 0.2 : 0.1;
      search = search.validation(share);
    }
    return choose(search, sample);
  }

  /** On a sample of a large table: the choice needs no more, and time matters. */
  private ModelSearch.Choice choose(ModelSearch search, Sample sample) {
    RowStore store = table.rows();
    int rows = store.rows();
    if (rows <= sample.fitted) {
      return search.choose(store.allInputs(), Matrix.ofColumns(store.allTargets()));
    }
    int count = Math.min(rows, sample.fitted + sample.held);
    Matrix x = Matrix.zeros(count, store.inputs());
    double[][] y = new double[store.targets()][count];
    SplittableRandom random = new SplittableRandom(options.seed ^ 0x5A3B1EL);
    int at = 0;
    for (int i = 0; i < rows && at < count; i++) { // each row is taken with the right probability
      if (random.nextInt(rows - i) < count - at) {
        store.read(i, x.data, at * x.cols, y, at);
        at++;
      }
    }
    if (options.validation == null) {
      search = search.validation((double) sample.held / count);
    }
    return search.choose(x, Matrix.ofColumns(y));
  }

  private FitOutcome fitAll(
      Recipe recipe,
      Candidate.Effort effort,
      String baseline,
      String reason,
      Map<String, Double> scores,
      Map<String, List<HeldOut>> heldOut) {
    TrainingCurve curve = checkpoint.curveOf(effort.stage());
    Model model = recipe.fit(table.rows(), effort, options, watch(effort, curve));
    stopIfAsked();
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new FitOutcome(
        model, recipe, recipe.name(), baseline, reason, scores, heldOut, curve, seconds);
  }

  private void stopIfAsked() {
    if (interrupted.getAsBoolean()) {
      checkpoint.saveNow();
      throw new InterruptedFitException(
          checkpoint.file() == null
              ? "Interrupted; nothing was written."
              : "Interrupted. Saved "
                  + checkpoint.file()
                  + "; the same command with --resume goes on from there.");
    }
  }

  private Recipe.Watch watch(Candidate.Effort effort, TrainingCurve curve) {
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public boolean onStep(Progress p) {
            curve.add(p);
            if (progress.isDue()) {
              double share = effort.from() + p.share() * (effort.to() - effort.from());
              String bound = String.format(Locale.ROOT, "ELBO %.5g", p.bound());
              progress.show(effort.stage(), share, bound + best);
            }
            return !isStopped();
          }

          @Override
          public boolean isStopped() {
            return interrupted.getAsBoolean();
          }
        };
    return new Recipe.Watch(listener, checkpoint.at(effort.stage(), curve));
  }

  /** The checkpoint's journal, and the best score so far for the progress line. */
  private final class Reporting implements ModelSearch.Journal {
    private double least = Double.POSITIVE_INFINITY;

    @Override
    public List<HeldOut> find(String stage) {
      List<HeldOut> found = checkpoint.find(stage);
      if (found != null) {
        note(found);
      }
      return found;
    }

    @Override
    public void add(String stage, List<HeldOut> trial) {
      checkpoint.add(stage, trial);
      note(trial);
    }

    private void note(List<HeldOut> trial) {
      double loss = trial.stream().mapToDouble(HeldOut::nll).sum();
      if (loss < least) {
        least = loss;
        best = String.format(Locale.ROOT, "  validation NLL %.4g", loss);
      }
    }
  }
}
