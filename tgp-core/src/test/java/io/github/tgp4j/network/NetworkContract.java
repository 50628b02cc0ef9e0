package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What every network must satisfy: derivatives, values that do not depend on how rows are split or
 * laid out, adjoints that are added to, draws that repeat, a start at given values.
 */
abstract class NetworkContract {
  static final int AT = 2; // θ does not start at 0, and something follows it
  static final int INPUTS = 4;
  static final int OUTPUTS = 3;
  private static final double JUNK = -77.0;
  private static final Noise NOISE = new Noise(11, 5, 2, 0, null);

  /** Every variant of the network under test. */
  abstract List<MlpShape> shapes();

  final List<Network> networks() {
    return shapes().stream().map(shape -> shape.network(INPUTS, OUTPUTS, 3)).toList();
  }

  @Test
  final void gradientsMatchDifferences() {
    for (Network network : networks()) {
      for (Mode mode : Mode.values()) {
        double[] theta = theta(network);
        Matrix x = points(5, INPUTS, 6);
        double[] thetaBar = new double[theta.length];
        Matrix xBar = Matrix.zeros(x.rows, INPUTS);
        gradient(network, theta, x, mode, NOISE, thetaBar, xBar);
        GradientCheck.check(
            t -> objective(network, held(network, theta, t), x, mode, NOISE),
            theta,
            thetaBar,
            i -> network + " " + mode + " " + nameOf(network, i - AT),
            2e-6);
        GradientCheck.check(
            v -> objective(network, theta, Matrix.wrap(v, x.rows, x.cols), mode, NOISE),
            x.data,
            xBar.data,
            i -> network + " " + mode + " x[" + i + "]",
            2e-6);
      }
    }
  }

  /** Running statistics are not trained, and have no adjoint: differences may not move them. */
  private static double[] held(Network network, double[] start, double[] moved) {
    double[] theta = moved.clone();
    int at = AT;
    for (Parameter parameter : network.parameters()) {
      if (!parameter.trainable()) {
        System.arraycopy(start, at, theta, at, parameter.size());
      }
      at += parameter.size();
    }
    return theta;
  }

  @Test
  final void valuesAndAdjointsDoNotDependOnTheSplitOfRows() {
    for (Network network : networks()) {
      for (Mode mode : Mode.values()) {
        if (mode == Mode.TRAIN && network.shape().batchNorm()) {
          continue;
        }
        double[] theta = theta(network);
        Matrix x = points(3001, INPUTS, 1); // more than one tile
        double[] whole = new double[theta.length];
        Matrix wholeX = Matrix.zeros(x.rows, INPUTS);
        Matrix out = gradient(network, theta, x, mode, NOISE, whole, wholeX);
        double[] parts = new double[theta.length];
        Matrix partsX = Matrix.zeros(x.rows, INPUTS);
        for (int[] block : new int[][] {{0, 1}, {1, 700}, {700, 3001}}) {
          Matrix part =
              gradient(
                  network,
                  theta,
                  x.rowRange(block[0], block[1]),
                  mode,
                  NOISE.fromRow(block[0]),
                  parts,
                  partsX.rowRange(block[0], block[1]));
          assertClose(network, part, out.rowRange(block[0], block[1]));
        }
        assertClose(network, partsX, wholeX);
        assertClose(
            network, Matrix.wrap(parts, 1, parts.length), Matrix.wrap(whole, 1, whole.length));
      }
    }
  }

