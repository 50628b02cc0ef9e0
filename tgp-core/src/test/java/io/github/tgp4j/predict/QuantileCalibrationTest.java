package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileCalibrationTest {
  private static QuantileCalibration evenly(int n) {
    double[] u = IntStream.rangeClosed(1, n).mapToDouble(i -> i / (n + 1.0)).toArray();
    return new QuantileCalibration(u, u);
  }

  @Test
  void aModelThatIsRightStaysAsItIs() {
    QuantileCalibration known = evenly(999);
    for (double p : new double[] {0.001, 0.025, 0.3, 0.5, 0.9, 0.999}) {
      assertThat(known.level(p)).isEqualTo(p, org.assertj.core.data.Offset.offset(1e-12));
    }
  }

  @Test
  void fewRowsPromiseNothingAboutFarLevels() {
    Prediction rows =
        Prediction.of(Distribution.gaussian(1, 2)).calibrated(evenly(20), Support.REAL);
    Band far = rows.interval(0.99);
    assertThat(far.lower()[0]).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(far.upper()[0]).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(evenly(20).largestInterval()).isBetween(0.9, 0.905);
    assertThat(rows.interval(0.90).lower()[0]).isFinite();
    assertThat(rows.interval(0.95).upper()[0]).isInfinite();
    Prediction positive =
        Prediction.of(Distribution.gaussian(1, 2))
            .within(Support.above(0, 1))
            .calibrated(evenly(20), Support.above(0, 1));
    assertThat(positive.interval(0.99).lower()[0]).isZero();
    assertThat(positive.row(0).quantile(0.999)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void onlyQuantilesChange() {
    Distribution own = Distribution.gaussian(3, 0.5);
    double[] u = {0.3, 0.4, 0.5, 0.6, 0.7};
    Prediction rows = Prediction.of(own).calibrated(new QuantileCalibration(u, u), Support.REAL);
    Distribution row = rows.row(0);
    assertThat(row.mean()).isEqualTo(own.mean());
    assertThat(rows.variance()[0]).isEqualTo(own.variance());
    assertThat(rows.cdf(new double[] {2.5})[0]).isEqualTo(own.cdf(2.5));
    assertThat(rows.logDensity(new double[] {2.5})[0]).isEqualTo(own.logDensity(2.5));
    assertThat(rows.crps(new double[] {2.5})[0]).isEqualTo(own.crps(2.5));
    assertThat(row.sample(5, 1)).isEqualTo(own.sample(5, 1));
    assertThat(row.quantile(0.2)).isEqualTo(own.quantile(0.3));
    assertThat(rows.quantiles(0.01, 0.8, 0.5))
        .isDeepEqualTo(
            new double[][] {
              {Double.NEGATIVE_INFINITY}, {own.quantile(0.7)}, {own.quantile(0.5)},
            });
  }

  @Test
  void quantilesAreMonotone() {
    SplittableRandom random = new SplittableRandom(4);
    double[] at = random.doubles(57).toArray();
    double[] before = Arrays.stream(at).map(u -> u * random.nextDouble()).toArray();
    QuantileCalibration known = new QuantileCalibration(before, at);
    double last = -1;
    for (int i = 1; i < 1000; i++) {
      assertThat(known.level(i / 1000.0)).isGreaterThanOrEqualTo(last);
      last = known.level(i / 1000.0);
    }
  }

  /** A model that is wrong in mean and spread, on tables whose noise grows with x. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.95})
  void intervalsOfAWrongModelHoldOnNewRows(double level) {
    SplittableRandom random = new SplittableRandom(11);
    double inside = 0;
    int tables = 200;
    for (int t = 0; t < tables; t++) {
      Prediction wrong = wrong(random, 60);
      QuantileCalibration known = QuantileCalibration.of(wrong, observed);
      Prediction fresh = wrong(random, 50);
      Band band = fresh.calibrated(known, Support.REAL).interval(level);
      for (int i = 0; i < 50; i++) {
        inside += observed[i] >= band.lower()[i] && observed[i] <= band.upper()[i] ? 1 : 0;
      }
    }
    double coverage = inside / (50 * tables);
    // at least what was promised, at most two rows of 61 more; 0.01 is three standard errors
    assertThat(coverage).isBetween(level - 0.01, level + 2.0 / 61 + 0.01);
  }

  /** The same of counts, for which intervals cover more. */
  @Test
  void intervalsOfCountsHold() {
    SplittableRandom random = new SplittableRandom(12);
    int inside = 0;
    for (int t = 0; t < 100; t++) {
      Prediction wrong = wrong(random, 60).rounded();
      observed = Arrays.stream(observed).map(Math::rint).toArray();
      QuantileCalibration known = QuantileCalibration.of(wrong, observed);
      Prediction fresh = wrong(random, 50).rounded();
      Band band = fresh.calibrated(known, Support.REAL).interval(0.8);
      for (int i = 0; i < 50; i++) {
        double y = Math.rint(observed[i]);
        inside += y >= band.lower()[i] && y <= band.upper()[i] ? 1 : 0;
      }
    }
    assertThat(inside / 5000.0).isGreaterThan(0.79);
  }

  private double[] observed;

  private Prediction wrong(SplittableRandom random, int n) {
    observed = new double[n];
    List<Distribution> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double x = random.nextDouble();
      observed[i] = Math.sin(6 * x) + (0.1 + 2 * x) * random.nextGaussian();
      out.add(Distribution.gaussian(0.3, 0.2 + 0.5 * x));
    }
    return Prediction.of(out);
  }

  @Test
  void whatIsNoProbabilityIsRefused() {
    double[] one = {0.5};
    assertThatThrownBy(() -> new QuantileCalibration(new double[0], new double[0]))
        .hasMessageContaining("one or more rows");
    assertThatThrownBy(() -> new QuantileCalibration(one, new double[] {Double.NaN}))
        .hasMessageContaining("probabilities");
    assertThatThrownBy(() -> new QuantileCalibration(one, new double[] {0.4}))
        .hasMessageContaining("calibration");
    assertThatThrownBy(
            () ->
                Prediction.of(new ClassFrequencies(new double[] {0.5, 0.5}))
                    .calibrated(new QuantileCalibration(one, one), Support.REAL))
        .hasMessageContaining("classes");
  }
}
