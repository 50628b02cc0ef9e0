package io.github.tgp4j.optimise;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.Architecture;
import java.util.Arrays;

/**
 * The units in which quasi-Newton steps measure each free value: of an inducing input, the
 * lengthscale of its column where that is below 1; equation T10 in docs/equations.md.
 *
 * <pre>
 *   u(z_md) = min(1, ℓ_d),  u = 1 for everything else
 * </pre>
 *
 * <p>The bound bends over one lengthscale: its curvature in z_md is of the order of 1/ℓ_d². Where
 * one column tells people apart, ℓ_d is a hundredth of the others, and without units the search
 * moves nothing else.
 */
final class InducingUnits {
  private final Architecture architecture;
  private final Parameters parameters;

  InducingUnits(Architecture architecture, Parameters parameters) {
    this.architecture = architecture;
    this.parameters = parameters;
  }

  /** Of every free value, at the current lengthscales. */
  double[] current() {
    double[] units = new double[parameters.size()];
    Arrays.fill(units, 1.0);
    int inputs = architecture.inputs();
    for (int g = 0; g < architecture.groups().size(); g++) {
      double[] shortest = shortestLengthscales(g);
      int from = architecture.inducing(g, units).at(0, 0);
      int size = architecture.groups().get(g).inducing() * inputs;
      for (int i = 0; i < size; i++) {
        units[from + i] = Math.min(1.0, shortest[i % inputs]);
      }
    }
    return units;
  }

  /** Of each column, over all parts of a group's covariance that have one per column. */
  private double[] shortestLengthscales(int group) {
    Covariance covariance = architecture.groups().get(group).covariance();
    int from = architecture.covarianceAt(group);
    int to = from + covariance.parameterCount();
    double[] shortest = new double[architecture.inputs()];
    Arrays.fill(shortest, Double.POSITIVE_INFINITY);
    for (Parameters.Block block : parameters.blocks()) {
      boolean own = block.from() >= from && block.from() < to;
      if (own && block.name().endsWith(".lengthscales") && block.size() == shortest.length) {
        for (int d = 0; d < shortest.length; d++) {
          shortest[d] = Math.min(shortest[d], parameters.value()[block.from() + d]);
        }
      }
    }
    return shortest;
  }
}
