package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.InducingPoints;
import io.github.tgp4j.optimise.TrainingControl;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CovariancePilotTest {
  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(1000);

  /** Stripes along the first input; the second says nothing. */
  private static RowStore stripes(int rows) {
    SplittableRandom random = new SplittableRandom(4);
    Matrix x = Matrix.zeros(rows, 2);
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x.data[2 * i] = random.nextGaussian();
      x.data[2 * i + 1] = random.nextGaussian();
      y[i] = Math.floorMod((int) Math.floor(2 * x.data[2 * i]), 3);
    }
    return RowStore.of(x, new double[][] {y});
  }

  private static CovariancePilot pilot(String covariance, String likelihood) {
    Covariance k = Specs.covariance(covariance, 2);
    return new CovariancePilot(
        k, Specs.mean("zero", 2), Specs.likelihood(likelihood), ParameterPriors.NONE);
  }

  @Test
  void findsTheInputThatMatters() {
    double[] values =
        pilot("matern32", "categorical(3)")
            .fit(TrainingRows.of(stripes(2000)), PLAN, 1, TrainingControl.of(progress -> true));
    double[] lengthscales = InducingStarts.lengthscales(Specs.covariance("matern32", 2), values);
    assertThat(lengthscales[0]).isLessThan(0.5 * lengthscales[1]);
  }

  @Test
  void appliesToManyInducingPointsForManyRowsOfClasses() {
    RowStore rows = stripes(2000);
    CovariancePilot pilot = pilot("matern32", "categorical(3)");
    assertThat(pilot.applies(400, rows.size(), PLAN)).isTrue();
    assertThat(pilot.applies(100, rows.size(), PLAN)).isFalse();
    assertThat(pilot.applies(400, stripes(100).size(), PLAN)).isFalse();
    assertThat(pilot.applies(400, rows.size(), PLAN.withSteps(50))).isFalse();
    assertThat(pilot.applies(400, rows.size(), PLAN.withHold("covariance", 0, 1))).isFalse();
    assertThat(pilot("matern32", "gaussian").applies(400, rows.size(), PLAN)).isFalse();
    assertThat(
            pilot("matern32(lengthscales=[1, 2])", "categorical(3)")
                .applies(400, rows.size(), PLAN))
        .isFalse();
    assertThat(pilot("linear", "categorical(3)").applies(400, rows.size(), PLAN)).isFalse();
  }

  @Test
  void centresSpreadAlongShortLengthscales() {
    RowStore rows = stripes(2000);
    Matrix along = InducingPoints.kMeans(rows, 30, 1, 1L, new double[] {0.01, 10.0});
    double[] spread = new double[2];
    for (int i = 0; i < along.rows; i++) {
      for (int j = 0; j < 2; j++) {
        spread[j] += Math.abs(along.get(i, j)) / along.rows;
      }
    }
    assertThat(spread[0]).isGreaterThan(0.7); // like the rows
    assertThat(spread[1]).isLessThan(0.3); // averaged away: a cluster holds all values
    Matrix alike = InducingPoints.kMeans(rows, 30, 1, 1L, new double[] {3.0, 3.0});
    assertThat(alike.data).isEqualTo(InducingPoints.kMeans(rows, 30, 1, 1L).data);
  }
}
