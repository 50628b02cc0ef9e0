package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.SmallModel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PredictiveObjectiveTest {
  private static final int N = 300;
  private static final double[][] X = inputs(N, 1);
  private static final double[] Y = targets(X, 2);

  private static double[][] inputs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][1];
    Arrays.setAll(x, i -> new double[] {random.nextDouble(-2, 2)});
    return x;
  }

  /** The noise is ten times as wide on the right as on the left, which the model cannot say. */
  private static double[] targets(double[][] x, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Arrays.stream(x)
        .mapToDouble(
            row -> Math.sin(2 * row[0]) + (row[0] > 0 ? 0.5 : 0.05) * random.nextGaussian())
        .toArray();
  }

  private static Tgp builder(Tgp.Objective objective) {
    return Tgp.builder()
        .inducing(20)
        .objective(objective)
        .threads(1)
        .plan(TrainingPlan.ofSteps(400).withLearningRate(0.05).withNaturalStep(0.2));
  }

  /** Without a flow quadrature and the closed form must agree. */
  @Test
  void nodesGiveTheClosedForm() {
    SplittableRandom random = new SplittableRandom(7);
    Matrix x = SmallModel.random(30, 2, random);
    double[][] y = {random.doubles(30, -1, 1).toArray()};
    Matrix z = SmallModel.random(5, 2, random);
    SmallModel plain = SmallModel.of("rbf", "identity", "gaussian", z);
    SmallModel flow = SmallModel.of("rbf", "affine", "gaussian", z);
    plain.set("likelihood.noise-variance", 0.4);
    flow.set("likelihood.noise-variance", 0.4);
    Elbo closed = plain.elbo(1);
    Elbo nodes = flow.elbo(60);
    closed.usePredictive();
    nodes.usePredictive();
    double value = closed.evaluate(x, y, 1.0);
    assertThat(nodes.evaluate(x, y, 1.0)).isCloseTo(value, within(1e-6));
    assertThat(value).isGreaterThan(plain.elbo(1).evaluate(x, y, 1.0));
  }

  @Test
  void predictsBetterWhereTheNoiseIsNotWhatTheModelSays() {
    double[][] fresh = inputs(400, 3);
    double[] y = targets(fresh, 4);
    double[] scores = new double[2];
    for (Tgp.Objective objective : Tgp.Objective.values()) {
      TgpModel model = builder(objective).fit(X, Y);
      scores[objective.ordinal()] =
          Arrays.stream(model.predict(fresh).logDensity(y)).average().orElseThrow();
    }
    assertThat(scores[1]).isGreaterThan(scores[0] + 0.1);
  }

  @Test
  void isRefusedWhereItCannotBe() {
    assertThatThrownBy(
            () -> builder(Tgp.Objective.PREDICTIVE).plan(TrainingPlan.collapsed(5)).fit(X, Y))
        .hasMessageContaining("use TrainingPlan.ofSteps");
    assertThatThrownBy(
            () -> builder(Tgp.Objective.PREDICTIVE).likelihood("gaussian(beta=0.1)").fit(X, Y))
        .hasMessageContaining("a loss");
  }

  @Test
  void theUsualPlanTakesSteps() {
    Tgp predictive = Tgp.builder().objective(Tgp.Objective.PREDICTIVE);
    assertThat(predictive.planFor(500).method()).isEqualTo(TrainingPlan.Method.STOCHASTIC);
    assertThat(Tgp.builder().planFor(500).method()).isEqualTo(TrainingPlan.Method.COLLAPSED);
  }
}
