package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
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

  /** Noise with a kink, without a variance, or whose scale is what the latent function gives. */
  @ParameterizedTest
  @CsvSource({
    // likelihood, its scale (0: none), flow, deviation of f0
    "student-t(1.5), 0.05, identity, 1.0",
    "student-t(1.9), 0.1, identity, 0.5",
    "student-t(2.05), 0.15, identity, 1.0",
    "student-t(4), 0.1, identity, 1.0",
    "student-t(0.8), 0.1, sal(1), 1.0",
    "laplace, 0.3, identity, 1.0",
    "laplace, 0.05, sal(1), 0.5",
    "volatility, 0, exp, 2.0",
    "volatility, 0, exp, 0.5",
    "gamma(exp), 0, identity, 2.0",
  })
  void densitiesOfOtherNoise(String likelihood, double scale, String flow, double deviation) {
    SmallModel model = SmallModel.of("rbf", flow, likelihood, Matrix.zeros(1, 1));
    if (scale > 0) {
      model.set("likelihood.scale", scale);
    }
    double[] theta = model.parameters.value();
    Prediction prediction = prediction(model, 0.3, deviation);
    double[] g = fine(Specs.flow(flow), theta, model.architecture.flowAt(0), 0.3, deviation);
    for (double p : new double[] {0.001, 0.02, 0.3, 0.5, 0.61, 0.9, 0.99, 0.9995}) {
      double y = prediction.quantile(p)[0];
      double expected = fineLogDensity(model, g, y);
      double actual = prediction.logDensity(new double[] {y})[0];
      assertThat(actual).as("%s at %s", likelihood, y).isCloseTo(expected, within(1e-3));
    }
  }

  /**
   * Noise that vanishes beside the latent function, y = G(f0): p(y) = q(f0)/G′(f0), also between
   * the nodes of the finest grid.
   */
  @ParameterizedTest
  @CsvSource({
    // likelihood, its parameter, mean and deviation of h (of the noise; none if 0)
    "gaussian, noise-variance, 0.0, 0.0",
    "student-t(3), scale, 0.0, 0.0",
    "laplace, scale, 0.0, 0.0",
    "gaussian(noise=gp), noise-variance, -3.0, 0.5",
    "gaussian(noise=gp), noise-variance, -1e7, 1.0",
  })
  void noiseThatVanishesLeavesNoGaps(String likelihood, String noise, double h, double spread) {
    String flowName = spread > 0 ? "flow-0" : "flow";
    SmallModel model =
        SmallModel.of("rbf", "sal(1)", likelihood, Matrix.zeros(1, 1))
            .set("likelihood." + noise, 1e-9)
            .set(flowName + ".sinh-arcsinh-1.a", 0.8)
            .set(flowName + ".sinh-arcsinh-1.b", 1.4);
    double error = likelihood.startsWith("gaussian") ? 2e-3 : 0.05; // a kink still shows
    double mean = 0.3;
    double deviation = 2.0;
    double[] values = model.parameters.value();
    Prediction prediction =
        new MixturePrediction(
            new OutputPredictive(model.architecture, values, 0, Scaling.none(1)),
            Matrix.zeros(1, 1),
            LatentMarginals.of(
                new double[][] {{mean}, {h}},
                new double[][] {{deviation * deviation}, {spread * spread}}));
    double[] g = fine(Specs.flow("sal(1)"), values, model.architecture.flowAt(0), mean, deviation);
    assertThat(prediction.variance()[0]).isCloseTo(variance(g), withinPercentage(1e-4));
    for (double z = -2.6; z < 2.6; z += 0.0371) {
      double[] f = {mean + deviation * z - 1e-5, mean + deviation * z, mean + deviation * z + 1e-5};
      double[] y = new double[3];
      Flow flow = Specs.flow("sal(1)");
      flow.forward(
          values, model.architecture.flowAt(0), f, 0, y, 0, 3, new double[3 * flow.tapeWidth()], 0);
      double slope = (y[2] - y[0]) / 2e-5;
      double expected = Scalars.normalLogPdf(z) - Math.log(deviation * slope);
      double actual = prediction.logDensity(new double[] {y[1]})[0];
      assertThat(actual).as("%s at %s", likelihood, z).isCloseTo(expected, within(error));
      assertThat(prediction.cdf(new double[] {y[1]})[0])
          .isCloseTo(Scalars.normalCdf(z), within(1e-3));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bernoulli(probit), 0.3, 1.0",
    "bernoulli(probit), 4.0, 8.0",
    "bernoulli(logit), 30.0, 20.0",
    "bernoulli(probit), 25.0, 20.0",
    "bernoulli(probit), 100.0, 100.0",
    "ordinal(4), 0.4, 20.0",
  })
  void classProbabilities(String likelihood, double mean, double deviation) {
    SmallModel model = SmallModel.of("rbf", "identity", likelihood, Matrix.zeros(1, 1));
    double[] theta = model.parameters.value();
    double[] actual = prediction(model, mean, deviation).classProbabilities()[0];
    double[] g = fine(Specs.flow("identity"), theta, 0, mean, deviation);
    for (int k = 0; k < actual.length; k++) {
      assertThat(Math.log(actual[k]))
          .as("class %d", k)
          .isCloseTo(fineLogDensity(model, g, k), within(1e-3));
    }
  }

  private static double variance(double[] g) {
    double first = 0;
    double second = 0;
    for (int s = 0; s < g.length; s++) {
      first += FINE.weight(s) * g[s];
      second += FINE.weight(s) * g[s] * g[s];
    }
    return second - first * first;
  }

  private static Prediction prediction(SmallModel model, double mean, double deviation) {
    return new MixturePrediction(
        new OutputPredictive(model.architecture, model.parameters.value(), 0, Scaling.none(1)),
        Matrix.zeros(1, 1),
        LatentMarginals.of(new double[][] {{mean}}, new double[][] {{deviation * deviation}}));
  }

  private static double fineLogDensity(SmallModel model, double[] g, double y) {
    Likelihood likelihood = model.architecture.outputs().get(0).likelihood();
    int n = g.length;
    double[] log = new double[n];
    likelihood.logDensity(
        model.parameters.value(), model.architecture.likelihoodAt(0), y, g, 0, n, n, log, 0);
    double most = Double.NEGATIVE_INFINITY;
    for (double value : log) {
      most = Math.max(most, value);
    }
    double sum = 0;
    for (int s = 0; s < n; s++) {
      sum += FINE.weight(s) * Math.exp(log[s] - most);
    }
    return most + Math.log(sum);
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
