package io.github.tgp4j.covariance;

import static io.github.tgp4j.covariance.Covariances.arcCosine;
import static io.github.tgp4j.covariance.Covariances.cosine;
import static io.github.tgp4j.covariance.Covariances.linear;
import static io.github.tgp4j.covariance.Covariances.matern12;
import static io.github.tgp4j.covariance.Covariances.matern32;
import static io.github.tgp4j.covariance.Covariances.matern52;
import static io.github.tgp4j.covariance.Covariances.periodic;
import static io.github.tgp4j.covariance.Covariances.polynomial;
import static io.github.tgp4j.covariance.Covariances.product;
import static io.github.tgp4j.covariance.Covariances.rationalQuadratic;
import static io.github.tgp4j.covariance.Covariances.rbf;
import static io.github.tgp4j.covariance.Covariances.restrict;
import static io.github.tgp4j.covariance.Covariances.sum;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.tgp4j.Golden;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values and gradients of GPflow. */
class CovarianceGoldenTest {
  private static final String STATIONARY = "variance lengthscales";
  private static final String ARC_COSINE = "variance weightVariances biasVariance";

  static Stream<Arguments> cases() {
    return Stream.of(
        arguments("rbf", rbf(2), STATIONARY),
        arguments("matern12", matern12(2), STATIONARY),
        arguments("matern32", matern32(2), STATIONARY),
        arguments("matern52", matern52(2), STATIONARY),
        arguments("rational-quadratic", rationalQuadratic(2), STATIONARY + " alpha"),
        arguments("cosine", cosine(2), STATIONARY),
        arguments("linear", linear(2), "variance"),
        arguments("polynomial3", polynomial(2, 3), "variance offset"),
        arguments("arccosine0", arcCosine(2, 0), ARC_COSINE),
        arguments("arccosine1", arcCosine(2, 1), ARC_COSINE),
        arguments("arccosine2", arcCosine(2, 2), ARC_COSINE),
        arguments(
            "sum-product",
            sum(matern52(2), product(restrict(2, linear(1), 1), rbf(2))),
            "matern.variance matern.lengthscales linear.variance rbf.variance rbf.lengthscales"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void equalsGpflow(String name, Covariance covariance, String parameters) {
    Golden golden = Golden.read("covariance-" + name);
    String[] names = parameters.split(" ");
    double[] theta =
        Arrays.stream(names).map(golden::vector).flatMapToDouble(Arrays::stream).toArray();
    double[] thetaBar = checkCross(golden, covariance, theta);
    double[] diagonalBar = checkDiagonal(golden, covariance, theta);
    int at = 0;
    for (String parameter : names) {
      int end = at + golden.vector(parameter).length;
      golden.check("grad." + parameter, Arrays.copyOfRange(thetaBar, at, end));
      golden.check("gradDiag." + parameter, Arrays.copyOfRange(diagonalBar, at, end));
      at = end;
    }
  }

  /** GPflow has a period per input, a product of ours; and lengthscales half as long. */
  @Test
  void periodicEqualsGpflow() {
    Golden golden = Golden.read("covariance-periodic");
    double[] l = golden.vector("lengthscales");
    double[] p = golden.vector("period");
    double[] theta = {golden.scalar("variance"), 2 * l[0], p[0], 1.0, 2 * l[1], p[1]};
    Covariance k = product(restrict(2, periodic(1), 0), restrict(2, periodic(1), 1));
    double[] thetaBar = checkCross(golden, k, theta);
    golden.check("grad.variance", thetaBar[0]);
    golden.check("grad.lengthscales", 2 * thetaBar[1], 2 * thetaBar[4]);
    golden.check("grad.period", thetaBar[2], thetaBar[5]);
    golden.check("gradDiag.variance", checkDiagonal(golden, k, theta)[0]);
  }

  private static double[] checkCross(Golden golden, Covariance covariance, double[] theta) {
    Matrix x = golden.matrix("X");
    Matrix z = golden.matrix("Z");
    Matrix k = Matrix.zeros(x.rows, z.rows);
    Matrix xBar = Matrix.zeros(x.rows, x.cols);
    Matrix zBar = Matrix.zeros(z.rows, z.cols);
    double[] thetaBar = new double[theta.length];
    Scratch scratch = new Scratch();
    covariance.cross(theta, 0, x, z, k, scratch);
    golden.check("K", k.data);
    covariance.crossPullback(
        theta, 0, x, z, k, new CrossAdjoints(golden.matrix("W"), thetaBar, xBar, zBar), scratch);
    golden.check("grad.X", xBar.data);
    golden.check("grad.Z", zBar.data);
    return thetaBar;
  }

  private static double[] checkDiagonal(Golden golden, Covariance covariance, double[] theta) {
    Matrix x = golden.matrix("X");
    double[] d = new double[x.rows];
    double[] thetaBar = new double[theta.length];
    Matrix xBar = Matrix.zeros(x.rows, x.cols);
    covariance.diagonal(theta, 0, x, d);
    golden.check("diag", d);
    covariance.diagonalPullback(theta, 0, x, golden.vector("w"), thetaBar, xBar);
    golden.check("gradDiag.X", xBar.data);
    return thetaBar;
  }
}
