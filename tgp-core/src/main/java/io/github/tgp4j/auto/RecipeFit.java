package io.github.tgp4j.auto;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalTgp;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TransformedPriorGp;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;

/** Fits one recipe as the settings say. */
final class RecipeFit {
  private static final int EXACT_STEPS = 300;

  private final Recipe recipe;
  private final AutoSettings settings;
  private final Watch watch;

  /** What a fit reports to, and where it saves its state. */
  record Watch(TrainingListener listener, Checkpoints checkpoints) {
    static final Watch NONE = new Watch(TrainingListener.SILENT, Checkpoints.NONE);
  }

  RecipeFit(Recipe recipe, AutoSettings settings, Watch watch) {
    this.recipe = recipe;
    this.settings = settings;
    this.watch = watch;
  }

  /** Whether a fit to so many rows takes the whole effort at once. */
  static boolean ignoresEffort(Recipe recipe, AutoSettings settings, int rows) {
    RecipeFit fit = new RecipeFit(recipe, settings, Watch.NONE);
    return recipe.kind() == ModelKind.SVGP
        && Candidate.Effort.needsAllSteps(fit.usual(fit.tgp(), rows));
  }

  /** Fits all rows of a store, from where they lie as far as the model can. */
  Model fit(RowStore rows, Candidate.Effort effort) {
    return switch (recipe.kind()) {
      case DGP2, DGP3, DGP4 -> fitDeep(rows, effort);
      case T_PROCESS -> fitProcess("t-process(4, learnt)", rows, effort);
      case CONDITIONED_FLOW -> fitProcess("conditioned-flow(8)", rows, effort);
      case GSP ->
          TransformedPriorGp.builder()
              .covariance(recipe.kernel())
              .flow(recipe.flow())
              .likelihood(recipe.likelihood())
              .seed(settings.seed())
              .plan(plan(TransformedPriorGp.defaultPlan(), rows.size(), effort))
              .listener(watch.listener())
              .fit(rows.allInputs(), rows.allTargets()[0])
              .model();
      case EXACT, WGP -> {
        WarpedGp exact = WarpedGp.builder().covariance(recipe.kernel()).listener(watch.listener());
        if (effort.timeLimit() != null) {
          exact.timeLimit(effort.timeLimit());
        }
        exact.steps(effort.steps(EXACT_STEPS));
        if (recipe.warp() != null) {
          exact.warp(recipe.warp());
        }
        yield exact.fit(rows.allInputs(), rows.allTargets()[0]);
      }
      default -> {
        Tgp tgp = tgp();
        int count = rows.size();
        yield tgp.plan(plan(usual(tgp, count), count, effort)).fit(rows);
      }
    };
  }

  /** The builder of the models that one {@link Tgp} makes. */
  private Tgp tgp() {
    Tgp tgp =
        Tgp.builder()
            .covariance(recipe.kernel())
            .flow(recipe.flow())
            .likelihood(recipe.likelihood())
            .inducing(recipe.inducing())
            .seed(settings.seed())
            .threads(settings.threads())
            .listener(watch.listener())
            .checkpoints(watch.checkpoints());
    if (recipe.kind() == ModelKind.PE_TGP) {
      tgp.networkSamples(1, 0);
    }
    return tgp;
  }

  private TrainingPlan usual(Tgp tgp, int rows) {
    return settings.budget().batch() == null ? tgp.planFor(rows) : tgp.stochasticPlan(rows);
  }

  private Model fitDeep(RowStore rows, Candidate.Effort effort) {
    return DeepGp.builder()
        .layers(recipe.kind().layers())
        .covariance(recipe.kernel())
        .likelihood(recipe.likelihood())
        .inducing(recipe.inducing())
        .seed(settings.seed())
        .threads(settings.threads())
        .listener(watch.listener())
        .checkpoints(watch.checkpoints())
        .plan(plan(DeepGp.defaultPlan(), rows.size(), effort))
        .fit(rows.allInputs(), Matrix.ofColumns(rows.allTargets()));
  }

  private Model fitProcess(String process, RowStore rows, Candidate.Effort effort) {
    NonMarginalTgp tgp =
        NonMarginalTgp.of(process)
            .covariance(recipe.kernel())
            .flow(recipe.flow())
            .likelihood(recipe.likelihood())
            .inducing(recipe.inducing())
            .seed(settings.seed())
            .threads(settings.threads())
            .listener(watch.listener())
            .checkpoints(watch.checkpoints());
    return tgp.plan(plan(tgp.planFor(rows.size()), rows.size(), effort)).fit(rows);
  }

  /** The usual plan, changed as the settings say, with as much of it as the effort allows. */
  private TrainingPlan plan(TrainingPlan usual, int rows, Candidate.Effort effort) {
    FitBudget budget = settings.budget();
    TrainingPlan plan = usual;
    if (budget.batch() != null) {
      plan = plan.withBatchSize(budget.batch());
    }
    if (budget.epochs() != null) {
      double perEpoch = Math.ceil((double) rows / Math.min(rows, plan.batchSize()));
      plan =
          plan.withSteps((int) Math.min(Integer.MAX_VALUE, Math.ceil(budget.epochs() * perEpoch)));
    }
    return effort.of(plan);
  }
}
