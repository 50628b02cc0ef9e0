package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.Trainer;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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
  private final Trainer.Result training;

  TgpModel(
      Scaling inputs,
      Scaling targets,
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      Trainer.Result training,
      int networkSamples) {
    this.inputs = inputs;
    this.targets = targets;
    this.parameters = parameters.copy();
    this.latent = new LatentPredictor(architecture, parameters.value(), posteriors);
    this.training = training;
    for (int o = 0; o < architecture.outputs().size(); o++) {
      outputs.add(new OutputPredictive(architecture, latent.theta(), o, targets, networkSamples));
    }
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
    return new TgpModel(
        inputs, targets, latent.architecture(), parameters, latent.posteriors(), training, samples);
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
        inputs, targets, latent.architecture(), changed, latent.posteriors(), training, 0);
  }

  /** The distribution of the target at each row of x; for a model of one target. */
  public Prediction predict(double[][] x) {
    return predict(x.length == 0 ? Matrix.zeros(0, inputs.columns()) : Matrix.of(x));
  }

  /** The distribution of the target at each row of x; for a model of one target. */
  @Override
  public Prediction predict(Matrix x) {
    if (outputs.size() > 1) {
      throw new IllegalStateException(
          "predict: the model has " + outputs.size() + " targets; use predictAll");
    }
    return predictAll(x).get(0);
  }

  /** One prediction per target. */
  @Override
  public List<Prediction> predictAll(Matrix x) {
    Matrix scaled = scaled(x);
    Architecture architecture = latent.architecture();
    double[][] mean = new double[architecture.latents()][x.rows];
    double[][] variance = new double[architecture.latents()][x.rows];
    int tasks = (x.rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    IntStream.range(0, tasks)
        .parallel()
        .forEach(
            task -> {
              int from = task * ROWS_PER_TASK;
              int to = Math.min(x.rows, from + ROWS_PER_TASK);
              latent.marginals(scaled.rowRange(from, to), mean, variance, from, new Scratch());
            });
    List<Prediction> predictions = new ArrayList<>();
    for (int o = 0; o < outputs.size(); o++) {
      predictions.add(
          new Prediction(
              outputs.get(o), scaled, architecture.firstLatentOfOutput(o), mean, variance));
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
   * A latent function before the flow over several rows at once, on the standardised scale.
   *
   * @param mean per row
   * @param covariance rows by rows
   */
  public record LatentJoint(double[] mean, Matrix covariance) {}

  /** q(f0) of one latent at all rows of x together. O(n³) in the rows. */
  public LatentJoint latentJoint(int number, Matrix x) {
    double[] mean = new double[x.rows];
    Matrix factor = latent.joint(number, scaled(x), mean);
    Matrix covariance = Matrix.zeros(x.rows, x.rows);
    Blas.gemm(false, true, 1.0, factor, factor, 0.0, covariance);
    return new LatentJoint(mean, covariance);
  }

  private Matrix scaled(Matrix x) {
    Data.checkFinite("x", x);
    Matrix scaled = inputs.apply(x);
    Data.checkReach(x, scaled);
    return scaled;
  }

  private double[][] samplePaths(Matrix x, int count, long seed, boolean noise) {
    Data.checkDraws(count);
    if (x.rows > MOST_JOINT_ROWS) {
      throw new IllegalArgumentException(
          "joint samples: at most "
              + MOST_JOINT_ROWS
              + " rows (the cost grows with their cube) but got "
              + x.rows
              + "; sample rows independently with Prediction.sample, or pass fewer");
    }
    if (outputs.size() > 1) {
      throw new IllegalStateException(
          "joint samples: for models of one target, this one has " + outputs.size());
    }
    Matrix scaled = scaled(x);
    int n = x.rows;
    OutputPredictive output = outputs.get(0);
    int latents = output.likelihood().latents();
    SplittableRandom random = new SplittableRandom(seed);
    double[][][] f = new double[count][n][latents];
    double[] z = new double[n];
    double[] path = new double[n];
    for (int c = 0; c < latents; c++) {
      double[] mean = new double[n];
      Matrix factor = latent.joint(c, scaled, mean);
      for (int k = 0; k < count; k++) {
        for (int i = 0; i < n; i++) {
          z[i] = random.nextGaussian();
        }
        Blas.gemv(false, 1.0, factor, z, 0, 0.0, path, 0);
        for (int i = 0; i < n; i++) {
          f[k][i][c] = mean[i] + path[i];
        }
      }
    }
    double[][] out = new double[count][n];
    int[] draw = random.ints(count, 0, output.drawCount()).toArray(); // one network per path
    for (int i = 0; i < n; i++) {
      FlowDraws.Values values = output.drawAt(scaled, i);
      for (int k = 0; k < count; k++) {
        out[k][i] =
            noise
                ? output.sample(f[k][i], values, draw[k], random)
                : output.conditionalMean(f[k][i], values, draw[k]);
      }
    }
    return out;
  }

  /**
   * A copy of the named parameter's values, on the standardised scale: {@code
   * "covariance.lengthscales"}.
   */
  @Override
  public double[] parameter(String name) {
    return parameters.get(name);
  }

  /** The names of all parameters. */
  @Override
  public List<String> parameterNames() {
    return parameters.blocks().stream().map(Parameters.Block::name).toList();
  }

  @Override
  public Likelihood likelihood(int target) {
    return outputs.get(target).likelihood();
  }

  /** What training came to: steps, bound, restarts, jitter, time. */
  @Override
  public Trainer.Result training() {
    return training;
  }

  public Architecture architecture() {
    return latent.architecture();
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
