package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.train.TrainingPlan;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecipesTest {
  private static final double[] Y = IntStream.range(0, 40).mapToDouble(i -> 1 + i % 7).toArray();
  private static final Matrix X =
      Matrix.column(IntStream.range(0, 40).mapToDouble(i -> i / 10.0).toArray());

  /** Every recipe can be built and takes a step. */
  @Test
  void regressionRecipesFit() {
    for (String set : RegressionRecipes.SETS) {
      for (String model : RegressionRecipes.MODELS) {
        fit(RegressionRecipes.of(set, model));
      }
    }
    for (String set : VariationalBayes.SETS) {
      fit(VariationalBayes.spec(set));
    }
  }

  @Test
  void applicationRecipesFit() {
    TrainingPlan plan = TrainingPlan.ofSteps(2);
    PositiveTargetRecipes.airQuality("matern32", plan).values().forEach(RecipesTest::fit);
    PositiveTargetRecipes.rainfall("rbf", plan).values().forEach(RecipesTest::fit);
  }

  private static void fit(ModelSpec spec) {
    Model model = spec.withPlan(spec.plan().withSteps(2)).fit(X, Y, 5, 1, 1);
    Scores scores = Scores.of(model, X, Y);
    assertThat(scores.nll()).as(spec.toString()).isFinite();
    assertThat(scores.coverage95()).isBetween(0.0, 1.0);
  }

  /** Rows held out to choose settings are the training rows' own. */
  @Test
  void validationRowsAreTrainingRows() {
    SplitData.Split outer = SplitData.cut(X, Y, 0.25, 1);
    SplitData.Split inner = Tuning.validation(outer, 1);
    assertThat(inner.trainY().length + inner.testY().length).isEqualTo(outer.trainY().length);
    assertThat(inner.testY()).hasSize(6);
    double[] train = outer.trainX().data;
    for (double x : inner.testX().data) {
      assertThat(train).contains(x);
    }
  }
}
