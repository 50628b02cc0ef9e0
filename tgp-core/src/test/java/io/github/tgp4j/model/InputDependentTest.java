package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Flows with parameters from a network: PE-, BA- and VB-TGP, and the limits in which they are each
 * other.
 */
class InputDependentTest {
  private static final Matrix X = Matrix.zeros(200, 1);
  private static final double[] Y = new double[200];

  static {
    // Skewed noise whose direction depends on the input: no global flow can give it.
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 200; i++) {
      double x = -2 + 4.0 * i / 199;
      double e = -Math.log(random.nextDouble()) - 1;
      X.set(i, 0, x);
      Y[i] = Math.sin(2 * x) + (x > 0 ? 0.6 * e : -0.6 * e);
    }
  }

  private static TgpModel fit(String flow, int steps) {
    return Tgp.builder()
        .flow(flow)
        .inducing(15)
        .nodes(16)
        .plan(TrainingPlan.ofSteps(steps))
        .fit(X, Matrix.column(Y));
  }

  @Test
  void withoutDropoutTheBayesianAverageIsThePointEstimate() {
    TgpModel model = fit("sal(1) @ mlp(5, tanh)", 30);
    assertThat(model.predict(X).logDensity(Y))
        .isEqualTo(model.withNetworkSamples(0).predict(X).logDensity(Y));
  }

  @Test
  void gaussianWeightsOfNoWidthAreThePointEstimate() {
    TgpModel model = fit("sal(1) @ mlp(5, tanh, bayes)", 30);
    TgpModel narrow = model.withParameters(name -> name.endsWith("-deviation"), 1e-9);
    double[] point = narrow.withNetworkSamples(0).predict(X).logDensity(Y);
    double[] average = narrow.withNetworkSamples(7).predict(X).logDensity(Y);
    for (int i = 0; i < Y.length; i++) {
      assertThat(average[i]).isCloseTo(point[i], within(1e-6));
    }
  }

  @Test
  void oneTrainingServesBothPredictions() {
    TgpModel bayes =
        Tgp.builder()
            .flow("sal(1) @ mlp(8, tanh, dropout=0.3)")
            .weightPrecision(1e-5)
            .inducing(15)
            .nodes(16)
            .plan(TrainingPlan.ofSteps(300).withLearningRate(0.1))
            .fit(X, Matrix.column(Y));
    TgpModel point = bayes.withNetworkSamples(0);
    assertThat(bayes.predict(X).mean()).isNotEqualTo(point.predict(X).mean());
    double baseline = LogScore.meanNegative(fit("identity", 200).predict(X).logDensity(Y));
    assertThat(LogScore.meanNegative(bayes.predict(X).logDensity(Y))).isLessThan(baseline);
    assertThat(LogScore.meanNegative(point.predict(X).logDensity(Y))).isLessThan(baseline);
  }

  @Test
  void aPredictionDependsOnItsRowAlone() {
    TgpModel model = fit("sal(1) @ mlp(5, relu, dropout=0.5)", 30);
    double[] all = model.predict(X).quantile(0.9);
    double[] some = model.predict(X.rowRange(50, 60)).quantile(0.9);
    for (int i = 0; i < 10; i++) {
      assertThat(some[i]).isCloseTo(all[50 + i], within(1e-12)); // up to BLAS rounding
    }
  }

  @Test
  void theSameSeedGivesTheSameModelOnAnyNumberOfThreads() {
    double[][] means = new double[2][];
    for (int t = 0; t < 2; t++) {
      means[t] =
          Tgp.builder()
              .flow("sal(1) @ mlp(5, tanh, dropout=0.5)")
              .inducing(10)
              .nodes(8)
              .threads(1 + 2 * t)
              .plan(TrainingPlan.ofSteps(20).withBatchSize(64))
              .fit(X, Matrix.column(Y))
              .predict(X)
              .mean();
    }
    assertThat(means[1]).isEqualTo(means[0]);
  }

  @Test
  void samplesFollowTheMixture() {
    TgpModel model = fit("sal(1) @ mlp(5, tanh, dropout=0.5)", 50);
    Prediction prediction = model.predict(X.rowRange(100, 101));
    double[] draws = prediction.sample(20000, 3)[0];
    double mean = 0;
    for (double draw : draws) {
      mean += draw / draws.length;
    }
    double sd = prediction.standardDeviation()[0];
    assertThat(mean).isCloseTo(prediction.mean()[0], within(4 * sd / Math.sqrt(draws.length)));
  }
}
