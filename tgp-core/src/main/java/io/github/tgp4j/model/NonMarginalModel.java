package io.github.tgp4j.model;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.nonmarginal.ConditionedFlowElbo;
import io.github.tgp4j.nonmarginal.InducingReadout;
import io.github.tgp4j.nonmarginal.NonMarginalElbo;
import io.github.tgp4j.nonmarginal.StudentTProcessElbo;
import io.github.tgp4j.nonmarginal.StudentTScale;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.ProcessSpec;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import java.util.List;
import java.util.function.Function;

/**
 * A fitted process with a flow that is not marginal: immutable and safe for many threads. Memory
 * when predicting grows with rows × components, some hundred numbers per row; feed large tables in
 * slices.
 */
public final class NonMarginalModel implements Model {
  /** Nodes that a bound is made with where none of its expectations is asked for. */
  private static final int NO_NODES = 1;

  /** Makes the bound of given values. */
  @FunctionalInterface
  interface Bound {
    NonMarginalElbo of(Parameters parameters, InducingPosterior q, Nodes nodes, Workers workers);
  }

  private final Scaling inputs;
  private final Scaling targets;
  private final ProcessSpec process;
  private final Architecture architecture;
  private final Parameters parameters;
  private final InducingPosterior q;
  private final TrainingResult training;
  private final Parallelism parallelism;
  private final Function<Matrix, LatentMixture> latent; // factors were computed once
  private final LinearTails tails;
  private final OutputPredictive output;

  /**
   * Puts a model together from its parts; {@link NonMarginalTgp} fits one.
   *
   * @param parameters of {@link #newParameters}
   */
  public NonMarginalModel(
      Scaling inputs,
      Scaling targets,
      ProcessSpec process,
      Architecture architecture,
      Parameters parameters,
      InducingPosterior q,
      TrainingResult training) {
    this.parallelism = Parallelism.ALL;
    checkParts(process, architecture, parameters);
    this.inputs = inputs;
    this.targets = targets;
    this.process = process;
    this.architecture = architecture;
    this.parameters = parameters.copy();
    // Predictions read free values: those that follow from the values, as when read from a file
    parameterNames().forEach(name -> this.parameters.restore(name, this.parameters.get(name)));
    this.q = q.copy();
    this.training = training;
    this.latent = predictor(process, architecture, this.parameters, this.q);
    this.tails = LinearTails.NONE;
    this.output = output();
  }

  private NonMarginalModel(NonMarginalModel model, Parallelism parallelism, LinearTails tails) {
    this.inputs = model.inputs;
    this.targets = model.targets;
    this.process = model.process;
    this.architecture = model.architecture;
    this.parameters = model.parameters;
    this.q = model.q;
    this.training = model.training;
    this.latent = model.latent;
    this.parallelism = parallelism;
    this.tails = tails;
    this.output = output();
  }

  private OutputPredictive output() {
    return new OutputPredictive(architecture, parameters.value(), 0, targets, 0, List.of(tails));
  }

  @Override
  public NonMarginalModel withParallelism(int threads) {
    return new NonMarginalModel(this, Parallelism.of(threads), tails);
  }

  /** The same model whose flow goes on as a straight line beyond these latents. */
  public NonMarginalModel withTails(LinearTails ends) {
    return new NonMarginalModel(this, parallelism, ends);
  }

  /** The same model whose flow goes on as a straight line beyond the latents it has learnt. */
  NonMarginalModel withTailsBeyondInducing() {
    Architecture.Group group = architecture.groups().get(0);
    Matrix z = Matrix.wrap(parameters.get("inducing"), group.inducing(), inputs());
    return withTails(SeenLatents.tails(architecture.flow(0), latent.apply(z)));
  }

  /** Beyond what the flow goes on as a straight line. */
  public LinearTails tails() {
    return tails;
  }

  private static void checkParts(
      ProcessSpec process, Architecture architecture, Parameters parameters) {
    if (architecture.latents() != 1) {
      throw new IllegalArgumentException(
          process + ": expected one latent function but got " + architecture.latents());
    }
    if (!architecture.outputs().get(0).networks().isEmpty()) {
      throw new IllegalArgumentException(
          process
              + ": expected a flow that does not depend on the input but got one with a network");
    }
    if (process.isStudentT()) {
      StudentTScale.checkReach(
          parameters.value(), parameters.block("scale.degrees-of-freedom").from());
    }
  }

