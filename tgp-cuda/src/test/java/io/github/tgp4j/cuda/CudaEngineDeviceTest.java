package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Elbo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.cuda.global.cudart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums over rows on the device are those of rows in memory. */
@EnabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
class CudaEngineDeviceTest {
  private static final Workers WORKERS = new Workers(2);
  private static final long LEAST = 512; // bytes: smaller pieces serve nothing

  static Stream<DeviceCase> models() {
    return Stream.of(likelihoods(), volatility(), flows(), shapes()).flatMap(cases -> cases);
  }

  private static Stream<DeviceCase> likelihoods() {
    return Stream.of(
            "gaussian",
            "gaussian(noise=gp)",
            "gaussian(beta=0.3)",
            "laplace",
            "student-t(4)",
            "bernoulli",
            "bernoulli(logit)",
            "categorical(3)",
            "poisson",
            "negative-binomial",
            "gamma",
            "beta",
            "ordinal(3)",
            "warped(sal(1))")
        .map(likelihood -> DeviceCase.of("identity", likelihood));
  }

  private static Stream<DeviceCase> volatility() {
    return Stream.of(DeviceCase.of("softplus", "volatility"));
  }

  private static Stream<DeviceCase> flows() {
    return Stream.of(
            "affine",
            "scale",
            "exp > log",
            "softplus > boxcox",
            "sinh",
            "arcsinh",
            "tanh",
            "sinh-arcsinh",
            "exp > tukey",
            "sal(3)",
            "tanh-sum(3)",
            "rq-spline(5)",
            "arcsinh-sum(2)",
            "sum(sal(1), affine)",
            "weighted-sum(sal(1), sinh-arcsinh)",
            "inverse(sal(1))")
        .map(flow -> DeviceCase.of(flow, "gaussian"));
  }

  private static Stream<DeviceCase> shapes() {
    DeviceCase tgp = DeviceCase.of("sal(2)", "student-t(4)");
    return Stream.of(
        tgp.withCovariance("matern12"),
        tgp.withCovariance("matern32 + linear"),
        tgp.withCovariance("matern52 * rq"),
        tgp.withCovariance("periodic"),
        tgp.withCovariance("arccos(1) + white"),
        tgp.withMean("zero"),
        tgp.withMean("constant"),
        tgp.withSize(1, 1, 1, 3),
        tgp.withSize(33, 17, 5, 4),
        tgp.withSize(5000, 8, 100, 32),
        tgp.withSize(1500, 8, 150, 8),
        tgp.withSize(900, 40, 129, 8),
        DeviceCase.of("sal(1)", "categorical(3)").withSharedPosterior(),
        DeviceCase.of("sal(2) @ mlp(10, 10, relu, dropout=0.25)", "gaussian"),
        DeviceCase.of("sal(1) @ mlp(8, tanh, bayes)", "gaussian"),
        DeviceCase.of("sal(1) @ mlp(50, 50, relu, dropout=0.25)", "student-t(4)"),
        DeviceCase.of("rq-spline(8) @ mlp(50, 9, relu, dropout=0.25)", "gaussian")
            .withSize(5000, 8, 20, 4),
        DeviceCase.of("sal(2) @ mlp(30, 50, 20, tanh, bayes)", "gaussian"),
        DeviceCase.of("sal(1) @ mlp(130, 100, tanh)", "gaussian"),
        DeviceCase.of("identity", "gaussian(noise @ mlp(8, tanh))"));
  }

  @ParameterizedTest
  @MethodSource("models")
  void sumsAreThoseOfRowsInMemory(DeviceCase model) {
    compare(model, model.rows(), Bound.Pass.GRADIENT, false);
  }

  @ParameterizedTest
  @MethodSource("likelihoods")
  void predictiveSumsAreThoseOfRowsInMemory(DeviceCase model) {
    compare(model, model.rows(), Bound.Pass.GRADIENT, true);
  }

  @Test
  void minibatchesAreThoseOfRowsInMemory() {
    compare(DeviceCase.of("sal(2)", "gaussian"), 100, Bound.Pass.GRADIENT, false);
  }

  @Test
  void momentsAreThoseOfRowsInMemory() {
    compare(DeviceCase.of("identity", "gaussian"), 700, Bound.Pass.MOMENTS, false);
  }

