package io.github.tgp4j.param;

/**
 * A smooth bijection from unconstrained ("free") values to the values a component uses, of the same
 * count.
 *
 * <p>The pullback takes the adjoint of the values to the adjoint of the free values.
 */
public interface Constraint {
  /** value[from..from+n) from free[from..from+n). */
  void toValue(double[] free, double[] value, int from, int n);

  /** free[from..from+n) from value[from..from+n), which must satisfy {@link #violation}. */
  void toFree(double[] value, double[] free, int from, int n);

  /** Adds to freeBar[from..from+n) the adjoint that valueBar[from..from+n) implies. */
  void pullback(
      double[] free, double[] value, double[] valueBar, double[] freeBar, int from, int n);

  /** What is wrong with these values ("expected a value above 0 but got −1"), or null. */
  String violation(double[] value, int from, int n);
}
