package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * A covariance that its text and its number of inputs describe completely: two of them are equal
 * when these are.
 */
abstract class DescribedCovariance implements Covariance {
  private final String text;
  private final int inputs;
  private final List<Parameter> parameters;
  private final int parameterCount;

  DescribedCovariance(String text, int inputs, List<Parameter> parameters) {
    if (!(inputs >= 1)) {
      throw new IllegalArgumentException("inputs: expected at least 1 but got " + inputs);
    }
    this.text = text;
    this.inputs = inputs;
    this.parameters = List.copyOf(parameters);
    this.parameterCount = parameters.stream().mapToInt(Parameter::size).sum();
  }

  /** What a composite calls this part in the names of its parameters: "rbf", "product". */
  abstract String kind();

  @Override
  public final int inputs() {
    return inputs;
  }

  @Override
  public final List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public final int parameterCount() {
    return parameterCount;
  }

  /** Complains unless x and z have the columns of this covariance and k is rows by rows. */
  protected final void checkCross(Matrix x, Matrix z, Matrix k) {
    checkInputs("x", x);
    checkInputs("z", z);
    if (k.rows != x.rows || k.cols != z.rows) {
      throw new IllegalArgumentException(
          "k: expected "
              + x.rows
              + "×"
              + z.rows
              + " (rows of x by rows of z) but got "
              + k.shape());
    }
  }

  /** Complains unless x has the columns of this covariance. */
  protected final void checkInputs(String name, Matrix x) {
    if (x.cols != inputs) {
      throw new IllegalArgumentException(
          String.format(
              "%s: expected %d columns, the inputs of %s, but got %s",
              name, inputs, text, x.shape()));
    }
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof DescribedCovariance that
        && getClass() == that.getClass()
        && inputs == that.inputs
        && text.equals(that.text);
  }

  @Override
  public final int hashCode() {
    return 31 * text.hashCode() + inputs;
  }

  @Override
  public final String toString() {
    return text;
  }
}
