package io.github.tgp4j.elementary;

/**
 * The affine part of a flow under several draws of its parameters: y_id = b_d·x_id + sign·a_d, kept
 * within ±limit, for i &lt; n and d &lt; draws.
 *
 * @param theta a_d at at + d, b_d at at + draws + d
 */
public record DrawnAffine(double[] theta, int at, int draws, double sign, double limit) {
  /**
   * Writes y_id to yFrom + i·draws + d.
   *
   * @param shared whether x_id = x[xFrom + i]; otherwise x has the layout of y, and may be y itself
   */
  public void apply(double[] x, int xFrom, boolean shared, double[] y, int yFrom, int n) {
    SinhArcsinh.check("theta", theta, at, 2 * draws);
    SinhArcsinh.check("x", x, xFrom, shared ? n : n * draws);
    SinhArcsinh.check("y", y, yFrom, n * draws);
    Elementary.PROVIDER.affineDraws(this, x, xFrom, shared, y, yFrom, n);
  }
}
