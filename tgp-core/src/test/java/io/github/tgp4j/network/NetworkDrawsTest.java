package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkDrawsTest {
  private static final int AT = 3;
  private static final int INPUTS = 4;
  private static final int OUTPUTS = 3;
  private static final int SAMPLES = 5;
  private static final Noise NOISE = Noise.of(7, 2, 0);

  static Stream<MlpShape> shapes() {
    return Stream.of(
        MlpShape.of(Activation.RELU, 6, 5).withDropout(0.25),
        MlpShape.of(Activation.RELU, 6, 5).withDropout(0.3).asJoint(),
        MlpShape.of(Activation.TANH, 25).withDropout(0.5),
        MlpShape.of(Activation.TANH, 3, 2, 3).withDropout(0.8), // whole layers are dropped
        MlpShape.of(Activation.RELU, 6, 5).withDropout(0.3).withBatchNorm(),
        MlpShape.of(Activation.TANH, 5).asBayes());
  }

  private static double[] theta(Network network) {
    double[] theta = new double[AT + network.parameterCount()];
    int at = AT;
    for (var parameter : network.parameters()) {
      System.arraycopy(parameter.initial(), 0, theta, at, parameter.size());
      at += parameter.size();
    }
    return theta;
  }

  private static Matrix rows(int n) {
    SplittableRandom random = new SplittableRandom(5);
    Matrix x = Matrix.zeros(n, INPUTS);
    Arrays.setAll(x.data, i -> random.nextGaussian());
    return x;
  }

  private static double[] evaluate(NetworkDraws draws, Matrix x) {
    double[] out = new double[x.rows * OUTPUTS * SAMPLES];
    draws.evaluate(x, out, new Scratch());
    return out;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void areTheSamplesOfOneRow(MlpShape shape) {
    Network network = shape.network(INPUTS, OUTPUTS, 11);
    double[] theta = theta(network);
    Matrix x = rows(37);
    double[] all = evaluate(NetworkDraws.of(network, theta, AT, NOISE, SAMPLES), x);
    Matrix raw = Matrix.zeros(SAMPLES, OUTPUTS);
    double[] tape = new double[network.tapeSize(SAMPLES)];
    for (int i = 0; i < x.rows; i++) {
      Matrix row = x.rowRange(i, i + 1);
      network.sample(theta, AT, row, NOISE, SAMPLES, raw, tape, new Scratch());
      for (int o = 0; o < OUTPUTS; o++) {
        for (int s = 0; s < SAMPLES; s++) {
          assertThat(all[(i * OUTPUTS + o) * SAMPLES + s]).isCloseTo(raw.get(s, o), within(1e-12));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void rowsDoNotDependOnEachOther(MlpShape shape) {
    Network network = shape.network(INPUTS, OUTPUTS, 11);
    NetworkDraws draws = NetworkDraws.of(network, theta(network), AT, NOISE, SAMPLES);
    Matrix x = rows(37);
    double[] all = evaluate(draws, x);
    double[] some = evaluate(draws, x.rowRange(13, 32));
    int width = OUTPUTS * SAMPLES;
    assertThat(some).isEqualTo(Arrays.copyOfRange(all, 13 * width, 32 * width));
  }
}
