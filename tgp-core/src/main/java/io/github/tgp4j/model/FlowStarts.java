package io.github.tgp4j.model;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.FlowInitialiser;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Where the parameters of flows and warps begin, where the user wants another start than theirs.
 */
final class FlowStarts {
  private final Architecture architecture;
  private final Parameters parameters;
  private final RowStore rows;
  private final long seed;

  FlowStarts(Architecture architecture, Parameters parameters, RowStore rows, long seed) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.rows = rows;
    this.seed = seed;
  }

  /** Sets the flow of every latent. */
  void flows(Flow flow, Tgp.FlowStart kind) {
    if (kind == Tgp.FlowStart.DEFAULT || flow.parameterCount() == 0) {
      return;
    }
    double[][] y = rows.allTargets();
    for (int o = 0; o < y.length; o++) {
      double[] theta = start(flow, kind, reached(flow, y[o]));
      int first = architecture.firstLatentOfOutput(o);
      List<Flow> own = architecture.outputs().get(o).flows();
      for (int c = 0; c < own.size(); c++) {
        if (own.get(c).equals(flow)) { // the noise's latent has none
          parameters.setFrom(architecture.flowAt(first + c), theta);
        }
      }
    }
  }

  /** Noise may take targets beyond what the flow reaches: those cannot tell how it should start. */
  private static double[] reached(Flow flow, double[] y) {
    Interval range = flow.range(Interval.REAL);
    double[] reached = Arrays.stream(y).filter(range::contains).toArray();
    if (reached.length == 0) {
      throw new IllegalArgumentException(
          "flow start: expected targets that the flow reaches but "
              + flow
              + " maps onto "
              + range
              + ", where none lies; use another flow, or its own start, FlowStart.DEFAULT");
    }
    return reached;
  }

  /** Sets the warp of every output. */
  void warps(Tgp.FlowStart kind) {
    if (kind == Tgp.FlowStart.DEFAULT) {
      return;
    }
    double[][] y = rows.allTargets();
    for (int o = 0; o < y.length; o++) {
      Likelihood likelihood = architecture.outputs().get(o).likelihood();
      if (!(likelihood instanceof WarpedLikelihood warped)) {
        throw new IllegalStateException(
            "warp start: the likelihood " + likelihood + " has no warp; use warp(…) or flowStart");
      }
      double[] seen = Arrays.stream(y[o]).map(v -> Math.max(v, warped.censor())).toArray();
      double[] theta = start(warped.warp(), kind, seen);
      parameters.setFrom(architecture.likelihoodAt(o) + warped.warpAt(), theta);
    }
  }

  private double[] start(Flow flow, Tgp.FlowStart kind, double[] y) {
    return switch (kind) {
      case DEFAULT -> throw new IllegalStateException("the flow's own start needs no other");
      case IDENTITY -> {
        double low = Arrays.stream(y).min().orElseThrow();
        double high = Arrays.stream(y).max().orElseThrow();
        yield FlowInitialiser.toIdentity(flow, low - 1, high + 1).theta();
      }
      case DATA -> FlowInitialiser.fromData(flow, y).theta();
      case RANDOM -> FlowInitialiser.random(flow, new SplittableRandom(seed));
    };
  }
}
