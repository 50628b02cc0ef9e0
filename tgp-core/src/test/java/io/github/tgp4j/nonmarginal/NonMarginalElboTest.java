package io.github.tgp4j.nonmarginal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.exact.ExactGp;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import io.github.tgp4j.variational.DiagonalPosterior;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.SmallModel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bounds of flows that are not marginal: gradients with fixed noise, and limits. */
class NonMarginalElboTest {
  private static final int N = 9;
  private static final int M = 4;
  private final SplittableRandom random = new SplittableRandom(31);
  private final Matrix x = SmallModel.random(N, 2, random);
  private final Matrix z = SmallModel.random(M, 2, random);
  private final double[] y = random.doubles(N, -1.5, 1.5).toArray();
  private final Workers workers = new Workers(1);

  private InducingPosterior posterior(boolean diagonal) {
    InducingPosterior q = diagonal ? new DiagonalPosterior(M, 1.0) : new FullPosterior(M, 1.0);
    q.loadFree(random.doubles(q.freeSize(), -0.6, 0.3).toArray());
    return q;
  }

  private StudentTProcessElbo studentT(SmallModel model, InducingPosterior q, int nodes) {
    return new StudentTProcessElbo(
        model.architecture, model.parameters, q, Nodes.gaussHermite(nodes), workers);
  }

  private ConditionedFlowElbo conditioned(
      SmallModel model, InducingPosterior q, int nodes, int draws) {
    InducingReadout readout = new InducingReadout(model.architecture.flow(0), q.size(), draws);
    ConditionedFlowElbo elbo =
        new ConditionedFlowElbo(
            model.architecture, readout, model.parameters, q, Nodes.gaussHermite(nodes), workers);
    elbo.useNoise(5, 7);
    return elbo;
  }

  private static SmallModel withScale(SmallModel model, StudentTScale scale) {
    model.parameters.add("scale", scale);
    return model;
  }

  private static SmallModel withReadout(SmallModel model, int m) {
    model.parameters.add("readout", new InducingReadout(model.architecture.flow(0), m, 2));
    return model;
  }

