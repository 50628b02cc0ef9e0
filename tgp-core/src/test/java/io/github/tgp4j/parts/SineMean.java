package io.github.tgp4j.parts;

import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/** A user's mean function: μ(x) = a·sin(x_c), c a column. */
record SineMean(int column) implements MeanFunction {
  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.of("amplitude", Constraints.REAL, 0.5));
  }

  @Override
  public void mean(double[] theta, int at, Matrix x, double[] out) {
    for (int i = 0; i < x.rows; i++) {
      out[i] = theta[at] * Math.sin(x.data[x.at(i, column)]);
    }
  }

  @Override
  public void meanPullback(
      double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      double value = x.data[x.at(i, column)];
      thetaBar[at] += outBar[i] * Math.sin(value);
      if (xBar != null) {
        xBar.data[xBar.at(i, column)] += outBar[i] * theta[at] * Math.cos(value);
      }
    }
  }

  @Override
  public String toString() {
    return "sine(" + column + ")";
  }
}
