package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.Engine;
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
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.ScalingLearner;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
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

  @Test
  void rowsElsewhereCannotBeHeldOut() {
    Tgp tgp = Tgp.builder().validation(0.1);
    assertThatThrownBy(() -> tgp.fit(new Elsewhere(rows(false))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("validation: expected 0");
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
