package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BayesianMlpTest extends NetworkContract {
  private static final MlpShape TANH = MlpShape.of(Activation.TANH, 4, 3).asBayes();

  @Override
  List<MlpShape> shapes() {
    return List.of(
        TANH,
        MlpShape.of(Activation.RELU, 5).asBayes(),
        MlpShape.of(Activation.RELU, 4, 4, 3).asJoint().asBayes());
  }

  @Test
  void withoutVarianceASampleIsTheMean() {
    BayesianMlp mlp = new BayesianMlp(TANH, INPUTS, OUTPUTS, 1);
    Matrix x = points(20, INPUTS, 2);
    for (double sigma : new double[] {1e-14, Double.MIN_NORMAL}) {
      double[] theta = theta(mlp);
      int half = mlp.parameterCount() / 2;
      Arrays.fill(theta, AT + half, AT + 2 * half, sigma);
      Matrix mean = forward(mlp, theta, x, Mode.MEAN, null);
      assertClose(mlp, forward(mlp, theta, x, Mode.SAMPLE, Noise.of(1, 1, 1)), mean);
      assertClose(mlp, forward(mlp.network(), theta, x, Mode.MEAN, null), mean);
      double[] thetaBar = new double[theta.length];
      double[] tape = tape(mlp, 20);
      mlp.forward(theta, AT, x, Mode.TRAIN, Noise.of(1, 1, 1), mean, tape, new Scratch());
      mlp.pullback(theta, AT, x, Mode.TRAIN, mean, tape, thetaBar, null, new Scratch());
      assertThat(Arrays.stream(thetaBar).allMatch(Double::isFinite)).isTrue();
    }
  }

  /** Local draws and draws of all weights at once have the same distribution at a row. */
  @Test
  void localDrawsAgreeWithDrawsOfTheWeights() {
    BayesianMlp mlp = new BayesianMlp(TANH, INPUTS, 1, 1);
    double[] theta = theta(mlp);
    int half = mlp.parameterCount() / 2;
    Arrays.fill(theta, AT + half, AT + 2 * half, 0.4);
    Matrix x = points(1, INPUTS, 2);
    int samples = 40_000;
    Matrix local = Matrix.zeros(samples, 1);
    Scratch scratch = new Scratch();
    double[] tape = tape(mlp, 1);
    mlp.sample(theta, AT, x, Noise.of(1, 1, 0), samples, local, tape, scratch);
    double[] whole = new double[samples];
    double[] weights = new double[half];
    Matrix out = Matrix.zeros(1, 1);
    for (int s = 0; s < samples; s++) {
      mlp.draw(theta, AT, Noise.of(2, 1, s), weights, 0);
      mlp.network().forward(weights, 0, x, Mode.MEAN, null, out, tape, scratch);
      whole[s] = out.get(0, 0);
    }
    double se = Math.sqrt((variance(whole) + variance(local.data)) / samples);
    assertThat(mean(local.data)).isCloseTo(mean(whole), within(4 * se));
    assertThat(variance(local.data) / variance(whole)).isCloseTo(1.0, within(0.05));
    assertThat(variance(whole)).isGreaterThan(0.1);
  }

  @Test
  void divergenceIsTheExpectedLogRatio() {
    BayesianMlp mlp = new BayesianMlp(MlpShape.of(Activation.RELU, 2).asBayes(), 1, 1, 1);
    double[] theta = theta(mlp);
    double lambda = 0.6;
    int half = mlp.parameterCount() / 2;
    Arrays.fill(theta, AT + half, AT + 2 * half, 0.5);
    int samples = 20_000;
    double[] ratio = new double[samples];
    double[] w = new double[half];
    for (int s = 0; s < samples; s++) {
      mlp.draw(theta, AT, Noise.of(3, 0, s), w, 0);
      for (int i = 0; i < half; i++) {
        ratio[s] +=
            Scalars.normalLogPdf((w[i] - theta[AT + i]) / 0.5)
                - Math.log(0.5)
                - Scalars.normalLogPdf(w[i] * Math.sqrt(lambda))
                - 0.5 * Math.log(lambda);
      }
    }
    assertThat(-mlp.logPrior(theta, AT, lambda, null))
        .isCloseTo(mean(ratio), within(4 * Math.sqrt(variance(ratio) / samples)));
    Arrays.fill(theta, AT, AT + half, 0.0);
    Arrays.fill(theta, AT + half, AT + 2 * half, 1 / Math.sqrt(lambda));
    assertThat(mlp.logPrior(theta, AT, lambda, null)).isCloseTo(0.0, within(1e-12));
  }

  @Test
  void otherDivergences() {
    BayesianMlp mlp = new BayesianMlp(MlpShape.of(Activation.RELU, 2).asBayes(), 1, 1, 1);
    double[] theta = theta(mlp);
    int half = mlp.parameterCount() / 2;
    Arrays.fill(theta, AT + half, AT + 2 * half, 0.5);
    double kl = mlp.logPrior(theta, AT, 0.6, null);
    assertThat(mlp.logPrior(theta, AT, 0.6, Divergence.kl(), null)).isCloseTo(kl, within(1e-12));
    assertThat(mlp.logPrior(theta, AT, 0.6, Divergence.kl(0.3), null))
        .isCloseTo(0.3 * kl, within(1e-12));
    assertThat(mlp.logPrior(theta, AT, 0.6, Divergence.renyi(1 - 1e-6), null))
        .isCloseTo(kl, within(1e-5));
    for (Divergence d : List.of(Divergence.kl(0.3), Divergence.renyi(0.4), Divergence.renyi(2))) {
      double[] thetaBar = new double[theta.length];
      mlp.logPrior(theta, AT, 0.6, d, thetaBar);
      GradientCheck.check(
          t -> mlp.logPrior(t, AT, 0.6, d, null), theta, thetaBar, i -> d + " " + i);
    }
    double[] bars = new double[theta.length]; // a point: the log density, weighted
    assertThat(mlp.network().logPrior(theta, AT, 0.6, Divergence.kl(0.5), bars))
        .isCloseTo(0.5 * mlp.network().logPrior(theta, AT, 0.6, null), within(1e-12));
  }

  private static double mean(double[] v) {
    return Arrays.stream(v).average().orElseThrow();
  }

  private static double variance(double[] v) {
    double mean = mean(v);
    return Arrays.stream(v).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
  }
}
