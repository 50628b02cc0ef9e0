package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.JointLatent;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a fitted model learnt, as functions: its flow, its warp, q(f0) over rows. */
class LearntFunctionsTest {
  private static final Matrix X = Matrix.zeros(60, 1);
  private static final double[] Y = new double[60];
  private static final double[] GRID = {-2, -1, 0, 0.5, 1, 2};

  @BeforeAll
  static void data() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < Y.length; i++) {
      X.set(i, 0, i / 10.0);
      Y[i] = Math.exp(Math.sin(i / 10.0) + 0.4 * random.nextGaussian());
    }
  }

  private static Tgp builder() {
    return Tgp.builder().inducing(8).nodes(12).plan(TrainingPlan.ofSteps(20)).threads(1);
  }

  /** With Gaussian noise E[y] is the flow's mean over q(f0), here by a sum over a fine grid. */
  @Test
  void theFlowIsTheOneThatPredicts() {
    TgpModel model = builder().flow("sal(1) > softplus").fit(X, Matrix.column(Y));
    Prediction prediction = model.predict(X.rowRange(7, 8));
    double centre = prediction.latentMean(0)[0];
    double sd = Math.sqrt(prediction.latentVariance(0)[0]);
    double[] nodes = new double[201];
    for (int k = 0; k < nodes.length; k++) {
      nodes[k] = centre + sd * (k - 100) * 0.06;
    }
    double[] values = model.flow(0, 0, X, 7, nodes)[0];
    double sum = 0;
    double weights = 0;
    for (int k = 0; k < nodes.length; k++) {
      double weight = Math.exp(-0.5 * Math.pow((k - 100) * 0.06, 2));
      weights += weight;
      sum += weight * values[k];
    }
    assertThat(model.targetScaling().undo(0, sum / weights))
        .isCloseTo(prediction.mean()[0], within(1e-6));
  }

  @Test
  void aFlowOfGlobalValuesIsIncreasingAndTheSameEverywhere() {
    TgpModel model = builder().flow("sal(1)").fit(X, Matrix.column(Y));
    double[][] curve = model.flow(0, 0, X, 7, GRID);
    assertThat(curve).hasDimensions(1, GRID.length);
    assertThat(curve[0]).isSorted();
    assertThat(model.flow(0, 0, X, 50, GRID)).isDeepEqualTo(curve);
  }

  @Test
  void aFlowFromANetworkHasOneCurvePerDrawAndChangesWithTheInput() {
    TgpModel model = builder().flow("sal(1) @ mlp(5, tanh, dropout=0.5)").fit(X, Matrix.column(Y));
    TgpModel drawn = model.withNetworkSamples(9);
    double[][] curves = drawn.flow(0, 0, X, 3, GRID);
    assertThat(curves).hasDimensions(9, GRID.length);
    assertThat(curves[0]).isNotEqualTo(curves[1]);
    assertThat(drawn.flow(0, 0, X, 40, GRID)[0]).isNotEqualTo(curves[0]);
    assertThat(model.withNetworkSamples(0).flow(0, 0, X, 3, GRID)).hasDimensions(1, GRID.length);
  }

  @Test
  void theJointLatentHasTheMarginalsOfAPrediction() {
    TgpModel model = builder().fit(X, Matrix.column(Y));
    JointLatent joint = model.latentJoint(0, 0, X);
    double[] mean = model.predict(X).latentMean(0);
    double[] variance = model.predict(X).latentVariance(0);
    for (int i = 0; i < joint.rows(); i++) {
      assertThat(joint.mean()[i]).isCloseTo(mean[i], within(1e-9));
      assertThat(joint.covariance()[i][i]).isCloseTo(variance[i], within(1e-7));
      assertThat(joint.standardDeviation(i)).isCloseTo(Math.sqrt(variance[i]), within(1e-6));
      for (int j = 0; j < i; j++) {
        assertThat(joint.covariance()[i][j]).isEqualTo(joint.covariance()[j][i]);
      }
    }
    assertThat(Math.abs(joint.covariance()[0][1])).isGreaterThan(1e-6);
  }

  /** y = g(f + ε) with g increasing: medians go to medians. */
  @Test
  void theWarpTakesTheMedianOfTheLatentToTheMedianOfTheTarget() {
    TgpModel model = builder().warp("sal(1) > softplus").fit(X, Matrix.column(Y));
    Prediction prediction = model.predict(X.rowRange(20, 21));
    double[] warped = model.warp(0, prediction.latentMean(0));
    assertThat(model.targetScaling().undo(0, warped[0]))
        .isCloseTo(prediction.median()[0], within(1e-6));
  }

  @Test
  void aDeepModelsWarpIsKnownToo() {
    DeepModel model =
        DeepGp.builder()
            .likelihood("warped(sal(1) > softplus)")
            .inducing(8)
            .plan(TrainingPlan.ofSteps(5))
            .fit(X, Matrix.column(Y));
    assertThat(model.warp(0, GRID)).isSorted();
    assertThat(model.warp(0, GRID)[0]).isPositive();
  }

  @Test
  void thereIsNoWarpWithoutOne() {
    TgpModel model = builder().fit(X, Matrix.column(Y));
    assertThatThrownBy(() -> model.warp(0, GRID))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected a warped likelihood")
        .hasMessageContaining("gaussian");
  }
}
