package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import java.util.List;

/**
 * The evidence lower bound of a batch and its complete gradient; equations E1–E5 in
 * docs/equations.md.
 *
 * <pre>
 *   ELBO = (N/B)·Σ_n E_q[log p(y_n | G(f0(x_n)))] − Σ_l KL[q(v_l) ‖ N(0, I)] + log prior(θ)
 * </pre>
 *
 * <p>A batch is cut into shares of rows by its size alone; threads take shares, and the shares'
 * sums are added in order. After {@link #evaluate}, {@link #gradient()} holds the adjoint of the
 * constrained values and {@link #curvature}, {@link #slope} what the update of q(v) needs. All work
 * space is kept: steps allocate next to nothing.
 */
public final class Elbo implements Bound {
  /**
   * The smallest marginal variance, as a share of k(x, x): rounding may otherwise make it negative.
   */
  public static final double VARIANCE_FLOOR = 1e-10;

  private final Architecture architecture;
  private final Parameters parameters;
  private final List<InducingPosterior> posteriors;
  private final Workers workers;
  private final OutputExpectation[] outputs;
  private final GroupFactors[] factors;
  private final LatentTerms[] terms; // per latent
  private final Matrix[] z;
  private final RowShares shares;
  private final RowSums total;
  private final Matrix[] product; // per group, work space
  private boolean factored;
  private Noise noise = Noise.of(0, 0, 0);
  private Divergence divergence = Divergence.kl();
  private Divergence weightDivergence = Divergence.kl();