  private void jiggle(Parameters parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += random.nextDouble(-0.2, 0.2);
    }
    parameters.refresh();
  }

  private static double[] freeGradient(SmallModel model, NonMarginalElbo elbo) {
    double[] freeBar = new double[model.parameters.size()];
    model.parameters.pullback(elbo.gradient(), freeBar);
    elbo.addFreeGradient(freeBar);
    return freeBar;
  }

  /** Every parameter, then every free value of q. */
  private void check(
      SmallModel model,
      InducingPosterior q,
      double weight,
      BiFunction<SmallModel, InducingPosterior, NonMarginalElbo> bound) {
    NonMarginalElbo elbo = bound.apply(model, q);
    elbo.evaluate(x, new double[][] {y}, 1.7);
    GradientCheck.check(
        free -> {
          SmallModel moved = model.with(q);
          for (Parameters.Block block : moved.parameters.blocks()) {
            if (block.trainable()) {
              System.arraycopy(
                  free, block.from(), moved.parameters.free(), block.from(), block.size());
            }
          }
          moved.parameters.refresh();
          return bound.apply(moved, q).evaluate(x, new double[][] {y}, 1.7);
        },
        model.parameters.free(),
        freeGradient(model, elbo),
        model.parameters::nameOf);
    double[] free = new double[q.freeSize()];
    double[] bar = new double[q.freeSize()];
    q.storeFree(free);
    q.freeGradient(elbo.curvature(0), elbo.slope(0), bar);
    GradientCheck.check(
        moved -> {
          InducingPosterior copy = q.copy();
          copy.loadFree(moved);
          return bound.apply(model, copy).evaluate(x, new double[][] {y}, 1.7);
        },
        free,
        Arrays.stream(bar).map(g -> weight * g).toArray(),
        i -> "q[" + i + "]");
  }

  @ParameterizedTest
  @CsvSource({
    "rbf, zero, identity, gaussian, false, kl",
    "matern52, linear, sal(1), student-t(4), false, kl",
    "rbf, constant, exp, gamma(identity), true, kl",
    "rbf, zero, identity, gaussian(beta=0.3), false, kl(0.4)",
    "rbf, zero, sal(1), gaussian(gamma=0.2), true, kl(2)",
    "rbf, zero, identity, gaussian, false, renyi(0.5)",
    "matern52, linear, sal(1), gaussian, true, renyi(0.9)"
  })
  void studentTProcessGradients(
      String kernel,
      String mean,
      String flow,
      String likelihood,
      boolean diagonal,
      String divergence) {
    SmallModel model =
        withScale(SmallModel.of(kernel, mean, flow, likelihood, 1, z), StudentTScale.learnt(3.5));
    if (likelihood.startsWith("gamma")) {
      Arrays.setAll(y, i -> Math.abs(y[i]) + 0.1);
    }
    jiggle(model.parameters);
    Divergence d = Specs.divergence(divergence);
    check(
        model,
        posterior(diagonal),
        d.weight(),
        (m, q) -> {
          StudentTProcessElbo elbo = studentT(m, q, 8);
          elbo.useDivergence(d);
          return elbo;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "rbf, zero, affine, gaussian, false, kl",
    "matern52, linear, sal(1), student-t(4), false, renyi(0.5)",
    "rbf, constant, tanh-sum(1), gaussian, true, kl(0.3)"
  })
  void conditionedFlowGradients(
      String kernel,
      String mean,
      String flow,
      String likelihood,
      boolean diagonal,
      String divergence) {
    SmallModel model = withReadout(SmallModel.of(kernel, mean, flow, likelihood, 1, z), M);
    jiggle(model.parameters);
    Divergence d = Specs.divergence(divergence);
    check(
        model,
        posterior(diagonal),
        d.weight(),
        (m, q) -> {
          ConditionedFlowElbo elbo = conditioned(m, q, 16, 6);
          elbo.useDivergence(d);
          return elbo;
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "sal(1)"})
  void manyDegreesOfFreedomAreTheGp(String flow) {
    InducingPosterior q = posterior(false);
    SmallModel plain = SmallModel.of("rbf", "linear", flow, "gaussian", 1, z).with(q);
    double expected = plain.elbo(16).evaluate(x, new double[][] {y}, 1.7);
    SmallModel model =
        withScale(SmallModel.of("rbf", "linear", flow, "gaussian", 1, z), StudentTScale.of(1e10));
    assertThat(studentT(model, q, 16).evaluate(x, new double[][] {y}, 1.7))
        .isCloseTo(expected, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(strings = {"affine", "sal(2)", "tanh-sum(2)"})
  void withoutReadoutTheFlowIsMarginal(String flow) {
    InducingPosterior q = posterior(false);
    SmallModel plain = SmallModel.of("rbf", "linear", flow, "gaussian", 1, z).with(q);
    Elbo elbo = plain.elbo(16);
    double expected = elbo.evaluate(x, new double[][] {y}, 1.7);
    SmallModel model = withReadout(SmallModel.of("rbf", "linear", flow, "gaussian", 1, z), M);
    ConditionedFlowElbo conditioned = conditioned(model, q, 16, 4);
    assertThat(conditioned.evaluate(x, new double[][] {y}, 1.7)).isCloseTo(expected, within(1e-8));
    double[] gradient = new double[plain.parameters.size()];
    plain.parameters.pullback(elbo.gradient(), gradient);
    assertThat(Arrays.copyOf(freeGradient(model, conditioned), gradient.length))
        .containsExactly(gradient, within(1e-7));
  }

  /**
   * A readout of the shift alone adds r·v to f0: Gaussian still, and with Gaussian noise the
   * expectation needs no more than its first two moments. The bound's draws average to that.
   */
  @Test
  void readoutOfTheShiftIsAnotherGp() {
    InducingPosterior q = posterior(false);
    SmallModel model = withReadout(SmallModel.of("rbf", "affine", "gaussian", z), M);
    double[] r = {0.1, -0.08, 0.05, 0.12}; // small: tanh is linear there
    double[] weights = new double[2 * M];
    System.arraycopy(r, 0, weights, 0, M); // the affine flow's first parameter is the shift
    model.set("readout.weights", weights);
    double sum = 0.0;
    int rounds = 400;
    ConditionedFlowElbo elbo = conditioned(model, q, 3, 50);
    for (int i = 0; i < rounds; i++) {
      elbo.useNoise(1, i);
      sum += elbo.evaluate(x, new double[][] {y}, 1.0) / rounds;
    }
    double noise = model.parameters.get("likelihood.noise-variance")[0];
    Matrix s = Matrix.zeros(M, M);
    q.covariance(s);
    LatentMixture at = elbo.predict(x);
    double expected = -q.divergence();
    for (int i = 0; i < N; i++) {
      double mean = 0.0; // of f0 + r·v, whose draws have the exact moments of q
      double square = 0.0;
      for (int c = 0; c < at.components(); c++) {
        double f = at.mean()[c][i] + at.theta()[c][model.architecture.flowAt(0)];
        mean += at.weights()[c] * f;
        square += at.weights()[c] * (f * f + at.variance()[c][i]);
      }
      double error = y[i] * y[i] - 2 * y[i] * mean + square;
      expected += -0.5 * (Math.log(2 * Math.PI * noise) + error / noise);
    }
    assertThat(sum).isCloseTo(expected, within(0.01 * Math.abs(expected)));
  }

  @Test
  void threadsChangeNothing() {
    Matrix many = SmallModel.random(900, 2, random);
    double[] targets = random.doubles(900, -1, 1).toArray();
    InducingPosterior q = posterior(false);
    SmallModel model = withReadout(SmallModel.of("rbf", "sal(1)", "gaussian", z), M);
    jiggle(model.parameters);
    double[][] gradients = new double[2][];
    for (int t = 0; t < 2; t++) {
      try (Workers some = new Workers(1 + 2 * t)) {
        ConditionedFlowElbo elbo =
            new ConditionedFlowElbo(
                model.architecture,
                new InducingReadout(model.architecture.flow(0), M, 4),
                model.parameters,
                q,
                Nodes.gaussHermite(8),
                some);
        elbo.evaluate(many, new double[][] {targets}, 1.0);
        gradients[t] = freeGradient(model, elbo);
      }
    }
    assertThat(gradients[1]).isEqualTo(gradients[0]);
  }

  /**
   * With inducing points at the data the bound is below the log evidence ∫ p(s) N(y | 0, s²K + σ²I)
   * ds, and natural steps and a few of Adam's on q(log s) come near it.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 4})
  void studentTProcessStaysBelowItsEvidence(double amplitude) {
    Matrix line = Matrix.zeros(12, 1);
    double[] targets = new double[12];
    for (int i = 0; i < 12; i++) {
      line.set(i, 0, 0.5 * i);
      targets[i] = amplitude * Math.sin(1.3 * i);
    }
    SmallModel model =
        withScale(SmallModel.of("rbf", "identity", "gaussian", line), StudentTScale.of(4));
    model.set("covariance.variance", 1.0).set("covariance.lengthscales", 0.7);
    double evidence = 0.0;
    double h = 0.01;
    for (double t = -3; t <= 4; t += h) { // τ = e^(−2t) ~ Gamma(2, rate 2), dτ = 2τ dt
      double tau = Math.exp(-2 * t);
      SmallModel scaled = SmallModel.of("rbf", "identity", "gaussian", line);
      scaled.set("covariance.variance", 1 / tau).set("covariance.lengthscales", 0.7);
      double log =
          new ExactGp(Covariances.rbf(1), scaled.parameters.value(), 0.05, line, targets)
              .logMarginalLikelihood();
      evidence += h * 4 * tau * Math.exp(-2 * tau) * 2 * tau * Math.exp(log);
    }
    InducingPosterior q = new FullPosterior(12, 1.0);
    StudentTProcessElbo elbo = studentT(model, q, 1);
    int at = model.parameters.block("scale.log-mean").from();
    double bound = 0.0;
    for (int step = 0; step < 600; step++) {
      bound = elbo.evaluate(line, new double[][] {targets}, 1.0);
      assertThat(bound).isLessThan(Math.log(evidence) + 1e-6);
      q.naturalStep(elbo.curvature(0), elbo.slope(0), 0.5);
      double[] gradient = freeGradient(model, elbo);
      for (int k = at; k < at + 2; k++) {
        model.parameters.free()[k] += 0.02 * gradient[k];
      }
      model.parameters.refresh();
    }
    assertThat(bound).isCloseTo(Math.log(evidence), within(0.2));
  }

  /** KL[q(t) ‖ p(t)] on a grid of t, and its limits. */
  @ParameterizedTest
  @CsvSource({"4, 0.2, 0.3", "1.5, -0.4, 0.7", "60, 0.02, 0.1", "39.9, 0, 0.1", "40.1, 0, 0.1"})
  void divergenceOfTheScale(double nu, double a, double b) {
    double sum = 0.0;
    double gamma = org.apache.commons.numbers.gamma.LogGamma.value(nu / 2);
    double h = 1e-3 * b;
    for (double t = a - 12 * b; t <= a + 12 * b; t += h) {
      double u = (t - a) / b;
      double logQ = -0.5 * u * u - Math.log(b) - 0.5 * Math.log(2 * Math.PI);
      double tau = Math.exp(-2 * t);
      double logP = 0.5 * nu * Math.log(0.5 * nu) - gamma - nu * t - 0.5 * nu * tau + Math.log(2);
      sum += h * Math.exp(logQ) * (logQ - logP);
    }
    double[] theta = {nu, a, b};
    assertThat(-StudentTScale.negativeDivergence(theta, 0, 1.0, new double[3]))
        .isCloseTo(sum, within(1e-9));
    double[] thetaBar = new double[3];
    StudentTScale.negativeDivergence(theta, 0, 1.0, thetaBar);
    GradientCheck.check(
        p -> StudentTScale.negativeDivergence(p, 0, 1.0, new double[3]),
        theta,
        thetaBar,
        i -> "θ" + i);
  }

  /** Rényi's divergence of the joint q(w)q(t), against the integral of its definition. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.3, 0.2, 0.25", "0.9, -0.5, 1.4, 0.3", "0.2, 0.1, 0.6, 0.4"})
  void renyiDivergenceOfScaleAndValues(double alpha, double m, double variance, double b) {
    double nu = 4;
    double a = 0.15;
    double sum = 0.0;
    double h = 0.01 * b;
    for (double t = a - 9 * b; t <= a + 9 * b; t += h) {
      double u = (t - a) / b;
      double logQt = -0.5 * u * u - Math.log(b) - 0.5 * Math.log(2 * Math.PI);
      double tau = Math.exp(-2 * t); // Γ(2) = 1
      double logPt = 0.5 * nu * Math.log(0.5 * nu) - nu * t - 0.5 * nu * tau + Math.log(2);
      double step = 0.02 * Math.sqrt(variance);
      double inner = 0.0;
      for (double w = m - 30 * Math.sqrt(variance); w < m + 30 * Math.sqrt(variance); w += step) {
        double logQ = logQt - 0.5 * ((w - m) * (w - m) / variance + Math.log(variance));
        double logP = logPt - 0.5 * w * w * tau - t;
        inner += step * Math.exp(alpha * logQ + (1 - alpha) * logP);
      }
      sum += h * inner / Math.sqrt(2 * Math.PI);
    }
    SmallModel model =
        withScale(
            SmallModel.of("rbf", "identity", "gaussian", Matrix.zeros(1, 2)), StudentTScale.of(nu));
    model.set("scale.log-mean", a).set("scale.log-deviation", b);
    FullPosterior q = FullPosterior.of(new double[] {m}, Matrix.column(Math.sqrt(variance)));
    StudentTProcessElbo elbo = studentT(model, q, 8);
    double plain = elbo.evaluate(x, new double[][] {y}, 1.0);
    Matrix s = Matrix.column(variance);
    double kl =
        -new StudentTDivergence(Divergence.kl(), 1)
            .subtract(
                model.parameters.value(),
                model.parameters.block("scale.degrees-of-freedom").from(),
                q,
                s,
                new NonMarginalSums(elbo.newSums(), 0));
    elbo.useDivergence(Divergence.renyi(alpha));
    double renyi = kl + plain - elbo.evaluate(x, new double[][] {y}, 1.0);
    assertThat(renyi).isCloseTo(Math.log(sum) / (alpha - 1), within(1e-4));
  }

  /** Order 1 is KL, from below; a weight is a factor. */
  @Test
  void divergencesOfTheStudentTProcessHaveTheirLimits() {
    SmallModel model =
        withScale(SmallModel.of("rbf", "identity", "gaussian", z), StudentTScale.of(4));
    InducingPosterior q = posterior(false);
    StudentTProcessElbo elbo = studentT(model, q, 8);
    double[] bound = new double[4];
    String[] divergences = {"kl", "renyi(0.999999)", "kl(0.5)", "kl(1.5)"};
    for (int i = 0; i < 4; i++) {
      elbo.useDivergence(Specs.divergence(divergences[i]));
      bound[i] = elbo.evaluate(x, new double[][] {y}, 1.0);
    }
    assertThat(bound[1]).isCloseTo(bound[0], within(1e-3));
    assertThat(bound[2] - bound[0]).isPositive().isCloseTo(bound[0] - bound[3], within(1e-9));
    assertThatThrownBy(() -> elbo.useDivergence(Divergence.renyi(1.5)))
        .hasMessageContaining("expected kl, or renyi of an order below 1, but got renyi(1.5)");
  }

  @Test
  void textAndEquality() {
    assertThat(StudentTScale.of(4)).hasToString("t-process(4)");
    assertThat(StudentTScale.learnt(2.5)).hasToString("t-process(2.5, learnt)");
    assertThat(StudentTScale.of(4))
        .isEqualTo(StudentTScale.of(4))
        .hasSameHashCodeAs(StudentTScale.of(4))
        .isNotEqualTo(StudentTScale.learnt(4));
    InducingReadout readout = new InducingReadout(Specs.flow("affine"), 3, 8);
    assertThat(readout)
        .hasToString("conditioned-flow(8)")
        .isEqualTo(new InducingReadout(Specs.flow("affine"), 3, 8))
        .isNotEqualTo(new InducingReadout(Specs.flow("affine"), 4, 8));
  }

  @Test
  void refused() {
    Stream.of(0, 1, 7)
        .forEach(
            draws ->
                assertThatThrownBy(() -> new InducingReadout(Specs.flow("affine"), 3, draws))
                    .hasMessageContaining("even number of draws"));
    assertThatThrownBy(() -> new InducingReadout(Specs.flow("exp"), 3, 8))
        .hasMessageContaining("no parameter that could depend");
    SmallModel two =
        withScale(SmallModel.of("rbf", "zero", "identity", "gaussian", 2, z), StudentTScale.of(4));
    assertThatThrownBy(() -> studentT(two, posterior(false), 4))
        .hasMessageContaining("one latent function but got 2");
  }
}
