package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A flow that starts as the identity starts from the plain GP, fitted: with Gaussian noise that
 * takes some dozens of steps, and what the flow then learns is what it adds.
 */
final class PlainStart {
  private static final int NODES = 32; // where the noise is not Gaussian
  private static final double[] PROBES = {-7.0, -2.0, -0.5, 0.0, 0.3, 1.0, 4.0};

  private final Architecture architecture;
  private final Parameters parameters;
  private final List<InducingPosterior> posteriors;

  /** Of a model whose values and q(v) are to start from the plain GP. */
  PlainStart(Architecture architecture, Parameters parameters, List<InducingPosterior> posteriors) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.posteriors = posteriors;
  }

  /**
   * Whether every flow is the identity at the current values, from which networks start too, and
   * the noise is Gaussian.
   */
  static boolean applies(Architecture architecture, Parameters parameters) {
    return architecture.outputs().stream().allMatch(o -> plain(o.likelihood()).isQuadratic())
        && hasIdentityFlows(architecture, parameters);
  }

  /** Whether every flow is the identity at the current values. */
  static boolean hasIdentityFlows(Architecture architecture, Parameters parameters) {
    for (int o = 0; o < architecture.outputs().size(); o++) {
      Architecture.Output output = architecture.outputs().get(o);
      int first = architecture.firstLatentOfOutput(o);
      for (int c = 0; c < output.flows().size(); c++) {
        if (!isIdentity(
            output.flows().get(c), parameters.value(), architecture.flowAt(first + c))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isIdentity(Flow flow, double[] theta, int at) {
    double[] mapped = new double[PROBES.length];
    double[] tape = new double[flow.tapeWidth() * PROBES.length];
    flow.forward(theta, at, PROBES, 0, mapped, 0, PROBES.length, tape, 0);
    for (int i = 0; i < PROBES.length; i++) {
      if (!(Math.abs(mapped[i] - PROBES[i]) <= 1e-9)) {
        return false;
      }
    }
    return true;
  }

  /** The likelihood itself, or Gaussian noise in place of one that depends on the input. */
  private static Likelihood plain(Likelihood likelihood) {
    return likelihood instanceof VaryingNoiseLikelihood ? new GaussianLikelihood() : likelihood;
  }

  /**
   * Fits the plain GP; its values and q(v) become those of the model. What the model's own plan
   * holds at its start stays where it is. Of a time limit it takes a quarter at most.
   */
  void fit(TrainingPlan plan, TrainingRows rows, Workers workers, TrainingControl control) {
    int[] kept =
        IntStream.range(0, architecture.latents()).filter(l -> !architecture.isNoise(l)).toArray();
    int[] groups = Arrays.stream(kept).map(architecture::groupOf).distinct().toArray();
    Architecture plain = withoutFlows(kept, groups);
    List<Matrix> z = new ArrayList<>();
    for (int g : groups) {
      z.add(architecture.inducing(g, parameters.value()).copy());
    }
    Parameters own = plain.newParameters(z);
    ParameterPriors.of(parameters).applyWhereNamed(own);
    List<InducingPosterior> ownPosteriors = Arrays.stream(kept).mapToObj(posteriors::get).toList();
    Trainer.on(
            rows,
            Trainable.of(plain, own, ownPosteriors, plain.isConjugate() ? 1 : NODES),
            planOf(plain, own, plan, rows.size()),
            workers)
        .inPhase(TrainingListener.Phase.PLAIN_START)
        .train(null, control, Checkpoints.NONE);
    adopt(plain, own, kept, groups);
  }

  /**
   * Takes the plain GP's values: those of kept latents and groups, which may have other numbers.
   */
  private void adopt(Architecture plain, Parameters own, int[] kept, int[] groups) {
    for (int g = 0; g < groups.length; g++) {
      int size = plain.groups().get(g).covariance().parameterCount();
      copy(own, plain.covarianceAt(g), architecture.covarianceAt(groups[g]), size);
      Matrix z = plain.inducing(g, own.value());
      Matrix to = architecture.inducing(groups[g], parameters.value());
      parameters.setFrom(to.at(0, 0), z.copy().data);
    }
    for (int l = 0; l < kept.length; l++) {
      int size = plain.groups().get(plain.groupOf(l)).mean().parameterCount();
      copy(own, plain.meanAt(l), architecture.meanAt(kept[l]), size);
    }
    for (int o = 0; o < plain.outputs().size(); o++) {
      int at = plain.likelihoodAt(o);
      if (architecture.outputs().get(o).likelihood() instanceof VaryingNoiseLikelihood varying) {
        double[] scale = {varying.valueFor(own.value()[at])};
        parameters.setFrom(architecture.likelihoodAt(o), scale);
      } else {
        int size = plain.outputs().get(o).likelihood().parameterCount();
        copy(own, at, architecture.likelihoodAt(o), size);
      }
    }
  }

  private void copy(Parameters from, int at, int to, int size) {
    parameters.setFrom(to, Arrays.copyOfRange(from.value(), at, at + size));
  }

  private Architecture withoutFlows(int[] kept, int[] keptGroups) {
    List<Architecture.Output> outputs = new ArrayList<>();
    for (Architecture.Output output : architecture.outputs()) {
      Likelihood likelihood = plain(output.likelihood());
      List<Flow> none = Collections.nCopies(likelihood.latents(), new IdentityFlow());
      outputs.add(new Architecture.Output(likelihood, none));
    }
    List<Architecture.Group> groups = new ArrayList<>();
    for (int g : keptGroups) {
      Architecture.Group group = architecture.groups().get(g);
      int latents = (int) Arrays.stream(kept).filter(l -> architecture.groupOf(l) == g).count();
      groups.add(
          new Architecture.Group(group.covariance(), group.mean(), group.inducing(), latents));
    }
    return new Architecture(architecture.inputs(), groups, outputs);
  }

  private static TrainingPlan planOf(
      Architecture plain, Parameters own, TrainingPlan plan, int rows) {
    TrainingPlan start =
        plain.isConjugate() ? DefaultPlans.plainStart(rows, plan) : DefaultPlans.stochastic(rows);
    if (plan.timeLimit() != null) {
      Duration part = plan.timeLimit().dividedBy(4);
      start = start.withTimeLimit(part.isZero() ? Duration.ofNanos(1) : part);
    }
    for (TrainingPlan.Hold hold : plan.holds()) {
      String prefix = hold.prefix();
      if (hold.from() == 0
          && own.blocks().stream().anyMatch(block -> block.name().startsWith(prefix))) {
        start = start.withHold(prefix, 0, 1);
      }
    }
    return start;
  }
}
