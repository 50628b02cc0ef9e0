package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DirectWayTest {
  private static final int ROWS = 300;
  private static final int INDUCING = 100;

  private final Matrix x = Matrix.zeros(ROWS, 6);
  private final double[] y = new double[ROWS];

  DirectWayTest() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < ROWS; i++) {
      for (int d = 0; d < x.cols; d++) {
        x.set(i, d, random.nextGaussian());
      }
      y[i] = Math.sin(x.get(i, 0)) + 0.3 * x.get(i, 1) * x.get(i, 2);
    }
  }

  /** Per row, at the best q(v). */
  private double bound(double lengthscale, double noise) {
    SmallModel model =
        SmallModel.of("rbf", "identity", "gaussian", x.rowRange(0, INDUCING).copy())
            .set("covariance.variance", 10.0)
            .set("covariance.lengthscales", filled(x.cols, lengthscale))
            .set("likelihood.noise-variance", noise);
    Elbo elbo = model.elbo(1);
    double[][] targets = {y};
    elbo.optimisePosteriors(x, targets, 1.0);
    return elbo.evaluate(x, targets, 1.0) / ROWS;
  }

  private static double[] filled(int count, double value) {
    double[] out = new double[count];
    Arrays.fill(out, value);
    return out;
  }

  @Test
  void aBoundIsSmoothWhereTheNoiseIsTiny() {
    double noise = 1e-7;
    double first = bound(5.0, noise);
    double roughness = 0.0;
    for (int k = 1; k <= 10; k++) {
      roughness = Math.max(roughness, Math.abs(bound(5.0 + 1e-12 * k, noise) - first));
    }
    assertThat(roughness).isLessThan(1e-4);
  }

  @Test
  void itIsTakenOnlyWhereTheNoiseHidesWhatItLoses() {
    SmallModel model = SmallModel.of("rbf", "identity", "gaussian", x.rowRange(0, 20).copy());
    int[] places = model.architecture.noiseVariances();
    double[] theta = model.parameters.value().clone();
    Matrix kzz = Matrix.identity(20);
    Matrix inverse = Matrix.identity(20);
    DirectWay way = DirectWay.where(places);
    theta[places[0]] = 0.1;
    assertThat(way.isOpen(theta, kzz, inverse)).isTrue();
    theta[places[0]] = 1e-12;
    assertThat(way.isOpen(theta, kzz, inverse)).isFalse();
    theta[places[0]] = 0.1;
    inverse.set(19, 0, 1e4); // 1/λ of some 1e8
    assertThat(way.isOpen(theta, kzz, inverse)).isFalse();
    assertThat(DirectWay.NEVER.isOpen(theta, kzz, Matrix.identity(20))).isFalse();
  }
}