  @Test
  final void viewsGiveTheSameValuesAndAdjointsAreAdded() {
    for (Network network : networks()) {
      double[] theta = theta(network);
      double[] before = theta.clone();
      Matrix x = points(5, INPUTS, 1);
      double[] thetaBar = new double[theta.length];
      Matrix xBar = Matrix.zeros(5, INPUTS);
      Matrix out = gradient(network, theta, x, Mode.SAMPLE, NOISE, thetaBar, xBar);

      Matrix wideX = embedded(x);
      Matrix wideOut = embedded(Matrix.zeros(5, OUTPUTS));
      Matrix wideXBar = embedded(Matrix.zeros(5, INPUTS));
      double[] added = new double[theta.length];
      Arrays.fill(added, 1.0);
      double[] tape = tape(network, 5);
      Scratch scratch = new Scratch();
      network.forward(theta, AT, wideX, Mode.SAMPLE, NOISE, wideOut, tape, scratch);
      assertClose(network, wideOut, out);
      Matrix outBar = embedded(outBar(out));
      network.pullback(theta, AT, wideX, Mode.SAMPLE, outBar, tape, added, wideXBar, scratch);
      assertClose(network, wideXBar, xBar);
      for (int i = 0; i < theta.length; i++) {
        assertThat(added[i] - 1.0).as("%s %d", network, i).isCloseTo(thetaBar[i], within(1e-12));
      }
      assertThat(theta).isEqualTo(before);
      assertThat(Arrays.copyOf(added, AT)).containsOnly(1.0);
      assertThat(added[theta.length - 1]).isEqualTo(1.0);
      for (Matrix m : List.of(wideX, wideOut, wideXBar)) {
        for (int i = 0; i < m.rows; i++) {
          assertThat(m.data[m.at(i, 0) - 1]).isEqualTo(JUNK);
          assertThat(m.data[m.at(i, 0) + m.cols]).isEqualTo(JUNK);
        }
      }
      assertThat(tape[network.tapeSize(5)]).isEqualTo(JUNK);
      assertThat(scratch.mark()).isZero();
    }
  }

  @Test
  final void samplesAreThoseOfForward() {
    for (Network network : networks()) {
      double[] theta = theta(network);
      Matrix x = points(2500, INPUTS, 4);
      Matrix all = Matrix.zeros(3 * x.rows, OUTPUTS);
      Scratch scratch = new Scratch();
      double[] tape = tape(network, x.rows);
      network.sample(theta, AT, x, NOISE.fromRow(9), 3, all, tape, scratch);
      assertThat(scratch.mark()).isZero();
      for (int s = 0; s < 3; s++) {
        Noise noise = NOISE.withSample(NOISE.sample() + s).fromRow(9);
        Matrix one = forward(network, theta, x, Mode.SAMPLE, noise);
        assertClose(network, all.rowRange(s * x.rows, (s + 1) * x.rows), one);
      }
    }
  }

  @Test
  final void drawsRepeatAndDifferBySeedStepAndSample() {
    for (Network network : networks()) {
      double[] theta = theta(network);
      Matrix x = points(9, INPUTS, 4);
      double[] first = forward(network, theta, x, Mode.SAMPLE, new Noise(1, 2, 3, 0, null)).data;
      assertThat(forward(network, theta, x, Mode.SAMPLE, new Noise(1, 2, 3, 0, null)).data)
          .isEqualTo(first);
      boolean random = network.shape().dropout() > 0 || network.shape().bayes();
      for (Noise other :
          List.of(
              new Noise(2, 2, 3, 0, null),
              new Noise(1, 3, 3, 0, null),
              new Noise(1, 2, 4, 0, null),
              new Noise(1, 2, 3, 1, null))) {
        boolean same = Arrays.equals(forward(network, theta, x, Mode.SAMPLE, other).data, first);
        assertThat(same).as("%s %s", network, other).isEqualTo(!random);
      }
    }
  }

