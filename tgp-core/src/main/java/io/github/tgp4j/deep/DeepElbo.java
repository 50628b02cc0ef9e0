package io.github.tgp4j.deep;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.variational.Expectations;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.OutputExpectation;
import io.github.tgp4j.variational.SparseBound;
import io.github.tgp4j.variational.SparseConditional;
import java.util.List;

/**
 * The doubly stochastic bound of a deep GP (Salimbeni and Deisenroth 2017) on a batch, and its
 * complete gradient; equations D1–D5 in docs/equations.md.
 *
 * <pre>
 *   h_0 = x,  h_l = W_l·h_{l−1} + mean_l(h_{l−1}) + √variance_l(h_{l−1}) ∘ ε_l,  l = 1..L−1
 *   ELBO = (N/B)·Σ_n E_{q(f_L | h_{L−1,n})}[log p(y_n | f_L)] − Σ_l Σ_u KL[q(v_lu) ‖ N(0, I)] + log prior(θ)
 * </pre>
 *
 * <p>One draw of ε per row and evaluation; the last layer is integrated by quadrature or in closed
 * form. The draws are named by {@link #useNoise} and the row's number, so the same noise gives the
 * same value and neither batches, shares nor threads change it.
 */
public final class DeepElbo extends SparseBound {
  private static final Cut CUT = new Cut(256, 256, 1);

  private final DeepArchitecture architecture;

  /** Reads the parameters and posteriors it is given; whoever moves them evaluates again. */
  public DeepElbo(
      DeepArchitecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      List<Nodes> nodes,
      Workers workers) {
    super(
        parameters,
        architecture.conditionals(parameters.value(), List.copyOf(posteriors)),
        new Expectations(architecture.last(), nodes),
        workers);
    this.architecture = architecture;
  }

  @Override
  public RowSums newSums() {
    return architecture.newSums(parameters.size());
  }

  @Override
  public Cut cut() {
    return CUT;
  }

  /** One block of rows: forward through the layers and back to the sums. */
  @Override
  public void accumulate(Pass pass, RowBlock rows, double scale, RowSums sums, Scratch scratch) {
    if (pass != Pass.GRADIENT) {
      throw new IllegalStateException("the optimal q(v) of this model has no closed form");
    }
    int mark = scratch.mark();
    double[] theta = parameters.value();
    int n = rows.rows();
    int hidden = groups.length - 1;
    SparseConditional.Pass[] passes = new SparseConditional.Pass[groups.length];
    double[][] draws = new double[hidden][];
    Matrix in = rows.x;
    for (int l = 0; l < hidden; l++) {
      int units = groups[l].latents();
      passes[l] = groups[l].forward(theta, in, scratch);
      draws[l] = scratch.take(n * units);
      expectations.noise(rows).gaussian(l, 0, n, units, draws[l]);
      Matrix out = Matrix.wrap(scratch.take(n * units), n, units);
      architecture.mean(l, theta, in, out);
      draw(passes[l], draws[l], out);
      in = out;
    }
    passes[hidden] = groups[hidden].forward(theta, in, scratch);
    OutputExpectation.Marginals last = OutputExpectation.Marginals.of(passes[hidden]);
    expectations.pullback(theta, rows, last, scale, sums, scratch);
    pullback(passes, draws, sums, scratch);
    scratch.release(mark);
  }

  private void pullback(
      SparseConditional.Pass[] passes, double[][] draws, RowSums sums, Scratch scratch) {
    double[] theta = parameters.value();
    int hidden = groups.length - 1;
    Matrix outBar = null;
    for (int l = hidden; l >= 0; l--) {
      if (l < hidden) {
        drawPullback(passes[l], draws[l], outBar);
      }
      Matrix inBar = null;
      if (l > 0) {
        Matrix in = passes[l].x;
        inBar = Matrix.wrap(scratch.takeZeroed(in.rows * in.cols), in.rows, in.cols);
        if (l < hidden) {
          architecture.meanPullback(l, theta, outBar, inBar);
        }
      }
      groups[l].pullback(theta, passes[l], sums, inBar, scratch);
      outBar = inBar;
    }
  }

  /** h += mean + √variance ∘ ε. */
  static void draw(SparseConditional.Pass pass, double[] epsilon, Matrix h) {
    int units = h.cols;
    for (int u = 0; u < units; u++) {
      double[] mean = pass.mean[u];
      double[] variance = pass.variance[u];
      for (int i = 0; i < h.rows; i++) {
        h.data[i * units + u] += mean[i] + Math.sqrt(variance[i]) * epsilon[i * units + u];
      }
    }
  }

  /** The pullback of {@link #draw}: writes the adjoints of the marginals. */
  private static void drawPullback(SparseConditional.Pass pass, double[] epsilon, Matrix hBar) {
    int units = hBar.cols;
    for (int u = 0; u < units; u++) {
      double[] variance = pass.variance[u];
      for (int i = 0; i < hBar.rows; i++) {
        double bar = hBar.data[i * units + u];
        pass.meanBar[u][i] = bar;
        pass.varianceBar[u][i] = 0.5 * bar * epsilon[i * units + u] / Math.sqrt(variance[i]);
      }
    }
  }
}
