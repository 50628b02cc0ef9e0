package io.github.tgp4j.exact;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.flow.Unwarping;
import io.github.tgp4j.likelihood.GaussianBlock;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.NodeBlock;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FullPosterior;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The paper's G-SP, the ablation of the TGP: the prior is transformed, f = G(f0), f0 ~ GP, but the
 * approximate posterior of f is Gaussian; equations G1–G3 in docs/equations.md.
 *
 * <p>The conditionals p(f | u) no longer cancel, so that u gives no saving: here u is f itself, at
 * the N data. With K = LLᵀ, f = L·v, q(v) = N(m, S), R = G⁻¹, the bound of the paper is
 *
 * <pre>
 *   Σ_n E[log p(y_n | f_n)] − KL[q(v) ‖ N(0, I)]        the bound of the GP without a flow
 *     + Σ_n E[log R'(f_n)]                               the Jacobian of the prior
 *     − ½·E[‖L⁻¹R(f)‖² − ‖v‖²]                           log N(R(f)|0, K) − log N(f|0, K)
 * </pre>
 *
 * <p>A weight w of KL ({@link #useDivergence}) multiplies all but the first expectation.
 *
 * <p>The first two expectations are over marginals N(μ_n, s_n), μ = Lm, s = diag(LSLᵀ), in closed
 * form or by Gauss–Hermite quadrature. The third is over all of f, by Monte-Carlo samples v = m +
 * L_S·ε in antithetic pairs; taking the difference removes their noise where R is close to the
 * identity, and all of it where it is. O(N³) in time and O(N²) in memory per evaluation.
 */
public final class TransformedPriorBound {
  private final Architecture architecture;
  private final Covariance covariance;
  private final Likelihood likelihood;
  private final Unwarping inverse;
  private double klWeight = 1.0;
  private final Matrix x;
  private final double[] y;
  private final int n;
  private final int nodes;
  private final double[] z;
  private final double[] weights;
  private final Parameters start;
  private final int meanAt;
  private final int scaleAt;
  private final double[] gradient;

  private final Scratch scratch = new Scratch();
  private final Matrix k;
  private final Matrix l;
  private final Matrix inverseL;
  private final Matrix scale; // L_S
  private final Matrix p; // L·L_S
  private final Matrix lBar;
  private final Matrix scaleBar;
  private final Matrix product;
  private final double[] mBar;

  /**
   * Of one target with one latent.
   *
   * @throws IllegalArgumentException when the flow is not onto the whole line: a Gaussian q(f)
   *     would lie partly outside the prior's support
   */
  public TransformedPriorBound(Architecture architecture, Matrix x, double[] y, int nodes) {
    if (architecture.latents() != 1) {
      throw new IllegalArgumentException(
          "G-SP: expected one latent function but got " + architecture.latents());
    }
    this.architecture = architecture;
    this.covariance = architecture.groups().get(0).covariance();
    this.likelihood = architecture.outputs().get(0).likelihood();
    this.inverse = Unwarping.of(architecture.flow(0));
    if (!inverse.range().equals(Interval.REAL)) {
      throw new IllegalArgumentException(
          "G-SP: expected a flow onto the whole line, since q(f) is Gaussian, but "
              + inverse.warp()
              + " maps onto "
              + inverse.range()
              + "; use a flow such as sal(1), or a TGP");
    }
    this.x = x;
    this.y = y;
    this.n = y.length;
    Nodes rule = Nodes.gaussHermite(nodes);
    this.nodes = rule.count();
    this.z = rule.copyNodes(0);
    this.weights = rule.copyWeights();
    this.start = architecture.newParameters(List.of(x));
    start.setTrainable(name -> name.startsWith("inducing"), false);
    double[] triangle = new double[n * (n + 1) / 2];
    for (int i = 0, d = 0; i < n; i++, d += i + 1) {
      triangle[d] = 1.0;
    }
    this.meanAt = start.add(Parameter.of("posterior.mean", Constraints.REAL, new double[n]));
    this.scaleAt =
        start.add(Parameter.of("posterior.scale", Constraints.lowerTriangular(n), triangle));
    this.gradient = new double[start.size()];
    this.k = Matrix.zeros(n, n);
    this.l = Matrix.zeros(n, n);
    this.inverseL = Matrix.zeros(n, n);
    this.scale = Matrix.zeros(n, n);
    this.p = Matrix.zeros(n, n);
    this.lBar = Matrix.zeros(n, n);
    this.scaleBar = Matrix.zeros(n, n);
    this.product = Matrix.zeros(n, n);
    this.mBar = new double[n];
  }

  /**
   * Weighs the divergence of q(f) from the transformed prior: KL alone splits into expectations
   * that can be computed.
   *
   * @throws IllegalArgumentException for another divergence than KL
   */
  public void useDivergence(Divergence divergence) {
    if (divergence.order() != 1.0) {
      throw new IllegalArgumentException(
          "divergence: expected kl or kl(w) with a transformed prior but got "
              + divergence
              + "; a Gaussian's other divergences from such a prior have no closed form");
    }
    klWeight = divergence.weight();
  }

  /** Every part at its start, q(v) at the prior. */
  public Parameters newParameters() {
    return start.copy();
  }

  /** Moves q(v) to that of a sparse model whose inducing inputs are the data. */
  public void setPosterior(Parameters parameters, FullPosterior q) {
    Matrix covariance = Matrix.zeros(n, n);
    q.deviation(covariance);
    for (int i = 0; i < n; i++) {
      covariance.data[i * n + i] += 1.0;
    }
    Matrix factor = Matrix.zeros(n, n);
    Cholesky.factor(covariance, factor);
    double[] triangle = new double[n * (n + 1) / 2];
    for (int i = 0, d = 0; i < n; d += i + 1, i++) {
      System.arraycopy(factor.data, i * n, triangle, d, i + 1);
    }
    parameters.set("posterior.mean", q.mean());
    parameters.set("posterior.scale", triangle);
  }

  /** q(v), for a sparse model whose inducing inputs are the data. */
  public FullPosterior posterior(Parameters parameters) {
    unpack(parameters.value());
    return FullPosterior.of(parameters.get("posterior.mean"), scale);
  }

  /** ε of {@code pairs} antithetic pairs, one sample per row. */
  public Matrix noise(int pairs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix noise = Matrix.zeros(2 * pairs, n);
    for (int s = 0; s < pairs; s++) {
      for (int i = 0; i < n; i++) {
        double value = random.nextGaussian();
        noise.set(2 * s, i, value);
        noise.set(2 * s + 1, i, -value);
      }
    }
    return noise;
  }

  /** Adjoint of the constrained values after {@link #evaluate}; not a copy. */
  public double[] gradient() {
    return gradient;
  }

  /**
   * The bound with these samples, the prior of the parameters included, and its gradient.
   *
   * @param noise ε, one sample per row
   */
  public double evaluate(Parameters parameters, Matrix noise) {
    double[] theta = parameters.value();
    Arrays.fill(gradient, 0.0);
    Arrays.fill(mBar, 0.0);
    lBar.fill(0.0);
    scaleBar.fill(0.0);
    unpack(theta);
    covariance.cross(theta, architecture.covarianceAt(0), x, x, k, scratch);
    Cholesky.factor(k, l);
    System.arraycopy(l.data, 0, inverseL.data, 0, l.data.length);
    Blas.trtri(inverseL);
    double value = marginals(theta) - divergence(theta) + prior(theta, noise);
    Blas.gemm(true, false, 1.0, l, lBar, 0.0, product);
    Cholesky.pullback(inverseL, product, lBar);
    covariance.crossPullback(
        theta,
        architecture.covarianceAt(0),
        x,
        x,
        k,
        new CrossAdjoints(lBar, gradient, null, null),
        scratch);
    for (int i = 0, d = scaleAt; i < n; i++) {
      gradient[meanAt + i] += mBar[i];
      for (int j = 0; j <= i; j++, d++) {
        gradient[d] += scaleBar.data[i * n + j];
      }
    }
    return value + parameters.logPrior(gradient);
  }

  private void unpack(double[] theta) {
    for (int i = 0, d = scaleAt; i < n; d += i + 1, i++) {
      System.arraycopy(theta, d, scale.data, i * n, i + 1);
    }
  }

  /** w·KL[q(v) ‖ N(0, I)]. */
  private double divergence(double[] theta) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double mean = theta[meanAt + i];
      sum += 0.5 * (mean * mean - 1.0);
      mBar[i] -= klWeight * mean;
      for (int j = 0; j <= i; j++) {
        double entry = scale.data[i * n + j];
        sum += 0.5 * entry * entry;
        scaleBar.data[i * n + j] -= klWeight * entry;
      }
      double diagonal = scale.data[i * n + i];
      sum -= Math.log(diagonal);
      scaleBar.data[i * n + i] += klWeight / diagonal;
    }
    return klWeight * sum;
  }

  /** Σ_n E[log p(y_n | f_n)] + Σ_n E[log R'(f_n)]. */
  private double marginals(double[] theta) {
    int mark = scratch.mark();
    double[] mu = scratch.take(n);
    double[] variance = scratch.take(n);
    double[] muBar = scratch.takeZeroed(n);
    double[] varianceBar = scratch.takeZeroed(n);
    Blas.gemv(false, 1.0, l, theta, meanAt, 0.0, mu, 0);
    System.arraycopy(scale.data, 0, p.data, 0, n * n);
    Blas.trmm(false, false, 1.0, l, p);
    for (int i = 0; i < n; i++) {
      variance[i] = Sums.dot(p.data, i * n, p.data, i * n, n);
    }
    double value = expectations(theta, mu, variance, muBar, varianceBar);
    for (int i = 0; i < n; i++) { // μ = L·m, s_i = ‖P_i‖², P = L·L_S
      for (int j = 0; j <= i; j++) {
        lBar.data[i * n + j] += muBar[i] * theta[meanAt + j];
        p.data[i * n + j] *= 2.0 * varianceBar[i];
      }
    }
    Blas.gemv(true, 1.0, l, muBar, 0, 1.0, mBar, 0);
    Blas.gemm(false, true, 1.0, p, scale, 1.0, lBar);
    Blas.gemm(true, false, 1.0, l, p, 1.0, scaleBar);
    scratch.release(mark);
    return value;
  }

  private double expectations(
      double[] theta, double[] mu, double[] variance, double[] muBar, double[] varianceBar) {
    int size = n * nodes;
    int mark = scratch.mark();
    double[] f = scratch.take(size);
    double[] bar = scratch.take(size);
    double[] fBar = scratch.takeZeroed(size);
    double[] logBar = scratch.take(size);
    double[] t = scratch.take(size);
    double[] logSlope = scratch.take(size);
    for (int i = 0; i < n; i++) {
      double sd = Math.sqrt(variance[i]);
      for (int s = 0; s < nodes; s++) {
        f[i * nodes + s] = mu[i] + sd * z[s];
        logBar[i * nodes + s] = klWeight * weights[s];
      }
    }
    int at = architecture.likelihoodAt(0);
    double value;
    if (likelihood.hasClosedForm()) {
      value =
          likelihood.expectedLogDensity(
              theta,
              at,
              new GaussianBlock(y, 0, mu, variance, n, muBar, varianceBar),
              1.0,
              gradient);
    } else {
      value =
          likelihood.expectation(
              theta,
              at,
              new NodeBlock(y, 0, n, f, 0, n * nodes, nodes, weights, fBar),
              gradient,
              scratch);
    }
    inverse.forward(theta, architecture.flowAt(0), f, 0, t, logSlope, size, scratch);
    value += Sums.dot(logBar, 0, logSlope, 0, size);
    Arrays.fill(bar, 0, size, 0.0);
    inverse.pullback(
        theta, architecture.flowAt(0), t, logSlope, bar, logBar, size, gradient, scratch);
    for (int i = 0; i < n; i++) {
      double twice = 2.0 * Math.sqrt(variance[i]);
      for (int s = 0; s < nodes; s++) {
        double total = bar[i * nodes + s] + fBar[i * nodes + s];
        muBar[i] += total;
        varianceBar[i] += total * z[s] / twice;
      }
    }
    scratch.release(mark);
    return value;
  }

  /** −½·E[‖L⁻¹R(f)‖² − ‖v‖²] over the samples. */
  private double prior(double[] theta, Matrix noise) {
    int samples = noise.rows;
    int size = samples * n;
    int mark = scratch.mark();
    Matrix v = Matrix.wrap(scratch.take(size), samples, n);
    Matrix f = Matrix.wrap(scratch.take(size), samples, n);
    Matrix r = Matrix.wrap(scratch.take(size), samples, n);
    Matrix u = Matrix.wrap(scratch.take(size), samples, n);
    double[] logSlope = scratch.take(size);
    double[] none = scratch.takeZeroed(size);
    for (int s = 0; s < samples; s++) {
      System.arraycopy(theta, meanAt, v.data, s * n, n);
    }
    Blas.gemm(false, true, 1.0, noise, scale, 1.0, v);
    System.arraycopy(v.data, 0, f.data, 0, size);
    Blas.trmm(true, true, 1.0, l, f); // f = L·v, samples in rows
    inverse.forward(theta, architecture.flowAt(0), f.data, 0, r.data, logSlope, size, scratch);
    System.arraycopy(r.data, 0, u.data, 0, size);
    Blas.trmm(true, true, 1.0, inverseL, u);
    double value =
        -0.5
            * klWeight
            * (Sums.dot(u.data, 0, u.data, 0, size) - Sums.dot(v.data, 0, v.data, 0, size))
            / samples;
    // From here on f holds r̄, then f̄.
    for (int i = 0; i < size; i++) {
      f.data[i] = -klWeight * u.data[i] / samples;
    }
    Blas.trmm(true, false, 1.0, inverseL, f); // r̄ = L⁻ᵀ·ū
    Blas.gemm(true, false, -1.0, f, u, 1.0, lBar);
    inverse.pullback(
        theta, architecture.flowAt(0), r.data, logSlope, f.data, none, size, gradient, scratch);
    Blas.gemm(true, false, 1.0, f, v, 1.0, lBar);
    Blas.trmm(true, false, 1.0, l, f); // Lᵀ·f̄
    for (int i = 0; i < size; i++) {
      f.data[i] += klWeight * v.data[i] / samples;
    }
    for (int s = 0; s < samples; s++) {
      for (int i = 0; i < n; i++) {
        mBar[i] += f.data[s * n + i];
      }
    }
    Blas.gemm(true, false, 1.0, f, noise, 1.0, scaleBar);
    scratch.release(mark);
    return value;
  }
}
