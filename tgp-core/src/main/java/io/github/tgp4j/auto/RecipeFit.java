package io.github.tgp4j.auto;

import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalTgp;
import io.github.tgp4j.model.RandomTrees;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.model.TransformedPriorGp;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import java.util.function.UnaryOperator;

/** Fits one recipe as the settings say. */
final class RecipeFit {
  private static final int EXACT_STEPS = 300;

  /** Steps on the collapsed bound that a trial takes: what comes after them gains little. */
  private static final int COLLAPSED = 750;

  /** Beyond so many rows it takes fewer of them. */
  private static final int COLLAPSED_ROWS = 20_000;

  private static final int LEAST_COLLAPSED = 100;
  private static final int LEAST_FURTHER = 30; // from where a trial ended

  private final Recipe recipe;
  private final AutoSettings settings;
  private final Watch watch;
  private Model start; // null to start anew

  /** What a fit reports to, and where it saves its state. */
  record Watch(TrainingListener listener, Checkpoints checkpoints) {
    static final Watch NONE = new Watch(TrainingListener.SILENT, Checkpoints.NONE);
  }

  RecipeFit(Recipe recipe, AutoSettings settings, Watch watch) {
    this.recipe = recipe;
    this.settings = settings;
    this.watch = watch;
  }

  /** Goes on from a model of the same recipe where its kind can; null starts anew. */
  RecipeFit startFrom(Model model) {
    start = model;
    return this;
  }

