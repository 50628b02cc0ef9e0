package io.github.tgp4j.model;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.nonmarginal.ConditionedFlowElbo;
import io.github.tgp4j.nonmarginal.InducingReadout;
import io.github.tgp4j.nonmarginal.NonMarginalElbo;
import io.github.tgp4j.nonmarginal.StudentTProcessElbo;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.ProcessSpec;
import io.github.tgp4j.train.Trainer;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import java.util.List;

/**
 * A fitted process with a flow that is not marginal: immutable and safe for many threads. Memory
 * when predicting grows with rows × components, some hundred numbers per row; feed large tables in
 * slices.
 */
public final class NonMarginalModel {
  /** Makes the bound of given values. */
  @FunctionalInterface
  interface Bound {
    NonMarginalElbo of(Parameters parameters, InducingPosterior q, Workers workers);
  }

  private final Scaling inputs;
  private final Scaling targets;
  private final Architecture architecture;
  private final Bound bound;
  private final Parameters parameters;
  private final InducingPosterior q;
  private final Trainer.Result training;

  NonMarginalModel(
      Scaling inputs,
      Scaling targets,
      Architecture architecture,
      Bound bound,
      Parameters parameters,
      InducingPosterior q,
      Trainer.Result training) {
    this.inputs = inputs;
    this.targets = targets;
    this.architecture = architecture;
    this.bound = bound;
    this.parameters = parameters.copy();
    this.q = q.copy();
    this.training = training;
  }

  static Bound bound(ProcessSpec process, Architecture architecture, int count) {
    Nodes nodes = Nodes.forLatents(1, count, 0);
    if (process.scale() != null) {
      return (parameters, q, workers) ->
          new StudentTProcessElbo(architecture, parameters, q, nodes, workers);
    }
    InducingReadout readout =
        new InducingReadout(
            architecture.flow(0), architecture.groups().get(0).inducing(), process.draws());
    return (parameters, q, workers) ->
        new ConditionedFlowElbo(architecture, readout, parameters, q, nodes, workers);
  }

  /** The distribution of the target at each row of x. */
  public Prediction predict(double[][] x) {
    return predict(x.length == 0 ? Matrix.zeros(0, inputs.columns()) : Matrix.of(x));
  }

  /** The distribution of the target at each row of x. */
  public Prediction predict(Matrix x) {
    RowChecks.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    RowChecks.checkReach(x, scaled);
    try (Workers workers = new Workers(1)) {
      Parameters values = parameters.copy(); // a bound has work space: each call has its own
      LatentMixture latent = bound.of(values, q.copy(), workers).predict(scaled);
      return new MixturePrediction(
          new OutputPredictive(architecture, values.value(), 0, targets),
          scaled,
          LatentMarginals.of(latent));
    }
  }

  /**
   * A copy of the named parameter's values, on the standardised scale: {@code "scale.log-mean"}.
   */
  public double[] parameter(String name) {
    return parameters.get(name);
  }

  /** The names of all parameters. */
  public List<String> parameterNames() {
    return parameters.blocks().stream().map(Parameters.Block::name).toList();
  }

  /** What training came to: steps, bound, restarts, jitter, time. */
  public Trainer.Result training() {
    return training;
  }
}
