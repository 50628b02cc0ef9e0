package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs by the normal scores of their ranks. */
class RankedInputsTest {
  private static final int N = 300;
  private static final int HELD = 200;
  private static final Matrix Z = Matrix.zeros(N + HELD, 2);
  private static final Matrix Y = Matrix.zeros(N + HELD, 1);

  private static final Matrix SKEWED;

  @TempDir Path directory;

  static {
    SplittableRandom random = new SplittableRandom(21);
    for (int i = 0; i < N + HELD; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      Z.set(i, 0, a);
      Z.set(i, 1, b);
      Y.set(i, 0, Math.sin(2 * a) + 0.5 * b + 0.1 * random.nextGaussian());
    }
    SKEWED = changed(a -> Math.exp(2 * a));
  }

  private static Matrix changed(DoubleUnaryOperator first) {
    Matrix x = Z.copy();
    for (int i = 0; i < x.rows; i++) {
      x.set(i, 0, first.applyAsDouble(Z.get(i, 0)));
    }
    return x;
  }

  private static Tgp tgp(InputScale inputs) {
    return Tgp.builder().inducing(30).threads(1).inputs(inputs).plan(p -> p.withSteps(60));
  }

  private static double score(Matrix x, InputScale inputs) {
    TgpModel model = tgp(inputs).fit(x.rowRange(0, N).copy(), Y.rowRange(0, N).copy());
    double[] y = Y.rowRange(N, N + HELD).copy().data;
    double[] density = model.predict(x.rowRange(N, N + HELD).copy()).logDensity(y);
    return Arrays.stream(density).average().orElseThrow();
  }

  @Test
  void anIncreasingChangeOfAColumnChangesLittle() {
    double usual = score(Z, InputScale.STANDARD);
    assertThat(score(Z, InputScale.RANKS)).as("no column is skewed").isEqualTo(usual);
    double ranks = score(changed(a -> Math.exp(3 * a)), InputScale.RANKS);
    assertThat(ranks).isCloseTo(usual, within(0.2));
    assertThat(score(changed(a -> Math.sinh(5 * a)), InputScale.RANKS))
        .isCloseTo(ranks, within(0.1));
    assertThat(score(changed(a -> Math.exp(3 * a)), InputScale.STANDARD)).isLessThan(usual - 0.5);
  }

  @Test
  void outliersDoNotHideTheOtherRows() {
    Matrix x = changed(a -> a > 2.2 ? 1e6 * a : a);
    assertThat(score(x, InputScale.RANKS)).isCloseTo(score(Z, InputScale.STANDARD), within(0.2));
    assertThat(score(x, InputScale.STANDARD)).isLessThan(score(x, InputScale.RANKS) - 0.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "sal(1) @ mlp(5, relu)"})
  void farRowsHaveSoundPredictions(String flow) {
    TgpModel model = tgp(InputScale.RANKS).flow(flow).plan(TrainingPlan.ofSteps(20)).fit(SKEWED, Y);
    for (double far : new double[] {10, 1e6, -1e6, 1e300}) {
      assertThat(model.predictRow(far, 0.0).mean()).as("at " + far).isBetween(-100.0, 100.0);
      assertThat(model.predictRow(far, 0.0).quantile(0.975)).isFinite();
    }
  }

  @Test
  void rowsInAFileTeachTheSameAsInMemory() {
    Tgp tgp = tgp(InputScale.RANKS).validation(0.2).plan(TrainingPlan.ofSteps(5));
    TgpModel memory = tgp.fit(SKEWED, Y);
    try (RowStore.Writer writer = RowStore.spill(directory, 2, 1)) {
      writer.append(SKEWED, Y);
      try (RowStore rows = writer.finish()) {
        TgpModel mapped = tgp.fit(rows);
        assertThat(mapped.inputScaling().curves()[0].knots())
            .isEqualTo(memory.inputScaling().curves()[0].knots());
        assertThat(mapped.predict(SKEWED).mean()).isEqualTo(memory.predict(SKEWED).mean());
      }
    }
  }

  @Test
  void curvesAreThoseOfTrainingRowsAndAreKeptByAStartFromAModel() {
    Tgp tgp = tgp(InputScale.RANKS).plan(TrainingPlan.ofSteps(3));
    Matrix first = SKEWED.rowRange(0, N).copy();
    TgpModel model = tgp.copy().fit(first, Y.rowRange(0, N).copy());
    Scaling expected = Scaling.none(2).byRanks(first);
    assertThat(expected.curves()[1]).as("not skewed").isNull();
    assertThat(model.inputScaling().curves()[0].knots()).isEqualTo(expected.curves()[0].knots());
    TgpModel more = tgp.copy().startFrom(model).fit(SKEWED, Y);
    assertThat(more.inputScaling().curves()[0].knots()).isEqualTo(expected.curves()[0].knots());
  }
}
