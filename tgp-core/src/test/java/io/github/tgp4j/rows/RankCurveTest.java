package io.github.tgp4j.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankCurveTest {
  private static final int N = 3000;

  private static double[] column(String shape) {
    SplittableRandom random = new SplittableRandom(4);
    return DoubleStream.generate(random::nextGaussian)
        .limit(N)
        .map(
            z ->
                switch (shape) {
                  case "one" -> z > 3.2 ? 300 : z;
                  case "skewed" -> Math.exp(3 * z);
                  case "outliers" -> z > 2 ? 1e6 * z : z;
                  case "huge" ->
                      Math.copySign(
                          Math.min(1.7e308, 1e303 * Math.abs(z) * Math.exp(4 * Math.abs(z))), z);
                  case "ties" -> Math.rint(4 * Math.exp(z));
                  case "zeros" -> Math.max(0, z * z * z);
                  default -> throw new IllegalArgumentException(shape);
                })
        .toArray();
  }

  /** Φ⁻¹((r − ½)/n), r the mean rank of equal values, by counting. */
  private static double score(double[] values, double x) {
    long below = DoubleStream.of(values).filter(v -> v < x).count();
    long equal = DoubleStream.of(values).filter(v -> v == x).count();
    return Scalars.normalQuantile((below + 0.5 * equal) / values.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "skewed", "outliers", "huge", "ties", "zeros"})
  void valuesGetTheNormalScoresOfTheirRanks(String shape) {
    double[] values = column(shape);
    RankCurve curve = RankCurve.of(values);
    assertThat(curve.knots()).hasSizeBetween(RankCurve.LEAST_VALUES, 100);
    for (int k = 0; k < curve.knots().length; k++) {
      double x = curve.knots()[k];
      assertThat(curve.apply(x)).isCloseTo(score(values, x), within(1e-9));
    }
    for (int i = 0; i < N; i += 7) { // between knots, a straight line: near enough
      assertThat(curve.apply(values[i])).isCloseTo(score(values, values[i]), within(0.17));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "skewed", "outliers", "huge", "ties", "zeros"})
  void increasesEverywhereAndIsUndone(String shape) {
    double[] values = column(shape);
    RankCurve curve = RankCurve.of(values);
    double least = DoubleStream.of(values).min().orElseThrow();
    double most = DoubleStream.of(values).max().orElseThrow();
    double before = Double.NEGATIVE_INFINITY;
    for (int i = -300; i <= 600; i++) {
      double x = shape.equals("huge") ? i * 2e305 : least + (most - least) * i / 300.0;
      double score = curve.apply(x);
      assertThat(score).isFinite().isGreaterThan(before);
      assertThat(curve.undo(score)).isCloseTo(x, within(1e-8 * (most / 2 - least / 2)));
      before = score;
    }
  }

  @Test
  void farValuesNeitherCollapseNorExplode() {
    RankCurve curve = new RankCurve(new double[] {-2, 0, 2}, new double[] {-2, 0, 2});
    assertThat(curve.apply(4.0)).isEqualTo(4.0);
    assertThat(curve.apply(-6.0)).isCloseTo(-2 - 3 - Math.log(2), within(1e-12));
    assertThat(curve.apply(1e6)).isBetween(15.0, 25.0);
    assertThat(curve.apply(-1e6)).isBetween(-25.0, -15.0);
    assertThat(curve.apply(Double.MAX_VALUE)).isLessThan(1000.0);
    RankCurve wide = RankCurve.of(column("huge"));
    assertThat(wide.apply(-Double.MAX_VALUE)).isFinite();
    // One outlier at the top does not flatten the curve below the smallest value.
    RankCurve skewed = RankCurve.of(column("outliers"));
    assertThat(skewed.apply(-8.0)).isLessThan(skewed.apply(-4.0) - 2);
  }

  @Test
  void fewValuesHaveNoCurve() {
    double[] values = new double[500];
    for (int i = 0; i < 500; i++) {
      values[i] = Math.pow(7, i % 9);
    }
    assertThat(RankCurve.of(values)).isNull();
    values[17] = 9.5;
    assertThat(RankCurve.of(values)).isNotNull();
    assertThat(RankCurve.of(new double[0])).isNull();
  }

  /** Normal and even values need none, skewed ones and outliers do; units do not matter. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1e-200, 0", "1e200, 0", "-3, 1e4"})
  void columnsThatAreNearlyStraightHaveNoCurve(double unit, double at) {
    SplittableRandom random = new SplittableRandom(8);
    double[] normal = new double[N];
    double[] even = new double[N];
    double[] skewed = new double[N];
    double[] outlier = new double[N];
    double[] rounding = new double[N];
    for (int i = 0; i < N; i++) {
      normal[i] = at + unit * random.nextGaussian();
      even[i] = at + unit * random.nextDouble();
      skewed[i] = at + unit * Math.exp(1.3 * random.nextGaussian());
      outlier[i] = i == 7 ? at + 1e6 * unit : normal[i];
      rounding[i] = unit * (1 + 1e-15 * random.nextInt(1, 20));
    }
    assertThat(RankCurve.of(normal)).isNull();
    assertThat(RankCurve.of(even)).isNull();
    assertThat(RankCurve.of(rounding)).isNull();
    assertThat(RankCurve.of(skewed)).isNotNull();
    assertThat(RankCurve.of(outlier)).isNotNull();
  }

  @Test
  void columnsOfMarksAndLevelsStayStandardised() {
    Matrix x = Matrix.zeros(200, 3);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      x.set(i, 0, i % 2);
      x.set(i, 1, i % 5);
      x.set(i, 2, Math.exp(2 * random.nextGaussian()));
    }
    RowStore rows = RowStore.of(x, new double[][] {new double[200]});
    Scaling ranks = LearntScaling.of(rows, InputScale.RANKS, TargetScaling.NONE).inputs();
    Scaling standard = Scaling.standardise(x);
    assertThat(ranks.curves()[0]).isNull();
    assertThat(ranks.curves()[1]).isNull();
    assertThat(ranks.apply(1, 3.0)).isEqualTo(standard.apply(1, 3.0));
    assertThat(ranks.undo(1, 0.5)).isEqualTo(standard.undo(1, 0.5));
    assertThat(ranks.apply(2, 1.0)).isEqualTo(ranks.curves()[2].apply(1.0));
    assertThat(ranks.undo(2, ranks.apply(2, 1.3))).isCloseTo(1.3, within(1e-12));
    Scaling raw = LearntScaling.of(rows, InputScale.RAW, TargetScaling.NONE).inputs();
    assertThat(raw.apply(x).data).isEqualTo(x.data);
  }

  /** Samples of parts of the rows merge to the sample of all rows, and so do curves. */
  @Test
  void partsOfTheRowsTeachTheSame() {
    double[] values = column("skewed");
    RowSample whole = new RowSample(500, 1, 9);
    RowSample first = new RowSample(500, 1, 9);
    RowSample second = new RowSample(500, 1, 9);
    for (int i = 0; i < N; i++) {
      whole.add(i, new double[] {values[i]});
      (i < 1100 ? first : second).add(i, new double[] {values[i]});
    }
    second.merge(first);
    Scaling none = Scaling.none(1);
    assertThat(none.byRanks(second.inputs()).curves()[0].knots())
        .isEqualTo(none.byRanks(whole.inputs()).curves()[0].knots());
  }

  @Test
  void pointsThatAreNoCurveAreRefused() {
    assertThatThrownBy(() -> new RankCurve(new double[] {1, 1}, new double[] {-1, 1}))
        .hasMessageContaining("increasing knots and scores but got 1.0 and 1.0");
    assertThatThrownBy(() -> new RankCurve(new double[] {1, 2}, new double[] {-1, Double.NaN}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new RankCurve(new double[] {1}, new double[] {0}))
        .hasMessageContaining("at least two knots");
    assertThatThrownBy(() -> new RankCurve(new double[] {1, 2}, new double[] {1, 2}))
        .hasMessageContaining("from below 0 to above 0");
    assertThatThrownBy(
            () -> new Scaling(new double[2], new double[] {1, 1}, new RankCurve[] {null}))
        .hasMessageContaining("expected none or 2");
  }
}
