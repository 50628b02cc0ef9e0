package io.github.tgp4j.flow;

/**
 * Loops over elements i·draws + d whose two parameters depend on the draw d, in pieces that lie at
 * offset 0 beside the parameters: only there does the compiler make vector loops, see {@link
 * Lanes}.
 */
final class DrawLanes {
  private DrawLanes() {}

  /** Changes the first m elements of y, given the parameters of each. */
  interface Step {
    void apply(double[] a, double[] b, double[] y, int m);
  }

  /** Writes every f_i {@code draws} times. */
  static void spread(double[] f, int fFrom, int n, int draws, double[] g, int gFrom) {
    for (int i = 0; i < n; i++) {
      int to = gFrom + i * draws;
      java.util.Arrays.fill(g, to, to + draws, f[fFrom + i]);
    }
  }

  /**
   * Applies a step to n·draws elements of g.
   *
   * @param theta the first parameter of draw d at at + d, the second at at + draws + d
   */
  static void each(double[] theta, int at, int draws, double[] g, int gFrom, int n, Step step) {
    Lanes lanes = Lanes.ofThread();
    for (int first = 0; first < draws; first += Lanes.SIZE) {
      int width = Math.min(Lanes.SIZE, draws - first);
      int together = width < draws ? 1 : Math.max(1, Math.min(n, Lanes.SIZE / draws));
      for (int i = 0; i < together; i++) {
        System.arraycopy(theta, at + first, lanes.a, i * width, width);
        System.arraycopy(theta, at + draws + first, lanes.b, i * width, width);
      }
      for (int i = 0; i < n; i += together) {
        int m = Math.min(together, n - i) * width;
        int from = gFrom + i * draws + first;
        System.arraycopy(g, from, lanes.bar, 0, m);
        step.apply(lanes.a, lanes.b, lanes.bar, m);
        System.arraycopy(lanes.bar, 0, g, from, m);
      }
    }
  }
}