  /** The parameters of an architecture of one latent under a process, at their starts. */
  public static Parameters newParameters(ProcessSpec process, Architecture architecture, Matrix z) {
    Parameters parameters = architecture.newParameters(List.of(z));
    if (process.isStudentT()) {
      parameters.add("scale", process.scale());
    } else {
      parameters.add("readout", readout(architecture, process.draws()));
    }
    return parameters;
  }

  private static InducingReadout readout(Architecture architecture, int draws) {
    int m = architecture.groups().get(0).inducing();
    return new InducingReadout(architecture.flow(0), m, draws);
  }

  static Bound bound(ProcessSpec process, Architecture architecture) {
    if (process.isStudentT()) {
      return (parameters, q, nodes, workers) ->
          new StudentTProcessElbo(architecture, parameters, q, nodes, workers);
    }
    InducingReadout readout = readout(architecture, process.draws());
    return (parameters, q, nodes, workers) ->
        new ConditionedFlowElbo(architecture, readout, parameters, q, nodes, workers);
  }

  @Override
  public List<Prediction> predictAll(Matrix x) {
    RowChecks.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    RowChecks.checkReach(x, scaled);
    LatentMarginals marginals = LatentMarginals.of(latent.apply(scaled)).requireFinite();
    return List.of(new MixturePrediction(output, scaled, marginals, parallelism));
  }

  /** A prediction at standardised inputs, of values that nobody changes meanwhile. */
  static Prediction predict(
      ProcessSpec process,
      Architecture architecture,
      Parameters parameters,
      InducingPosterior q,
      Scaling targets,
      Matrix x) {
    return new MixturePrediction(
        new OutputPredictive(architecture, parameters.value().clone(), 0, targets),
        x,
        LatentMarginals.of(predictor(process, architecture, parameters, q).apply(x)));
  }

  private static Function<Matrix, LatentMixture> predictor(
      ProcessSpec process, Architecture architecture, Parameters parameters, InducingPosterior q) {
    // The draws of training steps, for which a bound has space, play no part here
    ProcessSpec small = process.isStudentT() ? process : new ProcessSpec(null, 2);
    return bound(small, architecture)
        .of(parameters, q, Nodes.gaussHermite(NO_NODES), new Workers(1)) // starts no thread
        .predictor();
  }

  /**
   * A copy of the named parameter's values, on the standardised scale: {@code "scale.log-mean"}.
   */
  @Override
  public double[] parameter(String name) {
    return parameters.get(name);
  }

  /** The priors that training put on parameters. */
  public ParameterPriors priors() {
    return ParameterPriors.of(parameters);
  }

  /** The names of all parameters. */
  @Override
  public List<String> parameterNames() {
    return parameters.blocks().stream().map(Parameters.Block::name).toList();
  }

  @Override
  public Likelihood likelihood(int target) {
    return architecture.outputs().get(target).likelihood();
  }

  @Override
  public double[] warp(int target, double[] f) {
    return WarpCurve.of(architecture, parameters.value(), target, f);
  }

  @Override
  public TrainingResult trainingResult() {
    return training;
  }

  /** What makes it non-marginal, in the model language: {@code t-process(4)}. */
  public ProcessSpec process() {
    return process;
  }

  public Architecture architecture() {
    return architecture;
  }

  /** A copy of q. */
  public InducingPosterior posterior() {
    return q.copy();
  }

  @Override
  public int inputs() {
    return inputs.columns();
  }

  @Override
  public Scaling inputScaling() {
    return inputs;
  }

  @Override
  public Scaling targetScaling() {
    return targets;
  }

  /** One line: what the model is. */
  @Override
  public String toString() {
    Architecture.Group group = architecture.groups().get(0);
    return process
        + ", covariance "
        + group.covariance()
        + ", flow "
        + architecture.flow(0)
        + ", likelihood "
        + likelihood(0)
        + ", "
        + group.inducing()
        + " inducing points";
  }
}
