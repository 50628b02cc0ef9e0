package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.text.Numbers;
import java.util.Arrays;
import java.util.List;

/**
 * μ(x) = c; equation K19 in docs/equations.md.
 *
 * @param value what c starts from
 */
public record ConstantMean(double value) implements MeanFunction {
  public ConstantMean {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value: expected a finite value but got " + value);
    }
  }

  public ConstantMean() {
    this(0.0);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.of("value", Constraints.REAL, value));
  }

  @Override
  public void mean(double[] theta, int at, Matrix x, double[] out) {
    Arrays.fill(out, 0, x.rows, theta[at]);
  }

  @Override
  public void meanPullback(
      double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      thetaBar[at] += outBar[i];
    }
  }

  @Override
  public String toString() {
    return equals(new ConstantMean()) ? "constant" : "constant(value=" + Numbers.plain(value) + ")";
  }
}
