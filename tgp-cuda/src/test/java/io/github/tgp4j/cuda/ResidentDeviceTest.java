package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.optimise.Resident;
import io.github.tgp4j.optimise.ResidentEngine;
import io.github.tgp4j.optimise.Trainable;
import io.github.tgp4j.optimise.Trainer;
import io.github.tgp4j.param.Priors;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps that stay on the device go where those of the core go. */
@EnabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
class ResidentDeviceTest {
  private static final Workers WORKERS = new Workers(2);
  private static final int STEPS = 6;

  static Stream<DeviceCase> models() {
    DeviceCase svgp = DeviceCase.of("identity", "gaussian");
    return Stream.of(
        svgp,
        svgp.withSize(700, 8, 100, 32),
        svgp.withSize(700, 2, 100, 32), // whitened: points lie close
        svgp.withSize(900, 6, 150, 8),
        svgp.withSize(900, 6, 300, 8),
        DeviceCase.of("sal(3)", "gaussian").withSize(3000, 8, 100, 32),
        DeviceCase.of("sal(1)", "student-t(4)").withCovariance("matern32 + linear"),
        DeviceCase.of("identity", "poisson"),
        DeviceCase.of("identity", "ordinal(3)"),
        DeviceCase.of("identity", "gaussian(noise=gp)"),
        DeviceCase.of("sal(1)", "categorical(3)"),
        DeviceCase.of("identity", "categorical(3)").withSharedPosterior(),
        DeviceCase.of("sal(2) @ mlp(10, 10, relu, dropout=0.25)", "gaussian"),
        DeviceCase.of("sal(1) @ mlp(8, tanh, bayes)", "gaussian"),
        DeviceCase.of("identity", "gaussian(noise @ mlp(8, tanh))"));
  }

  @ParameterizedTest
  @MethodSource("models")
  void stepsAreThoseOfTheCore(DeviceCase model) {
    RowStore rows = model.store();
    DeviceCase.Parts here = model.parts();
    DeviceCase.Parts there = model.parts();
    double[] expected = bounds(here, model, new MemoryEngine(rows, 400, 1, WORKERS));
    CountingEngine engine = new CountingEngine(rows);
    double[] got = bounds(there, model, engine);
    assertThat(engine.residents).hasSize(1);
    for (int i = 0; i < STEPS; i++) {
      double near = i == 0 ? 1e-9 : 1e-7;
      assertThat(got[i])
          .as("bound of step %d", i)
          .isCloseTo(expected[i], within(near * Math.abs(expected[i])));
    }
    engine.residents.get(0).pull();
    assertClose(there.parameters().free(), here.parameters().free());
    for (int l = 0; l < here.q().size(); l++) {
      InducingPosterior q = there.q().get(l);
      assertClose(q.mean(), here.q().get(l).mean());
      assertThat(q.divergence()).isCloseTo(here.q().get(l).divergence(), within(1e-5));
    }
  }

  @Test
  void priorsCountThereToo() {
    DeviceCase model = DeviceCase.of("sal(1)", "gaussian");
    RowStore rows = model.store();
    DeviceCase.Parts here = withPriors(model.parts());
    DeviceCase.Parts there = withPriors(model.parts());
    double[] expected = bounds(here, model, new MemoryEngine(rows, 400, 1, WORKERS));
    double[] got = bounds(there, model, new CountingEngine(rows));
    assertThat(got[0]).isCloseTo(expected[0], within(1e-9 * Math.abs(expected[0])));
    assertThat(got[5]).isCloseTo(expected[5], within(1e-7 * Math.abs(expected[5])));
  }

  private static DeviceCase.Parts withPriors(DeviceCase.Parts parts) {
    parts.parameters().setPrior("covariance.variance", Priors.logNormal(0.0, 0.5));
    parts.parameters().setPrior("covariance.lengthscales", Priors.gamma(3.0, 2.0));
    return parts;
  }

  @Test
  void theSameStepsHaveTheSameBits() {
    DeviceCase model =
        DeviceCase.of("sal(3) @ mlp(10, relu, dropout=0.25)", "gaussian")
            .withSize(5000, 8, 100, 32);
    RowStore rows = model.store();
    DeviceCase.Parts one = model.parts();
    DeviceCase.Parts two = model.parts();
    CountingEngine first = new CountingEngine(rows);
    CountingEngine second = new CountingEngine(rows);
    assertThat(bounds(one, model, first)).isEqualTo(bounds(two, model, second));
    first.residents.get(0).pull();
    second.residents.get(0).pull();
    assertThat(one.parameters().free()).isEqualTo(two.parameters().free());
    assertThat(one.q().get(0).state()).isEqualTo(two.q().get(0).state());
  }

  @Test
  void stepsOfRowsThatDoNotFitHaveTheSameBits() {
    DeviceCase model = DeviceCase.of("sal(2)", "gaussian").withSize(3000, 4, 30, 12);
    RowStore rows = model.store();
    DeviceRows here = new DeviceRows(rows, Devices.first(), 1000);
    assertThat(here.areThere()).isFalse();
    assertThat(bounds(model.parts(), model, new CountingEngine(here, rows)))
        .isEqualTo(bounds(model.parts(), model, new CountingEngine(rows)));
  }

  private static double[] bounds(DeviceCase.Parts parts, DeviceCase model, Engine engine) {
    TrainingPlan plan =
        TrainingPlan.ofSteps(1000).withBatchSize(400).withLearningRate(0.01).withNaturalStep(0.2);
    Trainable what =
        Trainable.of(parts.architecture(), parts.parameters(), parts.q(), model.nodes());
    Trainer trainer = new Trainer(what, engine, plan, WORKERS);
    double[] bounds = new double[STEPS];
    for (int i = 0; i < STEPS; i++) {
      trainer.step(0.0);
      bounds[i] = trainer.bound();
    }
    return bounds;
  }

  private static void assertClose(double[] got, double[] expected) {
    for (int i = 0; i < got.length; i++) {
      assertThat(got[i])
          .as("value %d", i)
          .isCloseTo(expected[i], within(1e-5 * Math.max(1, Math.abs(expected[i]))));
    }
  }

  /** An engine on the device that remembers who stayed there. */
  private static final class CountingEngine implements ResidentEngine {
    private final CudaEngine engine;
    private final List<Resident> residents = new ArrayList<>();

    CountingEngine(RowStore rows) {
      this(new DeviceRows(rows, Devices.first()), rows);
    }

    CountingEngine(DeviceRows there, RowStore rows) {
      engine = new CudaEngine(Devices.first(), there, rows, 400, 1, WORKERS);
    }

    @Override
    public Resident resident(Moved moved) {
      Resident resident = engine.resident(moved);
      assertThat(resident).isNotNull();
      residents.add(resident);
      return resident;
    }

    @Override
    public long rows() {
      return engine.rows();
    }

    @Override
    public long batchSize() {
      return engine.batchSize();
    }

    @Override
    public void advance() {
      engine.advance();
    }

    @Override
    public long drawn() {
      return engine.drawn();
    }

    @Override
    public void fastForward(long count) {
      engine.fastForward(count);
    }

    @Override
    public void sum(
        io.github.tgp4j.engine.Bound bound,
        io.github.tgp4j.engine.Bound.Pass pass,
        io.github.tgp4j.engine.RowSums total) {
      throw new AssertionError("steps must stay on the device");
    }
  }
}
