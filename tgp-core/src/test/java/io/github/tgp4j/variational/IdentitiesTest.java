package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.exact.CollapsedGp;
import io.github.tgp4j.exact.ExactGp;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.testing.GradientCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold between models: each is an oracle of the other. */
class IdentitiesTest {
  private static final double NOISE = 0.05;
  private final SplittableRandom random = new SplittableRandom(17);
  private final Matrix x = SmallModel.random(12, 2, random);
  private final double[] y = targets(x);
  private final Matrix z = SmallModel.random(5, 2, random);

  private double[] targets(Matrix inputs) {
    double[] out = new double[inputs.rows];
    for (int i = 0; i < out.length; i++) {
      out[i] = Math.sin(2 * inputs.get(i, 0)) - inputs.get(i, 1) + 0.2 * random.nextGaussian();
    }
    return out;
  }

  private static SmallModel gaussian(String flow, Matrix z) {
    return SmallModel.of("rbf", flow, "gaussian", z);
  }

  private FullPosterior somePosterior(int m) {
    FullPosterior q = new FullPosterior(m, 1.0);
    double[] free = new double[q.freeSize()];
    for (int i = 0; i < free.length; i++) {
      free[i] = random.nextDouble(-0.6, 0.4);
    }
    q.loadFree(free);
    return q;
  }

  /**
   * The flow's start is the identity, by quadrature; without a flow the bound is in closed form.
   */
  @ParameterizedTest
  @ValueSource(strings = {"sal(2)", "affine", "scale > affine", "inverse(sinh-arcsinh)"})
  void identityFlowIsSvgp(String flow) {
    FullPosterior q = somePosterior(5);
    Elbo plain = gaussian("identity", z).with(q).elbo(1);
    SmallModel withFlow = gaussian(flow, z).with(q);
    Elbo through = withFlow.elbo(100);
    double bound = plain.evaluate(x, new double[][] {y}, 1.5);
    assertThat(through.evaluate(x, new double[][] {y}, 1.5))
        .isCloseTo(bound, within(1e-9 * Math.abs(bound)));
    int noiseAt = withFlow.architecture.likelihoodAt(0);
    for (int i = 0; i <= noiseAt; i++) { // the covariance, Z and the noise come before the flow
      assertThat(through.gradient()[i])
          .isCloseTo(plain.gradient()[i], within(1e-8 * Math.abs(bound)));
    }
    assertThat(through.curvature(0).data)
        .containsExactly(plain.curvature(0).data, within(1e-8 * Math.abs(bound)));
  }

  @Test
  void inducingPointsAtTheDataGiveTheExactGp() {
    SmallModel sparse = gaussian("identity", x);
    assertThat(sparse.naturalStep(x, y, 1.0)).isEqualTo(1.0);
    double[] theta = sparse.parameters.value();
    ExactGp exact = new ExactGp(Covariances.rbf(2), theta, NOISE, x, y);
    assertThat(sparse.bound(x, y)).isCloseTo(exact.logMarginalLikelihood(), within(1e-6));
    Matrix news = SmallModel.random(20, 2, random);
    double[] mean = new double[20];
    double[] variance = new double[20];
    exact.predict(news, mean, variance);
    double[][] got = ElboGoldenTest.marginals(sparse.predictor(), news);
    assertThat(got[0]).containsExactly(mean, within(1e-6));
    assertThat(got[1]).containsExactly(variance, within(1e-6));
  }

  @Test
  void oneNaturalStepSolvesTheConjugateCase() {
    SmallModel model = gaussian("identity", z).with(somePosterior(5));
    double before = model.bound(x, y);
    assertThat(model.naturalStep(x, y, 1.0)).isEqualTo(1.0);
    double after = model.bound(x, y);
    CollapsedGp collapsed =
        new CollapsedGp(Covariances.rbf(2), model.parameters.value(), NOISE, x, y, z);
    assertThat(after).isGreaterThan(before).isCloseTo(collapsed.bound(), within(1e-9));
    assertThat(model.with(collapsed.posterior()).bound(x, y)).isCloseTo(after, within(1e-9));
    double[] mean = model.posteriors.get(0).mean().clone();
    assertThat(mean).containsExactly(collapsed.posterior().mean(), within(1e-9));
    model.naturalStep(x, y, 1.0);
    assertThat(model.posteriors.get(0).mean()).containsExactly(mean, within(1e-9));
    assertThat(model.bound(x, y)).isCloseTo(after, within(1e-9));
  }

