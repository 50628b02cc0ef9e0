package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.SelectedProduct.TILE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.elementary.DrawnAffine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorElementaryTest extends ElementaryProviderContract {
  private final ElementaryProvider vector = new VectorElementary();
  private final ElementaryProvider scalar = new ScalarElementary();

  @Override
  ElementaryProvider provider() {
    return vector;
  }

  @ParameterizedTest
  @EnumSource
  void givesTheBitsOfTheScalarProvider(Function f) {
    for (int size : new int[] {0, 1, 7, 8, 13, 207, 4098}) {
      double[] x = inputs(size);
      assertThat(bits(f.of(vector, x))).isEqualTo(bits(f.of(scalar, x)));
    }
  }

  /** The vector API's own functions fail here: compiled, they round differently. */
  @ParameterizedTest
  @EnumSource(names = {"EXP", "SINH", "LOG1P", "TANH"})
  void givesTheSameBitsOnceCompiled(Function f) {
    double[] x = inputs(512);
    long[] cold = bits(f.of(vector, x));
    for (int i = 0; i < 600; i++) {
      f.of(vector, x);
    }
    assertThat(bits(f.of(vector, x))).isEqualTo(cold);
  }

  @Test
  void selectedProductsHaveTheBitsOfTheScalarProvider() {
    double[] w = ordinary(64, 1);
    double[] h = ordinary(8 * TILE, 2);
    int[] weightAt = {0, 8, 24, 32, 40, 56};
    int[] inputAt = {TILE, 0, 2 * TILE, 7 * TILE, 3 * TILE, 4 * TILE};
    for (int[] columns : new int[][] {{4}, {0, 2, 3, 6, 7, 5, 5, 5}, {0, 2, 3, 6, 7, 5}}) {
      for (boolean rectify : new boolean[] {false, true}) {
        double[] one = new double[columns.length * TILE];
        double[] other = new double[columns.length * TILE];
        vector.selectedProduct(w, weightAt, inputAt, 6, columns, h, w, 1, rectify, one);
        scalar.selectedProduct(w, weightAt, inputAt, 6, columns, h, w, 1, rectify, other);
        assertThat(bits(one)).isEqualTo(bits(other));
      }
    }
  }

  /** At every remainder by eight, and with elements beyond the limit. */
  @Test
  void pullbacksHaveTheBitsOfTheScalarProvider() {
    for (int n : new int[] {0, 1, 7, 8, 13, 100, 207}) {
      double[] tape = ordinary(3 * n, 4);
      double[] bar = ordinary(n, 5);
      double[] otherBar = bar.clone();
      double[] thetaBar = {1.0, 2.0};
      double[] otherThetaBar = thetaBar.clone();
      vector.sinhArcsinhPullback(0.1, 1.3, 0.9, tape, 0, bar, 0, n, thetaBar, 0);
      scalar.sinhArcsinhPullback(0.1, 1.3, 0.9, tape, 0, otherBar, 0, n, otherThetaBar, 0);
      assertThat(bits(bar)).isEqualTo(bits(otherBar));
      vector.affinePullback(0.7, tape, 0, bar, 0, n, thetaBar, 0);
      scalar.affinePullback(0.7, tape, 0, otherBar, 0, n, otherThetaBar, 0);
      assertThat(bits(bar)).isEqualTo(bits(otherBar));
      assertThat(bits(thetaBar)).isEqualTo(bits(otherThetaBar));
    }
  }

  /** In place too; with elements beyond the limit, and fewer draws than lanes. */
  @Test
  void drawsHaveTheBitsOfTheScalarProvider() {
    int n = 5;
    for (int draws : new int[] {1, 7, 8, 13, 100}) {
      double[] theta = ordinary(2 * draws + 1, 6);
      double[] own = ordinary(n * draws, 7);
      for (double sign : new double[] {1.0, -1.0}) {
        DrawnAffine map = new DrawnAffine(theta, 1, draws, sign, 0.7);
        double[] shared = new double[n * draws];
        double[] otherShared = new double[n * draws];
        vector.affineDraws(map, own, 0, true, shared, 0, n);
        scalar.affineDraws(map, own, 0, true, otherShared, 0, n);
        assertThat(bits(shared)).isEqualTo(bits(otherShared));
        double[] otherOwn = own.clone();
        vector.affineDraws(map, own, 0, false, own, 0, n);
        scalar.affineDraws(map, otherOwn, 0, false, otherOwn, 0, n);
        assertThat(bits(own)).isEqualTo(bits(otherOwn));
      }
    }
  }
}