  /** Reads the parameters and posteriors it is given; whoever moves them evaluates again. */
  public Elbo(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      List<Nodes> nodes,
      Workers workers) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.posteriors = List.copyOf(posteriors);
    this.workers = workers;
    outputs = new OutputExpectation[architecture.outputs().size()];
    for (int o = 0; o < outputs.length; o++) {
      outputs[o] = new OutputExpectation(architecture, o, nodes.get(o));
    }
    int groups = architecture.groups().size();
    factors = new GroupFactors[groups];
    z = new Matrix[groups];
    product = new Matrix[groups];
    for (int g = 0; g < groups; g++) {
      factors[g] = new GroupFactors(architecture, g);
      z[g] = architecture.inducing(g, parameters.value());
      int m = architecture.groups().get(g).inducing();
      product[g] = Matrix.zeros(m, m);
    }
    terms = new LatentTerms[architecture.latents()];
    for (int l = 0; l < terms.length; l++) {
      terms[l] = new LatentTerms(this.posteriors.get(l));
    }
    shares =
        new RowShares(() -> new RowSums(architecture, parameters.size()), workers, 512, 1024, 2);
    total = shares.total();
  }

  /** Replaces the quadrature nodes of an output. */
  @Override
  public void useNodes(int output, Nodes nodes) {
    outputs[output].useNodes(nodes);
  }

  /** Names the random numbers of the next evaluations: networks draw anew when it changes. */
  @Override
  public void useNoise(long seed, long step) {
    noise = Noise.of(seed, step, 0);
  }

  /**
   * Takes other divergences from the prior in place of the Kullback–Leibler one; {@link #curvature}
   * and {@link #slope} then are those with which the rules for KL climb E − D, see {@link
   * InducingPosterior#divergence(Divergence, Matrix, double[])}.
   */
  @Override
  public void useDivergences(Divergence inducing, Divergence weights) {
    divergence = inducing;
    weightDivergence = weights;
  }

  /** Adjoint of the constrained parameter values after {@link #evaluate}; not a copy. */
  @Override
  public double[] gradient() {
    return total.thetaBar;
  }

  /** W of a latent, full symmetric: ∂E/∂S. */
  @Override
  public Matrix curvature(int latent) {
    return total.w[latent];
  }

  /** a of a latent: ∂E/∂m. */
  @Override
  public double[] slope(int latent) {
    return total.aBar[latent];
  }

  /** The largest relative jitter that any K_zz needed in the last evaluation. */
  @Override
  public double jitter() {
    double most = 0.0;
    for (GroupFactors f : factors) {
      most = Math.max(most, f.jitter());
    }
    return most;
  }

  /**
   * Factors K_zz at the current parameters ahead of the next {@link #evaluate}, so that this can
   * overlap with the update of q(v), on which it does not depend. Not to be followed by a change of
   * the parameters.
   *
   * @throws ArithmeticException when a K_zz cannot be factored
   */
  @Override
  public void factor(Scratch scratch) {
    for (int g = 0; g < factors.length; g++) {
      factors[g].prepare(parameters.value(), z[g], scratch);
    }
    factored = true;
  }

  /** Takes back {@link #factor}: the parameters have changed after all. */
  @Override
  public void unfactor() {
    factored = false;
  }

  /**
   * The bound on a batch and all its derivatives.
   *
   * @param x B×D
   * @param y one array of B targets per output
   * @param scale N/B
   */
  @Override
  public double evaluate(Matrix x, double[][] y, double scale) {
    double[] theta = parameters.value();
    if (!factored) {
      factor(workers.scratch(0));
    }
    factored = false;
    for (int l = 0; l < terms.length; l++) {
      terms[l].prepare(factors[architecture.groupOf(l)], workers);
    }
    shares.sum(x, (rows, from, sums, scratch) -> rows(theta, rows, y, from, scale, sums, scratch));
    return finish(theta);
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
  public void optimisePosteriors(Matrix x, double[][] y, double scale) {
    double[] theta = parameters.value();
    if (!factored) {
      factor(workers.scratch(0));
    }
    shares.sum(
        x, (rows, from, sums, scratch) -> moments(theta, rows, y, from, scale, sums, scratch));
    for (int l = 0; l < terms.length; l++) {
      whitenSums(l);
      java.util.Arrays.fill(posteriors.get(l).mean(), 0.0); // the slope was taken there
      if (posteriors.get(l).naturalStep(total.w[l], total.aBar[l], 1.0) < 1.0) {
        throw new ArithmeticException("the optimal q(v) has no finite covariance");
      }
    }
  }

  /** From the rows' sums to K̄_zz, and the terms that do not depend on rows. */
  private double finish(double[] theta) {
    double bound = total.bound;
    for (int g = 0; g < factors.length; g++) {
      factors[g].clear();
      int first = architecture.firstLatentOfGroup(g);
      for (int l = first; l < first + architecture.groups().get(g).latents(); l++) {
        whitenSums(l);
        factors[g].addLatent(posteriors.get(l), total.w[l], total.aBar[l], product[g], workers);
        bound -=
            divergence.isKl()
                ? posteriors.get(l).divergence()
                : posteriors.get(l).divergence(divergence, total.w[l], total.aBar[l]);
      }
      factors[g].pullback(theta, z[g], total.thetaBar, total.zBar[g], workers);
    }
    for (OutputExpectation output : outputs) {
      bound += output.logPrior(theta, weightDivergence, total.thetaBar);
    }
    return bound + parameters.logPrior(total.thetaBar);
  }

  /** Makes the rows' sums of a latent those of A, whichever way they were taken. */
  private void whitenSums(int l) {
    GroupFactors own = factors[architecture.groupOf(l)];
    Blas.symmetrise(total.w[l]);
    if (own.isDirect()) {
      own.whiten(total.w[l], workers);
      Blas.trmm(
          false, false, 1.0, own.inverse, Matrix.wrap(total.aBar[l], total.aBar[l].length, 1));
    }
  }

  /** W and a of a block of rows at m = 0. */
  private void moments(
      double[] theta,
      Matrix x,
      double[][] y,
      int yFrom,
      double scale,
      RowSums sums,
      Scratch scratch) {
    int mark = scratch.mark();
    OutputExpectation.Marginals marginals = marginals(x.rows, scratch);
    Matrix[] h = new Matrix[factors.length];
    for (int g = 0; g < factors.length; g++) {
      Architecture.Group group = architecture.groups().get(g);
      h[g] = inducingRows(theta, g, x, scratch)[1];
      int first = architecture.firstLatentOfGroup(g);
      for (int l = first; l < first + group.latents(); l++) {
        group.mean().mean(theta, architecture.meanAt(l), x, marginals.mean()[l]);
        group
            .covariance()
            .diagonal(theta, architecture.covarianceAt(g), x, marginals.variance()[l]);
      }
    }
    expectations(theta, x, y, yFrom, marginals, scale, sums, scratch);
    for (int l = 0; l < terms.length; l++) {
      Matrix own = h[architecture.groupOf(l)];
      Matrix scaled = Matrix.wrap(scratch.take(own.rows * own.cols), own.rows, own.cols);
      weightedGram(own, marginals.varianceBar()[l], scaled, sums.w[l]);
      Blas.gemv(true, 1.0, own, marginals.meanBar()[l], 0, 1.0, sums.aBar[l], 0);
    }
    scratch.release(mark);
  }

  private OutputExpectation.Marginals marginals(int rows, Scratch scratch) {
    double[][][] all = new double[4][architecture.latents()][];
    for (double[][] part : all) {
      for (int l = 0; l < part.length; l++) {
        part[l] = scratch.take(rows);
      }
    }
    return new OutputExpectation.Marginals(all[0], all[1], all[2], all[3]);
  }

  /** K_xz of a block, and H: the same, or A where rows are whitened. */
  private Matrix[] inducingRows(double[] theta, int g, Matrix x, Scratch scratch) {
    Architecture.Group group = architecture.groups().get(g);
    int m = group.inducing();
    Matrix kxz = Matrix.wrap(scratch.take(x.rows * m), x.rows, m);
    group.covariance().cross(theta, architecture.covarianceAt(g), x, z[g], kxz, scratch);
    if (factors[g].isDirect()) {
      return new Matrix[] {kxz, kxz};
    }
    Matrix a = Matrix.wrap(scratch.take(x.rows * m), x.rows, m);
    factors[g].whiten(kxz, a);
    return new Matrix[] {kxz, a};
  }

  /** One block of rows: forward to the expectations and back to the sums. */
  private void rows(
      double[] theta,
      Matrix x,
      double[][] y,
      int yFrom,
      double scale,
      RowSums sums,
      Scratch scratch) {
    int mark = scratch.mark();
    int n = x.rows;
    int latents = architecture.latents();
    Matrix[] kxz = new Matrix[factors.length];
    Matrix[] h = new Matrix[factors.length];
    Matrix[] p = new Matrix[latents];
    OutputExpectation.Marginals marginals = marginals(n, scratch);
    for (int g = 0; g < factors.length; g++) {
      Architecture.Group group = architecture.groups().get(g);
      int m = group.inducing();
      Matrix[] own = inducingRows(theta, g, x, scratch);
      kxz[g] = own[0];
      h[g] = own[1];
      double[] prior = scratch.take(n);
      group.covariance().diagonal(theta, architecture.covarianceAt(g), x, prior);
      int first = architecture.firstLatentOfGroup(g);
      for (int l = first; l < first + group.latents(); l++) {
        double[] mean = marginals.mean()[l];
        p[l] = Matrix.wrap(scratch.take(n * m), n, m);
        group.mean().mean(theta, architecture.meanAt(l), x, mean);
        terms[l].forward(h[g], mean, p[l]);
        marginalVariance(prior, h[g], p[l], marginals.variance()[l], 0);
      }
    }
    expectations(theta, x, y, yFrom, marginals, scale, sums, scratch);
    for (int g = 0; g < factors.length; g++) {
      groupPullback(
          theta,
          g,
          x,
          kxz[g],
          h[g],
          p,
          marginals.meanBar(),
          marginals.varianceBar(),
          sums,
          scratch);
    }
    scratch.release(mark);
  }

  private void expectations(
      double[] theta,
      Matrix x,
      double[][] y,
      int yFrom,
      OutputExpectation.Marginals marginals,
      double scale,
      RowSums sums,
      Scratch scratch) {
    for (int o = 0; o < outputs.length; o++) {
      int first = architecture.firstLatentOfOutput(o);
      int latents = architecture.outputs().get(o).flows().size();
      OutputExpectation.Marginals own =
          latents == architecture.latents()
              ? marginals
              : new OutputExpectation.Marginals(
                  slice(marginals.mean(), first, latents),
                  slice(marginals.variance(), first, latents),
                  slice(marginals.meanBar(), first, latents),
                  slice(marginals.varianceBar(), first, latents));
      sums.bound +=
          outputs[o].pullback(
              theta, x, noise.fromRow(yFrom), y[o], yFrom, own, scale, sums.thetaBar, scratch);
    }
  }

  private static double[][] slice(double[][] all, int first, int count) {
    return java.util.Arrays.copyOfRange(all, first, first + count);
  }

  /** v_n = k(x_n, x_n) + A_n·(S − I)·A_nᵀ. */
  static void marginalVariance(double[] prior, Matrix a, Matrix p, double[] variance, int at) {
    for (int i = 0; i < a.rows; i++) {
      double v = prior[i] + Sums.dot(a.data, a.at(i, 0), p.data, p.at(i, 0), a.cols);
      variance[at + i] = Math.max(v, VARIANCE_FLOOR * prior[i]);
    }
  }

  private void groupPullback(
      double[] theta,
      int g,
      Matrix x,
      Matrix kxz,
      Matrix h,
      Matrix[] p,
      double[][] meanBar,
      double[][] varianceBar,
      RowSums sums,
      Scratch scratch) {
    Architecture.Group group = architecture.groups().get(g);
    int first = architecture.firstLatentOfGroup(g);
    int n = x.rows;
    int mark = scratch.mark();
    double[] priorBar = scratch.takeZeroed(n);
    Matrix bar = p[first]; // H̄, then K̄_xz
    Matrix scaled = Matrix.wrap(scratch.take(n * h.cols), n, h.cols);
    for (int l = first; l < first + group.latents(); l++) {
      weightedGram(h, varianceBar[l], scaled, sums.w[l]);
      Blas.gemv(true, 1.0, h, meanBar[l], 0, 1.0, sums.aBar[l], 0);
      terms[l].pullback(meanBar[l], varianceBar[l], p[l], bar);
      for (int i = 0; i < n; i++) {
        priorBar[i] += varianceBar[l][i];
      }
      group.mean().meanPullback(theta, architecture.meanAt(l), x, meanBar[l], sums.thetaBar, null);
    }
    if (!factors[g].isDirect()) {
      Blas.trmm(true, false, 1.0, factors[g].inverse, bar);
    }
    int at = architecture.covarianceAt(g);
    group.covariance().diagonalPullback(theta, at, x, priorBar, sums.thetaBar, null);
    group
        .covariance()
        .crossPullback(theta, at, x, z[g], kxz, bar, sums.thetaBar, null, sums.zBar[g], scratch);
    scratch.release(mark);
  }

  /**
   * W += Σ_n v̄_n A_n A_nᵀ at half a gemm's cost: rows scaled by √|v̄_n|, those with v̄_n &lt; 0
   * packed to the front and the others to the back, one syrk each.
   */
  public static void weightedGram(Matrix a, double[] varianceBar, Matrix scaled, Matrix w) {
    if (isConstant(varianceBar, a.rows)) { // Gaussian noise without a flow
      Blas.syrk(true, varianceBar[0], a, 1.0, w);
      return;
    }
    int front = 0;
    int back = a.rows;
    int cols = a.cols;
    for (int i = 0; i < a.rows; i++) {
      double v = varianceBar[i];
      int to = v < 0 ? front++ : --back;
      double root = Math.sqrt(Math.abs(v));
      int source = a.at(i, 0);
      int target = to * cols;
      for (int j = 0; j < cols; j++) {
        scaled.data[target + j] = root * a.data[source + j];
      }
    }
    if (front > 0) {
      Blas.syrk(true, -1.0, scaled.rowRange(0, front), 1.0, w);
    }
    if (front < a.rows) {
      Blas.syrk(true, 1.0, scaled.rowRange(front, a.rows), 1.0, w);
    }
  }

  private static boolean isConstant(double[] values, int n) {
    for (int i = 1; i < n; i++) {
      if (values[i] != values[0]) {
        return false;
      }
    }
    return n > 0;
  }
}
