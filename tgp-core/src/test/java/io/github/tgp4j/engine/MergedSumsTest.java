package io.github.tgp4j.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepElbo;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.nonmarginal.ConditionedFlowElbo;
import io.github.tgp4j.nonmarginal.InducingReadout;
import io.github.tgp4j.nonmarginal.StudentTProcessElbo;
import io.github.tgp4j.nonmarginal.StudentTScale;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FlowNetwork;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sums of parts of the rows, computed elsewhere from a state, are those of all rows. */
class MergedSumsTest {
  private static final int N = 1300;
  private static final int D = 2;
  private static final Matrix X = SmallModel.random(N, D, new SplittableRandom(1));
  private static final double SCALE = 1.5;
  private static final Workers WORKERS = new Workers(2);

  /** Every kind of bound: each call makes the same one, with values of its own. */
  static Stream<Arguments> bounds() {
    return Stream.of(
        bound("svgp", () -> shallow("rbf", "identity", "gaussian")),
        bound("tgp", () -> shallow("matern32", "sal(2)", "student-t(4)")),
        bound("v-wgp", () -> shallow("rbf", "identity", "warped(sal(1))")),
        bound("classes", () -> shallow("rbf", "sal(1)", "categorical(3)")),
        bound("ba-tgp", () -> shallow("rbf", "sal(1) @ mlp(5, tanh, dropout=0.5)", "gaussian")),
        bound("vb-tgp", () -> shallow("rbf", "sal(1) @ mlp(5, tanh, bayes)", "gaussian")),
        bound("deep", MergedSumsTest::deep),
        bound("t-process", MergedSumsTest::studentT),
        bound("conditioned", MergedSumsTest::conditioned));
  }

  private static Arguments bound(String name, Supplier<Bound> maker) {
    return Arguments.of(name, maker);
  }

  private static Bound shallow(String covariance, String flow, String likelihood) {
    FlowSpec spec = Specs.flowSpec(flow);
    int latents = Specs.likelihood(likelihood).latents();
    Architecture.Output output =
        spec.dependsOnInput()
            ? Architecture.Output.dependent(
                Specs.likelihood(likelihood),
                List.of(
                    FlowNetwork.of(
                        spec.flow(),
                        FlowNetwork.usualParameters(spec.flow()),
                        spec.network(),
                        D,
                        2,
                        1.0,
                        7)))
            : new Architecture.Output(
                Specs.likelihood(likelihood), java.util.Collections.nCopies(latents, spec.flow()));
    Architecture architecture =
        new Architecture(D, List.of(group(covariance, latents)), List.of(output));
    Parameters parameters = architecture.newParameters(List.of(inducing()));
    architecture.startNetworks(parameters);
    List<Nodes> nodes = List.of(Nodes.forLatents(latents, 5, 3));
    return new Elbo(architecture, parameters, posteriors(architecture), nodes, WORKERS);
  }

  private static Architecture.Group group(String covariance, int latents) {
    return new Architecture.Group(
        Specs.covariance(covariance, D), Specs.mean("linear", D), 6, latents);
  }

  private static Matrix inducing() {
    return SmallModel.random(6, D, new SplittableRandom(2));
  }

  private static List<InducingPosterior> posteriors(Architecture architecture) {
    return SmallModel.posteriors(architecture, new SplittableRandom(4));
  }

  private static Bound deep() {
    Architecture last =
        new Architecture(
            D,
            List.of(
                new Architecture.Group(Specs.covariance("rbf", D), Specs.mean("zero", D), 6, 1)),
            List.of(
                new Architecture.Output(
                    Specs.likelihood("gaussian"), List.of(Specs.flow("identity")))));
    DeepArchitecture architecture =
        new DeepArchitecture(
            List.of(new DeepArchitecture.Hidden(Specs.covariance("rbf", D), 6, D)), last);
    Parameters parameters = architecture.newParameters(inducing(), List.of(Matrix.identity(D)));
    return new DeepElbo(
        architecture,
        parameters,
        architecture.newPosteriors(0.1, 1.0),
        List.of(Nodes.gaussHermite(5)),
        WORKERS);
  }

