package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MlpTest extends NetworkContract {
  private static final MlpShape RELU = MlpShape.of(Activation.RELU, 6, 5);
  private static final MlpShape TANH = MlpShape.of(Activation.TANH, 5, 4, 3);

  @Override
  List<MlpShape> shapes() {
    return List.of(
        RELU,
        RELU.withDropout(0.25),
        RELU.withDropout(0.3).asJoint(),
        MlpShape.of(Activation.TANH, 23).withDropout(0.5), // more than one word of mask per row
        MlpShape.of(Activation.RELU, 5).withDropout(0.5),
        TANH.withDropout(0.25),
        TANH.asJoint(),
        TANH.withBatchNorm().withDropout(0.1),
        RELU.withBatchNorm().asJoint());
  }

  /** The network of one output as loops over its units, in the layout that the Javadoc states. */
  private static double oracle(Mlp mlp, double[] theta, double[] x, int output, double[][] masks) {
    MlpShape shape = mlp.shape();
    int groups = shape.joint() ? 1 : OUTPUTS;
    int group = shape.joint() ? 0 : output;
    double[] a = x;
    int at = AT;
    for (int l = 0; l <= shape.widths().size(); l++) {
      boolean last = l == shape.widths().size();
      int out = !last ? shape.widths().get(l) : shape.joint() ? OUTPUTS : 1;
      int stride = l == 0 ? groups * out : out;
      int from = at + (l == 0 ? group * out : group * a.length * out);
      int bias = at + groups * a.length * out;
      double[] z = new double[out];
      for (int j = 0; j < out; j++) {
        z[j] = theta[bias + group * out + j];
        for (int i = 0; i < a.length; i++) {
          z[j] += a[i] * theta[from + i * stride + j];
        }
        if (!last) {
          z[j] = shape.activation() == Activation.RELU ? Math.max(z[j], 0) : Math.tanh(z[j]);
          z[j] *= masks[l][group * out + j];
        }
      }
      at = bias + groups * out;
      a = z;
    }
    return shape.joint() ? a[output] : a[0];
  }

  @Test
  void equalsLoopsOverUnits() {
    for (MlpShape shape : shapes()) {
      if (shape.batchNorm()) {
        continue;
      }
      Mlp mlp = new Mlp(shape, INPUTS, OUTPUTS, 8);
      double[] theta = theta(mlp);
      Matrix x = points(40, INPUTS, 2);
      Noise noise = new Noise(1, 2, 3, 100, null);
      for (Mode mode : Mode.values()) {
        Matrix out = forward(mlp, theta, x, mode, noise);
        Matrix expected = Matrix.zeros(40, OUTPUTS);
        for (int i = 0; i < x.rows; i++) {
          double[][] masks = masks(shape, mode, noise, i);
          double[] row = Arrays.copyOfRange(x.data, i * INPUTS, (i + 1) * INPUTS);
          for (int p = 0; p < OUTPUTS; p++) {
            expected.set(i, p, oracle(mlp, theta, row, p, masks));
          }
        }
        assertClose(mlp, out, expected);
      }
    }
  }

  private static double[][] masks(MlpShape shape, Mode mode, Noise noise, int row) {
    double[][] masks = new double[shape.widths().size()][];
    for (int l = 0; l < masks.length; l++) {
      int units = shape.widths().get(l) * (shape.joint() ? 1 : OUTPUTS);
      masks[l] = new double[units];
      Arrays.fill(masks[l], 1.0);
      if (mode != Mode.MEAN) {
        new Dropout(shape.dropout()).apply(noise, l, row, 1, units, masks[l], 0, masks[l], 0);
      }
    }
    return masks;
  }

  @Test
  void withoutDropoutASampleIsTheMean() {
    Mlp mlp = new Mlp(RELU, INPUTS, OUTPUTS, 8);
    Matrix x = points(30, INPUTS, 2);
    assertThat(forward(mlp, theta(mlp), x, Mode.SAMPLE, Noise.of(1, 1, 1)).data)
        .isEqualTo(forward(mlp, theta(mlp), x, Mode.MEAN, null).data);
  }

  @Test
  void samplesOfOneLayerAverageToTheMean() {
    Mlp mlp = new Mlp(MlpShape.of(Activation.TANH, 20).withDropout(0.3), INPUTS, 1, 8);
    Matrix x = points(1, INPUTS, 2);
    int samples = 40_000;
    Matrix out = Matrix.zeros(samples, 1);
    mlp.sample(theta(mlp), AT, x, Noise.of(1, 1, 0), samples, out, tape(mlp, 1), new Scratch());
    double mean = Arrays.stream(out.data).average().orElseThrow();
    double variance =
        Arrays.stream(out.data).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    double expected = forward(mlp, theta(mlp), x, Mode.MEAN, null).get(0, 0);
    assertThat(mean).isCloseTo(expected, within(4 * Math.sqrt(variance / samples)));
    assertThat(variance).isGreaterThan(1e-4);
  }

  /** A kept tanh unit at 0 has slope 1/(1 − p), although its value is that of a dropped one. */
  @Test
  void unitsAtZeroHaveAGradient() {
    MlpShape shape = MlpShape.of(Activation.TANH, 6).withDropout(0.5);
    Mlp mlp = new Mlp(shape, INPUTS, OUTPUTS, 8);
    double[] theta = theta(mlp);
    Arrays.fill(theta, AT, at(mlp, "output.weights"), 0.0);
    Matrix x = points(5, INPUTS, 2);
    Noise noise = Noise.of(4, 0, 0);
    double[] tape = tape(mlp, 5);
    Matrix out = Matrix.zeros(5, OUTPUTS);
    mlp.forward(theta, AT, x, Mode.TRAIN, noise, out, tape, new Scratch());
    double[] thetaBar = new double[theta.length];
    Matrix outBar = Matrix.zeros(5, OUTPUTS);
    outBar.fill(1.0);
    mlp.pullback(theta, AT, x, Mode.TRAIN, outBar, tape, thetaBar, null, new Scratch());
    GradientCheck.check(
        t -> Arrays.stream(forward(mlp, t, x, Mode.TRAIN, noise).data).sum(),
        theta,
        thetaBar,
        i -> nameOf(mlp, i - AT));
    assertThat(thetaBar[AT]).isNotZero();
  }

  @Test
  void weightDecayLeavesBiasesFree() {
    Mlp mlp = new Mlp(RELU, INPUTS, OUTPUTS, 8);
    double[] theta = theta(mlp);
    double squares = 0.0;
    double[] thetaBar = new double[theta.length];
    double value = mlp.logPrior(theta, AT, 2.0, thetaBar);
    for (int i = AT; i < AT + mlp.parameterCount(); i++) {
      boolean weight = nameOf(mlp, i - AT).contains("weights");
      squares += weight ? theta[i] * theta[i] : 0.0;
      assertThat(thetaBar[i]).isEqualTo(weight ? -2.0 * theta[i] : 0.0);
    }
    assertThat(value).isCloseTo(-squares, within(1e-12));
  }

  @Test
  void weightsStartWithinTheInverseRootOfTheirInputs() {
    Mlp mlp = new Mlp(MlpShape.of(Activation.RELU, 50, 50), INPUTS, 6, 1);
    for (int k = 0; k < 6; k++) {
      double bound = 1 / Math.sqrt(k < 2 ? INPUTS : 50);
      double[] values = mlp.parameters().get(k).initial();
      double largest = Arrays.stream(values).map(Math::abs).max().orElseThrow();
      assertThat(largest).isLessThan(bound).isGreaterThan(0.7 * bound);
    }
  }

  @Test
  void runningStatisticsBecomeThoseOfTheData() {
    Mlp mlp = new Mlp(MlpShape.of(Activation.RELU, 5).withBatchNorm(), INPUTS, OUTPUTS, 8);
    double[] theta = theta(mlp);
    int rows = 400;
    Matrix x = points(rows, INPUTS, 2);
    double[] tape = tape(mlp, rows);
    Matrix train = Matrix.zeros(rows, OUTPUTS);
    mlp.forward(theta, AT, x, Mode.TRAIN, null, train, tape, new Scratch());
    mlp.learnStatistics(theta, AT, x, null);
    double mean = 0.0;
    double square = 0.0;
    for (int i = 0; i < rows; i++) {
      double z = theta[at(mlp, "layer-1.bias")]; // unit 0
      for (int d = 0; d < INPUTS; d++) {
        z += x.get(i, d) * theta[AT + d * 5 * OUTPUTS];
      }
      mean += z / rows;
      square += z * z;
    }
    assertThat(theta[at(mlp, "layer-1.running-mean")]).isCloseTo(mean, within(1e-12));
    assertThat(theta[at(mlp, "layer-1.running-variance")])
        .isCloseTo((square - rows * mean * mean) / (rows - 1), within(1e-10));
    Matrix eval = forward(mlp, theta, x, Mode.MEAN, null);
    for (int i = 0; i < eval.data.length; i++) { // apart from the unbiased variance
      assertThat(eval.data[i]).isCloseTo(train.data[i], within(5e-3));
    }
  }
}
