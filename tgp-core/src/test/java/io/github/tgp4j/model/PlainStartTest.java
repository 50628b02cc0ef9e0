package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.InducingPoints;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.SmallModel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainStartTest {
  private static final int N = 300;
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final Matrix Y = Matrix.zeros(N, 1);

  static {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble(-2, 2));
      X.set(i, 1, random.nextDouble(-2, 2));
      double f = Math.sin(2 * X.get(i, 0)) + 0.5 * X.get(i, 1);
      Y.set(i, 0, Math.sinh(f) + 0.2 * random.nextGaussian());
    }
  }

  /** The bound after a step that hardly moves. */
  private static double start(String flow, boolean plainStart) {
    TrainingPlan still = TrainingPlan.ofSteps(1).withLearningRate(1e-9).withNaturalStep(1e-6);
    return fitted(still, flow, plainStart).trainingResult().bound();
  }

  private static TgpModel fitted(TrainingPlan plan, String flow, boolean plainStart) {
    return Tgp.builder()
        .flow(flow)
        .inducing(15)
        .plainStart(plainStart)
        .plan(plan)
        .threads(1)
        .fit(X, Y);
  }

  /** A flow has no weak priors, so the plain GP that it starts from has none either. */
  @Test
  void theFirstBoundIsThatOfThePlainGp() {
    TgpModel plain =
        Tgp.builder()
            .inducing(15)
            .weakPriors(false)
            .plan(TrainingPlan.collapsed(150))
            .threads(1)
            .fit(X, Y);
    assertThat(start("sal(2)", true)).isCloseTo(plain.trainingResult().bound(), within(1e-2));
    assertThat(start("sal(2)", false)).isLessThan(plain.trainingResult().bound() - 50.0);
  }

  @Test
  void theFlowThenAddsToIt() {
    double plain =
        Tgp.builder()
            .inducing(15)
            .plan(TrainingPlan.collapsed(500))
            .threads(1)
            .fit(X, Y)
            .trainingResult()
            .bound();
    assertThat(fitted(TrainingPlan.ofSteps(300), "sal(2)", true).trainingResult().bound())
        .isGreaterThan(plain + 3.0);
  }

  @ParameterizedTest
  @CsvSource({
    "sal(2), gaussian, true",
    "identity, gaussian, true",
    "affine, gaussian, true",
    "softplus, gaussian, false",
    "tanh, gaussian, false",
    "sal(2), student-t, false",
    "sal(2), 'warped(sal(1))', false"
  })
  void onlyAnIdentityUnderGaussianNoise(String flow, String likelihood, boolean applies) {
    SmallModel model = SmallModel.of("rbf", flow, likelihood, InducingPoints.random(X, 5, 1));
    assertThat(PlainStart.applies(model.architecture, model.parameters)).isEqualTo(applies);
  }

  @ParameterizedTest
  @CsvSource({
    "softplus, gaussian, does not start as the identity",
    "sal(2), student-t, noise is not Gaussian",
    "identity, gaussian, it is the plain GP"
  })
  void refusesAStartThatThereIsNot(String flow, String likelihood, String reason) {
    Tgp tgp = Tgp.builder().flow(flow).likelihood(likelihood).inducing(5).plainStart(true);
    assertThatThrownBy(() -> tgp.fit(X, Y))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("plain start")
        .hasMessageContaining(reason);
  }

  /** Constant targets can be met without any noise, up to which there is no end. */
  @ParameterizedTest
  @ValueSource(strings = {"identity", "sal(2)"})
  void constantTargets(String flow) {
    Matrix same = Matrix.zeros(60, 1);
    java.util.Arrays.fill(same.data, 3.0);
    Prediction prediction =
        Tgp.builder()
            .flow(flow)
            .inducing(30)
            .threads(1)
            .fit(X.rowRange(0, 60), same)
            .predict(X.rowRange(0, 5));
    assertThat(prediction.mean()).containsExactly(new double[] {3, 3, 3, 3, 3}, within(1e-6));
    assertThat(prediction.standardDeviation()[0]).isBetween(0.0, 1e-3);
  }

  @Test
  void whatThePlanHoldsStays() {
    TgpModel model =
        Tgp.builder()
            .covariance("rbf(lengthscale=0.7)")
            .flow("sal(1)")
            .inducing(15)
            .plan(TrainingPlan.ofSteps(5).withHold("covariance", 0, 1).withHold("flow", 0, 1))
            .threads(1)
            .fit(X, Y);
    assertThat(model.parameter("covariance.lengthscales"))
        .containsExactly(new double[] {0.7, 0.7}, within(1e-12));
  }

  @Test
  void aNetworkMayStartThereToo() {
    String flow = "sal(1) @ mlp(8, tanh, dropout=0.2)";
    assertThat(start(flow, true)).isGreaterThan(start(flow, false) + 50.0);
  }
}
