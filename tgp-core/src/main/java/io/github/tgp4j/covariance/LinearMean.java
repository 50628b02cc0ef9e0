package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/** μ(x) = a + Σ_d b_d·x_d; equation K20 in docs/equations.md. θ = (intercept a, slopes b). */
public final class LinearMean implements MeanFunction {
  private final int inputs;
  private final StartingValues start;

  /** Starts at zero. */
  public LinearMean(int inputs) {
    this(
        inputs,
        StartingValues.defaults(
            Parameter.of("intercept", Constraints.REAL, 0.0),
            Parameter.of("slopes", Constraints.REAL, new double[Math.max(inputs, 0)])));
  }

  private LinearMean(int inputs, StartingValues start) {
    if (!(inputs >= 1)) {
      throw new IllegalArgumentException("inputs: expected at least 1 but got " + inputs);
    }
    this.inputs = inputs;
    this.start = start;
  }

  /** The same mean with "intercept" or "slopes" starting elsewhere. */
  public LinearMean startingAt(String parameter, double... values) {
    return new LinearMean(inputs, start.with("linear", parameter, values));
  }

  @Override
  public List<Parameter> parameters() {
    return start.parameters();
  }

  @Override
  public void mean(double[] theta, int at, Matrix x, double[] out) {
    checkInputs(x);
    for (int i = 0; i < x.rows; i++) {
      double sum = theta[at];
      for (int j = 0; j < inputs; j++) {
        sum += theta[at + 1 + j] * x.data[x.at(i, j)];
      }
      out[i] = sum;
    }
  }

  @Override
  public void meanPullback(
      double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar) {
    checkInputs(x);
    for (int i = 0; i < x.rows; i++) {
      thetaBar[at] += outBar[i];
      for (int j = 0; j < inputs; j++) {
        thetaBar[at + 1 + j] += outBar[i] * x.data[x.at(i, j)];
        if (xBar != null) {
          xBar.data[xBar.at(i, j)] += outBar[i] * theta[at + 1 + j];
        }
      }
    }
  }

  private void checkInputs(Matrix x) {
    if (x.cols != inputs) {
      throw new IllegalArgumentException(
          "x: expected " + inputs + " columns, the inputs of the mean, but got " + x.shape());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearMean that
        && inputs == that.inputs
        && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return 31 * toString().hashCode() + inputs;
  }

  @Override
  public String toString() {
    String values = start.text();
    return values.isEmpty() ? "linear" : "linear(" + values + ")";
  }
}