  @Test
  void theSameSumsHaveTheSameBits() {
    DeviceCase model = DeviceCase.of("sal(3)", "gaussian").withSize(5000, 8, 100, 32);
    RowStore rows = model.store();
    Elbo bound = model.parts().bound(model.nodesOfOutputs(), WORKERS);
    bound.prepare(Bound.Pass.GRADIENT);
    assertThat(sums(device(rows, 2000), bound, Bound.Pass.GRADIENT))
        .isEqualTo(sums(device(rows, 2000), bound, Bound.Pass.GRADIENT));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 3000})
  void rowsThatDoNotFitHaveTheSameBits(int batch) {
    DeviceCase model = DeviceCase.of("sal(2)", "gaussian").withSize(3000, 4, 30, 12);
    RowStore rows = model.store();
    Elbo bound = model.parts().bound(model.nodesOfOutputs(), WORKERS);
    bound.prepare(Bound.Pass.GRADIENT);
    DeviceRows here = new DeviceRows(rows, Devices.first(), 1000);
    assertThat(here.areThere()).isFalse();
    Engine engine = new CudaEngine(Devices.first(), here, rows, batch, 9, WORKERS);
    assertThat(sums(engine, bound, Bound.Pass.GRADIENT))
        .isEqualTo(sums(device(rows, batch), bound, Bound.Pass.GRADIENT));
  }

  @Test
  void aDeviceWithoutMemoryLeavesTheSumsToTheProcessor() {
    DeviceCase model = DeviceCase.of("sal(2)", "gaussian");
    RowStore rows = model.store();
    Elbo bound = model.parts().bound(model.nodesOfOutputs(), WORKERS);
    bound.prepare(Bound.Pass.GRADIENT);
    Engine engine = device(rows, 200);
    engine.fastForward(3);
    var got = bound.newSums();
    List<Long> taken = new ArrayList<>();
    try {
      takeAll(taken);
      engine.sum(bound, Bound.Pass.GRADIENT, got);
    } finally {
      taken.forEach(address -> assertThat(cudart.cuMemFree(address)).isZero());
    }
    assertThat(taken).isNotEmpty();
    assertThat(engine.toString()).contains("processor");
    Engine memory = new MemoryEngine(rows, 200, 9, WORKERS);
    memory.fastForward(3);
    var expected = bound.newSums();
    memory.sum(bound, Bound.Pass.GRADIENT, expected);
    assertThat(got.flat()).isEqualTo(expected.flat());
  }

  /**
   * Takes the device's memory in ever smaller pieces until none is given: what is said to be free
   * is not all that can be had, least of all where a sanitizer holds some, too. A buffer that is
   * refused comes first, since it waits until what earlier tests had there is given back.
   */
  private static void takeAll(List<Long> taken) {
    long free = Devices.first().freeMemory();
    assertThatThrownBy(() -> new Buffer(free).close()) // numbers, not bytes
        .hasMessageContaining("too little free memory");
    long[] at = new long[1];
    long bytes = free;
    while (bytes >= LEAST) {
      if (cudart.cuMemAlloc(at, bytes) == cudart.CUDA_SUCCESS) {
        taken.add(at[0]);
      } else {
        bytes /= 2;
      }
    }
  }

  private static Engine device(RowStore rows, int batch) {
    DeviceRows there = new DeviceRows(rows, Devices.first());
    return new CudaEngine(Devices.first(), there, rows, batch, 9, WORKERS);
  }

  private static double[] sums(Engine engine, Elbo bound, Bound.Pass pass) {
    engine.fastForward(3);
    var total = bound.newSums();
    engine.sum(bound, pass, total);
    assertThat(engine.toString()).doesNotContain("processor");
    return total.flat();
  }

  private static void compare(DeviceCase model, int batch, Bound.Pass pass, boolean predictive) {
    RowStore rows = model.store();
    Elbo bound = model.parts().bound(model.nodesOfOutputs(), WORKERS);
    if (predictive) {
      bound.usePredictive();
    }
    bound.prepare(pass);
    double[] got = sums(device(rows, batch), bound, pass);
    var total = bound.newSums();
    Engine memory = new MemoryEngine(rows, batch, 9, WORKERS);
    memory.fastForward(3);
    memory.sum(bound, pass, total);
    lowerToFull(total.w);
    double[] expected = total.flat();
    double scale = 1.0;
    for (double value : expected) {
      scale = Math.max(scale, Math.abs(value));
    }
    assertThat(got).hasSameSizeAs(expected);
    for (int i = 0; i < got.length; i++) {
      assertThat(got[i]).as("number %d", i).isCloseTo(expected[i], within(1e-9 * scale));
    }
  }

  private static void lowerToFull(io.github.tgp4j.linalg.Matrix[] all) {
    for (var w : all) {
      for (int i = 0; i < w.rows; i++) {
        for (int j = 0; j < i; j++) {
          w.data[j * w.cols + i] = w.data[i * w.cols + j];
        }
      }
    }
  }
}
