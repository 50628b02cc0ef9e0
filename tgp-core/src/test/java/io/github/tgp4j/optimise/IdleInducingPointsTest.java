package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.SmallModel;
import org.junit.jupiter.api.Test;

/** T11: three clusters of rows about 0, 10 and 20. */
class IdleInducingPointsTest {
  private static final Matrix ROWS =
      Matrix.of(new double[][] {{-0.1}, {0.0}, {0.1}, {10.0}, {10.2}, {20.0}});

  private static SmallModel model(double lengthscale, double... z) {
    return SmallModel.of("rbf", "identity", "gaussian", Matrix.column(z))
        .set("covariance.lengthscales", lengthscale);
  }

  private static boolean move(SmallModel model) {
    RowStore rows = RowStore.of(ROWS, new double[0][]);
    return new IdleInducingPoints(model.architecture, rows, 1).move(0, model.parameters.value());
  }

  @Test
  void aPointFarFromAllRowsGoesToTheRowThatOthersSayLeastOf() {
    SmallModel model = model(0.5, 0.05, 5.0, 10.0);
    assertThat(move(model)).isTrue();
    assertThat(model.parameters.get("inducing")).containsExactly(0.05, 20.0, 10.0);
  }

  @Test
  void severalTakeDifferentRows() {
    SmallModel model = model(0.5, 5.0, 15.0, 25.0, 0.0);
    assertThat(move(model)).isTrue();
    assertThat(model.parameters.get("inducing")).containsExactly(10.0, 20.0, 10.2, 0.0);
  }

  @Test
  void pointsNearRowsStay() {
    SmallModel model = model(0.5, 0.7, 10.9, 19.1);
    assertThat(move(model)).isFalse();
    assertThat(model.parameters.get("inducing")).containsExactly(0.7, 10.9, 19.1);
  }

  @Test
  void longLengthscalesLeaveNoneIdle() {
    assertThat(move(model(4.0, 5.0, 15.0, 25.0))).isFalse();
  }

  /** Points that repeat one another have nothing left to be conditioned on. */
  @Test
  void repeatedPointsDoNoHarm() {
    SmallModel model = model(0.5, 0.0, 0.0, 0.0, 15.0);
    assertThat(move(model)).isTrue();
    assertThat(model.parameters.get("inducing")).containsExactly(0.0, 0.0, 0.0, 10.0);
  }
}
