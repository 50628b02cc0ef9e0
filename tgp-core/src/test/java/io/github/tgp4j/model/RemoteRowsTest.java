package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.RemoteRows;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.io.BoundBytes;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.rows.RowPass;
import io.github.tgp4j.rows.RowSample;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that lie elsewhere give the model that they give here. */
class RemoteRowsTest {
  private static final int N = 700;
  private static final int D = 2;

  private static RowStore rows(boolean classes) {
    SplittableRandom random = new SplittableRandom(5);
    Matrix x = Matrix.zeros(N, D);
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      x.data[D * i] = 3 + random.nextGaussian();
      x.data[D * i + 1] = Math.exp(2 * random.nextGaussian());
      double f = Math.sin(3 * x.data[D * i]) + 0.1 * random.nextGaussian();
      y[i] = classes ? (f > 0.5 ? 2 : f > -0.5 ? 1 : 0) : Math.exp(f);
    }
    return RowStore.of(x, new double[][] {y});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "identity; gaussian; collapsed",
        "sal(1); gaussian; steps",
        "identity; warped(sal(1)); steps",
        "sal(1) @ mlp(4, tanh, dropout=0.5); student-t(4); steps",
        "identity; categorical(3); steps"
      })
  void theModelIsTheSameToTheLastBit(String flow, String likelihood, String plan) {
    RowStore rows = rows(likelihood.startsWith("categorical"));
    Tgp tgp =
        Tgp.builder()
            .flow(flow)
            .likelihood(likelihood)
            .inducing(12)
            .inputs(InputScale.RANKS)
            .threads(2)
            .plan(plan.equals("collapsed") ? TrainingPlan.collapsed(8) : TrainingPlan.ofSteps(8));
    TgpModel here = tgp.fit(rows);
    TgpModel there = tgp.fit(new Elsewhere(rows));
    assertThat(there.parameterNames()).isEqualTo(here.parameterNames());
    for (String name : here.parameterNames()) {
      assertThat(there.parameter(name)).as(name).isEqualTo(here.parameter(name));
    }
    Matrix x = rows.allInputs().rowRange(0, 9);
    assertThat(there.predict(x).latentMean(0)).isEqualTo(here.predict(x).latentMean(0));
  }

  /** Rows held out choose the state, and the rest is what the scaling is learnt from. */
  @Test
  void rowsElsewhereCanBeHeldOut() {
    RowStore rows = rows(false);
    Tgp tgp =
        Tgp.builder()
            .flow("sal(1)")
            .inducing(12)
            .threads(1)
            .plainStart(false)
            .validation(0.2)
            .plan(TrainingPlan.ofSteps(10).withEarlyStopping(2, 5));
    Elsewhere elsewhere = new Elsewhere(rows);
    TgpModel model = tgp.fit(elsewhere);
    assertThat(model.trainingResult().validation()).isNotNaN();
    long[] aside = RowSample.numbers(N, N / 5, ~tgp.seed());
    TgpModel rest = tgp.validation(0).plan(TrainingPlan.ofSteps(1)).fit(elsewhere.without(aside));
    assertThat(model.inputScaling()).usingRecursiveComparison().isEqualTo(rest.inputScaling());
    assertThat(model.targetScaling()).usingRecursiveComparison().isEqualTo(rest.targetScaling());
  }

  /** Training that overfits ends early, at the state that predicts the held-out rows best. */
  @Test
  void heldOutRowsElsewhereEndTraining() {
    SplittableRandom random = new SplittableRandom(7);
    Matrix x = Matrix.zeros(N, 1);
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      x.data[i] = random.nextDouble();
      y[i] = random.nextGaussian(); // nothing to learn
    }
    TgpModel model =
        Tgp.builder()
            .inducing(40)
            .threads(1)
            .validation(0.3)
            .plan(TrainingPlan.ofSteps(400).withLearningRate(0.1).withEarlyStopping(3, 5))
            .fit(new Elsewhere(RowStore.of(x, new double[][] {y})));
    assertThat(model.trainingResult().ended()).isEqualTo(Ended.EARLY_STOPPED);
  }

  /**
   * Of more rows than come here, whoever has them moves the centres that inducing inputs start at.
   */
  @Test
  void allRowsMoveTheInducingInputs() {
    int n = 10_100;
    SplittableRandom random = new SplittableRandom(3);
    Matrix x = Matrix.zeros(n, 1);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x.data[i] = random.nextGaussian();
      y[i] = Math.sin(x.data[i]) + 0.1 * random.nextGaussian();
    }
    Elsewhere elsewhere = new Elsewhere(RowStore.of(x, new double[][] {y}));
    double[] moved = {-7.0, 7.0};
    double[] z =
        Tgp.builder()
            .inducing(2)
            .threads(1)
            .plan(TrainingPlan.ofSteps(1).withBatchSize(50).withLearningRate(1e-9))
            .fit(new Moving(elsewhere, moved))
            .parameter("inducing");
    assertThat(z[0]).isCloseTo(moved[0], Offset.offset(1e-6));
    assertThat(z[1]).isCloseTo(moved[1], Offset.offset(1e-6));
  }

  /** Rows elsewhere that say where centres are. */
  private record Moving(Elsewhere rest, double[] centres) implements RemoteRows {
    @Override
    public long rows() {
      return rest.rows();
    }

    @Override
    public int inputs() {
      return rest.inputs();
    }

    @Override
    public int targets() {
      return rest.targets();
    }

    @Override
    public ScalingLearner learn(Likelihood likelihood) {
      return rest.learn(likelihood);
    }

    @Override
    public RowStore read(long[] numbers) {
      return rest.read(numbers);
    }

    @Override
    public RemoteRows without(long[] numbers) {
      return rest.without(numbers);
    }

    @Override
    public TrainingRows.Engines scaled(LearntScaling scaling) {
      RowStore scaled = scaling.apply(rest.all());
      return new TrainingRows.Engines() {
        @Override
        public Engine open(int batchSize, long seed, Workers workers) {
          return new MemoryEngine(scaled, batchSize, seed, workers);
        }

        @Override
        public Matrix centres(Matrix start, double[] units) {
          assertThat(start.rows).isEqualTo(2);
          return Matrix.wrap(centres.clone(), 2, 1);
        }
      };
    }
  }

  /** All that leaves and comes back is bytes and flat arrays, as on a cluster. */
  private record Elsewhere(RowStore all) implements RemoteRows {
    @Override
    public long rows() {
      return all.rows();
    }

    @Override
    public int inputs() {
      return all.inputs();
    }

    @Override
    public int targets() {
      return all.targets();
    }

    /** In two parts, which merge. */
    @Override
    public ScalingLearner learn(Likelihood likelihood) {
      ScalingLearner first = new ScalingLearner(inputs(), targets());
      ScalingLearner second = new ScalingLearner(inputs(), targets());
      RowPass.over(all, (row, x, y) -> (row < 100 ? first : second).add(x, y));
      ScalingLearner merged = ScalingLearner.of(inputs(), targets(), first.numbers());
      merged.merge(ScalingLearner.of(inputs(), targets(), second.numbers()));
      return merged;
    }

    @Override
    public RowStore read(long[] numbers) {
      int[] places = Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray();
      double[] y = Arrays.stream(places).mapToDouble(i -> all.allTargets()[0][i]).toArray();
      return RowStore.of(all.allInputs().selectRows(places), new double[][] {y});
    }

    @Override
    public RemoteRows without(long[] numbers) {
      int[] rest =
          IntStream.range(0, all.size()).filter(i -> Arrays.binarySearch(numbers, i) < 0).toArray();
      double[] y = Arrays.stream(rest).mapToDouble(i -> all.allTargets()[0][i]).toArray();
      return new Elsewhere(RowStore.of(all.allInputs().selectRows(rest), new double[][] {y}));
    }

    @Override
    public TrainingRows.Engines scaled(LearntScaling scaling) {
      RowStore scaled = scaling.apply(all);
      RowBlock block = RowBlock.of(scaled.allInputs(), scaled.allTargets(), 0);
      return (batchSize, seed, workers) -> new Summing(block);
    }
  }

  /** Full batches, share by share, by bounds that were read from bytes. */
  private static final class Summing implements Engine {
    private final RowBlock block;
    private long drawn;

    Summing(RowBlock block) {
      this.block = block;
    }

    @Override
    public long rows() {
      return block.rows();
    }

    @Override
    public long batchSize() {
      return block.rows();
    }

    @Override
    public void advance() {
      drawn++;
    }

    @Override
    public long drawn() {
      return drawn;
    }

    @Override
    public void fastForward(long count) {
      drawn = count;
    }

    @Override
    public void sum(Bound bound, Bound.Pass pass, RowSums total) {
      byte[] model = BoundBytes.of(bound);
      byte[] state = bound.state().toBytes();
      int shares = bound.cut().shares(rows());
      assertThat(shares).isGreaterThan(1);
      total.clear();
      for (int s = 0; s < shares; s++) {
        Bound elsewhere = BoundBytes.read(model);
        elsewhere.load(State.of(state));
        RowSums part = elsewhere.newSums();
        int from = (int) Cut.start(rows(), s, shares);
        int to = (int) Cut.start(rows(), s + 1, shares);
        elsewhere.accumulateShare(pass, block.slice(from, to), scale(), part, new Scratch());
        total.add(part.flat());
      }
    }
  }
}
