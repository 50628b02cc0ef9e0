package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import java.util.Arrays;
import java.util.List;

/**
 * The evidence lower bound of a batch and its complete gradient; equations E1–E5 in
 * docs/equations.md.
 *
 * <pre>
 *   ELBO = (N/B)·Σ_n E_q[log p(y_n | G(f0(x_n)))] − Σ_l KL[q(v_l) ‖ N(0, I)] + log prior(θ)
 * </pre>
 */
public final class Elbo extends SparseBound {
  private static final Cut CUT = new Cut(512, 1024, 2);

  private final Architecture architecture;
  private final List<InducingPosterior> posteriors;

  /** Reads the parameters and posteriors it is given; whoever moves them evaluates again. */
  public Elbo(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      List<Nodes> nodes,
      Workers workers) {
    super(
        parameters,
        SparseConditional.of(
            architecture,
            DirectWay.where(architecture.noiseVariances()),
            parameters.value(),
            List.copyOf(posteriors)),
        new Expectations(architecture, nodes),
        workers);
    this.architecture = architecture;
    this.posteriors = List.copyOf(posteriors);
  }

  /** One block of rows: forward to the expectations and back to the sums. */
  @Override
  public void accumulate(Pass pass, RowBlock rows, double scale, RowSums sums, Scratch scratch) {
    int mark = scratch.mark();
    double[] theta = parameters.value();
    boolean moments = pass == Pass.MOMENTS;
    SparseConditional.Pass[] passes = new SparseConditional.Pass[groups.length];
    for (int g = 0; g < groups.length; g++) {
      passes[g] =
          moments
              ? groups[g].priorMarginals(theta, rows.x, scratch)
              : groups[g].forward(theta, rows.x, scratch);
    }
    OutputExpectation.Marginals marginals = OutputExpectation.Marginals.of(passes);
    expectations.pullback(theta, rows, marginals, scale, sums, scratch);
    for (int g = 0; g < groups.length; g++) {
      if (moments) {
        groups[g].moments(passes[g], sums, scratch);
      } else {
        groups[g].pullback(theta, passes[g], sums, null, scratch);
      }
    }
    scratch.release(mark);
  }

  /**
   * Moves every q(v) to its optimum given the parameters, where that has a closed form ({@link
   * Architecture#isConjugate}): E is then quadratic in m and linear in S, and one natural step of
   * full length from m = 0 arrives (X5). The next {@link #evaluate} on the same rows has in its
   * gradient that of the collapsed bound (T6).
   *
   * @throws ArithmeticException when a K_zz cannot be factored
   */
  @Override
  public void optimisePosteriors(Engine engine) {
    prepare(Pass.MOMENTS);
    engine.sum(this, Pass.MOMENTS, total());
    each((group, latent, threads) -> group.whiten(latent, total(), threads));
    for (int l = 0; l < posteriors.size(); l++) {
      InducingPosterior q = posteriors.get(l);
      Arrays.fill(q.mean(), 0.0); // the slope was taken there
      if (q.naturalStep(curvature(l), slope(l), 1.0) < 1.0) {
        throw new ArithmeticException("the optimal q(v) has no finite covariance");
      }
    }
  }

  /** The model whose bound it is. */
  public Architecture architecture() {
    return architecture;
  }

  /** The values that it reads. */
  public Parameters parameters() {
    return parameters;
  }

  /** Every q(v), one per latent. */
  public List<InducingPosterior> posteriors() {
    return posteriors;
  }

  @Override
  public RowSums newSums() {
    return architecture.newSums(parameters.size(), posteriors);
  }

  @Override
  public Cut cut() {
    return CUT;
  }
}