  private static Bound studentT() {
    SmallModel model = SmallModel.of("rbf", "sal(1)", "gaussian", inducing());
    model.parameters.add("scale", StudentTScale.learnt(5.0));
    return new StudentTProcessElbo(
        model.architecture,
        model.parameters,
        posteriors(model.architecture).get(0),
        Nodes.gaussHermite(5),
        WORKERS);
  }

  private static Bound conditioned() {
    SmallModel model = SmallModel.of("rbf", "sal(1)", "gaussian", inducing());
    InducingReadout readout = new InducingReadout(model.architecture.flow(0), 6, 4);
    model.parameters.add("readout", readout);
    return new ConditionedFlowElbo(
        model.architecture,
        readout,
        model.parameters,
        posteriors(model.architecture).get(0),
        Nodes.gaussHermite(5),
        WORKERS);
  }

  private static double[][] targets(String name) {
    double[] y = new double[N];
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      y[i] = name.equals("classes") ? random.nextInt(3) : random.nextGaussian();
    }
    return new double[][] {y};
  }

  /** All rows on this machine, two threads, by the bound itself. */
  private static RowSums whole(Bound bound, Bound.Pass pass, double[][] y) {
    bound.useNoise(11, 5);
    bound.prepare(pass);
    RowSums total = bound.newSums();
    new GivenRows(RowBlock.of(X, y, 0), SCALE, WORKERS).sum(bound, pass, total);
    return total;
  }

  /** Parts of the rows, each by a bound elsewhere that was sent the state; merged in order. */
  private static double[] merged(
      Supplier<Bound> maker, byte[] state, Bound.Pass pass, double[][] y, List<Integer> borders) {
    RowSums total = maker.get().newSums();
    RowBlock rows = RowBlock.of(X, y, 0);
    for (int b = 0; b + 1 < borders.size(); b++) {
      Bound elsewhere = maker.get();
      elsewhere.load(State.of(state));
      RowSums part = elsewhere.newSums();
      elsewhere.accumulateShare(
          pass, rows.slice(borders.get(b), borders.get(b + 1)), SCALE, part, new Scratch());
      total.add(part.flat());
    }
    return total.flat();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bounds")
  void cutAtShareBordersTheSumsAreTheSameBits(String name, Supplier<Bound> maker) {
    double[][] y = targets(name);
    Bound bound = maker.get();
    double[] whole = whole(bound, Bound.Pass.GRADIENT, y).flat();
    int shares = bound.cut().shares(N);
    assertThat(shares).isGreaterThan(1);
    List<Integer> borders = new ArrayList<>();
    for (int s = 0; s <= shares; s++) {
      borders.add((int) Cut.start(N, s, shares));
    }
    byte[] state = bound.state().toBytes();
    assertThat(merged(maker, state, Bound.Pass.GRADIENT, y, borders)).isEqualTo(whole);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bounds")
  void cutAnywhereTheyAgreeTo12Digits(String name, Supplier<Bound> maker) {
    double[][] y = targets(name);
    Bound bound = maker.get();
    double[] whole = whole(bound, Bound.Pass.GRADIENT, y).flat();
    double largest = 0.0;
    for (double value : whole) {
      largest = Math.max(largest, Math.abs(value));
    }
    byte[] state = bound.state().toBytes();
    List<Integer> borders = List.of(0, 1, 1, 17, 700, 701, 1299, N); // an empty part among them
    double[] merged = merged(maker, state, Bound.Pass.GRADIENT, y, borders);
    for (int i = 0; i < whole.length; i++) {
      assertThat(Math.abs(merged[i] - whole[i])).as("sum " + i).isLessThan(1e-12 * largest);
    }
  }

  @Test
  void theCollapsedBoundsMomentsMergeToo() {
    double[][] y = targets("svgp");
    Supplier<Bound> maker = () -> shallow("rbf", "identity", "gaussian");
    Bound bound = maker.get();
    double[] whole = whole(bound, Bound.Pass.MOMENTS, y).flat();
    int shares = bound.cut().shares(N);
    List<Integer> borders = new ArrayList<>();
    for (int s = 0; s <= shares; s++) {
      borders.add((int) Cut.start(N, s, shares));
    }
    byte[] state = bound.state().toBytes();
    assertThat(merged(maker, state, Bound.Pass.MOMENTS, y, borders)).isEqualTo(whole);
  }

  /** The bound finished from merged sums is the bound: what a cluster's driver does. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("bounds")
  void finishedElsewhereItIsTheSameBound(String name, Supplier<Bound> maker) {
    double[][] y = targets(name);
    Bound bound = maker.get();
    RowSums whole = whole(bound, Bound.Pass.GRADIENT, y);
    RowSums copy = bound.newSums();
    copy.add(whole.flat());
    Bound again = maker.get();
    again.useNoise(11, 5);
    double expected = again.evaluate(X, y, SCALE);
    assertThat(bound.finish(copy)).isEqualTo(expected);
    assertThat(copy.thetaBar).isEqualTo(again.gradient());
  }

  /** A row draws the same dropout masks in whatever batch, and wherever in it, it comes. */
  @Test
  void noiseIsNamedByTheRowsNumber() {
    double[][] y = targets("ba-tgp");
    Bound bound = shallow("rbf", "sal(1) @ mlp(5, tanh, dropout=0.5)", "gaussian");
    bound.useNoise(11, 5);
    bound.prepare(Bound.Pass.GRADIENT);
    long[] numbers = {900, 3, 77, 1200};
    Matrix x = X.selectRows(new int[] {900, 3, 77, 1200});
    double[] chosen = {y[0][900], y[0][3], y[0][77], y[0][1200]};
    RowSums batch = bound.newSums();
    bound.accumulate(
        Bound.Pass.GRADIENT,
        RowBlock.of(x, new double[][] {chosen}, numbers),
        1.0,
        batch,
        new Scratch());
    double alone = 0.0;
    for (long row : numbers) {
      RowSums one = bound.newSums();
      RowBlock block = RowBlock.of(X, y, 0).slice((int) row, (int) row + 1);
      bound.accumulate(Bound.Pass.GRADIENT, block, 1.0, one, new Scratch());
      alone += one.expectation;
    }
    assertThat(batch.expectation).isCloseTo(alone, org.assertj.core.data.Offset.offset(1e-10));
  }

  @Test
  void batchesOfOneEpochAddUpToAllRows() {
    double[][] y = targets("svgp");
    Bound bound = shallow("rbf", "identity", "gaussian");
    bound.prepare(Bound.Pass.GRADIENT);
    MemoryEngine engine = new MemoryEngine(RowStore.of(X, y), 325, 9, WORKERS);
    assertThat(engine.scale()).isEqualTo(4.0);
    RowSums total = bound.newSums();
    double sum = 0.0;
    for (int b = 0; b < 4; b++) {
      engine.advance();
      engine.sum(bound, Bound.Pass.GRADIENT, total);
      sum += total.expectation / 4;
    }
    new GivenRows(RowBlock.of(X, y, 0), 1.0, WORKERS).sum(bound, Bound.Pass.GRADIENT, total);
    assertThat(sum).isCloseTo(total.expectation, org.assertj.core.data.Offset.offset(1e-8));
  }

  @Test
  void foreignStatesAndSumsAreRefused() {
    Bound bound = shallow("rbf", "identity", "gaussian");
    bound.prepare(Bound.Pass.GRADIENT);
    State state = bound.state();
    Bound other = shallow("rbf", "sal(1)", "gaussian");
    assertThatThrownBy(() -> other.load(state)).hasMessageContaining("not those of this model");
    assertThatThrownBy(() -> other.newSums().add(new double[3])).hasMessageContaining("but got 3");
    assertThatThrownBy(() -> State.of(new byte[9])).hasMessageContaining("multiple of 8");
  }
}
