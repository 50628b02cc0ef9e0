package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/** μ(x) = 0; equation K18 in docs/equations.md. */
public record ZeroMean() implements MeanFunction {
  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public void mean(double[] theta, int at, Matrix x, double[] out) {
    Arrays.fill(out, 0, x.rows, 0.0);
  }

  @Override
  public void meanPullback(
      double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar) {}

  @Override
  public String toString() {
    return "zero";
  }
}
