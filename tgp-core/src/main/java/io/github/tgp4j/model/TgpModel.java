package io.github.tgp4j.model;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.compute.Pool;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.engine.Accelerator;
import io.github.tgp4j.engine.Accelerators;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.DevicePredictions;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixtureDevice;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.JointLatent;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * A fitted transformed GP: immutable, safe for many threads, its factors computed once.
 *
 * <p>Inputs and targets are in their own units. Memory when predicting grows by two numbers per row
 * and latent; feed millions of rows in slices.
 */
public final class TgpModel implements Model {
  private static final int ROWS_PER_TASK = 2048;
  private static final int MOST_JOINT_ROWS = 5000;

  private final Scaling inputs;
  private final Scaling targets;
  private final LatentPredictor latent;
  private final List<OutputPredictive> outputs = new ArrayList<>();
  private final Parameters parameters;
  private final TrainingResult training;
  private final int networkSamples;
  private final List<LinearTails> tails;
  private final Parallelism parallelism;
  private final MixtureDevice accelerator; // null: the processor
  private final DevicePredictions device; // null: the processor
  private final Pool<Scratch> idle = new Pool<>(Scratch::new);

  /**
   * Puts a model together from its parts, with flows that go on themselves however far a row lies
   * from those of training; {@link Tgp} fits one.
   *
   * @param networkSamples draws of the network behind an input-dependent flow, 0 for the mean one
   */
  public TgpModel(
      Scaling inputs,
      Scaling targets,
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      TrainingResult training,
      int networkSamples) {
    this(
        inputs,
        targets,
        parameters.copy(),
        new LatentPredictor(architecture, parameters.value(), posteriors),
        training,
        networkSamples,
        Collections.nCopies(architecture.latents(), LinearTails.NONE),
        null);
  }

