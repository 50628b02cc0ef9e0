package io.github.tgp4j.flow;

/**
 * Four short arrays per thread in which the flows work.
 *
 * <p>The compiler vectorises a loop over several arrays only when it reads them at the same offset;
 * slices of f, g, tape and adjoint never are. Copying {@value #SIZE} elements to offset 0, and the
 * result back, costs a tenth of what the vectorised square roots and divisions save. (A loop over
 * one slice, in place, needs none of this.)
 *
 * <p>A flow may use them between its calls of other flows, not across them.
 */
final class Lanes {
  static final int SIZE = 512;

  private static final ThreadLocal<Lanes> OF_THREAD = ThreadLocal.withInitial(Lanes::new);

  final double[] a = new double[SIZE];
  final double[] b = new double[SIZE];
  final double[] c = new double[SIZE];
  final double[] bar = new double[SIZE];

  private Lanes() {}

  static Lanes ofThread() {
    return OF_THREAD.get();
  }
}