  @Test
  final void startsAtTheTarget() {
    double[] target = {0.3, -1.2, 4.0};
    for (Network network : networks()) {
      for (double shrink : new double[] {0.0, 0.01}) {
        double[] theta = theta(network);
        network.startAt(theta, AT, target, shrink);
        Matrix out = forward(network, theta, points(8, INPUTS, 5), Mode.MEAN, null);
        double off = 0.0;
        for (int i = 0; i < out.rows; i++) {
          for (int p = 0; p < OUTPUTS; p++) {
            off = Math.max(off, Math.abs(out.get(i, p) - target[p]));
          }
        }
        assertThat(off).as(network.toString()).isLessThanOrEqualTo(5 * shrink);
        assertThat(off > 0).isEqualTo(shrink > 0);
        String violation = violation(network, theta);
        assertThat(violation).as(network.toString()).isNull();
      }
    }
    Network any = networks().get(0);
    assertThatThrownBy(() -> any.startAt(theta(any), AT, new double[2], 0.1))
        .hasMessageContaining("expected 3 target values");
    assertThatThrownBy(() -> any.startAt(theta(any), AT, target, Double.NaN))
        .hasMessageContaining("NaN");
  }

  @Test
  final void logPriorHasItsGradient() {
    for (Network network : networks()) {
      double[] theta = theta(network);
      double[] thetaBar = new double[theta.length];
      double value = network.logPrior(theta, AT, 0.7, thetaBar);
      assertThat(network.logPrior(theta, AT, 0.7, null)).isEqualTo(value);
      GradientCheck.check(
          t -> network.logPrior(t, AT, 0.7, null),
          theta,
          thetaBar,
          i -> network + " " + nameOf(network, i - AT),
          2e-6);
    }
  }

  @Test
  final void describesItself() {
    for (Network network : networks()) {
      MlpShape shape = network.shape();
      assertThat(network).hasToString(shape.toString());
      assertThat(network).isEqualTo(shape.network(INPUTS, OUTPUTS, 3));
      assertThat(network).hasSameHashCodeAs(shape.network(INPUTS, OUTPUTS, 3));
      assertThat(network).isNotEqualTo(shape.network(INPUTS, OUTPUTS, 4));
      assertThat(network).isNotEqualTo(shape.network(INPUTS, OUTPUTS + 1, 3));
      List<String> names = network.parameters().stream().map(Parameter::name).toList();
      assertThat(names).doesNotHaveDuplicates();
      assertThat(names).contains("layer-1.weights", "layer-1.bias", "output.weights");
      int count = network.parameters().stream().mapToInt(Parameter::size).sum();
      assertThat(network.parameterCount()).isEqualTo(count);
    }
  }

  @Test
  final void refusesWrongShapes() {
    Network network = networks().get(0);
    double[] theta = theta(network);
    assertThatThrownBy(() -> forward(network, theta, points(4, INPUTS + 1, 1), Mode.MEAN, null))
        .hasMessageContaining("expected x with 4 columns and out 4×3 but got 4×5");
    Matrix x = points(4, INPUTS, 1);
    Matrix out = Matrix.zeros(4, OUTPUTS);
    assertThatThrownBy(
            () -> network.forward(theta, AT, x, Mode.MEAN, null, out, new double[3], new Scratch()))
        .hasMessageContaining("mlp tape: expected at least");
    assertThatThrownBy(() -> network.shape().network(0, 1, 1)).hasMessageContaining("1 input");
  }

  static Matrix points(int rows, int cols, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix x = Matrix.zeros(rows, cols);
    Arrays.setAll(x.data, i -> 3.0 * random.nextDouble() - 1.5);
    return x;
  }

  /** The starting values, with something before and after them. */
  static double[] theta(Network network) {
    double[] theta = new double[AT + network.parameterCount() + 1];
    Arrays.fill(theta, JUNK);
    int at = AT;
    for (Parameter parameter : network.parameters()) {
      System.arraycopy(parameter.initial(), 0, theta, at, parameter.size());
      boolean norm =
          network.shape().batchNorm() && parameter.name().matches(".*(scale|shift|running.*)");
      for (int i = 0; i < parameter.size(); i++) {
        theta[at + i] += norm ? 0.3 * Math.cos(i) : 0.0; // away from values that do nothing
      }
      at += parameter.size();
    }
    return theta;
  }

