package io.github.tgp4j.param;

/** A prior density on each value of a parameter, on the scale the component uses. */
public interface Prior {
  /** log p(value), normalised. */
  double logDensity(double value);

  /** ∂ log p / ∂ value. */
  double logDensityGradient(double value);

  /** The text of the model language that parses back to an equal prior. */
  @Override
  String toString();
}
