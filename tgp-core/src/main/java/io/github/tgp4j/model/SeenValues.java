package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What flows with networks give to training rows. A network may give any flow to a row that is
 * unlike those of training, so that in predictions no value lies further from these than they lie
 * from each other, nor, where noise is added to it, far beyond all targets and all of these (F23 in
 * docs/equations.md). Of many rows some 500, spread evenly, are looked at.
 */
final class SeenValues {
  private static final int MOST_ROWS = 500;

  /** Of the targets' range: larger ones may come, and where there is little noise locations too. */
  private static final double MARGIN = 0.25;

  private final LatentPredictor latent;
  private final int samples;
  private final Matrix x;
  private final double[][] mean; // of every latent before its flow
  private final SeenTargets targets;

  /**
   * The tails of every latent's flow, ended where there is a network.
   *
   * @param samples draws of the networks, 0 for the mean ones
   */
  static List<LinearTails> end(
      List<LinearTails> tails,
      LatentPredictor latent,
      int samples,
      RowStore rows,
      SeenTargets targets) {
    List<Architecture.Output> outputs = latent.architecture().outputs();
    if (outputs.stream().allMatch(output -> output.networks().isEmpty())) {
      return tails;
    }
    SeenValues seen = new SeenValues(latent, samples, rows, targets);
    List<LinearTails> ended = new ArrayList<>(tails);
    for (int o = 0; o < outputs.size(); o++) {
      if (!outputs.get(o).networks().isEmpty()) {
        seen.end(o, ended);
      }
    }
    return List.copyOf(ended);
  }

  private SeenValues(LatentPredictor latent, int samples, RowStore rows, SeenTargets targets) {
    this.targets = targets;
    this.latent = latent;
    this.samples = samples;
    int n = (int) Math.min(MOST_ROWS, rows.rows());
    x = Matrix.zeros(n, rows.inputs());
    double[][] y = new double[rows.targets()][1];
    for (int i = 0; i < n; i++) {
      rows.read(i * rows.rows() / n, x.data, x.at(i, 0), y, 0);
    }
    int latents = latent.architecture().latents();
    mean = new double[latents][n];
    latent.marginals(x, mean, new double[latents][n], 0, new Scratch());
  }

  private void end(int output, List<LinearTails> tails) {
    Architecture.Output o = latent.architecture().outputs().get(output);
    int first = latent.architecture().firstLatentOfOutput(output);
    double[] least = new double[o.processes()];
    double[] greatest = new double[o.processes()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(greatest, Double.NEGATIVE_INFINITY);
    look(output, tails, least, greatest);
    int at = latent.architecture().likelihoodAt(output);
    double margin = MARGIN * (targets.greatest(output) - targets.least(output));
    double from = o.likelihood().location(latent.theta(), at, targets.least(output) - margin);
    double to = o.likelihood().location(latent.theta(), at, targets.greatest(output) + margin);
    for (int p = 0; p < o.processes(); p++) {
      double range = greatest[p] - least[p];
      if (Double.isFinite(range)) {
        double low = Math.min(least[p], atLeast(least[p] - range, from));
        double high = Math.max(greatest[p], -atLeast(-greatest[p] - range, -to));
        tails.set(first + p, tails.get(first + p).within(low, high));
      }
    }
  }

  /** The least and the greatest value of the flows behind each process, over rows and draws. */
  private void look(int output, List<LinearTails> tails, double[] least, double[] greatest) {
    Architecture.Output o = latent.architecture().outputs().get(output);
    int first = latent.architecture().firstLatentOfOutput(output);
    FlowDraws draws = new FlowDraws(latent.architecture(), output, latent.theta(), samples);
    FlowDraws.Values values = draws.newValues(x.rows);
    Scratch scratch = new Scratch();
    draws.draw(x, values, scratch);
    double[] g = new double[draws.count()];
    for (int c = 0; c < o.flows().size(); c++) {
      int p = o.process(c);
      Flow flow = o.flows().get(c);
      double[] theta = values.theta(c);
      for (int i = 0; i < x.rows; i++) {
        tails
            .get(first + p)
            .forwardDraws(
                flow, theta, values.at(c, i), g.length, mean[first + p], i, g, 0, 1, scratch);
        for (double value : g) {
          least[p] = Math.min(least[p], value);
          greatest[p] = Math.max(greatest[p], value);
        }
      }
    }
  }

  /** The greater one; the first where the other is none. */
  private static double atLeast(double value, double other) {
    return other > value ? other : value;
  }
}
