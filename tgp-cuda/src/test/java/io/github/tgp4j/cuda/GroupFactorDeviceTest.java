package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.cuda.device.Kernels;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.variational.FullPosterior;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factors and natural steps on the device are those of the core. */
@EnabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
class GroupFactorDeviceTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 31, 32, 33, 64, 100, 127, 128, 129, 200, 256, 300})
  void invertsTheFactorOfTheCore(int n) {
    Matrix k = covariance(n, 0.01);
    Matrix l = Matrix.zeros(n, n);
    assertThat(Cholesky.factor(k, l)).isZero();
    Blas.trtri(l);
    double[] facts = new double[GroupFactor.FACTS];
    double[] inverse = factored(k, facts, 0.0);
    assertThat(facts[GroupFactor.GOOD]).isEqualTo(1.0);
    assertThat(facts[GroupFactor.JITTER]).isZero();
    double scale = largest(l.data);
    for (int i = 0; i < inverse.length; i++) {
      assertThat(inverse[i]).isCloseTo(l.data[i], within(1e-9 * scale));
    }
  }

  @Test
  void addsTheJitterOfTheCore() {
    Matrix k = covariance(60, 0.0);
    for (int j = 0; j < 60; j++) { // the same point twice
      k.data[59 * 60 + j] = k.data[58 * 60 + j];
      k.data[j * 60 + 59] = k.data[j * 60 + 58];
    }
    k.data[59 * 60 + 59] = k.data[58 * 60 + 58];
    Matrix l = Matrix.zeros(60, 60);
    double jitter = Cholesky.factor(k, l);
    double[] facts = new double[GroupFactor.FACTS];
    factored(k, facts, 0.0);
    assertThat(jitter).isPositive();
    assertThat(facts[GroupFactor.GOOD]).isEqualTo(1.0);
    assertThat(facts[GroupFactor.JITTER]).isEqualTo(jitter);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 200})
  void aMatrixThatIsNotPositiveDefiniteHasNoFactor(int n) {
    Matrix k = covariance(n, 0.01);
    k.data[(n / 2) * (n + 1)] = -1.0;
    double[] facts = new double[GroupFactor.FACTS];
    factored(k, facts, 0.0);
    assertThat(facts[GroupFactor.GOOD]).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 100, 150})
  void naturalStepsAreThoseOfTheCore(int n) {
    SplittableRandom random = new SplittableRandom(n);
    FullPosterior q = new FullPosterior(n, 0.5);
    Matrix w = covariance(n, 0.1);
    for (int i = 0; i < w.data.length; i++) {
      w.data[i] *= -2.0;
    }
    double[] slope = random.doubles(n).toArray();
    FullPosterior expected = q.copy();
    assertThat(expected.naturalStep(w, slope, 0.3)).isEqualTo(0.3);
    assertThat(moved(q, w, slope, 0.3)).isEqualTo(0.3);
    assertSame(q, expected);
  }

  @Test
  void aStepThatLosesDefinitenessIsHalvedAsByTheCore() {
    int n = 30;
    FullPosterior q = new FullPosterior(n, 0.5);
    Matrix w = covariance(n, 0.1); // Λ would become I − 2W
    double[] slope = new double[n];
    FullPosterior expected = q.copy();
    double step = expected.naturalStep(w, slope, 1.0);
    assertThat(step).isLessThan(1.0).isPositive();
    assertThat(moved(q, w, slope, 1.0)).isEqualTo(step);
    assertSame(q, expected);
  }

  private static void assertSame(FullPosterior got, FullPosterior expected) {
    double[] a = got.state();
    double[] b = expected.state();
    assertThat(a).hasSameSizeAs(b);
    for (int i = 0; i < a.length; i++) {
      assertThat(a[i]).isCloseTo(b[i], within(1e-9 * Math.max(1, Math.abs(b[i]))));
    }
  }

  private static double moved(FullPosterior q, Matrix w, double[] slope, double rho) {
    int n = q.size();
    Device device = Devices.first();
    try (Kernels kernels = Lane.algebra(device);
        Lane lane = new Lane(device, kernels);
        Buffer facts = new Buffer(GroupFactor.FACTS);
        DevicePosterior there = new DevicePosterior(q, null, lane, facts.at());
        Buffer curvature = new Buffer((long) n * n);
        Buffer a = new Buffer(n);
        Buffer step = new Buffer(1)) {
      lane.stream().upload(w.data, curvature.at());
      lane.stream().upload(slope, a.at());
      lane.stream().upload(new double[] {rho}, step.at());
      there.push(lane.stream());
      there.move(lane, curvature.at(), a.at(), step.at());
      there.pull(lane.stream());
      double[] known = new double[GroupFactor.FACTS];
      lane.stream().download(facts.at(), known);
      return known[GroupFactor.JITTER];
    }
  }

  private static double[] factored(Matrix k, double[] facts, double jitter) {
    int n = k.rows;
    Device device = Devices.first();
    try (Kernels kernels = Lane.algebra(device);
        Lane lane = new Lane(device, kernels);
        Buffer matrix = new Buffer((long) n * n);
        Buffer inverse = new Buffer((long) n * n);
        Buffer known = new Buffer(GroupFactor.FACTS);
        Buffer given = new Buffer(1);
        GroupFactor factor = new GroupFactor(lane, n, inverse, known.at())) {
      lane.stream().upload(k.data, matrix.at());
      lane.stream().upload(new double[] {jitter}, given.at());
      factor.factor(matrix, given.at());
      double[] out = new double[n * n];
      lane.stream().download(inverse.at(), out);
      lane.stream().download(known.at(), facts);
      return out;
    }
  }

  private static Matrix covariance(int n, double noise) {
    SplittableRandom random = new SplittableRandom(11);
    Matrix x = DeviceCase.normal(n, 4, random);
    Matrix k = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int d = 0; d < 4; d++) {
          double apart = x.get(i, d) - x.get(j, d);
          sum += apart * apart;
        }
        k.data[i * n + j] = Math.exp(-sum) + (i == j ? noise : 0.0);
      }
    }
    return k;
  }

  private static double largest(double[] values) {
    double most = 0.0;
    for (double value : values) {
      most = Math.max(most, Math.abs(value));
    }
    return most;
  }
}
