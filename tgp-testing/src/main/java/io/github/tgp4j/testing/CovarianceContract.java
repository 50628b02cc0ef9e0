package io.github.tgp4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.spec.Specs;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every covariance must satisfy: the textbook formula as a naive loop, symmetry, positive
 * semi-definiteness, derivatives, views, adjoints that are added to, and a text that reads back.
 *
 * <pre>{@code
 * class CauchyCovarianceTest extends CovarianceContract {
 *   protected Covariance covariance() {
 *     return new CauchyCovariance(3);
 *   }
 *
 *   protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
 *     return p[0] / (1 + squaredDistance(p, 1, x, z));
 *   }
 * }
 * }</pre>
 */
public abstract class CovarianceContract {
  private static final int AT = 2; // θ does not start at 0, and something follows it
  private static final double JUNK = -77.0;

  /** The covariance under test, for three inputs. */
  protected abstract Covariance covariance();

  /** k(x, z) from the textbook, where p[0..] are the parameter values. */
  protected abstract double formula(double[] p, double[] x, double[] z, boolean sameRow);

  @Test
  final void equalsTheFormula() {
    Matrix x = points(7, 1);
    Matrix z = points(5, 2);
    Matrix k = cross(theta(), x, z);
    Matrix kxx = cross(theta(), x, x);
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < z.rows; j++) {
        assertClose(k.get(i, j), formula(values(), row(x, i), row(z, j), false));
      }
      for (int j = 0; j < x.rows; j++) {
        assertClose(kxx.get(i, j), formula(values(), row(x, i), row(x, j), i == j));
      }
    }
  }

  @Test
  final void isSymmetricAndPositiveSemiDefinite() {
    for (int n = 1; n <= 9; n++) {
      Matrix x = points(n, n);
      Matrix k = cross(theta(), x, x);
      double largest = 0.0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(k.get(i, j)).isEqualTo(k.get(j, i));
        }
        largest = Math.max(largest, k.get(i, i));
      }
      for (int i = 0; i < n; i++) {
        k.set(i, i, k.get(i, i) + 1e-12 * largest);
      }
      assertThat(Blas.potrf(k)).as("Cholesky factor at size %d", n).isTrue();
    }
  }

  @Test
  final void diagonalIsTheDiagonalOfCross() {
    Matrix x = points(6, 3);
    Matrix k = cross(theta(), x, x);
    double[] d = new double[x.rows + 1];
    d[x.rows] = JUNK;
    covariance().diagonal(theta(), AT, x, d);
    for (int i = 0; i < x.rows; i++) {
      assertClose(d[i], k.get(i, i));
    }
    assertThat(d[x.rows]).isEqualTo(JUNK);
  }

  @Test
  final void gradientWithTwoInputs() {
    Matrix x = points(4, 4);
    Matrix z = points(3, 5);
    int p = values().length;
    Matrix xBar = Matrix.zeros(4, 3);
    Matrix zBar = Matrix.zeros(3, 3);
    double[] thetaBar = pullback(x, z, xBar, zBar);
    GradientCheck.check(
        point ->
            objective(
                withValues(Arrays.copyOfRange(point, 0, p)),
                Matrix.wrap(point, p, 4, 3, 3),
                Matrix.wrap(point, p + 12, 3, 3, 3)),
        concat(values(), x.data, z.data),
        concat(Arrays.copyOfRange(thetaBar, AT, AT + p), xBar.data, zBar.data),
        i -> i < p ? name(i) : i < p + 12 ? "x " + (i - p) : "z " + (i - p - 12));
  }

  @Test
  final void gradientWithOneInput() {
    Matrix x = points(5, 6);
    int p = values().length;
    Matrix xBar = Matrix.zeros(5, 3);
    double[] thetaBar = pullback(x, x, xBar, xBar);
    GradientCheck.check(
        point -> {
          Matrix shared = Matrix.wrap(point, p, 5, 3, 3);
          return objective(withValues(Arrays.copyOfRange(point, 0, p)), shared, shared);
        },
        concat(values(), x.data),
        concat(Arrays.copyOfRange(thetaBar, AT, AT + p), xBar.data),
        i -> i < p ? name(i) : "x " + (i - p));
  }

  @Test
  final void gradientOfTheDiagonal() {
    Matrix x = points(4, 7);
    int p = values().length;
    double[] weights = {0.7, -1.3, 0.4, 2.0};
    double[] thetaBar = new double[theta().length];
    Matrix xBar = Matrix.zeros(4, 3);
    covariance().diagonalPullback(theta(), AT, x, weights, thetaBar, xBar);
    GradientCheck.check(
        point -> {
          double[] d = new double[4];
          double[] theta = withValues(Arrays.copyOfRange(point, 0, p));
          covariance().diagonal(theta, AT, Matrix.wrap(point, p, 4, 3, 3), d);
          double sum = 0.0;
          for (int i = 0; i < 4; i++) {
            sum += weights[i] * d[i];
          }
          return sum;
        },
        concat(values(), x.data),
        concat(Arrays.copyOfRange(thetaBar, AT, AT + p), xBar.data),
        i -> i < p ? name(i) : "x " + (i - p));

    double[] again = thetaBar.clone();
    covariance().diagonalPullback(theta(), AT, x, weights, again, null);
    for (int i = 0; i < again.length; i++) {
      assertThat(again[i]).as(name(i - AT)).isEqualTo(2 * thetaBar[i], within(1e-12));
    }
  }

  @Test
  final void viewsGiveWhatCopiesGive() {
    Matrix x = points(4, 8);
    Matrix z = points(5, 9);
    Matrix k = cross(theta(), x, z);
    Matrix kView = view(Matrix.zeros(4, 5));
    covariance().cross(theta(), AT, view(x), view(z), kView, new Scratch());
    assertSame(kView, k);
    assertFrameIntact(kView);

    Matrix xBar = Matrix.zeros(4, 3);
    Matrix zBar = Matrix.zeros(5, 3);
    double[] thetaBar = pullback(x, z, xBar, zBar);
    Matrix xBarView = view(Matrix.zeros(4, 3));
    Matrix zBarView = view(Matrix.zeros(5, 3));
    double[] thetaBarView = new double[theta().length];
    covariance()
        .crossPullback(
            theta(),
            AT,
            view(x),
            view(z),
            kView,
            new CrossAdjoints(view(weights(4, 5)), thetaBarView, xBarView, zBarView),
            new Scratch());
    assertSame(xBarView, xBar);
    assertSame(zBarView, zBar);
    assertFrameIntact(xBarView);
    assertFrameIntact(zBarView);
    assertThat(thetaBarView).containsExactly(thetaBar, within(1e-12));
  }

  @Test
  final void pullbackAddsAndKeepsItsInputs() {
    Matrix x = points(4, 10);
    Matrix z = points(5, 11);
    Matrix xBar = Matrix.zeros(4, 3);
    Matrix zBar = Matrix.zeros(5, 3);
    double[] thetaBar = pullback(x, z, xBar, zBar);

    double[] theta = theta();
    Matrix k = cross(theta, x, z);
    double[] kBefore = k.data.clone();
    double[] twice = thetaBar.clone();
    Matrix xTwice = xBar.copy();
    Scratch scratch = new Scratch();
    covariance()
        .crossPullback(
            theta, AT, x, z, k, new CrossAdjoints(weights(4, 5), twice, xTwice, null), scratch);
    assertThat(scratch.mark()).isZero();
    assertThat(k.data).isEqualTo(kBefore);
    assertThat(theta).isEqualTo(theta());
    assertThat(x.data).isEqualTo(points(4, 10).data);
    for (int i = 0; i < twice.length; i++) {
      assertThat(twice[i]).as(name(i - AT)).isEqualTo(2 * thetaBar[i], within(1e-10));
    }
    for (int i = 0; i < xBar.data.length; i++) {
      assertThat(xTwice.data[i]).isEqualTo(2 * xBar.data[i], within(1e-10));
    }
    Matrix zOnly = Matrix.zeros(5, 3);
    double[] thetaOnly = new double[theta.length];
    covariance()
        .crossPullback(
            theta, AT, x, z, k, new CrossAdjoints(weights(4, 5), thetaOnly, null, zOnly), scratch);
    assertSame(zOnly, zBar);
    assertThat(thetaOnly).containsExactly(thetaBar, within(1e-10));
  }

  @Test
  final void acceptsNoRows() {
    for (int[] size : new int[][] {{0, 0}, {0, 3}, {3, 0}}) {
      Matrix x = points(size[0], 1);
      Matrix z = points(size[1], 2);
      double[] thetaBar = pullback(x, z, Matrix.zeros(size[0], 3), Matrix.zeros(size[1], 3));
      assertThat(thetaBar).containsOnly(0.0);
    }
    covariance().diagonal(theta(), AT, points(0, 1), new double[0]);
  }

  @Test
  final void refusesOtherShapes() {
    Matrix x = points(2, 1);
    Matrix narrow = Matrix.zeros(2, 2);
    Scratch scratch = new Scratch();
    assertThatThrownBy(
            () -> covariance().cross(theta(), AT, narrow, x, Matrix.zeros(2, 2), scratch))
        .hasMessageContaining("expected 3 columns")
        .hasMessageContaining("2×2");
    assertThatThrownBy(() -> covariance().cross(theta(), AT, x, x, Matrix.zeros(2, 3), scratch))
        .hasMessageContaining("k: expected 2×2")
        .hasMessageContaining("2×3");
    assertThatThrownBy(() -> covariance().diagonal(theta(), AT, narrow, new double[2]))
        .hasMessageContaining("expected 3 columns");
  }

  @Test
  final void describesItself() {
    Covariance k = covariance();
    assertThat(k).isEqualTo(covariance()).hasSameHashCodeAs(covariance());
    assertThat(k.inputs()).isEqualTo(3);
    Set<String> names = new HashSet<>();
    for (Parameter parameter : k.parameters()) {
      assertThat(names.add(parameter.name())).as(parameter.name() + " is unique").isTrue();
    }
    assertThat(k.parameterCount())
        .isEqualTo(k.parameters().stream().mapToInt(Parameter::size).sum());
  }

  /** Register a covariance of your own before it is tested, or list it in a Parts service. */
  @Test
  final void textReadsBack() {
    Covariance k = covariance();
    assertThat(Specs.covariance(k.toString(), k.inputs())).isEqualTo(k).hasToString(k.toString());
  }

  /** Parameter values away from the starting ones, all different. */
  protected double[] values() {
    double[] values = new double[covariance().parameterCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.8 + 0.37 * i - 0.5 * (i % 3);
    }
    return values;
  }

  private double[] theta() {
    return withValues(values());
  }

  private static double[] withValues(double[] values) {
    double[] theta = new double[AT + values.length + 1];
    Arrays.fill(theta, JUNK);
    System.arraycopy(values, 0, theta, AT, values.length);
    return theta;
  }

  private String name(int i) {
    int left = i;
    for (Parameter parameter : covariance().parameters()) {
      if (left < parameter.size()) {
        return parameter.name() + " " + left;
      }
      left -= parameter.size();
    }
    return "outside " + i;
  }

  private Matrix cross(double[] theta, Matrix x, Matrix z) {
    Matrix k = Matrix.zeros(x.rows, z.rows);
    k.fill(JUNK);
    Scratch scratch = new Scratch();
    covariance().cross(theta, AT, x, z, k, scratch);
    assertThat(scratch.mark()).isZero();
    return k;
  }

  private double objective(double[] theta, Matrix x, Matrix z) {
    Matrix k = cross(theta, x, z);
    Matrix weights = weights(x.rows, z.rows);
    double sum = 0.0;
    for (int i = 0; i < k.data.length; i++) {
      sum += weights.data[i] * k.data[i];
    }
    return sum;
  }

  private double[] pullback(Matrix x, Matrix z, Matrix xBar, Matrix zBar) {
    double[] thetaBar = new double[theta().length];
    covariance()
        .crossPullback(
            theta(),
            AT,
            x,
            z,
            cross(theta(), x, z),
            new CrossAdjoints(weights(x.rows, z.rows), thetaBar, xBar, zBar),
            new Scratch());
    assertThat(thetaBar[AT - 1]).isZero();
    assertThat(thetaBar[thetaBar.length - 1]).isZero();
    return thetaBar;
  }

  /** Some rows of three inputs. */
  protected static Matrix points(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix x = Matrix.zeros(n, 3);
    Arrays.setAll(x.data, i -> 4.0 * random.nextDouble() - 1.5);
    return x;
  }

  /** Not symmetric, so that a pullback which swaps x and z is found out. */
  private static Matrix weights(int n, int m) {
    Matrix weights = Matrix.zeros(n, m);
    Arrays.setAll(weights.data, i -> Math.sin(1.0 + 2.3 * i) + 0.2);
    return weights;
  }

  /** The same entries inside a larger array of junk. */
  private static Matrix view(Matrix a) {
    double[] data = new double[5 + a.rows * (a.cols + 2)];
    Arrays.fill(data, JUNK);
    Matrix view = Matrix.wrap(data, 4, a.rows, a.cols, a.cols + 2);
    for (int i = 0; i < a.rows; i++) {
      System.arraycopy(a.data, a.at(i, 0), data, view.at(i, 0), a.cols);
    }
    return view;
  }

  private static void assertFrameIntact(Matrix view) {
    int junk = 0;
    for (double value : view.data) {
      junk += value == JUNK ? 1 : 0;
    }
    assertThat(junk).isEqualTo(view.data.length - view.rows * view.cols);
  }

  private static void assertSame(Matrix actual, Matrix expected) {
    for (int i = 0; i < expected.rows; i++) {
      assertThat(row(actual, i)).containsExactly(row(expected, i), within(1e-10));
    }
  }

  private static void assertClose(double actual, double expected) {
    assertThat(actual).isEqualTo(expected, within(1e-13 * Math.max(1.0, Math.abs(expected))));
  }

  private static double[] row(Matrix x, int i) {
    return Arrays.copyOfRange(x.data, x.at(i, 0), x.at(i, 0) + x.cols);
  }

  private static double[] concat(double[]... parts) {
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Σ_d (x_d − z_d)²/ℓ_d², with ℓ = p[from..]. */
  protected static double squaredDistance(double[] p, int from, double[] x, double[] z) {
    double s = 0.0;
    for (int d = 0; d < x.length; d++) {
      s += Math.pow((x[d] - z[d]) / p[from + d], 2);
    }
    return s;
  }

  /** Σ_d w_d·x_d·z_d, with w = p[from..]. */
  protected static double weightedProduct(double[] p, int from, double[] x, double[] z) {
    double s = 0.0;
    for (int d = 0; d < x.length; d++) {
      s += p[from + d] * x[d] * z[d];
    }
    return s;
  }
}
