package io.github.tgp4j.param;

import java.util.List;

/**
 * A component whose numbers live outside it, in one flat vector.
 *
 * <p>Its methods take {@code (double[] theta, int at)}: its values, already constrained, start at
 * {@code theta[at]} and follow in the order of {@link #parameters()}. Their adjoints are added at
 * the same places of {@code thetaBar}.
 */
public interface Parameterized {
  /** The blocks of values this component reads, in order. */
  List<Parameter> parameters();

  /** The number of values it reads. */
  default int parameterCount() {
    int count = 0;
    for (Parameter parameter : parameters()) {
      count += parameter.size();
    }
    return count;
  }
}
