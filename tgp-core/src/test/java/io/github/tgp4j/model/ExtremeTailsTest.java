package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Flows and covariances that reach very far outside the training rows. */
class ExtremeTailsTest {
  private static final double[] LEVELS = {0.025, 0.25, 0.5, 0.75, 0.975};

  private static TgpModel fit(String flow, String covariance) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[20][1];
    double[] y = new double[20];
    for (int i = 0; i < 20; i++) {
      x[i][0] = i;
      y[i] = Math.exp(random.nextGaussian());
    }
    return Tgp.builder()
        .flow(flow)
        .covariance(covariance)
        .inducing(10)
        .plan(TrainingPlan.ofSteps(20))
        .fit(x, y);
  }

  @Test
  void quantilesAreInOrderAndInvertTheDistribution() {
    TgpModel model = fit("sal(1) > tukey > affine", "poly(5)");
    for (double at : new double[] {0, 10, 19, 25, 40, 100, 1000}) {
      Prediction prediction = model.predict(new double[][] {{at}});
      double before = Double.NEGATIVE_INFINITY;
      for (double p : LEVELS) {
        double quantile = prediction.quantile(p)[0];
        assertThat(quantile).as("%s at %s", p, at).isGreaterThanOrEqualTo(before);
        if (Double.isFinite(quantile)) { // where doubles are further apart than the noise F jumps
          double step = 4 * Math.ulp(quantile);
          String where = p + " at " + at;
          assertThat(cdf(prediction, quantile + step)).as(where).isGreaterThan(p - 1e-9);
          assertThat(cdf(prediction, quantile - step)).as(where).isLessThan(p + 1e-9);
        }
        before = quantile;
      }
    }
    assertThat(model.predict(new double[][] {{10}}).median()[0]).isBetween(0.1, 10.0);
  }

  private static double cdf(Prediction prediction, double y) {
    return prediction.cdf(new double[] {y})[0];
  }

  @Test
  void latentFunctionsBeyondTheDoublesAreRefused() {
    TgpModel model = fit("identity", "poly(9)");
    assertThatThrownBy(() -> model.predict(Matrix.column(3, 1e45)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x: row 1: the latent function has mean");
  }
}
