package io.github.tgp4j.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalingLearnerTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final int ROWS = 400;

  /** Columns that are easy, far from zero, huge, tiny, of very different sizes, and constant. */
  private static double[][] rows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[ROWS][6];
    for (int i = 0; i < ROWS; i++) {
      rows[i][0] = random.nextGaussian();
      rows[i][1] = 1e7 + random.nextGaussian();
      rows[i][2] = 1e300 * random.nextDouble(-1, 1);
      rows[i][3] = 1e-300 * random.nextDouble();
      rows[i][4] = Math.exp(100 * random.nextGaussian());
      rows[i][5] = 0.3;
    }
    return rows;
  }

  private static LearntScaling finish(ScalingLearner learner) {
    return learner.finish(TargetScaling.STANDARDISE, TargetScaling.SCALE);
  }

  private static void add(ScalingLearner learner, double[][] rows, int from, int to) {
    for (int i = from; i < to; i++) {
      learner.add(rows[i], new double[] {rows[i][0]});
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void anyCutOfTheRowsTeachesTheSame(long seed) {
    double[][] rows = rows(seed);
    ScalingLearner whole = new ScalingLearner(6, 1);
    add(whole, rows, 0, ROWS);
    ScalingLearner merged = new ScalingLearner(6, 1);
    SplittableRandom random = new SplittableRandom(~seed);
    int from = 0;
    while (from < ROWS) {
      int to = Math.min(ROWS, from + random.nextInt(150));
      ScalingLearner part = new ScalingLearner(6, 1);
      add(part, rows, from, to);
      merged.merge(part);
      from = to;
    }
    assertThat(merged.rows()).isEqualTo(ROWS);
    LearntScaling a = finish(whole);
    LearntScaling b = finish(merged);
    for (int j = 0; j < 6; j++) {
      double scale = a.inputs().scale()[j];
      assertThat(b.inputs().scale()[j]).isCloseTo(scale, within(1e-14 * scale));
      double shift = a.inputs().shift()[j];
      assertThat(b.inputs().shift()[j]).isCloseTo(shift, within(1e-14 * Math.abs(shift)));
    }
    assertThat(b.targets().scale()[0]).isCloseTo(a.targets().scale()[0], within(1e-14));
  }

  @Test
  void meansAndDeviationsAreThoseOfSixtyDigits() {
    double[][] rows = rows(9);
    Scaling learnt = Scaling.standardise(Matrix.of(rows));
    for (int j = 0; j < 5; j++) {
      BigDecimal n = BigDecimal.valueOf(ROWS);
      BigDecimal sum = BigDecimal.ZERO;
      BigDecimal squares = BigDecimal.ZERO;
      for (double[] row : rows) {
        BigDecimal x = new BigDecimal(row[j]);
        sum = sum.add(x);
        squares = squares.add(x.multiply(x, DIGITS), DIGITS);
      }
      BigDecimal mean = sum.divide(n, DIGITS);
      BigDecimal variance = squares.divide(n, DIGITS).subtract(mean.multiply(mean, DIGITS), DIGITS);
      double deviation = variance.sqrt(DIGITS).doubleValue();
      assertThat(learnt.scale()[j]).isCloseTo(deviation, within(1e-14 * deviation));
      assertThat(learnt.shift()[j])
          .isCloseTo(mean.doubleValue(), within(1e-14 * Math.abs(mean.doubleValue())));
    }
    assertThat(learnt.shift()[5]).isEqualTo(0.3);
    assertThat(learnt.scale()[5]).as("a constant, by its magnitude").isEqualTo(0.3);
  }

  @Test
  void marksAreLeftAsTheyAreAndTargetsAreNot() {
    ScalingLearner learner = new ScalingLearner(3, 1);
    for (int i = 0; i < 200; i++) {
      double mark = i == 17 ? 1 : 0;
      learner.add(new double[] {mark, 2 * mark, 1.0}, new double[] {mark});
    }
    LearntScaling learnt = finish(learner);
    assertThat(learnt.inputs().shift()[0]).isZero();
    assertThat(learnt.inputs().scale()[0]).isEqualTo(1.0);
    assertThat(learnt.inputs().scale()[1]).as("0 and 2").isCloseTo(0.1411, within(1e-4));
    assertThat(learnt.inputs().scale()[2]).as("all 1").isEqualTo(1.0);
    assertThat(learnt.targets().scale()[0]).isCloseTo(0.0705, within(1e-4));
  }

  @Test
  void learnersOfOtherColumnsAreRefused() {
    assertThatThrownBy(() -> new ScalingLearner(2, 1).merge(new ScalingLearner(3, 1)))
        .hasMessageContaining("2 inputs");
  }
}
