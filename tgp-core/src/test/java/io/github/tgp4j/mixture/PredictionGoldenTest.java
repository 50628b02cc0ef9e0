package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.Golden;
import io.github.tgp4j.GoldenModel;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentPredictor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Predictions of PyTorch. Its density is a mixture over 32 Gauss–Hermite nodes: with those we must
 * agree to rounding, with our own finer grid to their quadrature error.
 */
class PredictionGoldenTest {
  private static final int S = 32;

  @ParameterizedTest
  @ValueSource(strings = {"tgp-exp", "tgp-softplus", "tgp-sal2", "tgp-tanh-sum2"})
  void meanVarianceAndDensity(String name) {
    GoldenModel g = GoldenModel.of(name);
    Golden golden = g.golden;
    Matrix x = golden.matrix("Xs");
    double[] y = golden.vector("ys");
    double[][] mean = new double[1][x.rows];
    double[][] variance = new double[1][x.rows];
    LatentPredictor latent = g.model.predictor();
    latent.marginals(x, mean, variance, 0, new Scratch());
    checkByGoldenNodes(golden, latent, mean[0], variance[0], y);
    Prediction prediction =
        new MixturePrediction(
            new OutputPredictive(latent.architecture(), latent.theta(), 0, Scaling.none(1)),
            golden.matrix("Xs"),
            LatentMarginals.of(mean, variance));
    assertThat(prediction.mean()).containsExactly(golden.vector("y.mean"), within(1e-5));
    assertThat(prediction.variance()).containsExactly(golden.vector("y.var"), within(1e-4));
    assertThat(prediction.logDensity(y))
        .containsExactly(golden.vector("y.logDensity"), within(0.2));
  }

  private static void checkByGoldenNodes(
      Golden golden, LatentPredictor latent, double[] mean, double[] variance, double[] y) {
    Architecture a = latent.architecture();
    Architecture.Output output = a.outputs().get(0);
    Nodes nodes = Nodes.gaussHermite(S);
    double[] theta = latent.theta();
    double[] f = new double[S];
    double[] g = new double[S];
    double[] centre = new double[S];
    double[] spread = new double[S];
    double[] log = new double[S];
    double[][] out = new double[3][y.length];
    for (int i = 0; i < y.length; i++) {
      for (int s = 0; s < S; s++) {
        f[s] = mean[i] + Math.sqrt(variance[i]) * nodes.node(0, s);
      }
      double[] tape = new double[a.flow(0).tapeWidth() * S];
      a.flow(0).forward(theta, a.flowAt(0), f, 0, g, 0, S, tape, 0);
      int at = a.likelihoodAt(0);
      output.likelihood().moments(theta, at, g, 0, S, S, centre, spread, 0);
      output.likelihood().logDensity(theta, at, y[i], g, 0, S, S, log, 0);
      double density = 0.0;
      double square = 0.0;
      for (int s = 0; s < S; s++) {
        out[0][i] += nodes.weight(s) * centre[s];
        square += nodes.weight(s) * (centre[s] * centre[s] + spread[s]);
        density += nodes.weight(s) * Math.exp(log[s]);
      }
      out[1][i] = square - out[0][i] * out[0][i];
      out[2][i] = Math.log(density);
    }
    golden.check("y.mean", out[0]);
    golden.check("y.var", out[1]);
    golden.check("y.logDensity", out[2]);
  }
}
