package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.SmallModel;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftmaxIntegralTest {
  private static Prediction prediction(String flow, double[] mean, double[] deviation) {
    int classes = mean.length;
    SmallModel model =
        SmallModel.of("rbf", flow, "categorical(" + classes + ")", Matrix.zeros(1, 1));
    double[][] means = new double[classes][];
    double[][] variances = new double[classes][];
    for (int c = 0; c < classes; c++) {
      means[c] = new double[] {mean[c]};
      variances[c] = new double[] {deviation[c] * deviation[c]};
    }
    return new MixturePrediction(
        new OutputPredictive(model.architecture, model.parameters.value(), 0, Scaling.none(1)),
        Matrix.zeros(1, 1),
        LatentMarginals.of(means, variances));
  }

  /** With two classes the difference of the latents is all that counts, and it is Gaussian. */
  @ParameterizedTest
  @CsvSource({
    "0.0, 1.0, 1.0",
    "3.0, 0.5, 1.5",
    "-12.0, 2.0, 0.1",
    "5.0, 8.0, 8.0",
    "-30.0, 20.0, 1.0",
    "0.5, 1e-4, 1e-4",
    "40.0, 3.0, 3.0"
  })
  void twoClassesAreALogisticIntegral(double difference, double first, double second) {
    double[] actual =
        prediction("identity", new double[] {0.0, difference}, new double[] {first, second})
            .classProbabilities()[0];
    Nodes fine = Nodes.evenGrid(20001, 12.0);
    double sd = Math.hypot(first, second);
    double[] expected = new double[2];
    for (int s = 0; s < fine.count(); s++) {
      double d = difference + sd * fine.node(0, s);
      expected[0] += fine.weight(s) / (1.0 + Math.exp(d));
      expected[1] += fine.weight(s) / (1.0 + Math.exp(-d));
    }
    for (int c = 0; c < 2; c++) {
      assertThat(Math.log(actual[c])).isCloseTo(Math.log(expected[c]), within(1e-4));
    }
  }

  @ParameterizedTest
  @CsvSource({"identity", "sinh", "arcsinh"})
  void threeClassesAreATripleIntegral(String flow) {
    double[] mean = {0.4, -2.5, 1.0};
    double[] deviation = {0.9, 0.5, 0.7};
    Prediction p = prediction(flow, mean, deviation);
    Nodes grid = Nodes.evenGrid(81, 7.0);
    double[][] e = new double[3][grid.count()];
    for (int c = 0; c < 3; c++) {
      for (int s = 0; s < grid.count(); s++) {
        double f0 = mean[c] + deviation[c] * grid.node(0, s);
        double f =
            switch (flow) {
              case "sinh" -> Math.sinh(f0);
              case "arcsinh" -> Math.log(f0 + Math.hypot(1.0, f0));
              default -> f0;
            };
        e[c][s] = Math.exp(f);
      }
    }
    double[] expected = new double[3];
    for (int i = 0; i < grid.count(); i++) {
      for (int j = 0; j < grid.count(); j++) {
        for (int k = 0; k < grid.count(); k++) {
          double w = grid.weight(i) * grid.weight(j) * grid.weight(k);
          double sum = e[0][i] + e[1][j] + e[2][k];
          expected[0] += w * e[0][i] / sum;
          expected[1] += w * e[1][j] / sum;
          expected[2] += w * e[2][k] / sum;
        }
      }
    }
    assertThat(p.classProbabilities()[0]).containsExactly(expected, within(1e-6));
    assertThat(p.logDensity(new double[] {1})[0]).isCloseTo(Math.log(expected[1]), within(1e-5));
  }

  @Test
  void equalLatentsAreEquallyProbable() {
    double[] deviation = DoubleStream.generate(() -> 2.5).limit(12).toArray();
    double[] actual = prediction("identity", new double[12], deviation).classProbabilities()[0];
    assertThat(actual).containsOnly(new double[] {1.0 / 12}, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1e5, 1.0", "1e5, 1e4", "3.0, 1e3", "1e8, 1e-3"})
  void farAndWideLatentsHaveFiniteLogProbabilities(double far, double deviation) {
    double[] actual =
        prediction(
                "identity",
                new double[] {-far, 0.0, far},
                new double[] {deviation, deviation, deviation})
            .classProbabilities()[0];
    assertThat(Arrays.stream(actual).sum()).isCloseTo(1.0, within(1e-9));
    for (double p : actual) {
      assertThat(Math.log(p)).isFinite();
    }
  }
}
