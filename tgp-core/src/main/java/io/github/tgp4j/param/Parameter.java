package io.github.tgp4j.param;

import java.util.Objects;

/**
 * A named block of values that a component owns: what it starts from, what keeps it valid, whether
 * it is trained.
 *
 * @param name unique within the component, lower case with dashes: {@code "lengthscales"}
 * @param initial the starting values, on the scale the component uses; copied on the way in, not to
 *     be modified
 * @param constraint keeps the values valid while an optimiser moves freely
 * @param trainable whether the optimiser may move it
 * @param prior adds its log density to the objective, or null for none
 */
public record Parameter(
    String name, double[] initial, Constraint constraint, boolean trainable, Prior prior) {
  public Parameter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(constraint, "constraint");
    initial = initial.clone();
    String violation = constraint.violation(initial, 0, initial.length);
    if (violation != null) {
      throw new IllegalArgumentException(name + ": " + violation);
    }
  }

  /** A trained parameter without a prior. */
  public static Parameter of(String name, Constraint constraint, double... initial) {
    return new Parameter(name, initial, constraint, true, null);
  }

  public int size() {
    return initial.length;
  }

  /** The same parameter under "prefix.name", as a composite names its parts. */
  public Parameter prefixed(String prefix) {
    return new Parameter(prefix + "." + name, initial, constraint, trainable, prior);
  }

  public Parameter startingAt(double... values) {
    return new Parameter(name, values, constraint, trainable, prior);
  }

  public Parameter fixed() {
    return new Parameter(name, initial, constraint, false, prior);
  }

  public Parameter withPrior(Prior newPrior) {
    return new Parameter(name, initial, constraint, trainable, newPrior);
  }
}
