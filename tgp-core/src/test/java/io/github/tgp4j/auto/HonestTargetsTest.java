package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Support;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code auto} predicts stays within what a target can be, and holds where it promises. */
class HonestTargetsTest {
  private static Table table(int rows, long seed, double noise, DoubleUnaryOperator of) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = 4 * random.nextDouble() - 2;
      y[i] = of.applyAsDouble(x[i] + noise * random.nextGaussian());
    }
    return Table.builder().number("x", x).number("y", y).build();
  }

  private static AutoFit quick(Table table) {
    return AutoFit.of(table, "y").kernel("rbf").inducing(10).epochs(20).threads(1).seed(2);
  }

  @Test
  void positivesStayAboveZeroAndProportionsBetweenZeroAndOne() {
    SavedModel prices = quick(table(90, 1, 0.7, Math::exp)).candidates("tgp").fit();
    check(prices, Support.above(0, 1), 1e9);
    SavedModel shares = quick(table(90, 2, 1.0, Scalars::sigmoid)).candidates("tgp").fit();
    check(shares, Support.between(0, 1), 1);
  }

  /** A density of whole numbers is no probability: all scores of a list are on one scale. */
  @Test
  void theScoreOfABlendIsOnTheScaleOfItsParts() {
    Table counts = table(90, 3, 0.7, x -> Math.rint(3 * Math.exp(x)));
    FitOutcome outcome = quick(counts).candidates("vwgp").run();
    assertThat(outcome.name()).isEqualTo("blend");
    FitOutcome.Comparison comparison = outcome.comparison();
    assertThat(comparison.reason())
        .startsWith(
            String.format(Locale.ROOT, "held-out NLL %.4f", comparison.scores().get("blend")));
    assertThat(comparison.scores().get("blend"))
        .isNotCloseTo(comparison.heldOut().get("blend").get(0).nll(), within(0.01));
  }

  private static void check(SavedModel saved, Support expected, double upper) {
    Support support = ((BlendedModel) saved.model()).support(0);
    assertThat(support.describe()).isEqualTo(expected.describe());
    assertThat(saved.model().toString()).contains("values " + expected.describe());
    Table far = table(30, 9, 3, x -> 0.5); // inputs beyond those of training, too
    Prediction rows = saved.predict(far);
    double[] zero = new double[30];
    for (double p : new double[] {1e-5, 0.025, 0.5, 0.975, 1 - 1e-5}) {
      for (double q : rows.quantile(p)) {
        assertThat(q).isGreaterThan(0).isLessThan(upper);
      }
    }
    for (double mean : rows.mean()) {
      assertThat(mean).isGreaterThan(0).isLessThan(upper);
    }
    assertThat(rows.cdf(zero)).containsOnly(0);
    zero[0] = -0.01;
    assertThat(rows.logDensity(zero)[0]).isLessThan(-10);
    SavedModel read = ModelFile.fromBytes(ModelFile.toBytes(saved));
    assertThat(((BlendedModel) read.model()).support(0)).isEqualTo(support);
    assertThat(read.predict(far).quantile(0.1)).isEqualTo(rows.quantile(0.1));
  }

  /** A density that puts spikes on the steps that values were rounded to gains nothing by them. */
  @Test
  void roundedTargetsAreComparedOverTheirSteps() {
    double[] y = {1.5, 2.0};
    TargetScale half = new TargetScale(Support.REAL, false, 0.5);
    Distribution broad = Distribution.gaussian(1.75, 0.5);
    Distribution spikes =
        Distribution.blend(
            List.of(Distribution.gaussian(1.5, 1e-4), Distribution.gaussian(2, 1e-4)), 0.5, 0.5);
    double[] ofBroad = half.logDensity(Prediction.of(broad, broad), y);
    double[] ofSpikes = half.logDensity(Prediction.of(spikes, spikes), y);
    assertThat(ofSpikes[0]).isCloseTo(Math.log(0.5 / 0.5), within(1e-9));
    assertThat(ofBroad[0])
        .isCloseTo(Math.log((broad.cdf(1.75) - broad.cdf(1.25)) / 0.5), within(1e-9));
    TargetScale fine = new TargetScale(Support.REAL, false, 0.0);
    assertThat(fine.logDensity(Prediction.of(broad, broad), y)[0]).isEqualTo(broad.logDensity(1.5));
  }

  @Test
  void aLikelihoodThatIsNamedIsUsedAsItIs() {
    SavedModel saved =
        quick(table(90, 1, 0.7, Math::exp)).candidates("tgp").likelihood("gaussian").fit();
    assertThat(saved.model().toString()).doesNotContain("values above 0");
  }

  @Test
  void calibratedIntervalsHoldWhereTheModelIsWrong() {
    DoubleUnaryOperator cube = v -> v * v * v; // the noise is far from even and Gaussian
    AutoFit fit = quick(table(400, 3, 0.8, cube)).model(ModelKind.SVGP).withScores(false);
    SavedModel plain = fit.fit();
    SavedModel saved = fit.calibrate(true).fit();
    assertThat(saved.provenance().settings()).containsEntry("calibrate", "yes");
    assertThat(saved.provenance().metrics()).containsEntry("rows to calibrate by", 80.0);
    Table fresh = table(4000, 4, 0.8, cube);
    double[] y = fresh.all().numbers(1);
    assertThat(Math.abs(coverage(saved.predict(fresh), y, 0.5) - 0.5))
        .isLessThan(Math.abs(coverage(plain.predict(fresh), y, 0.5) - 0.5))
        .isLessThan(0.12); // of one set of 80 rows, two standard errors
    assertThat(coverage(saved.predict(fresh), y, 0.99)).isEqualTo(1.0); // too few to promise
    SavedModel read = ModelFile.fromBytes(ModelFile.toBytes(saved));
    assertThat(read.predict(fresh).quantiles(0.1, 0.999))
        .isDeepEqualTo(saved.predict(fresh).quantiles(0.1, 0.999));
    assertThat(read.model().toString()).contains("calibrated on 80 rows");
    assertThat(saved.model().withParallelism(1).toString()).contains("calibrated on 80 rows");
  }

  /** Whatever the model, but that of classes only, it is honoured. */
  @ParameterizedTest
  @EnumSource(value = ModelKind.class, names = "ETGP", mode = EnumSource.Mode.EXCLUDE)
  void everyModelCanBeCalibrated(ModelKind kind) {
    AutoFit fit = AutoFit.of(table(40, 6, 0.3, Math::exp), "y").model(kind).withScores(false);
    if (kind.isSparse()) {
      fit.inducing(5);
    }
    if (kind.hasSteps()) {
      fit.epochs(1);
    }
    SavedModel saved = fit.threads(1).calibrate(true).fit();
    BlendedModel model = (BlendedModel) saved.model();
    assertThat(model.calibrations()).hasSize(1);
    Prediction rows = saved.predict(table(3, 7, 0.3, Math::exp));
    double[][] q = rows.quantiles(0.01, 0.3, 0.7, 0.99); // of 8 rows
    for (int i = 0; i < 3; i++) {
      assertThat(q[0][i]).isEqualTo(model.support(0).lower());
      assertThat(q[1][i]).isFinite().isLessThan(q[2][i]);
      assertThat(q[3][i]).isEqualTo(Double.POSITIVE_INFINITY);
    }
  }

  private static double coverage(Prediction rows, double[] y, double level) {
    Band band = rows.interval(level);
    double inside = 0;
    for (int i = 0; i < y.length; i++) {
      inside += y[i] >= band.lower()[i] && y[i] <= band.upper()[i] ? 1 : 0;
    }
    return inside / y.length;
  }

  @Test
  void calibrationOfClassesOrOfFewRowsIsRefused() {
    Table classes = table(60, 5, 0.5, v -> v > 0 ? 1 : 0);
    assertThatThrownBy(() -> quick(classes).calibrate(true).fit())
        .hasMessageStartingWith("calibrate: expected a target of numbers but y is 2 classes");
    assertThatThrownBy(() -> quick(table(19, 5, 0.5, v -> v)).calibrate(true).fit())
        .hasMessageStartingWith("calibrate: expected at least 20 rows");
  }
}
