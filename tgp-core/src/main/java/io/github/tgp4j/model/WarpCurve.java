package io.github.tgp4j.model;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.variational.Architecture;

/** The warp of a fitted model's likelihood as a function, for pictures of it. */
final class WarpCurve {
  private WarpCurve() {}

  /** g(f) of the output's warp at the model's values. */
  static double[] of(Architecture architecture, double[] theta, int output, double[] f) {
    Likelihood likelihood = architecture.outputs().get(output).likelihood();
    if (!(likelihood instanceof WarpedLikelihood warped)) {
      throw new IllegalStateException(
          "warp: expected a warped likelihood but target "
              + output
              + " has "
              + likelihood
              + "; ask for the flow instead");
    }
    Flow warp = warped.warp();
    int at = architecture.likelihoodAt(output) + warped.warpAt();
    double[] out = new double[f.length];
    warp.forward(theta, at, f, 0, out, 0, f.length, new double[warp.tapeWidth() * f.length], 0);
    return out;
  }
}
