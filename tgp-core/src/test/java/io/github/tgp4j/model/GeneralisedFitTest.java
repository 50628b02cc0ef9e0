package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole fits with robust losses and with other divergences. */
class GeneralisedFitTest {
  private static final int N = 120;
  private final Matrix x = Matrix.zeros(N, 1);
  private final Matrix y = Matrix.zeros(N, 1);
  private final double[] truth = new double[N];

  /** A sine with little noise, and every eighth target far above it. */
  GeneralisedFitTest() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < N; i++) {
      double at = 6.0 * i / N;
      truth[i] = Math.sin(at);
      x.set(i, 0, at);
      y.set(i, 0, truth[i] + 0.1 * random.nextGaussian() + (i % 8 == 0 ? 6 : 0));
    }
  }

  private TgpModel fit(String likelihood, String divergence) {
    return Tgp.builder()
        .likelihood(likelihood)
        .divergence(divergence)
        .inducing(12)
        .plan(TrainingPlan.ofSteps(200))
        .fit(x, y);
  }

  @Test
  void robustLossesIgnoreOutliers() {
    double plain = PointErrors.rmse(fit("gaussian", "kl").predict(x).mean(), truth);
    for (String robust : new String[] {"gaussian(beta=0.5)", "gaussian(gamma=0.5)"}) {
      double error = PointErrors.rmse(fit(robust, "kl").predict(x).mean(), truth);
      assertThat(error).as(robust).isLessThan(0.25 * plain).isLessThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kl(0.1)", "renyi(0.5)", "renyi(1.5)"})
  void divergencesFitToo(String text) {
    Prediction prediction = fit("student-t(2)", text).predict(x);
    assertThat(PointErrors.rmse(prediction.median(), truth)).isLessThan(0.1);
  }

  /** The less the prior's pull, the more the data count. */
  @Test
  void lessWeightOnThePriorMeansANarrowerPosterior() {
    double[] light = fit("gaussian", "kl(0.1)").predict(x).latentVariance(0);
    double[] plain = fit("gaussian", "kl").predict(x).latentVariance(0);
    for (int i = 0; i < N; i++) {
      assertThat(light[i]).isLessThan(0.5 * plain[i]);
    }
  }
}
