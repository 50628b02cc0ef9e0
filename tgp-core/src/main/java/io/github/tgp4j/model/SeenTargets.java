package io.github.tgp4j.model;

import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The least and the greatest of every target among training rows. Nothing that lies between them
 * has a larger standard deviation than half their distance, and so has noise that depends on the
 * input in predictions: its logarithm is a GP, which far from all rows may say anything (F24 in
 * docs/equations.md). Of many rows some 20,000, spread evenly, are looked at.
 */
final class SeenTargets {
  private static final int MOST_ROWS = 20_000;

  private final double[] least;
  private final double[] greatest;

  SeenTargets(RowStore rows) {
    double[][] y = new double[rows.targets()][1];
    double[] unused = new double[rows.inputs()];
    least = new double[y.length];
    greatest = new double[y.length];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(greatest, Double.NEGATIVE_INFINITY);
    long count = Math.min(MOST_ROWS, rows.rows());
    for (long i = 0; i < count; i++) {
      rows.read(i * rows.rows() / count, unused, 0, y, 0);
      for (int o = 0; o < y.length; o++) {
        least[o] = Math.min(least[o], y[o][0]);
        greatest[o] = Math.max(greatest[o], y[o][0]);
      }
    }
  }

  double least(int output) {
    return least[output];
  }

  double greatest(int output) {
    return greatest[output];
  }

  /** The tails of every latent, with ends for the logarithms of noise. */
  List<LinearTails> endNoise(List<LinearTails> tails, LatentPredictor latent) {
    List<LinearTails> ended = new ArrayList<>(tails);
    Architecture architecture = latent.architecture();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      Architecture.Output output = architecture.outputs().get(o);
      if (output.likelihood() instanceof VaryingNoiseLikelihood varying
          && varying.latentNetwork() == null
          && greatest[o] > least[o]) {
        double one = varying.scaleOfOne(latent.theta(), architecture.likelihoodAt(o));
        double most = Math.log(0.5 * (greatest[o] - least[o]) / one);
        int last = architecture.firstLatentOfOutput(o) + output.processes() - 1;
        ended.set(last, ended.get(last).within(Double.NEGATIVE_INFINITY, most));
      }
    }
    return List.copyOf(ended);
  }
}
