package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.variational.SmallModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grid that is chosen, against one of 20,001 nodes. */
class PredictiveGridsTest {
  private static final Nodes FINE = Nodes.evenGrid(20_001, 8.0);

  @ParameterizedTest
  @CsvSource({
    // a of the first block, b of it, mean and deviation of f0, deviation of the noise
    "0.0, 1.0, 0.0, 1.0, 0.3",
    "0.8, 1.4, 0.0, 1.0, 0.3",
    "-0.8, 0.6, 1.5, 2.0, 0.2",
    "0.3, 2.0, -0.7, 0.5, 0.05",
    "-1.5, 1.5, 0.1, 3.0, 1.0",
    "0.2, 1.1, 0.4, 0.1, 0.3",
    "0.5, 0.5, 0.0, 0.01, 0.2",
  })
  void theChosenGridIsAsGoodAsAFineOne(
      double a, double b, double mean, double deviation, double noise) {
    SmallModel model =
        SmallModel.of("rbf", "sal(2)", "gaussian", Matrix.zeros(1, 1))
            .set("likelihood.noise-variance", noise * noise)
            .set("flow.sinh-arcsinh-1.a", a)
            .set("flow.sinh-arcsinh-1.b", b);
    double[] theta = model.parameters.value();
    Prediction prediction =
        new MixturePrediction(
            new OutputPredictive(model.architecture, theta, 0, Scaling.none(1)),
            Matrix.zeros(1, 1),
            LatentMarginals.of(new double[][] {{mean}}, new double[][] {{deviation * deviation}}));
    double[] g = fine(Specs.flow("sal(2)"), theta, model.architecture.flowAt(0), mean, deviation);
    double first = 0;
    double second = 0;
    for (int s = 0; s < g.length; s++) {
      first += FINE.weight(s) * g[s];
      second += FINE.weight(s) * g[s] * g[s];
    }
    double sd = Math.sqrt(second - first * first + noise * noise);
    assertThat(prediction.mean()[0]).isCloseTo(first, within(1e-6 * sd));
    assertThat(prediction.standardDeviation()[0]).isCloseTo(sd, within(1e-6 * sd));
    for (double z : new double[] {-3, -1, 0, 0.5, 2, 4}) {
      double y = first + z * sd;
      double density = 0;
      for (int s = 0; s < g.length; s++) {
        double r = (y - g[s]) / noise;
        density += FINE.weight(s) * Math.exp(-0.5 * r * r) / (noise * Math.sqrt(2 * Math.PI));
      }
      // Absolute in the tails: a density of 1e-12 matters to nobody's score to six digits.
      double actual = Math.exp(prediction.logDensity(new double[] {y})[0]);
      assertThat(actual * sd).isCloseTo(density * sd, within(1e-6));
    }
  }

  private static double[] fine(Flow flow, double[] theta, int at, double mean, double deviation) {
    int n = FINE.count();
    double[] f = new double[n];
    double[] g = new double[n];
    for (int s = 0; s < n; s++) {
      f[s] = mean + deviation * FINE.node(0, s);
    }
    flow.forward(theta, at, f, 0, g, 0, n, new double[flow.tapeWidth() * n], 0);
    return g;
  }
}
