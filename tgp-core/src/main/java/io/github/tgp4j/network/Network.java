package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameterized;

/**
 * A function of a row with several outputs whose weights are in the flat vector: {@code out = n(x;
 * θ, noise)}.
 *
 * <p>Immutable: one network may be used by many threads at once, each with its own rows, tape and
 * scratch. A value depends on a row and on that row's noise only (batch normalisation in {@link
 * Mode#TRAIN} apart), so rows may be split over calls as one likes; {@link Noise#fromRow} says
 * which rows they are. Parameter blocks whose name ends in {@code "weights"} are weights.
 */
public sealed interface Network extends Parameterized permits Mlp, BayesianMlp {
  /** What it looks like, in the model language. */
  MlpShape shape();

  /** Columns of x. */
  int inputs();

  /** Columns of out. */
  int outputs();

  /** Values that {@link #forward} leaves for {@link #pullback}. */
  int tapeSize(int rows);

  /**
   * Writes {@code out}, rows × {@link #outputs()}.
   *
   * @param noise not read, may be null, in {@link Mode#MEAN}
   * @param tape at least {@link #tapeSize} values, its contents undefined
   */
  void forward(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Noise noise,
      Matrix out,
      double[] tape,
      Scratch scratch);

  /**
   * The pullback of {@link #forward} with the same arguments: adds to thetaBar at {@code at}, and
   * to xBar unless it is null.
   */
  void pullback(
      double[] theta,
      int at,
      Matrix x,
      Mode mode,
      Matrix outBar,
      double[] tape,
      double[] thetaBar,
      Matrix xBar,
      Scratch scratch);

  /**
   * Several draws at the same rows, for prediction: rows s·n … (s+1)·n − 1 of {@code out} are those
   * of {@link #forward} in {@link Mode#SAMPLE} with {@code noise.withSample(noise.sample() + s)}.
   *
   * @param out (samples·n) × {@link #outputs()}, n the rows of x
   */
  void sample(
      double[] theta,
      int at,
      Matrix x,
      Noise noise,
      int samples,
      Matrix out,
      double[] tape,
      Scratch scratch);

  /**
   * What the bound gains for the weights, with a prior N(0, 1/lambda) on each: a log density up to
   * a constant or a negative divergence. Adds its derivative to thetaBar unless that is null.
   */
  double logPrior(double[] theta, int at, double lambda, double[] thetaBar);

  /**
   * {@link #logPrior(double[], int, double, double[])} with another divergence of q(W) from the
   * prior. Weights that are points count as the limit of a narrow q, where all divergences of one
   * weight w differ by a constant only: w·log p(W).
   */
  double logPrior(double[] theta, int at, double lambda, Divergence divergence, double[] thetaBar);

  /**
   * Makes the network give nearly {@code target}, one value per output, at every row: the last
   * layer's bias becomes the target and its weights are multiplied by {@code shrink}. With shrink 0
   * the mean network is the target exactly, which is where fitting it to a constant would end.
   *
   * @param theta is changed
   */
  void startAt(double[] theta, int at, double[] target, double shrink);

  /**
   * Makes the running statistics of batch normalisation those of these rows, as a pass in {@link
   * Mode#TRAIN} over all of them finds them. Without batch normalisation nothing happens.
   *
   * @param theta is changed, in the blocks "running-mean" and "running-variance"
   */
  default void learnStatistics(double[] theta, int at, Matrix x, Noise noise) {}
}
