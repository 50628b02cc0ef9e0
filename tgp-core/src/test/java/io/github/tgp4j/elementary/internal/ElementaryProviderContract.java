package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.SelectedProduct.TILE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.elementary.DrawnAffine;
import io.github.tgp4j.elementary.Golden;
import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every provider must do; one test class per provider inherits it. */
abstract class ElementaryProviderContract {
  private static final int[] SIZES = {0, 1, 7, 8, 13, 207, 4098};

  abstract ElementaryProvider provider();

  enum Function {
    EXP("exp", ElementaryProvider::exp, Math::exp),
    EXPM1("expm1", ElementaryProvider::expm1, Math::expm1),
    LOG("log", ElementaryProvider::log, Math::log),
    LOG1P("log1p", ElementaryProvider::log1p, Math::log1p),
    SINH("sinh", ElementaryProvider::sinh, Math::sinh),
    COSH("cosh", ElementaryProvider::cosh, Math::cosh),
    ASINH("asinh", ElementaryProvider::asinh, Scalars::asinh),
    TANH("tanh", ElementaryProvider::tanh, Math::tanh),
    SOFTPLUS("softplus", ElementaryProvider::softplus, Scalars::softplus),
    SIGMOID("sigmoid", ElementaryProvider::sigmoid, Scalars::sigmoid),
    NORMAL_PDF("normalPdf", ElementaryProvider::normalPdf, Scalars::normalPdf),
    NORMAL_CDF("normalCdf", ElementaryProvider::normalCdf, Scalars::normalCdf),
    NORMAL_LOG_CDF("normalLogCdf", ElementaryProvider::normalLogCdf, Scalars::normalLogCdf);

    final String golden;
    final Call call;
    final DoubleUnaryOperator scalar;

    Function(String golden, Call call, DoubleUnaryOperator scalar) {
      this.golden = golden;
      this.call = call;
      this.scalar = scalar;
    }

    double[] of(ElementaryProvider provider, double... x) {
      double[] y = new double[x.length];
      call.on(provider, x, 0, y, 0, x.length);
      return y;
    }
  }

  interface Call {
    void on(ElementaryProvider provider, double[] x, int xFrom, double[] y, int yFrom, int n);
  }

