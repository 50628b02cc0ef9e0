package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Multi-layer perceptron whose weights and biases have independent Gaussian distributions q = N(μ,
 * σ²), sampled by local reparameterisation (Kingma, Salimans and Welling 2015); equations N7–N9 in
 * docs/equations.md.
 *
 * <pre>
 *   z = m + √v ∘ ε,  m = a·μ_W + μ_b,  v = a²·σ²_W + σ²_b,  ε ~ N(0, 1) per row and unit
 *   m̄ = z̄,  v̄ = z̄·ε/(2√v),  ā = m̄·μ_Wᵀ + 2a ∘ (v̄·σ²_Wᵀ)
 *   θ = (the μ of all layers, laid out as those of an {@link Mlp}; the σ likewise)
 * </pre>
 *
 * <p>{@link Mode#MEAN} is the network with weights μ. Units of one row share no weights draw with
 * those of another: right for the distribution at each row; {@link #draw} gives one network for all
 * rows.
 */
public final class BayesianMlp implements Network {
  /** Initial σ over the half width of the μ's start: quiet, so that the mean network leads. */
  private static final double START = 0.1;

  /** Keeps √v above 0 when every σ² underflows. */
  private static final double LEAST_VARIANCE = 1e-300;

  /** σ must stay positive, also when the weights start at 0. */
  private static final double LEAST_SHRINK = 1e-3;

  private final MlpShape shape;
  private final long seed;
  private final Mlp mean;
  private final Layers layers;
  private final List<Parameter> parameters;

  /** With μ that start as an {@link Mlp} of that seed does and σ a tenth of their range. */
  public BayesianMlp(MlpShape shape, int inputs, int outputs, long seed) {
    if (!shape.bayes()) {
      throw new IllegalArgumentException(
          "BayesianMlp: expected a shape with bayes but got "
              + shape
              + "; build it by shape.network");
    }
    this.shape = shape;
    this.seed = seed;
    MlpShape plain =
        new MlpShape(shape.widths(), shape.activation(), 0, false, shape.joint(), false);
    mean = new Mlp(plain, inputs, outputs, seed);
    layers = mean.layers();
    List<Parameter> all = new ArrayList<>(mean.parameters());
    for (int i = 0; i < mean.parameters().size(); i++) {
      Parameter mu = mean.parameters().get(i);
      int layer = i / 2; // weights, bias, weights, bias, …
      double[] sigma = new double[mu.size()];
      Arrays.fill(sigma, START / Math.sqrt(layers.linear[layer].fanIn()));
      all.add(Parameter.of(mu.name() + "-deviation", Constraints.POSITIVE, sigma));
    }
    parameters = List.copyOf(all);
  }

  @Override
  public MlpShape shape() {
    return shape;
  }

  @Override
  public int inputs() {
    return mean.inputs();
  }

  @Override
  public int outputs() {
    return mean.outputs();
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public int parameterCount() {
    return 2 * layers.count();
  }

  /**
   * The network of fixed weights: θ at {@code at} for the mean one, or what {@link #draw} wrote.
   */
  public Mlp network() {
    return mean;
  }

  /** Hidden units, then ε/(2√v) of all units, those of the output included. */
  @Override
  public int tapeSize(int rows) {
    return Math.multiplyExact(rows, 2 * layers.hiddenUnits() + outputs());
  }

  private int noiseAt(int layer, int rows, int from) {
    return rows * layers.hiddenUnits() + layers.unitsAt(layer, rows) + from * layers.units(layer);
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Noise noise,
      Matrix out,
      double[] tape,
      Scratch scratch) {
    layers.checkShapes(x, out, tape, tapeSize(x.rows));
    if (mode == Mode.MEAN) {
      mean.forward(theta, at, x, mode, noise, out, tape, scratch);
      return;
    }
    int mark = scratch.mark();
    double[] variances = variances(theta, at, scratch);
    int tile = layers.tile(x.rows);
    for (int from = 0; from < x.rows; from += tile) {
      int n = Math.min(tile, x.rows - from);
      Matrix a = x.rowRange(from, from + n);
      for (int l = 0; l <= layers.hidden; l++) {
        boolean last = l == layers.hidden;
        Matrix z = last ? out.rowRange(from, from + n) : layers.units(l, tape, x.rows, from, n);
        layer(theta, at, l, variances, a, noise, from, z, tape, noiseAt(l, x.rows, from), scratch);
        if (!last) {
          shape.activation().apply(z.data, z.offset, n * z.cols);
        }
        a = z;
      }
    }
    scratch.release(mark);
  }

  /** z ← m + √v·ε; tape[noiseAt…] ← ε/(2√v). */
  private void layer(
      double[] theta,
      int at,
      int l,
      double[] variances,
      Matrix a,
      Noise noise,
      int row,
      Matrix z,
      double[] tape,
      int noiseAt,
      Scratch scratch) {
    int mark = scratch.mark();
    GroupedLinear linear = layers.linear[l];
    int n = z.rows * z.cols;
    Matrix m = Matrix.wrap(scratch.take(n), z.rows, z.cols);
    Matrix v = Matrix.wrap(scratch.take(n), z.rows, z.cols);
    double[] e = scratch.take(n);
    Layers.fillRows(theta, at + layers.biasAt(l), m);
    linear.forward(theta, at + layers.weightsAt(l), a, m, scratch);
    Layers.fillRows(variances, layers.biasAt(l), v);
    linear.forward(variances, layers.weightsAt(l), squares(a, scratch), v, scratch);
    noise.gaussian(l, row, z.rows, z.cols, e);
    perturb(m.data, v.data, e, n);
    System.arraycopy(e, 0, tape, noiseAt, n);
    for (int i = 0; i < z.rows; i++) {
      System.arraycopy(m.data, m.at(i, 0), z.data, z.at(i, 0), z.cols);
    }
    scratch.release(mark);
  }

  /** m ← m + √v·ε and ε ← ε/(2√v); all at the same index, so that the loop runs in vectors. */
  private static void perturb(double[] m, double[] v, double[] e, int n) {
    for (int i = 0; i < n; i++) {
      double deviation = Math.sqrt(Math.max(v[i], LEAST_VARIANCE));
      m[i] += deviation * e[i];
      e[i] = 0.5 * e[i] / deviation;
    }
  }

  @Override
  public void pullback(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Matrix outBar,
      double[] tape,
      double[] thetaBar,
      Matrix xBar,
      Scratch scratch) {
    layers.checkShapes(x, outBar, tape, tapeSize(x.rows));
    if (mode == Mode.MEAN) {
      mean.pullback(theta, at, x, mode, outBar, tape, thetaBar, xBar, scratch);
      return;
    }
    int mark = scratch.mark();
    double[] meansT = layers.transposed(theta, at, scratch);
    double[] variancesT = layers.transposed(variances(theta, at, scratch), 0, scratch);
    double[] variancesBar = scratch.takeZeroed(layers.count());
    int tile = layers.tile(x.rows);
    int most = Math.min(tile, x.rows);
    double[] one = scratch.take(most);
    Arrays.fill(one, 0, most, 1.0);
    double[] bars = scratch.take(x.rows * layers.hiddenUnits()); // laid out as the tape
    for (int from = 0; from < x.rows; from += tile) {
      int n = Math.min(tile, x.rows - from);
      Matrix bar = outBar.rowRange(from, from + n);
      for (int l = layers.hidden; l >= 0; l--) {
        int inner = scratch.mark();
        Matrix a = l == 0 ? x.rowRange(from, from + n) : layers.units(l - 1, tape, x.rows, from, n);
        Matrix vBar = varianceBar(bar, tape, noiseAt(l, x.rows, from), scratch);
        layers.weightsPullback(l, a, bar, one, thetaBar, at, scratch);
        layers.weightsPullback(l, squares(a, scratch), vBar, one, variancesBar, 0, scratch);
        if (l > 0) {
          Matrix aBar = layers.units(l - 1, bars, x.rows, from, n);
          inputPullback(l, meansT, variancesT, a, bar, vBar, 0.0, aBar, scratch);
          shape.activation().timesSlope(tape, 1.0, bars, a.offset, n * a.cols);
          bar = aBar;
        } else if (xBar != null) {
          Matrix block = xBar.rowRange(from, from + n);
          inputPullback(l, meansT, variancesT, a, bar, vBar, 1.0, block, scratch);
        }
        scratch.release(inner);
      }
    }
    int sigma = at + layers.count();
    for (int i = 0; i < layers.count(); i++) {
      thetaBar[sigma + i] += 2.0 * theta[sigma + i] * variancesBar[i];
    }
    scratch.release(mark);
  }

  /** v̄ = z̄·ε/(2√v). */
  private static Matrix varianceBar(Matrix bar, double[] tape, int noiseAt, Scratch scratch) {
    Matrix vBar = Matrix.wrap(scratch.take(bar.rows * bar.cols), bar.rows, bar.cols);
    for (int i = 0; i < bar.rows; i++) {
      int from = bar.at(i, 0);
      int to = i * bar.cols;
      for (int j = 0; j < bar.cols; j++) {
        vBar.data[to + j] = bar.data[from + j] * tape[noiseAt + to + j];
      }
    }
    return vBar;
  }

  /** aBar ← beta·aBar + m̄·μ_Wᵀ + 2a ∘ (v̄·σ²_Wᵀ). */
  private void inputPullback(
      int l,
      double[] meansT,
      double[] variancesT,
      Matrix a,
      Matrix bar,
      Matrix vBar,
      double beta,
      Matrix aBar,
      Scratch scratch) {
    int mark = scratch.mark();
    GroupedLinear linear = layers.linear[l];
    Matrix squareBar = Matrix.wrap(scratch.take(a.rows * a.cols), a.rows, a.cols);
    linear.inputPullback(variancesT, layers.weightsAt(l), vBar, 0.0, squareBar, scratch);
    linear.inputPullback(meansT, layers.weightsAt(l), bar, beta, aBar, scratch);
    for (int i = 0; i < a.rows; i++) {
      int from = a.at(i, 0);
      int to = aBar.at(i, 0);
      int square = squareBar.at(i, 0);
      for (int j = 0; j < a.cols; j++) {
        aBar.data[to + j] += 2.0 * a.data[from + j] * squareBar.data[square + j];
      }
    }
    scratch.release(mark);
  }

  /** σ² of all weights and biases. */
  private double[] variances(double[] theta, int at, Scratch scratch) {
    double[] squares = scratch.take(layers.count());
    int sigma = at + layers.count();
    for (int i = 0; i < layers.count(); i++) {
      squares[i] = theta[sigma + i] * theta[sigma + i];
    }
    return squares;
  }

  private static Matrix squares(Matrix a, Scratch scratch) {
    Matrix squares = Matrix.wrap(scratch.take(a.rows * a.cols), a.rows, a.cols);
    for (int i = 0; i < a.rows; i++) {
      int from = a.at(i, 0);
      int to = i * a.cols;
      for (int j = 0; j < a.cols; j++) {
        squares.data[to + j] = a.data[from + j] * a.data[from + j];
      }
    }
    return squares;
  }

  @Override
  public void sample(
      double[] theta,
      int at,
      Matrix x,
      Noise noise,
      int samples,
      Matrix out,
      double[] tape,
      Scratch scratch) {
    for (int s = 0; s < samples; s++) {
      Matrix block = out.rowRange(s * x.rows, (s + 1) * x.rows);
      Noise draw = noise.withSample(noise.sample() + s);
      forward(theta, at, x, Mode.SAMPLE, draw, block, tape, scratch);
    }
  }

  /**
   * Draws one set of weights for all rows, w = μ + σ·ε, into weights[weightsAt…], to be used with
   * {@link #network()} in {@link Mode#MEAN}: predictions at different rows are then those of one
   * function.
   */
  public void draw(double[] theta, int at, Noise noise, double[] weights, int weightsAt) {
    int n = layers.count();
    GaussianNoise.fill(noise.stream(layers.hidden + 1), 0, n, weights, weightsAt);
    for (int i = 0; i < n; i++) {
      weights[weightsAt + i] = theta[at + i] + theta[at + n + i] * weights[weightsAt + i];
    }
  }

  /** −KL[q(W) ‖ N(0, I/lambda)] over weights and biases, KL = ½·Σ [λ(μ² + σ²) − 1 − log(λσ²)]. */
  @Override
  public double logPrior(double[] theta, int at, double lambda, double[] thetaBar) {
    int n = layers.count();
    double sum = 0.0;
    for (int i = at; i < at + n; i++) {
      double mu = theta[i];
      double sigma = theta[i + n];
      sum += lambda * (mu * mu + sigma * sigma) - 1.0 - Math.log(lambda) - 2.0 * Math.log(sigma);
      if (thetaBar != null) {
        thetaBar[i] -= lambda * mu;
        thetaBar[i + n] -= lambda * sigma - 1.0 / sigma;
      }
    }
    return -0.5 * sum;
  }

  /** −Σ D[N(√λ·μ, λσ²) ‖ N(0, 1)] over weights and biases; equation H6 in docs/equations.md. */
  @Override
  public double logPrior(
      double[] theta, int at, double lambda, Divergence divergence, double[] thetaBar) {
    int n = layers.count();
    double root = Math.sqrt(lambda);
    double weight = divergence.weight();
    double sum = 0.0;
    for (int i = at; i < at + n; i++) {
      double m = root * theta[i];
      double sigma = theta[i + n];
      double v = lambda * sigma * sigma;
      sum += divergence.value(m, v);
      if (thetaBar != null) {
        thetaBar[i] -= weight * root * divergence.crossMeanSlope(m, v);
        double slope = 2.0 * lambda * sigma * divergence.crossVarianceSlope(m, v);
        thetaBar[i + n] -= weight * (slope - 1.0 / sigma);
      }
    }
    return -sum;
  }

  /** As in {@link Network#startAt}; the σ of the last layer shrink with its weights. */
  @Override
  public void startAt(double[] theta, int at, double[] target, double shrink) {
    mean.startAt(theta, at, target, shrink);
    int last = layers.weightsAt(layers.hidden);
    for (int i = at + layers.count() + last; i < at + 2 * layers.count(); i++) {
      theta[i] *= Math.max(shrink, LEAST_SHRINK);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BayesianMlp mlp
        && mlp.shape.equals(shape)
        && mlp.mean.equals(mean)
        && mlp.seed == seed;
  }

  @Override
  public int hashCode() {
    return 31 * mean.hashCode() + 1;
  }

  @Override
  public String toString() {
    return shape.toString();
  }
}
