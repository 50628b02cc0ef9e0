package io.github.tgp4j.flow;

/**
 * A flow that treats every element by itself and is written as loops over slices and {@link Lanes}:
 * the base of the library's own, and of yours where {@link ScalarFlow} is too slow.
 *
 * <p>Slices are cut into chunks of at most {@value Lanes#SIZE} elements; on the way back they are
 * copied to the front of the lanes and back. A chunk has {@link #tapeWidth()} values of tape per
 * element, laid out as the flow likes.
 *
 * <p>Two of them are equal when they have the same type and text, so the text must show all
 * settings.
 */
public abstract class ElementwiseFlow implements Flow {
  /** For flows of this library and of others. */
  protected ElementwiseFlow() {}

  /** The whole line, unless the flow says otherwise. */
  @Override
  public Interval domain() {
    return Interval.REAL;
  }

  /** None, unless the flow says otherwise. */
  @Override
  public int tapeWidth() {
    return 0;
  }

  /**
   * The values of a chunk in place: on entry g[from+i] = f_i for 0 ≤ i &lt; n, on exit g(f_i; θ).
   *
   * @param tape receives tapeWidth()·n values from tapeFrom on
   */
  protected abstract void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom);

  /**
   * The pullback of {@link #forwardInPlace} for the same f, g and tape. On entry lanes.bar[i] =
   * ḡ_i, on exit f̄_i = ḡ_i·∂g/∂f. Adds Σ_i ḡ_i·∂g/∂θ to thetaBar at {@code at}. May overwrite the
   * other lanes.
   */
  protected abstract void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar);

  /** Whether {@link #pullbackLanes} reads g; where it does not, a sum need not keep it. */
  protected boolean readsValues() {
    return true;
  }

  @Override
  public final void forward(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    int width = tapeWidth();
    for (int from = 0; from < n; from += Lanes.SIZE) {
      int m = Math.min(Lanes.SIZE, n - from);
      System.arraycopy(f, fFrom + from, g, gFrom + from, m);
      forwardInPlace(theta, at, g, gFrom + from, m, tape, tapeFrom + width * from);
    }
  }

  @Override
  public final void pullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] tape,
      int tapeFrom,
      double[] thetaBar) {
    Lanes lanes = Lanes.ofThread();
    int width = tapeWidth();
    for (int from = 0; from < n; from += Lanes.SIZE) {
      int m = Math.min(Lanes.SIZE, n - from);
      System.arraycopy(f, fFrom + from, lanes.f, 0, m);
      if (readsValues()) {
        System.arraycopy(g, gFrom + from, lanes.g, 0, m);
      }
      System.arraycopy(bar, barFrom + from, lanes.bar, 0, m);
      pullbackLanes(theta, at, lanes, m, tape, tapeFrom + width * from, thetaBar);
      System.arraycopy(lanes.bar, 0, bar, barFrom + from, m);
    }
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof ElementwiseFlow flow
        && flow.getClass() == getClass()
        && flow.toString().equals(toString());
  }

  @Override
  public final int hashCode() {
    return toString().hashCode();
  }

  @Override
  public abstract String toString();
}
