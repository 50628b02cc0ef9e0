package io.github.tgp4j.cli;

import io.github.tgp4j.auto.Candidate;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TransformedPriorGp;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;

/**
 * One model in the model language, ready to be fitted.
 *
 * @param kind of {@code --model}
 * @param kernel covariance
 * @param flow of the latent function
 * @param likelihood with a warp inside it where there is one
 * @param inducing points
 */
record Recipe(ModelKind kind, String kernel, String flow, String likelihood, int inducing) {
  /** What a fit reports to, and where it saves its state. */
  record Watch(TrainingListener listener, Checkpoints checkpoints) {
    static final Watch NONE = new Watch(TrainingListener.SILENT, Checkpoints.NONE);
  }

  /** "tgp: flow sal(3), likelihood gaussian, kernel rbf, 100 inducing points". */
  String describe() {
    StringBuilder text = new StringBuilder("kernel ").append(kernel);
    if (!flow.equals("identity") && kind.layers() == 1) {
      text.append(", flow ").append(flow);
    }
    text.append(", likelihood ").append(likelihood);
    if (kind != ModelKind.EXACT && kind != ModelKind.WGP && kind != ModelKind.GSP) {
      text.append(", ").append(inducing).append(" inducing points");
    }
    return text.toString();
  }

  /** Unique among candidates: "svgp", "svgp with poisson". */
  String name() {
    boolean usual =
        likelihood.equals("gaussian")
            || likelihood.startsWith("bernoulli")
            || likelihood.startsWith("categorical")
            || likelihood.startsWith("warped");
    return kind.text() + (usual ? "" : " with " + likelihood);
  }

  /** Fits all rows of a store, from where they lie as far as the model can. */
  Model fit(RowStore rows, Candidate.Effort effort, ModelOptions options, Watch watch) {
    if (rows.isInMemory() || kind.layers() > 1 || !kind.takesSeveralTargets()) {
      Matrix targets = Matrix.ofColumns(rows.allTargets());
      return fit(rows.allInputs(), targets, effort, options, watch);
    }
    Tgp tgp = tgp(options, watch);
    return tgp.plan(plan(usual(tgp, rows.rows(), options), rows.rows(), effort, options)).fit(rows);
  }

  /** Whether a trial on so many rows takes the whole effort at once. */
  boolean isSteady(int rows, ModelOptions options) {
    return kind == ModelKind.SVGP
        && Candidate.Effort.takesWhole(usual(tgp(options, Watch.NONE), rows, options));
  }

  /** How long a step takes beside one of the plain model, roughly. */
  double cost() {
    return switch (kind) {
      case PE_TGP, BA_TGP, VB_TGP -> 6;
      case DGP2 -> 10;
      case DGP3 -> 20;
      case DGP4 -> 30;
      default -> 1;
    };
  }

  Model fit(Matrix x, Matrix y, Candidate.Effort effort, ModelOptions options, Watch watch) {
    return switch (kind) {
      case DGP2, DGP3, DGP4 -> fitDeep(x, y, effort, options, watch);
      case GSP ->
          TransformedPriorGp.builder()
              .covariance(kernel)
              .flow(flow)
              .likelihood(likelihood)
              .seed(options.seed)
              .plan(plan(TransformedPriorGp.defaultPlan(), x.rows, effort, options))
              .listener(watch.listener())
              .fit(x, y.toColumns()[0])
              .model();
      case EXACT, WGP -> {
        WarpedGp exact = WarpedGp.builder().covariance(kernel);
        exact.steps(effort.steps(300));
        if (likelihood.startsWith("warped(")) {
          exact.warp(likelihood.substring("warped(".length(), likelihood.length() - 1));
        }
        yield exact.fit(x, y.toColumns()[0]);
      }
      default -> fitTgp(x, y, effort, options, watch);
    };
  }

  /** The builder of the models that one {@link Tgp} makes. */
  Tgp tgp(ModelOptions options, Watch watch) {
    Tgp tgp =
        Tgp.builder()
            .covariance(kernel)
            .flow(flow)
            .likelihood(likelihood)
            .inducing(inducing)
            .seed(options.seed)
            .threads(options.threadCount())
            .listener(watch.listener())
            .checkpoints(watch.checkpoints());
    if (kind == ModelKind.PE_TGP) {
      tgp.networkSamples(1, 0);
    }
    return tgp;
  }

  private Model fitTgp(
      Matrix x, Matrix y, Candidate.Effort effort, ModelOptions options, Watch watch) {
    Tgp tgp = tgp(options, watch);
    return tgp.plan(plan(usual(tgp, x.rows, options), x.rows, effort, options)).fit(x, y);
  }

  private static TrainingPlan usual(Tgp tgp, int rows, ModelOptions options) {
    return options.batch == null ? tgp.planFor(rows) : tgp.stochasticPlan(rows);
  }

  private Model fitDeep(
      Matrix x, Matrix y, Candidate.Effort effort, ModelOptions options, Watch watch) {
    return DeepGp.builder()
        .layers(kind.layers())
        .covariance(kernel)
        .likelihood(likelihood)
        .inducing(inducing)
        .seed(options.seed)
        .threads(options.threadCount())
        .listener(watch.listener())
        .checkpoints(watch.checkpoints())
        .plan(plan(DeepGp.defaultPlan(), x.rows, effort, options))
        .fit(x, y);
  }

  /** The usual plan, changed as the options say, with as much of it as the effort allows. */
  static TrainingPlan plan(
      TrainingPlan usual, int rows, Candidate.Effort effort, ModelOptions options) {
    TrainingPlan plan = usual;
    if (options.batch != null) {
      plan = plan.withBatchSize(options.batch);
    }
    int full = plan.steps();
    if (options.epochs != null) {
      double perEpoch = Math.ceil((double) rows / Math.min(rows, plan.batchSize()));
      full = (int) Math.min(Integer.MAX_VALUE, Math.ceil(options.epochs * perEpoch));
    }
    plan = effort.of(plan.withSteps(full));
    if (options.timeLimit != null) {
      long nanos = (long) (options.timeLimit.toNanos() * (effort.to() - effort.from()));
      plan = plan.withTimeLimit(Duration.ofNanos(Math.max(1, nanos)));
    }
    return plan;
  }
}