  /** Ordinary values with every kind of extreme sprinkled in. */
  static double[] inputs(int n) {
    double[] extremes = {
      0.0,
      -0.0,
      1.0,
      -1.0,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_NORMAL,
      Double.MAX_VALUE,
      -1e300,
      750.0,
      -720.0,
      -50.0,
      1e9
    };
    Random random = new Random(20 + n);
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      boolean extreme = random.nextInt(29) == 0;
      double scale = Math.exp(random.nextInt(9) - 6);
      x[i] = extreme ? extremes[random.nextInt(extremes.length)] : random.nextGaussian() * scale;
    }
    return x;
  }

  @ParameterizedTest
  @EnumSource
  final void matchesGoldenValues(Function f) {
    var golden = Golden.of(f.golden);
    double[] y = f.of(provider(), golden.stream().mapToDouble(g -> g.x).toArray());
    for (int i = 0; i < y.length; i++) {
      golden.get(i).check(y[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  final void agreesWithScalarFunctions(Function f) {
    for (int size : SIZES) {
      double[] x = inputs(size);
      double[] y = f.of(provider(), x);
      for (int i = 0; i < size; i++) {
        double expected = f.scalar.applyAsDouble(x[i]);
        double slack = Double.isFinite(expected) ? 10 * Math.ulp(expected) : 0.0;
        assertThat(Double.compare(y[i], expected) == 0 || Math.abs(y[i] - expected) <= slack)
            .as("%s(%s): expected %s but got %s", f.golden, x[i], expected, y[i])
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  final void bitsDoNotDependOnPositionOrLength(Function f) {
    double[] x = inputs(4098);
    double[] whole = f.of(provider(), x);
    for (int size : new int[] {1, 3, 7, 8, 9, 13, 207, 300}) {
      double[] pieces = new double[x.length + 5];
      for (int from = 0; from < x.length; from += size) {
        int n = Math.min(size, x.length - from);
        f.call.on(provider(), x, from, pieces, from + 5, n);
      }
      assertThat(bits(Arrays.copyOfRange(pieces, 5, pieces.length)))
          .as("pieces of %s", size)
          .isEqualTo(bits(whole));
    }
  }

  @ParameterizedTest
  @EnumSource
  final void worksInPlaceAndTouchesNothingElse(Function f) {
    for (int size : SIZES) {
      double[] x = inputs(size + 8);
      double[] expected = x.clone();
      f.call.on(provider(), x, 3, expected, 3, size);
      double[] actual = x.clone();
      f.call.on(provider(), actual, 3, actual, 3, size);
      assertThat(bits(actual)).as("size %s", size).isEqualTo(bits(expected));
      System.arraycopy(x, 3, actual, 3, size);
      assertThat(bits(actual)).as("outside, size %s", size).isEqualTo(bits(x));
    }
  }

  static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToLongBits).toArray();
  }

  @Test
  final void pairsAreTheTwoFunctions() {
    for (int size : SIZES) {
      double[] x = inputs(size);
      double[] y = new double[size];
      double[] other = new double[size];
      provider().sinhCosh(x, 0, y, 0, other, 0, size);
      assertThat(bits(y)).isEqualTo(bits(Function.SINH.of(provider(), x)));
      assertThat(bits(other)).isEqualTo(bits(Function.COSH.of(provider(), x)));
      double[] tape = new double[2 * size];
      provider().sinhArcsinhInner(0.3, 1.2, 5.0, x, 0, y, 0, size, tape, 0);
      double[] u = Function.ASINH.of(provider(), x);
      assertThat(bits(Arrays.copyOf(tape, size))).isEqualTo(bits(u));
      other = Arrays.copyOfRange(tape, size, 2 * size);
      double[] z = Arrays.stream(u).map(v -> Math.min(5, Math.max(-5, 1.2 * v - 0.3))).toArray();
      assertThat(bits(y)).isEqualTo(bits(z));
      for (int i = 0; i < size; i++) {
        double root = Math.hypot(1.0, x[i]);
        boolean close = Math.abs(other[i] - root) <= 1e-15 * root;
        assertThat(close || Double.compare(other[i], root) == 0).as("root of %s", x[i]).isTrue();
      }
    }
  }

  /** Six inputs of eight, in another order, and five of seven columns. */
  @Test
  final void selectedProductsAreLoops() {
    double[] w = ordinary(8 * 7, 1);
    double[] h = ordinary(8 * TILE, 2);
    double[] bias = ordinary(9, 3);
    int[] rows = {5, 0, 7, 2, 3, 6};
    for (int inputs : new int[] {0, 1, 5, 6}) {
      for (int[] columns : new int[][] {{4}, {0, 2, 3, 6, 5, 5, 5, 5}, {0, 2, 3, 6, 5}}) {
        int[] weightAt = Arrays.stream(rows).map(i -> 7 * i).toArray();
        int[] inputAt = Arrays.stream(rows).map(i -> TILE * i).toArray();
        double[] out = new double[columns.length * TILE];
        double[] rectified = new double[columns.length * TILE];
        provider().selectedProduct(w, weightAt, inputAt, inputs, columns, h, bias, 2, false, out);
        provider()
            .selectedProduct(w, weightAt, inputAt, inputs, columns, h, bias, 2, true, rectified);
        for (int j = 0; j < columns.length; j++) {
          for (int t = 0; t < TILE; t++) {
            double sum = bias[2 + columns[j]];
            for (int k = 0; k < inputs; k++) {
              sum += w[7 * rows[k] + columns[j]] * h[TILE * rows[k] + t];
            }
            assertThat(out[j * TILE + t]).isEqualTo(sum, Offset.offset(1e-14));
            assertThat(rectified[j * TILE + t]).isEqualTo(Math.max(out[j * TILE + t], 0.0));
          }
        }
      }
    }
  }

  @Test
  final void drawsHaveTheirOwnScaleAndShift() {
    int draws = 11;
    double[] theta = ordinary(2 * draws + 1, 4);
    double[] x = ordinary(3, 5);
    double[] y = new double[3 * draws + 2];
    DrawnAffine map = new DrawnAffine(theta, 1, draws, -1.0, 0.5);
    provider().affineDraws(map, x, 0, true, y, 2, 3);
    for (int i = 0; i < 3; i++) {
      for (int d = 0; d < draws; d++) {
        double z = theta[1 + draws + d] * x[i] - theta[1 + d];
        double expected = Math.max(-0.5, Math.min(0.5, z));
        assertThat(y[2 + i * draws + d]).isEqualTo(expected);
      }
    }
  }

  static double[] ordinary(int n, long seed) {
    return new Random(seed).doubles(n, -1.0, 1.0).toArray();
  }
}
