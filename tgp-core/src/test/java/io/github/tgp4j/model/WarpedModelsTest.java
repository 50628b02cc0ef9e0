package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.exact.ExactGp;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Warped GPs, sparse and exact, and the transformed prior, on skewed positive data. */
class WarpedModelsTest {
  private static final int N = 60;
  private static final TrainingPlan SHORT = TrainingPlan.ofSteps(200);
  private final double[][] x = inputs(N, 1);
  private final double[] y = targets(x, 2);
  private final double[][] xNew = inputs(100, 3);
  private final double[] yNew = targets(xNew, 4);

  private static double[][] inputs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, n)
        .mapToObj(i -> new double[] {random.nextDouble(-3, 3)})
        .toArray(double[][]::new);
  }

  /** Log-normal around a sine, in units of 50. */
  private static double[] targets(double[][] x, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Arrays.stream(x)
        .mapToDouble(row -> 50 * Math.exp(1.3 * Math.sin(2 * row[0]) + 0.5 * random.nextGaussian()))
        .toArray();
  }

  private static Tgp sparse() {
    return Tgp.builder().inducing(15).plan(SHORT).threads(1);
  }

  private double score(TgpModel model) {
    return Arrays.stream(model.predict(xNew).logDensity(yNew)).average().orElseThrow();
  }

  @Test
  void warpBeatsTheGpOnSkewedData() {
    double plain = score(sparse().fit(x, y));
    double warped = score(sparse().warp("sal(1) > softplus").fit(x, y));
    double exact = score(WarpedGp.builder().warp("sal(1) > softplus").fit(x, y));
    double both = score(sparse().warp("exp").flow("sal(1)").fit(x, y));
    assertThat(warped).isGreaterThan(plain + 0.3);
    assertThat(exact).isGreaterThan(plain + 0.3);
    assertThat(both).isGreaterThan(plain + 0.3);
  }

  private static void assertPositive(double[] values) {
    assertThat(Arrays.stream(values).min().orElseThrow()).isPositive();
  }

  @Test
  void positiveWarpsPredictPositiveValues() {
    TgpModel model = sparse().warp("sal(1) > softplus").fit(x, y);
    double[][] far = {{-3}, {0.1}, {2.4}, {50}};
    Prediction p = model.predict(far);
    for (double level : new double[] {1e-9, 0.001, 0.5, 0.999}) {
      double[] quantile = p.quantile(level);
      assertPositive(quantile);
      for (double reached : p.cdf(quantile)) {
        assertThat(reached).isCloseTo(level, within(1e-9));
      }
    }
    assertPositive(p.mean());
    assertPositive(Arrays.stream(p.sample(500, 1)).flatMapToDouble(Arrays::stream).toArray());
    for (double[] path : model.samplePaths(Matrix.of(far), 20, 1)) {
      assertPositive(path);
    }
  }

  /** With warp exp the predictive distribution is log-normal: everything is known. */
  @Test
  void expWarpPredictsLogNormals() {
    TgpModel model = sparse().warp("exp").fit(x, y);
    Prediction p = model.predict(xNew);
    double noise = model.parameter("likelihood.noise-variance")[0];
    double scale = model.targetScaling().scale()[0];
    double[] mean = p.mean();
    double[] quantile = p.quantile(0.95);
    for (int i = 0; i < xNew.length; i++) {
      double m = p.latentMean(0)[i];
      double v = p.latentVariance(0)[i] + noise;
      assertThat(mean[i]).isCloseTo(scale * Math.exp(m + v / 2), within(1e-7 * mean[i]));
      double expected = scale * Math.exp(m + Math.sqrt(v) * Scalars.normalQuantile(0.95));
      assertThat(quantile[i]).isCloseTo(expected, within(1e-8 * expected));
    }
  }

  @Test
  void zerosAreCensored() {
    double[] rain = Arrays.stream(y).map(v -> v < 25 ? 0 : v).toArray();
    assertThatThrownBy(() -> sparse().warp("sal(1) > softplus").fit(x, rain))
        .hasMessageContaining("y: row ")
        .hasMessageContaining("censor=");
    TgpModel model = sparse().warp("sal(1) > softplus", 25).fit(x, rain);
    double scale = model.targetScaling().scale()[0];
    assertThat(model.architecture().outputs().get(0).likelihood())
        .isEqualTo(Specs.likelihood("warped(sal(1) > softplus, censor=" + 25 / scale + ")"));
    double[] rainNew = Arrays.stream(yNew).map(v -> v < 25 ? 0 : v).toArray();
    double[] logDensity = model.predict(xNew).logDensity(rainNew);
    assertThat(Arrays.stream(logDensity).sum()).isFinite();
    double censored = Arrays.stream(logDensity).average().orElseThrow();
    TgpModel gp = sparse().fit(x, rain);
    assertThat(censored)
        .isGreaterThan(Arrays.stream(gp.predict(xNew).logDensity(rainNew)).average().orElseThrow());
    // the values behind the limit are predicted, not the zeros
    assertPositive(model.predict(xNew).median());
  }

  @ParameterizedTest
  @EnumSource(Tgp.FlowStart.class)
  void everyWarpStartTrains(Tgp.FlowStart start) {
    TgpModel model = sparse().warp("sal(1) > softplus").warpStart(start).fit(x, y);
    assertThat(score(model)).isGreaterThan(-6);
    if (start != Tgp.FlowStart.DEFAULT) {
      assertThatThrownBy(() -> sparse().warpStart(start).fit(x, y))
          .hasMessageContaining("has no warp");
    }
  }

  @Test
  void exactModelIsTheExactGp() {
    TgpModel model = WarpedGp.builder().covariance("matern32").fit(x, y);
    Matrix xs = model.inputScaling().apply(Matrix.of(x));
    double[] ys = model.targetScaling().apply(Matrix.column(y)).data;
    double noise = model.parameter("likelihood.noise-variance")[0];
    double[] theta = {
      model.parameter("covariance.variance")[0], model.parameter("covariance.lengthscales")[0]
    };
    ExactGp gp = new ExactGp(Specs.covariance("matern32", 1), theta, noise, xs, ys);
    assertThat(model.trainingResult().bound()).isCloseTo(gp.logMarginalLikelihood(), within(1e-9));
    double[] bar = new double[2];
    double noiseBar = gp.gradient(bar);
    assertThat(Math.abs(bar[0] * theta[0]) + Math.abs(bar[1] * theta[1])).isLessThan(0.01);
    assertThat(Math.abs(noiseBar * noise)).isLessThan(0.01);
    double[] mean = new double[xNew.length];
    double[] variance = new double[xNew.length];
    gp.predict(model.inputScaling().apply(Matrix.of(xNew)), mean, variance);
    Prediction p = model.predict(xNew);
    assertThat(p.latentMean(0)).containsExactly(mean, within(1e-6));
    assertThat(p.latentVariance(0)).containsExactly(variance, within(1e-6));
  }

  @Test
  void tooManyRowsAreRefused() {
    assertThatThrownBy(() -> WarpedGp.builder().fit(inputs(3001, 1), new double[3001]))
        .hasMessageContaining("at most 3000 rows")
        .hasMessageContaining("Tgp");
    assertThatThrownBy(() -> TransformedPriorGp.builder().fit(inputs(1001, 1), new double[1001]))
        .hasMessageContaining("at most 1000 rows");
    double[] negative = y.clone();
    negative[7] = -1;
    assertThatThrownBy(() -> WarpedGp.builder().warp("exp").fit(x, negative))
        .hasMessageContaining("row 7")
        .hasMessageContaining("(0.0, Infinity)");
  }

  /**
   * The transformed prior's Gaussian posterior can be no better than the GP's where that is exact.
   */
  @Test
  void transformedPriorPredicts() {
    TransformedPriorGp.Fit fit =
        TransformedPriorGp.builder()
            .covariance("matern32")
            .plan(TrainingPlan.ofSteps(300).withLearningRate(0.05))
            .fit(x, y);
    assertThat(fit.flowValues()).hasSize(4).isNotEqualTo(new double[] {0, 1, 0, 1});
    double plain = score(WarpedGp.builder().covariance("matern32").fit(x, y));
    assertThat(score(fit.model())).isCloseTo(plain, within(0.3));
    assertThat(fit.model().trainingResult().bound()).isFinite();
  }
}
