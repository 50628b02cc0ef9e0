package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.Golden;
import io.github.tgp4j.GoldenModel;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.exact.CollapsedGp;
import io.github.tgp4j.exact.ExactGp;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bounds, gradients and predictions of GPflow, GPyTorch and PyTorch. */
class ElboGoldenTest {
  static List<String> models() {
    return GoldenModel.names();
  }

  @ParameterizedTest
  @MethodSource("models")
  void boundAndGradient(String name) {
    GoldenModel g = GoldenModel.of(name);
    Golden golden = g.golden;
    Elbo elbo = g.model.elbo(g.nodes());
    Matrix x = golden.matrix("X");
    double[] y = golden.vector("y");
    golden.check("elbo", elbo.evaluate(x, new double[][] {y}, golden.scalar("batchScale")));
    InducingPosterior q = g.model.posteriors.get(0);
    golden.check("kl", q.divergence());
    for (String value : golden.names()) {
      if (value.startsWith("grad.") && !value.matches("grad\\.[mL]")) {
        golden.check(value, g.gradient(value.substring("grad.".length()), elbo.gradient()));
      }
    }
    if (golden.names().contains("grad.m")) {
      golden.check("grad.m", meanGradient(elbo.slope(0), q.mean()));
      golden.check("grad.L", scaleGradient(elbo.curvature(0), golden.matrix("L")));
    }
    if (golden.names().contains("ell")) {
      double[] ell = new double[x.rows];
      for (int i = 0; i < ell.length; i++) {
        double[][] target = {{y[i]}};
        ell[i] = elbo.evaluate(x.rowRange(i, i + 1), target, 1.0) + q.divergence();
      }
      golden.check("ell", ell);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void latentMarginals(String name) {
    GoldenModel g = GoldenModel.of(name);
    if (g.golden.names().contains("mean")) {
      checkMarginals(g, "X", "mean", "var");
    }
    checkMarginals(g, "Xs", "mean.Xs", "var.Xs");
  }

  private static void checkMarginals(GoldenModel g, String inputs, String mean, String variance) {
    double[][] got = marginals(g.model.predictor(), g.golden.matrix(inputs));
    g.golden.check(mean, DoubleStream.of(got[0]).map(m -> m - g.latentShift).toArray());
    g.golden.check(variance, got[1]);
  }

  static double[][] marginals(LatentPredictor predictor, Matrix x) {
    double[][] mean = new double[1][x.rows];
    double[][] variance = new double[1][x.rows];
    predictor.marginals(x, mean, variance, 0, new Scratch());
    return new double[][] {mean[0], variance[0]};
  }

  @Test
  void divergence() {
    Golden golden = Golden.read("kl");
    Matrix l = golden.matrix("L");
    double[] m = golden.vector("m");
    FullPosterior q = FullPosterior.of(m, l);
    golden.check("kl.white", q.divergence());
    double[] nothing = new double[m.length];
    Matrix zero = Matrix.zeros(m.length, m.length);
    golden.check("grad.white.m", negated(meanGradient(nothing, m)));
    golden.check("grad.white.L", negated(scaleGradient(zero, l)));
    // KL[N(m, LLᵀ) ‖ N(0, K)] is the whitened one at L_K⁻¹m, L_K⁻¹L
    Matrix factor = golden.matrix("K");
    assertThat(Blas.potrf(factor)).isTrue();
    Matrix inverse = factor.copy();
    Blas.trtri(inverse);
    double[] whiteMean = new double[m.length];
    Matrix whiteScale = Matrix.zeros(m.length, m.length);
    Blas.gemv(false, 1.0, inverse, m, 0, 0.0, whiteMean, 0);
    Blas.gemm(false, false, 1.0, inverse, l, 0.0, whiteScale);
    golden.check("kl.prior", FullPosterior.of(whiteMean, whiteScale).divergence());
  }

  @Test
  void exactGp() {
    Golden golden = Golden.read("gpr");
    ExactGp gp =
        new ExactGp(
            rbf(), theta(golden), golden.scalar("noise"), golden.matrix("X"), golden.vector("y"));
    golden.check("logMarginalLikelihood", gp.logMarginalLikelihood());
    double[] thetaBar = new double[3];
    golden.check("grad.noise", gp.gradient(thetaBar));
    golden.check("grad.variance", thetaBar[0]);
    golden.check("grad.lengthscales", thetaBar[1], thetaBar[2]);
    Matrix xs = golden.matrix("Xs");
    double[] mean = new double[xs.rows];
    double[] variance = new double[xs.rows];
    gp.predict(xs, mean, variance);
    golden.check("mean.Xs", mean);
    golden.check("var.Xs", variance);
  }

  /** Its gradient is the uncollapsed bound's at the optimal q(v), where ∂/∂q vanishes. */
  @Test
  void collapsedGp() {
    Golden golden = Golden.read("sgpr");
    Matrix x = golden.matrix("X");
    Matrix z = golden.matrix("Z");
    double[] y = golden.vector("y");
    CollapsedGp gp = new CollapsedGp(rbf(), theta(golden), golden.scalar("noise"), x, y, z);
    golden.check("bound", gp.bound());
    SmallModel model =
        SmallModel.of("rbf", "identity", "gaussian", z)
            .with(gp.posterior())
            .set("covariance.variance", golden.scalar("variance"))
            .set("covariance.lengthscales", golden.vector("lengthscales"))
            .set("likelihood.noise-variance", golden.scalar("noise"));
    Elbo elbo = model.elbo(1);
    golden.check("bound", elbo.evaluate(x, new double[][] {y}, 1.0));
    double[] bar = elbo.gradient();
    golden.check("grad.variance", bar[0]);
    golden.check("grad.lengthscales", bar[1], bar[2]);
    golden.check("grad.Z", model.architecture.inducing(0, bar).copy().data);
    golden.check("grad.noise", bar[model.architecture.likelihoodAt(0)]);
    double[][] marginals = marginals(model.predictor(), golden.matrix("Xs"));
    golden.check("mean.Xs", marginals[0]);
    golden.check("var.Xs", marginals[1]);
  }

  private static Covariance rbf() {
    return Covariances.rbf(2);
  }

  private static double[] theta(Golden golden) {
    double[] l = golden.vector("lengthscales");
    return new double[] {golden.scalar("variance"), l[0], l[1]};
  }

  /** a − m. */
  private static double[] meanGradient(double[] slope, double[] m) {
    double[] out = new double[m.length];
    for (int i = 0; i < m.length; i++) {
      out[i] = slope[i] - m[i];
    }
    return out;
  }

  /** tril(2WL − L + L⁻ᵀ). */
  private static double[] scaleGradient(Matrix w, Matrix l) {
    Matrix out = Matrix.zeros(l.rows, l.rows);
    Blas.gemm(false, false, 2.0, w, l, 0.0, out);
    for (int i = 0; i < l.rows; i++) {
      for (int j = 0; j < l.rows; j++) {
        double more = i == j ? 1.0 / l.get(i, i) : 0.0;
        out.set(i, j, j <= i ? out.get(i, j) - l.get(i, j) + more : 0.0);
      }
    }
    return out.data;
  }

  private static double[] negated(double[] values) {
    return DoubleStream.of(values).map(v -> -v).toArray();
  }
}