  private static String violation(Network network, double[] theta) {
    int at = AT;
    for (Parameter parameter : network.parameters()) {
      String violation = parameter.constraint().violation(theta, at, parameter.size());
      if (violation != null) {
        return parameter.name() + ": " + violation;
      }
      at += parameter.size();
    }
    return null;
  }

  static String nameOf(Network network, int index) {
    int at = 0;
    for (Parameter parameter : network.parameters()) {
      if (index >= at && index < at + parameter.size()) {
        return parameter.name() + "[" + (index - at) + "]";
      }
      at += parameter.size();
    }
    return "outside";
  }

  /** Where a parameter's values begin. */
  static int at(Network network, String name) {
    int at = AT;
    for (Parameter parameter : network.parameters()) {
      if (parameter.name().equals(name)) {
        return at;
      }
      at += parameter.size();
    }
    throw new AssertionError(
        name
            + " is none of "
            + network.parameters().stream().map(Parameter::name).collect(Collectors.joining(", ")));
  }

  static double[] tape(Network network, int rows) {
    double[] tape = new double[network.tapeSize(rows) + 1];
    Arrays.fill(tape, JUNK);
    return tape;
  }

  static Matrix forward(Network network, double[] theta, Matrix x, Mode mode, Noise noise) {
    Matrix out = Matrix.zeros(x.rows, network.outputs());
    network.forward(theta, AT, x, mode, noise, out, tape(network, x.rows), new Scratch());
    return out;
  }

  /** Σ c·out + ½·out² with a coefficient per output. */
  static double objective(Network network, double[] theta, Matrix x, Mode mode, Noise noise) {
    Matrix out = forward(network, theta, x, mode, noise);
    double sum = 0.0;
    for (int i = 0; i < out.data.length; i++) {
      sum += coefficient(i) * out.data[i] + 0.5 * out.data[i] * out.data[i];
    }
    return sum;
  }

  private static double coefficient(int i) {
    return Math.cos(1.0 + 0.7 * (i % OUTPUTS));
  }

  private static Matrix outBar(Matrix out) {
    Matrix bar = out.copy();
    for (int i = 0; i < bar.data.length; i++) {
      bar.data[i] += coefficient(i);
    }
    return bar;
  }

  /** Adds the gradient of a function of out to the adjoints, and returns out. */
  private static Matrix gradient(
      Network network,
      double[] theta,
      Matrix x,
      Mode mode,
      Noise noise,
      double[] thetaBar,
      Matrix xBar) {
    Matrix out = Matrix.zeros(x.rows, network.outputs());
    double[] tape = tape(network, x.rows);
    Scratch scratch = new Scratch();
    network.forward(theta, AT, x, mode, noise, out, tape, scratch);
    network.pullback(theta, AT, x, mode, outBar(out), tape, thetaBar, xBar, scratch);
    return out;
  }

  /** A view in a wider matrix whose other entries are junk. */
  private static Matrix embedded(Matrix m) {
    double[] data = new double[(m.rows + 1) * (m.cols + 3) + 2];
    Arrays.fill(data, JUNK);
    Matrix view = Matrix.wrap(data, 2, m.rows, m.cols, m.cols + 3);
    for (int i = 0; i < m.rows; i++) {
      System.arraycopy(m.data, m.at(i, 0), data, view.at(i, 0), m.cols);
    }
    return view;
  }

  static void assertClose(Network network, Matrix actual, Matrix expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    double worst = 0.0;
    for (int i = 0; i < actual.rows; i++) {
      for (int j = 0; j < actual.cols; j++) {
        double e = expected.get(i, j);
        double error = Math.abs(actual.get(i, j) - e) / Math.max(1.0, Math.abs(e));
        worst = error <= worst ? worst : error;
      }
    }
    assertThat(worst).as(network.toString()).isLessThanOrEqualTo(1e-11);
  }
}