  /** Also across the seams at which a batch is cut into shares: 12 rows, then 1300. */
  @ParameterizedTest
  @CsvSource({"12, 3", "12, 4", "1300, 13", "1300, 2"})
  void minibatchesAverageToTheFullBound(int rows, int batches) {
    Matrix all = SmallModel.random(rows, 2, random);
    double[] targets = targets(all);
    Elbo elbo = gaussian("sal(1)", z).with(somePosterior(5)).elbo(16);
    double sum = 0.0;
    double[] gradient = new double[elbo.gradient().length];
    int size = rows / batches;
    for (int b = 0; b < batches; b++) {
      double[][] part = {java.util.Arrays.copyOfRange(targets, b * size, (b + 1) * size)};
      sum += elbo.evaluate(all.rowRange(b * size, (b + 1) * size), part, batches) / batches;
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] += elbo.gradient()[i] / batches;
      }
    }
    double full = elbo.evaluate(all, new double[][] {targets}, 1.0);
    assertThat(sum).isCloseTo(full, within(1e-11 * Math.abs(full)));
    for (int i = 0; i < gradient.length; i++) {
      double scale = Math.max(1.0, Math.abs(elbo.gradient()[i]));
      assertThat(gradient[i]).isCloseTo(elbo.gradient()[i], within(1e-9 * scale * rows));
    }
  }

  /**
   * exp flow and Gaussian noise against E_q[log N(y | e^f, σ²)] on a dense grid of f, with the
   * marginals of f from the predictor; and in closed form: E e^f and E e^{2f} are known.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void expFlowAgainstBruteForce(int n) {
    Matrix line = SmallModel.random(n, 1, random);
    Matrix inducing = SmallModel.random(2, 1, random);
    double[] targets = new double[n];
    for (int i = 0; i < n; i++) {
      targets[i] = random.nextDouble(0.2, 2.0);
    }
    SmallModel model =
        gaussian("exp", inducing).with(somePosterior(2)).set("covariance.variance", 0.4);
    double[][] f = ElboGoldenTest.marginals(model.predictor(), line);
    double grid = 0.0;
    double closed = 0.0;
    for (int i = 0; i < n; i++) {
      double m = f[0][i];
      double sd = Math.sqrt(f[1][i]);
      double h = 1e-3;
      for (double t = -12; t <= 12; t += h) {
        double residual = targets[i] - Math.exp(m + sd * t);
        double log = -0.5 * (Math.log(2 * Math.PI * NOISE) + residual * residual / NOISE);
        grid += h * Math.exp(-0.5 * t * t) / Math.sqrt(2 * Math.PI) * log;
      }
      double first = Math.exp(m + 0.5 * sd * sd);
      double second = Math.exp(2 * m + 2 * sd * sd);
      double square = targets[i] * targets[i] - 2 * targets[i] * first + second;
      closed += -0.5 * (Math.log(2 * Math.PI * NOISE) + square / NOISE);
    }
    double kl = model.posteriors.get(0).divergence();
    double bound = model.bound(line, targets);
    assertThat(bound).isCloseTo(grid - kl, within(1e-8 * Math.abs(grid)));
    assertThat(bound).isCloseTo(closed - kl, within(1e-8 * Math.abs(closed)));
  }

  /**
   * With little data the bound stays below the log evidence, which for one row is an integral over
   * f; the best q comes close to it.
   */
  @Test
  void boundStaysBelowTheEvidence() {
    Matrix point = Matrix.column(0.3);
    double[] target = {1.4};
    SmallModel model = gaussian("exp", point).set("covariance.variance", 0.7);
    double evidence = 0.0;
    double h = 1e-4;
    for (double t = -10; t <= 10; t += h) {
      double residual = target[0] - Math.exp(Math.sqrt(0.7) * t);
      evidence +=
          h
              * Math.exp(-0.5 * t * t - 0.5 * residual * residual / NOISE)
              / (2 * Math.PI * Math.sqrt(NOISE));
    }
    for (int step = 0; step < 60; step++) {
      assertThat(model.bound(point, target)).isLessThan(Math.log(evidence) + 1e-9);
      model.naturalStep(point, target, 0.5);
    }
    assertThat(model.bound(point, target)).isCloseTo(Math.log(evidence), within(0.02));
  }

  @Test
  void diagonalPosteriorIsAFullOneThatIsDiagonal() {
    DiagonalPosterior diagonal = new DiagonalPosterior(5, 1.0);
    double[] free = {0.3, -0.2, 0.8, 0.1, -0.5, 0.2, -0.4, 0.0, -0.9, 0.3};
    diagonal.loadFree(free);
    Matrix scale = Matrix.zeros(5, 5);
    for (int i = 0; i < 5; i++) {
      scale.set(i, i, Math.exp(free[5 + i]));
    }
    FullPosterior full = FullPosterior.of(diagonal.mean(), scale);
    assertThat(diagonal.divergence()).isCloseTo(full.divergence(), within(1e-13));
    for (String flow : List.of("identity", "sal(1)")) { // with and without the conjugate shortcut
      Elbo one = gaussian(flow, z).with(diagonal).elbo(16);
      Elbo other = gaussian(flow, z).with(full).elbo(16);
      double bound = other.evaluate(x, new double[][] {y}, 1.0);
      assertThat(one.evaluate(x, new double[][] {y}, 1.0)).isCloseTo(bound, within(1e-9));
      assertThat(one.gradient()).containsExactly(other.gradient(), within(1e-7));
      double[] bar = new double[10];
      double[] fullBar = new double[20];
      diagonal.freeGradient(one.curvature(0), one.slope(0), bar);
      full.freeGradient(other.curvature(0), other.slope(0), fullBar);
      for (int i = 0; i < 5; i++) {
        assertThat(bar[i]).isCloseTo(fullBar[i], within(1e-8));
        assertThat(bar[5 + i]).isCloseTo(fullBar[5 + i * (i + 3) / 2], within(1e-7));
      }
    }
  }

  @Test
  void diagonalNaturalStepsClimb() {
    SmallModel model = gaussian("identity", z).with(new DiagonalPosterior(5, 1.0));
    double first = model.bound(x, y);
    for (int i = 0; i < 3000; i++) {
      model.naturalStep(x, y, 0.1);
    }
    double last = model.bound(x, y);
    CollapsedGp best =
        new CollapsedGp(Covariances.rbf(2), model.parameters.value(), NOISE, x, y, z);
    assertThat(last).isGreaterThan(first).isLessThan(best.bound() + 1e-9);
    model.naturalStep(x, y, 0.1);
    assertThat(model.bound(x, y)).as("a fixed point").isCloseTo(last, within(1e-6));
  }

  /** Λ = I − 2W would have the eigenvalue 1 − 2·30 = −59. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void naturalStepBacksOffBeforeThePrecisionTurnsIndefinite(boolean diagonal) {
    InducingPosterior q = diagonal ? new DiagonalPosterior(3, 0.5) : new FullPosterior(3, 0.5);
    Matrix w = Matrix.zeros(3, 3);
    w.set(0, 0, 30.0);
    w.set(1, 1, -2.0);
    double taken = q.naturalStep(w, new double[] {1, 2, 3}, 1.0);
    assertThat(taken).isGreaterThan(0.0).isLessThan(1.0);
    Matrix s = Matrix.zeros(3, 3);
    q.covariance(s);
    Matrix l = Matrix.zeros(3, 3);
    assertThat(Cholesky.factor(s, l)).isZero();
    assertThat(q.divergence()).isFinite().isPositive();
    double precision = (1 - taken) * 2.0 + taken * (1 - 60.0);
    assertThat(s.get(0, 0)).isCloseTo(1 / precision, within(1e-9 / precision));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void naturalStepOnNonsenseLeavesThePosterior(boolean diagonal) {
    InducingPosterior q = diagonal ? new DiagonalPosterior(2, 0.5) : new FullPosterior(2, 0.5);
    Matrix w = Matrix.zeros(2, 2);
    w.fill(Double.NaN);
    double before = q.divergence();
    assertThat(q.naturalStep(w, new double[2], 1.0)).isZero();
    assertThat(q.divergence()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "sal(1)"})
  void independentTargetsAddUp(String flow) {
    double[] other = y.clone();
    for (int i = 0; i < other.length; i++) {
      other[i] = 0.5 * y[i] * y[i] - 0.3;
    }
    FullPosterior q1 = somePosterior(5);
    FullPosterior q2 = somePosterior(5);
    SmallModel shared = SmallModel.of("rbf", "zero", flow, "gaussian", 2, z);
    shared.posteriors.get(0).copyFrom(q1);
    shared.posteriors.get(1).copyFrom(q2);
    shared.set("likelihood-1.noise-variance", 0.2);
    SmallModel one = gaussian(flow, z).with(q1);
    SmallModel two = gaussian(flow, z).with(q2).set("likelihood.noise-variance", 0.2);
    Elbo both = shared.elbo(32);
    double total = both.evaluate(x, new double[][] {y, other}, 1.0);
    Elbo first = one.elbo(32);
    Elbo second = two.elbo(32);
    double sum =
        first.evaluate(x, new double[][] {y}, 1.0)
            + second.evaluate(x, new double[][] {other}, 1.0);
    assertThat(total).isCloseTo(sum, within(1e-9 * Math.abs(sum)));
    for (int i = 0; i < 3 + 10; i++) { // covariance and Z
      double expected = first.gradient()[i] + second.gradient()[i];
      assertThat(both.gradient()[i]).isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
    }
  }

  /**
   * Two identical inducing points: the bound with jitter has a gradient, and it is the right one.
   */
  @Test
  void duplicateInducingPointsHaveAGradient() {
    Matrix twice = z.copy();
    System.arraycopy(twice.data, 0, twice.data, 2, 2);
    SmallModel model = gaussian("sal(1)", twice).with(somePosterior(5));
    Elbo elbo = model.elbo(16);
    assertThat(elbo.evaluate(x, new double[][] {y}, 1.0)).isFinite();
    assertThat(elbo.jitter()).isBetween(1e-9, 1e-6);
    Parameters parameters = model.parameters;
    double[] gradient = new double[parameters.size()];
    parameters.pullback(elbo.gradient(), gradient);
    assertThat(gradient).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
    int[] smooth = {0, 1, 2}; // K_zz stays singular when the covariance's values move
    List<Nodes> nodes = List.of(Nodes.gaussHermite(16));
    double[] point = new double[smooth.length];
    double[] part = new double[smooth.length];
    for (int i : smooth) {
      point[i] = parameters.free()[i];
      part[i] = gradient[i];
    }
    GradientCheck.check(
        free -> {
          Parameters moved = parameters.copy();
          System.arraycopy(free, 0, moved.free(), 0, free.length);
          moved.refresh();
          return new Elbo(
                  model.architecture,
                  moved,
                  new ArrayList<>(model.posteriors),
                  nodes,
                  new Workers(1))
              .evaluate(x, new double[][] {y}, 1.0);
        },
        point,
        part,
        parameters::nameOf,
        1e-4);
  }

  @Test
  void jointPredictionHasTheMarginals() {
    SmallModel model = gaussian("identity", z).with(somePosterior(5));
    LatentPredictor predictor = model.predictor();
    double[][] marginals = ElboGoldenTest.marginals(predictor, x);
    double[] mean = new double[x.rows];
    Matrix factor = predictor.joint(0, x, mean);
    assertThat(mean).containsExactly(marginals[0], within(1e-12));
    for (int i = 0; i < x.rows; i++) {
      double variance = 0.0;
      for (int j = 0; j <= i; j++) {
        variance += factor.get(i, j) * factor.get(i, j);
      }
      assertThat(variance).isCloseTo(marginals[1][i], within(1e-6));
    }
  }
}