  /** Fits all rows of a store, from where they lie as far as the model can. */
  Model fit(RowStore rows, Candidate.Effort effort) {
    return switch (recipe.kind()) {
      case CONSTANT -> ConstantModel.fit(rows, Specs.likelihood(recipe.likelihood()));
      case FOREST -> fitForest(rows, effort);
      case DGP2, DGP3, DGP4 -> fitDeep(rows, effort);
      case GSP -> {
        TransformedPriorGp gsp = TransformedPriorGp.builder();
        recipe.settings().ifSet(Setting.INPUTS, text -> gsp.inputs(inputs(text)));
        recipe.settings().ifSet(Setting.PRIOR, gsp::priors);
        recipe.settings().ifSet(Setting.DIVERGENCE, gsp::divergence);
        yield gsp.covariance(recipe.kernel())
            .flow(recipe.flow())
            .likelihood(recipe.likelihood())
            .seed(seed())
            .plan(plan(TransformedPriorGp.defaultPlan(), rows.size(), effort))
            .listener(watch.listener())
            .fit(rows.allInputs(), rows.allTargets()[0])
            .model();
      }
      case T_PROCESS, CONDITIONED_FLOW -> {
        NonMarginalTgp process = nonMarginal();
        int count = rows.size();
        yield process.plan(plan(process.planFor(count), count, effort)).fit(rows);
      }
      case EXACT, WGP -> {
        WarpedGp exact = WarpedGp.builder().covariance(recipe.kernel()).listener(watch.listener());
        if (effort.timeLimit() != null) {
          exact.timeLimit(effort.timeLimit());
        }
        recipe.settings().ifSet(Setting.INPUTS, text -> exact.inputs(inputs(text)));
        recipe.settings().ifSet(Setting.MEAN, exact::mean);
        recipe.settings().ifSet(Setting.PRIOR, exact::priors);
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

  /** Fits rows that lie elsewhere; for the models that one {@link Tgp} makes. */
  Model fit(RemoteRows rows, UnaryOperator<TrainingPlan> change) {
    Tgp tgp = tgp();
    int count = (int) Math.min(Integer.MAX_VALUE, rows.rows());
    TrainingPlan usual = plan(usual(tgp, count), count, Candidate.Effort.FULL);
    return tgp.plan(change.apply(usual)).fit(rows);
  }

  private long seed() {
    return settings.seed() + 7919L * recipe.draw();
  }

  /** The builder of the models that one {@link Tgp} makes. */
  private Tgp tgp() {
    Tgp tgp =
        Tgp.builder()
            .covariance(recipe.kernel())
            .flow(recipe.flow())
            .likelihood(recipe.likelihood())
            .inducing(recipe.inducing())
            .device(settings.device())
            .seed(seed())
            .threads(settings.threads())
            .listener(watch.listener())
            .checkpoints(watch.checkpoints());
    if (start instanceof TgpModel earlier) {
      tgp.startFrom(earlier);
    }
    tgp.oneProcess(recipe.kind() == ModelKind.ETGP);
    if (recipe.kind() == ModelKind.PE_TGP) {
      tgp.networkSamples(1, 0);
    }
    ModelSettings own = recipe.settings();
    own.ifSet(Setting.INPUTS, text -> tgp.inputs(inputs(text)));
    own.ifSet(Setting.MEAN, tgp::mean);
    own.ifSet(Setting.PRIOR, tgp::priors);
    own.ifSet(
        Setting.OBJECTIVE,
        text -> tgp.objective(Setting.OBJECTIVE.choice(Tgp.Objective.class, text)));
    own.ifSet(Setting.DIVERGENCE, tgp::divergence);
    own.ifSet(Setting.WEIGHT_DIVERGENCE, tgp::weightDivergence);
    own.ifSet(
        Setting.WEIGHT_PRIOR, text -> tgp.weightPrecision(Setting.WEIGHT_PRIOR.number(text, 0.0)));
    own.ifSet(Setting.FLOW_START, text -> tgp.flowStart(start(Setting.FLOW_START, text)));
    own.ifSet(Setting.WARP_START, text -> tgp.warpStart(start(Setting.WARP_START, text)));
    own.ifSet(Setting.INDUCING_START, text -> tgp.inducing(recipe.inducing(), inducing(text)));
    own.ifSet(Setting.DIAGONAL, text -> tgp.diagonalPosterior(Setting.DIAGONAL.yes(text)));
    own.ifSet(Setting.NODES, text -> tgp.nodes(nodes(text)));
    return tgp;
  }

  private NonMarginalTgp nonMarginal() {
    NonMarginalTgp process =
        NonMarginalTgp.of(recipe.process())
            .covariance(recipe.kernel())
            .flow(recipe.flow())
            .likelihood(recipe.likelihood())
            .inducing(recipe.inducing())
            .seed(seed())
            .threads(settings.threads())
            .listener(watch.listener())
            .checkpoints(watch.checkpoints());
    ModelSettings own = recipe.settings();
    own.ifSet(Setting.INPUTS, text -> process.inputs(inputs(text)));
    own.ifSet(Setting.MEAN, process::mean);
    own.ifSet(Setting.PRIOR, process::priors);
    own.ifSet(Setting.DIVERGENCE, process::divergence);
    own.ifSet(Setting.FLOW_START, text -> process.flowStart(start(Setting.FLOW_START, text)));
    own.ifSet(Setting.INDUCING_START, text -> process.inducing(recipe.inducing(), inducing(text)));
    own.ifSet(Setting.DIAGONAL, text -> process.diagonalPosterior(Setting.DIAGONAL.yes(text)));
    own.ifSet(Setting.NODES, text -> process.nodes(nodes(text)));
    return process;
  }

  private static Tgp.FlowStart start(Setting setting, String text) {
    return setting.choice(Tgp.FlowStart.class, text);
  }

  private static Tgp.Inducing inducing(String text) {
    return Setting.INDUCING_START.choice(Tgp.Inducing.class, text);
  }

  private static InputScale inputs(String text) {
    return Setting.INPUTS.choice(InputScale.class, text);
  }

  private static int nodes(String text) {
    return (int) Setting.NODES.number(text, 1.0);
  }

  private TrainingPlan usual(Tgp tgp, int rows) {
    return settings.budget().batch() == null ? tgp.planFor(rows) : tgp.stochasticPlan(rows);
  }

  private Model fitForest(RowStore rows, Candidate.Effort effort) {
    return RandomTrees.builder()
        .likelihood(recipe.likelihood())
        .seed(seed())
        .threads(settings.threads())
        .timeLimit(effort.timeLimit())
        .listener(watch.listener())
        .fit(rows);
  }

  private Model fitDeep(RowStore rows, Candidate.Effort effort) {
    DeepGp deep = DeepGp.builder();
    recipe.settings().ifSet(Setting.NODES, text -> deep.nodes(nodes(text)));
    recipe.settings().ifSet(Setting.INPUTS, text -> deep.inputs(inputs(text)));
    recipe.settings().ifSet(Setting.PRIOR, deep::priors);
    recipe.settings().ifSet(Setting.DIVERGENCE, deep::divergence);
    return deep.layers(recipe.kind().layers())
        .covariance(recipe.kernel())
        .likelihood(recipe.likelihood())
        .inducing(recipe.inducing())
        .seed(seed())
        .threads(settings.threads())
        .listener(watch.listener())
        .checkpoints(watch.checkpoints())
        .plan(plan(deepPlan(effort), rows.size(), effort))
        .fit(rows.allInputs(), Matrix.ofColumns(rows.allTargets()));
  }

  /** In trials steps with half of the rows, which are quicker and nearly as good. */
  private static TrainingPlan deepPlan(Candidate.Effort effort) {
    TrainingPlan usual = DeepGp.defaultPlan();
    return effort.share() < 1 ? usual.withBatchSize(usual.batchSize() / 2) : usual;
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
    if (plan.method() == TrainingPlan.Method.COLLAPSED && effort.share() < 1) {
      int least = start == null ? LEAST_COLLAPSED : LEAST_FURTHER;
      double fewer = Math.min(1.0, (double) COLLAPSED_ROWS / rows); // every step sees all rows
      int most = (int) Math.max(least, effort.share() * COLLAPSED * fewer);
      plan = plan.withSteps(Math.min(plan.steps(), most));
    }
    String hold = recipe.settings().get(Setting.HOLD);
    return effort.of(hold == null ? plan : Holds.add(plan, hold));
  }
}
