package io.github.tgp4j.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.cuda.device.Devices;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.MixtureAnswers;
import io.github.tgp4j.mixture.MixtureDevice;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is predicted on the device is what the processor predicts. */
@EnabledIf("io.github.tgp4j.cuda.device.Devices#hasDriver")
class PredictionDeviceTest {
  private static final double[] LEVELS = {0.01, 0.25, 0.5, 0.9, 0.99};
  private static final String DRAWN = "sal(3) @ mlp(50, 50, relu, dropout=0.25)";

  /** A model, draws of its network, and whether the device answers for its mixtures. */
  record Case(DeviceCase model, int samples, boolean answers) {}

  static Stream<Case> models() {
    return Stream.of(
        new Case(DeviceCase.of("identity", "gaussian"), 0, false),
        new Case(DeviceCase.of("identity", "gaussian").withSize(700, 8, 300, 12), 0, false),
        new Case(DeviceCase.of("sal(3)", "gaussian"), 0, true),
        new Case(DeviceCase.of("rq-spline(5)", "gaussian").withCovariance("matern32"), 0, true),
        new Case(DeviceCase.of("inverse(sal(1))", "gaussian"), 0, true),
        new Case(DeviceCase.of(DRAWN, "gaussian"), 20, true),
        new Case(DeviceCase.of(DRAWN, "gaussian").withSize(700, 8, 100, 12), 100, true),
        new Case(DeviceCase.of(DRAWN, "gaussian"), 0, false), // the mean network
        new Case(DeviceCase.of("sal(1) @ mlp(8, tanh, bayes)", "gaussian"), 10, true),
        new Case(DeviceCase.of("sal(1) @ mlp(8, tanh)", "gaussian"), 10, true),
        new Case(DeviceCase.of("sal(1)", "student-t(4)"), 0, false),
        new Case(DeviceCase.of("identity", "gaussian(noise=gp)"), 0, false),
        new Case(DeviceCase.of("identity", "warped(sal(1))"), 0, false));
  }

  private static TgpModel model(Case one) {
    DeviceCase.Parts parts = one.model.parts();
    LinearTails tails = new LinearTails(-1.0, 0.8, true, true, -1.5, 1.1);
    return new TgpModel(
            Scaling.none(one.model.inputs()),
            Scaling.none(1),
            parts.architecture(),
            parts.parameters(),
            parts.q(),
            null,
            one.samples)
        .withTails(Collections.nCopies(parts.architecture().latents(), tails));
  }

  private static Matrix rows(int count, int inputs) {
    return DeviceCase.normal(count, inputs, new SplittableRandom(9));
  }

  private static double[] targets(int count) {
    SplittableRandom random = new SplittableRandom(4);
    return IntStream.range(0, count).mapToDouble(i -> random.nextGaussian()).toArray();
  }

  @ParameterizedTest
  @MethodSource("models")
  void predictionsAreThoseOfTheProcessor(Case one) {
    TgpModel here = model(one);
    TgpModel there = here.withDevice("cuda");
    Matrix x = rows(one.model.rows(), one.model.inputs());
    double[] y = targets(x.rows);
    Prediction expected = here.predict(x);
    Prediction got = there.predict(x);
    for (int c = 0; c < here.architecture().latents(); c++) {
      near("mean", got.latentMean(c), expected.latentMean(c), 1e-9);
      near("variance", got.latentVariance(c), expected.latentVariance(c), 1e-9);
    }
    Summary answers = got.summary(LEVELS);
    Summary wanted = expected.summary(LEVELS);
    near("mean", answers.mean(), wanted.mean(), 1e-9);
    near("deviation", answers.standardDeviation(), wanted.standardDeviation(), 1e-9);
    double[] scale = wanted.standardDeviation();
    for (int k = 0; k < LEVELS.length; k++) { // which Java condenses to fewer components
      for (int i = 0; i < x.rows; i++) {
        assertThat(answers.quantiles()[k][i])
            .as("quantile %s of row %s", LEVELS[k], i)
            .isCloseTo(wanted.quantiles()[k][i], within(1e-6 * scale[i]));
      }
    }
    near("log density", got.logDensity(y), expected.logDensity(y), 1e-9);
    near("cdf", got.cdf(y), expected.cdf(y), 1e-7);
  }

  private static void near(String what, double[] got, double[] expected, double most) {
    double scale = 1.0;
    for (double value : expected) {
      scale = Math.max(scale, Math.abs(value));
    }
    assertThat(got).as(what).containsExactly(expected, within(most * scale));
  }

  @ParameterizedTest
  @MethodSource("models")
  void theDeviceAnswersTwiceTheSame(Case one) {
    TgpModel model = model(one);
    LatentPredictor latent =
        new LatentPredictor(
            model.architecture(), one.model.parts().parameters().value(), model.posteriors());
    CudaMixtures there =
        new CudaMixtures(
            Devices.first(), new MixtureDevice.Fitted(latent, one.samples, model.tails()));
    assertThat(there.answers(0)).isEqualTo(one.answers);
    if (one.answers) {
      Matrix x = rows(300, one.model.inputs());
      double[][] mean = new double[model.architecture().latents()][x.rows];
      double[][] variance = new double[model.architecture().latents()][x.rows];
      there.marginals(x, mean, variance);
      MixtureAnswers first = answers(there, x, mean, variance);
      MixtureAnswers second = answers(there, x, mean, variance);
      assertThat(first.found).contains(true); // some rows of such wild flows need finer grids
      assertThat(second.found).isEqualTo(first.found);
      assertThat(second.quantiles).isDeepEqualTo(first.quantiles); // the same bits
      assertThat(second.logDensity).isEqualTo(first.logDensity);
    }
  }

  private static MixtureAnswers answers(
      CudaMixtures there, Matrix x, double[][] mean, double[][] variance) {
    MixtureAnswers answers = new MixtureAnswers(x.rows, LEVELS, targets(x.rows));
    there.answer(0, x, mean[0], variance[0], answers);
    return answers;
  }

  @Test
  void rowsStreamInBlocks() {
    Case one = new Case(DeviceCase.of("sal(2)", "gaussian"), 0, true);
    TgpModel here = model(one);
    Matrix x = rows(70_001, one.model.inputs()); // more than a block
    double[] expected = here.predict(x).mean();
    near("mean", here.withDevice("cuda").predict(x).mean(), expected, 1e-9);
  }

  @Test
  void aRowAloneHasTheBitsOfTheProcessor() {
    Case one = new Case(DeviceCase.of("sal(2)", "gaussian"), 0, true);
    TgpModel here = model(one);
    Matrix x = rows(16, one.model.inputs());
    assertThat(here.withDevice("cuda").predict(x).quantile(0.3))
        .isEqualTo(here.predict(x).quantile(0.3));
    assertThat(List.of(here.withDevice("cpu"))).containsExactly(here);
  }
}
