package io.github.tgp4j.flow;

import java.lang.ref.WeakReference;

/**
 * Short arrays of one thread in which elementwise flows work, up to {@value #SIZE} elements at a
 * time.
 *
 * <p>The compiler vectorises a loop over several arrays only when it reads them at the same offset;
 * slices of f, g, tape and adjoint never are. Copying {@value #SIZE} elements to offset 0, and the
 * result back, costs a tenth of what the vectorised square roots and divisions save. (A loop over
 * one slice, in place, needs none of this.)
 *
 * <p>A flow may use them between its calls of other flows, not across them.
 */
public final class Lanes {
  /** The most elements that are treated at a time. */
  public static final int SIZE = 512;

  /** Weak, since a thread that outlives an application would otherwise keep all of its classes. */
  private static final ThreadLocal<WeakReference<Lanes>> OF_THREAD = new ThreadLocal<>();

  /** The inputs f. */
  public final double[] f = new double[SIZE];

  /** The values g(f). */
  public final double[] g = new double[SIZE];

  /** On the way back, ḡ on entry and f̄ on exit. */
  public final double[] bar = new double[SIZE];

  /** Room for anything. */
  public final double[] a = new double[SIZE];

  /** Room for anything else. */
  public final double[] b = new double[SIZE];

  private Lanes() {}

  static Lanes ofThread() {
    WeakReference<Lanes> known = OF_THREAD.get();
    Lanes lanes = known == null ? null : known.get();
    if (lanes == null) {
      lanes = new Lanes();
      OF_THREAD.set(new WeakReference<>(lanes));
    }
    return lanes;
  }
}
