package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** A model built from texts around given inducing inputs, for tests: parts, values, posteriors. */
public final class SmallModel {
  public final Architecture architecture;
  public final Parameters parameters;
  public final List<InducingPosterior> posteriors;

  private SmallModel(
      Architecture architecture, Parameters parameters, List<InducingPosterior> posteriors) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.posteriors = posteriors;
  }

  /** One target, zero mean, q(v) at the prior. */
  public static SmallModel of(String covariance, String flow, String likelihood, Matrix z) {
    return of(covariance, "zero", flow, likelihood, 1, z);
  }

  public static SmallModel of(
      String covariance, String mean, String flow, String likelihood, int targets, Matrix z) {
    Likelihood p = Specs.likelihood(likelihood);
    Flow g = Specs.flow(flow);
    Architecture architecture =
        new Architecture(
            z.cols,
            List.of(
                new Architecture.Group(
                    Specs.covariance(covariance, z.cols),
                    Specs.mean(mean, z.cols),
                    z.rows,
                    targets * p.latents())),
            Collections.nCopies(
                targets, new Architecture.Output(p, Collections.nCopies(p.latents(), g))));
    return new SmallModel(
        architecture,
        architecture.newParameters(List.of(z)),
        architecture.newPosteriors(false, 1.0));
  }

  /** The same model and values with another q(v) of its single latent. */
  public SmallModel with(InducingPosterior posterior) {
    return new SmallModel(architecture, parameters.copy(), List.of(posterior));
  }

  public SmallModel set(String name, double... values) {
    parameters.set(name, values);
    return this;
  }

  public Elbo elbo(int nodes) {
    List<Nodes> rules =
        architecture.outputs().stream()
            .map(o -> Nodes.forLatents(o.flows().size(), nodes, 1))
            .toList();
    return new Elbo(architecture, parameters, posteriors, rules, new Workers(1));
  }

  /** The bound on all rows, with 32 nodes where there is no closed form. */
  public double bound(Matrix x, double[]... y) {
    return elbo(32).evaluate(x, y, 1.0);
  }

  public LatentPredictor predictor() {
    return new LatentPredictor(architecture, parameters.value(), posteriors);
  }

  /**
   * Moves the q(v) of every latent one natural step on all rows; returns the ρ taken by the first.
   */
  public double naturalStep(Matrix x, double[] y, double rho) {
    Elbo elbo = elbo(32);
    elbo.evaluate(x, new double[][] {y}, 1.0);
    return posteriors.get(0).naturalStep(elbo.curvature(0), elbo.slope(0), rho);
  }

  /** A q(v) per latent at random values. */
  public static List<InducingPosterior> posteriors(
      Architecture architecture, SplittableRandom random) {
    List<InducingPosterior> posteriors = architecture.newPosteriors(false, 0.5);
    for (InducingPosterior q : posteriors) {
      double[] free = new double[q.freeSize()];
      for (int i = 0; i < free.length; i++) {
        free[i] = random.nextDouble(-0.7, 0.4);
      }
      q.loadFree(free);
    }
    return posteriors;
  }

  /** Entries between −1.5 and 1.5. */
  public static Matrix random(int rows, int cols, SplittableRandom random) {
    Matrix m = Matrix.zeros(rows, cols);
    for (int i = 0; i < m.data.length; i++) {
      m.data[i] = random.nextDouble(-1.5, 1.5);
    }
    return m;
  }
}