  private TgpModel(
      Scaling inputs,
      Scaling targets,
      Parameters parameters,
      LatentPredictor latent,
      TrainingResult training,
      int networkSamples,
      List<LinearTails> tails,
      MixtureDevice accelerator) {
    this.parallelism = Parallelism.ALL;
    this.accelerator = accelerator;
    this.device =
        accelerator == null
            ? null
            : new DevicePredictions(
                accelerator, new MixtureDevice.Fitted(latent, networkSamples, tails));
    this.inputs = inputs;
    this.targets = targets;
    this.parameters = parameters;
    this.latent = latent;
    this.training = training;
    this.networkSamples = networkSamples;
    this.tails = List.copyOf(tails);
    Architecture architecture = latent.architecture();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(
          new OutputPredictive(architecture, latent.theta(), o, targets, networkSamples, tails));
    }
  }

  /** The same model predicting with other threads. */
  private TgpModel(TgpModel model, Parallelism parallelism) {
    this.inputs = model.inputs;
    this.targets = model.targets;
    this.latent = model.latent;
    this.outputs.addAll(model.outputs);
    this.parameters = model.parameters;
    this.training = model.training;
    this.networkSamples = model.networkSamples;
    this.tails = model.tails;
    this.accelerator = model.accelerator;
    this.device = model.device;
    this.parallelism = parallelism;
  }

  @Override
  public TgpModel withParallelism(int threads) {
    return new TgpModel(this, Parallelism.of(threads));
  }

  @Override
  public TgpModel withDevice(String name) {
    Accelerator found = Accelerators.find(name);
    MixtureDevice predicts = found instanceof MixtureDevice there ? there : null;
    if (predicts == accelerator) {
      return this;
    }
    TgpModel model =
        new TgpModel(
            inputs, targets, parameters, latent, training, networkSamples, tails, predicts);
    return new TgpModel(model, parallelism);
  }

  /**
   * The same model predicting with another number of draws of the network behind an input-dependent
   * flow: many for the Bayesian average (BA-TGP), 0 for the mean network (PE-TGP). One training
   * serves both.
   */
  public TgpModel withNetworkSamples(int samples) {
    if (samples < 0) {
      throw new IllegalArgumentException("network samples: expected 0 or more but got " + samples);
    }
    return new TgpModel(inputs, targets, parameters, latent, training, samples, tails, accelerator);
  }

  /**
   * The same model whose flows go on as straight lines beyond what training saw of their latents.
   *
   * @param ends one per latent
   */
  public TgpModel withTails(List<LinearTails> ends) {
    if (ends.size() != architecture().latents()) {
      throw new IllegalArgumentException(
          "linear tails: expected "
              + architecture().latents()
              + ", one per latent, but got "
              + ends.size());
    }
    return new TgpModel(
        inputs, targets, parameters, latent, training, networkSamples, ends, accelerator);
  }

  /**
   * The same model whose flows go on as straight lines beyond the latents of these rows, whose
   * networks give no row what is far from all that they give to these, and whose noise is no wider
   * than their targets.
   */
  TgpModel withTailsBeyond(RowStore scaledRows) {
    SeenTargets seen = new SeenTargets(scaledRows);
    List<LinearTails> lines = seen.endNoise(SeenLatents.tails(latent, scaledRows), latent);
    return withTails(SeenValues.end(lines, latent, networkSamples, scaledRows, seen));
  }

  /** Beyond what the flows go on as straight lines, one per latent. */
  public List<LinearTails> tails() {
    return tails;
  }

  /**
   * The same model with one value for all entries of the parameters that {@code name} picks; for
   * what-if questions.
   */
  TgpModel withParameters(Predicate<String> name, double value) {
    Parameters changed = parameters.copy();
    for (Parameters.Block block : changed.blocks()) {
      if (name.test(block.name())) {
        double[] values = new double[block.size()];
        Arrays.fill(values, value);
        changed.set(block.name(), values);
      }
    }
    return new TgpModel(
            inputs, targets, latent.architecture(), changed, latent.posteriors(), training, 0)
        .withTails(tails);
  }

  /** One prediction per target. */
  @Override
  public List<Prediction> predictAll(Matrix x) {
    Matrix scaled = scaled(x);
    Architecture architecture = latent.architecture();
    double[][] mean = new double[architecture.latents()][x.rows];
    double[][] variance = new double[architecture.latents()][x.rows];
    int tasks = (x.rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    boolean few = x.rows <= Blas.FEW_ROWS;
    if (!few && device != null && device.marginals(scaled, mean, variance)) {
      return predictions(scaled, mean, variance);
    }
    if (few) {
      Scratch scratch = idle.take();
      latent.marginals(scaled, mean, variance, 0, scratch);
      idle.give(scratch);
    } else {
      parallelism.run(
          tasks,
          task -> {
            int from = task * ROWS_PER_TASK;
            int to = Math.min(x.rows, from + ROWS_PER_TASK);
            latent.marginals(scaled.rowRange(from, to), mean, variance, from, new Scratch());
          });
    }
    return predictions(scaled, mean, variance);
  }

  private List<Prediction> predictions(Matrix scaled, double[][] mean, double[][] variance) {
    LatentMarginals marginals = LatentMarginals.of(mean, variance).requireFinite();
    List<Prediction> predictions = new ArrayList<>(outputs.size());
    for (int o = 0; o < outputs.size(); o++) {
      predictions.add(
          new MixturePrediction(outputs.get(o), scaled, marginals, parallelism, device, o));
    }
    return predictions;
  }

  /**
   * Draws of E[y | f] as a function over all rows of x at once: rows within a draw vary together as
   * the posterior says they do. out[k][i] is draw k at row i. O(n³) in the rows.
   */
  public double[][] samplePaths(Matrix x, int count, long seed) {
    return samplePaths(x, count, seed, false);
  }

  /**
   * Joint draws of the targets themselves: a path of the function with independent observation
   * noise at each row.
   */
  public double[][] sampleTargets(Matrix x, int count, long seed) {
    return samplePaths(x, count, seed, true);
  }

  /**
   * The learnt flow as a function, G(f0) on the standardised scale, at one row of x.
   *
   * @param latent which latent of the target, 0 unless it has classes
   * @param f0 where, on the scale of the latent function before the flow
   * @return one curve per draw of the network; a single one where the flow is the same for all rows
   *     or is predicted with the mean network
   */
  public double[][] flow(int target, int latent, Matrix x, int row, double[] f0) {
    return outputs.get(target).flow(latent, scaled(x.rowRange(row, row + 1)), 0, f0);
  }

  /** Mean and covariance of q(f0) over all rows of x; the memory grows with their square. */
  public JointLatent latentJoint(int target, int latent, Matrix x) {
    checkJointRows(x);
    double[] mean = new double[x.rows];
    int index = latent + architecture().firstLatentOfOutput(target);
    Matrix covariance = this.latent.jointCovariance(index, scaled(x), mean);
    return new JointLatent(mean, covariance.toRows());
  }

  private Matrix scaled(Matrix x) {
    RowChecks.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    RowChecks.checkReach(x, scaled);
    return scaled;
  }

  private static void checkJointRows(Matrix x) {
    if (x.rows > MOST_JOINT_ROWS) {
      throw new IllegalArgumentException(
          "joint distribution: at most "
              + MOST_JOINT_ROWS
              + " rows (the cost of samples grows with their cube) but got "
              + x.rows
              + "; sample rows independently with Prediction.sample, or pass fewer");
    }
  }

  private double[][] samplePaths(Matrix x, int count, long seed, boolean noise) {
    RowChecks.checkDraws(count);
    checkJointRows(x);
    if (outputs.size() > 1) {
      throw new IllegalStateException(
          "joint samples: for models of one target, this one has " + outputs.size());
    }
    return new PathSampler(latent, outputs.get(0), scaled(x), seed).sample(count, noise);
  }

  /**
   * A copy of the named parameter's values, on the standardised scale: {@code
   * "covariance.lengthscales"}.
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
  public double[] warp(int target, double[] f) {
    return WarpCurve.of(architecture(), latent.theta(), target, f);
  }

  @Override
  public Likelihood likelihood(int target) {
    return outputs.get(target).likelihood();
  }

  @Override
  public TrainingResult trainingResult() {
    return training;
  }

  /** Copies of q(v), one per latent. */
  public List<InducingPosterior> posteriors() {
    return latent.posteriors();
  }

  /** Draws of the network behind an input-dependent flow; 0 for the mean one. */
  public int networkSamples() {
    return networkSamples;
  }

  public Architecture architecture() {
    return latent.architecture();
  }

  @Override
  public int inputs() {
    return inputs.columns();
  }

  @Override
  public int targets() {
    return targets.columns();
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
    Architecture a = latent.architecture();
    return "covariance "
        + a.groups().get(0).covariance()
        + ", flow "
        + (a.outputs().get(0).networks().isEmpty()
            ? a.flow(0)
            : a.outputs().get(0).networks().get(0))
        + ", likelihood "
        + a.outputs().get(0).likelihood()
        + ", "
        + a.groups().get(0).inducing()
        + " inducing points";
  }
}
