package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.deep.DeepArchitecture;
import io.github.tgp4j.deep.DeepElbo;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What training moves in place, and the bound that it climbs.
 *
 * @param outputs the architecture of the outputs; of a deep GP, its last layer
 * @param nodesPerLatent quadrature nodes, where they are those of one latent
 * @param hidden how many of the first posteriors belong to hidden layers
 * @param hiddenShare ρ of their q(v) as a share of the plan's, which is the last layer's; 0 trains
 *     them by Adam. They are seen through one draw per row: their natural gradient is noisy, and
 *     needs averaging over more steps
 * @param bound made from the outputs' nodes, with threads to use
 */
public record Trainable(
    Architecture outputs,
    Parameters parameters,
    List<InducingPosterior> posteriors,
    int nodesPerLatent,
    int hidden,
    double hiddenShare,
    BiFunction<List<Nodes>, Workers, Bound> bound) {
  public Trainable {
    posteriors = List.copyOf(posteriors);
  }

  /** A transformed GP. */
  public static Trainable of(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent) {
    return new Trainable(
        architecture,
        parameters,
        posteriors,
        nodesPerLatent,
        0,
        1.0,
        (nodes, workers) -> new Elbo(architecture, parameters, posteriors, nodes, workers));
  }

  /** A deep GP. */
  public static Trainable of(
      DeepArchitecture architecture,
      double hiddenShare,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent) {
    return new Trainable(
        architecture.last(),
        parameters,
        posteriors,
        nodesPerLatent,
        architecture.hiddenUnits(),
        hiddenShare,
        (nodes, workers) -> new DeepElbo(architecture, parameters, posteriors, nodes, workers));
  }

  /** A model of one latent with a bound of its own. */
  public static Trainable of(
      Architecture architecture,
      Parameters parameters,
      InducingPosterior q,
      int nodesPerLatent,
      BiFunction<List<Nodes>, Workers, Bound> bound) {
    return new Trainable(architecture, parameters, List.of(q), nodesPerLatent, 0, 1.0, bound);
  }

  /** Of ρ, per latent; 0 for Adam. */
  double[] naturalShares() {
    double[] shares = new double[posteriors.size()];
    for (int l = 0; l < shares.length; l++) {
      shares[l] = l < hidden ? hiddenShare : 1.0;
    }
    return shares;
  }
}
