package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.covariance.ZeroMean;
import io.github.tgp4j.engine.EngineLostException;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a device answers is taken, what it leaves open is the processor's. */
class DevicePredictionsTest {
  private static final int ROWS = 40;
  private static final double[] LEVELS = {0.1, 0.9};

  private final Scaling targets = Scaling.standardise(Matrix.column(new double[] {10, 20, 50}));
  private final double[] y = new double[ROWS];
  private final double[][] mean = new double[1][ROWS];
  private final double[][] variance = new double[1][ROWS];

  /** Answers for even rows, each with a number that says what was asked. */
  private static class EvenRows implements DeviceMixtures {
    @Override
    public void marginals(Matrix x, double[][] mean, double[][] variance) {
      Arrays.fill(mean[0], 3.0);
    }

    @Override
    public boolean answers(int output) {
      return output == 0;
    }

    @Override
    public void answer(int output, Matrix x, double[] mean, double[] variance, MixtureAnswers to) {
      for (int i = 0; i < x.rows; i += 2) {
        to.mean[i] = 7.0;
        to.deviation[i] = 2.0;
        to.quantiles[0][i] = to.levels()[0];
        to.logDensity[i] = 1.0;
        to.cdf[i] = 0.25;
        to.found[i] = true;
      }
    }
  }

  private Prediction prediction(MixtureDevice device, int number) {
    for (int i = 0; i < ROWS; i++) {
      mean[0][i] = 0.1 * i - 2;
      variance[0][i] = 0.2;
      y[i] = 20 + i;
    }
    Architecture architecture =
        new Architecture(
            1,
            List.of(new Architecture.Group(Covariances.rbf(1), new ZeroMean(), 1, 1)),
            List.of(
                new Architecture.Output(
                    Specs.likelihood("gaussian"), List.of(Specs.flowSpec("sal(1)").flow()))));
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(1, 1)));
    OutputPredictive output = new OutputPredictive(architecture, parameters.value(), 0, targets);
    DevicePredictions there =
        device == null
            ? null
            : new DevicePredictions(device, new MixtureDevice.Fitted(null, 0, List.of()));
    return new MixturePrediction(
        output,
        Matrix.zeros(ROWS, 1),
        LatentMarginals.of(mean, variance),
        Parallelism.of(1),
        there,
        number);
  }

  @Test
  void rowsThatItLeavesOpenAreTheProcessors() {
    double shift = targets.shift()[0];
    double scale = targets.scale()[0];
    EvenRows even =
        new EvenRows() {
          @Override
          public void answer(
              int output, Matrix x, double[] mean, double[] variance, MixtureAnswers to) {
            assertThat(mean[1]).isEqualTo(-1.9);
            if (to.targets() != null) {
              assertThat(to.targets()[3]).isEqualTo((23 - shift) / scale);
            }
            MixtureAnswers wide = new MixtureAnswers(ROWS, LEVELS, y);
            super.answer(output, x, mean, variance, wide);
            System.arraycopy(wide.mean, 0, to.mean, 0, ROWS);
            System.arraycopy(wide.deviation, 0, to.deviation, 0, ROWS);
            System.arraycopy(wide.found, 0, to.found, 0, ROWS);
            if (to.targets() != null) {
              System.arraycopy(wide.logDensity, 0, to.logDensity, 0, ROWS);
              System.arraycopy(wide.cdf, 0, to.cdf, 0, ROWS);
            }
          }
        };
    Prediction got = prediction(model -> even, 0);
    Prediction here = prediction(null, 0);
    Summary summary = got.summary(LEVELS);
    Summary expected = here.summary(LEVELS);
    for (int i = 0; i < ROWS; i++) {
      boolean there = i % 2 == 0;
      assertThat(summary.mean()[i]).isEqualTo(there ? shift + 7 * scale : expected.mean()[i]);
      assertThat(got.variance()[i])
          .isEqualTo(there ? 4 * scale * scale : Math.pow(expected.standardDeviation()[i], 2));
      assertThat(summary.quantiles()[1][i]).isEqualTo(there ? shift : expected.quantiles()[1][i]);
      assertThat(got.logDensity(y)[i])
          .isEqualTo(there ? 1 - Math.log(scale) : here.logDensity(y)[i]);
      assertThat(got.cdf(y)[i]).isEqualTo(there ? 0.25 : here.cdf(y)[i]);
    }
  }

  @Test
  void whatItDoesNotAnswerTheProcessorDoes() {
    double[] expected = prediction(null, 0).mean();
    assertThat(prediction(model -> new EvenRows(), 1).mean()).isEqualTo(expected);
    MixtureDevice lost =
        model -> {
          throw new EngineLostException("no room");
        };
    assertThat(prediction(lost, 0).mean()).isEqualTo(expected);
    EvenRows breaks =
        new EvenRows() {
          @Override
          public void answer(
              int output, Matrix x, double[] mean, double[] variance, MixtureAnswers to) {
            throw new EngineLostException("gone");
          }
        };
    assertThat(prediction(model -> breaks, 0).mean()).isEqualTo(expected);
  }

  @Test
  void modelsRefuseADeviceThatIsNotThere() {
    double[][] x = new double[30][1];
    double[] t = new double[30];
    for (int i = 0; i < t.length; i++) {
      x[i][0] = i;
      t[i] = Math.sin(i) + 2;
    }
    TgpModel model = Tgp.builder().inducing(5).plan(p -> p.withSteps(1)).threads(1).fit(x, t);
    assertThat(model.withDevice("cpu")).isSameAs(model);
    assertThatThrownBy(() -> model.withDevice("gpu"))
        .hasMessageContaining("expected cpu, auto or cuda but got gpu");
    Model other =
        new Model() {
          @Override
          public int inputs() {
            return 1;
          }

          @Override
          public List<Prediction> predictAll(Matrix rows) {
            return List.of();
          }
        };
    assertThat(other.withDevice("auto")).isSameAs(other);
    assertThatThrownBy(() -> other.withDevice("gpu")).hasMessageContaining("gpu");
  }
}
