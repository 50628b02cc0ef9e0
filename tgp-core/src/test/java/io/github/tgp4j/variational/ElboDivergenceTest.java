package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.exact.CollapsedGp;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bound with other divergences in place of KL. */
class ElboDivergenceTest {
  private final SplittableRandom random = new SplittableRandom(23);
  private final Matrix x = SmallModel.random(12, 2, random);
  private final Matrix z = SmallModel.random(4, 2, random);
  private final double[][] y = {new double[12]};

  ElboDivergenceTest() {
    for (int i = 0; i < 12; i++) {
      y[0][i] = Math.sin(2 * x.get(i, 0)) - x.get(i, 1) + 0.2 * random.nextGaussian();
    }
  }

  private InducingPosterior posterior(boolean diagonal) {
    InducingPosterior q = diagonal ? new DiagonalPosterior(4, 1.0) : new FullPosterior(4, 1.0);
    q.loadFree(random.doubles(q.freeSize(), -0.6, 0.2).toArray());
    return q;
  }

  private static double bound(SmallModel model, Divergence divergence, Matrix x, double[][] y) {
    Elbo elbo = model.elbo(24);
    elbo.useDivergences(divergence, Divergence.kl());
    return elbo.evaluate(x, y, 1.7);
  }

  @ParameterizedTest
  @CsvSource({
    "kl(0.4), false",
    "kl(3), true",
    "renyi(0.5), false",
    "renyi(0.3), true",
    "renyi(2), false"
  })
  void gradients(String text, boolean diagonal) {
    Divergence divergence = Specs.divergence(text);
    SmallModel model = SmallModel.of("rbf", "sal(1)", "student-t(4)", z).with(posterior(diagonal));
    InducingPosterior q = model.posteriors.get(0);
    Elbo elbo = model.elbo(24);
    elbo.useDivergences(divergence, Divergence.kl());
    elbo.evaluate(x, y, 1.7);
    double[] gradient = new double[model.parameters.size()];
    model.parameters.pullback(elbo.gradient(), gradient);
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
          return bound(moved, divergence, x, y);
        },
        model.parameters.free(),
        gradient,
        model.parameters::nameOf);
    double[] free = new double[q.freeSize()];
    double[] bar = new double[q.freeSize()];
    q.storeFree(free);
    q.freeGradient(elbo.curvature(0), elbo.slope(0), bar);
    GradientCheck.check(
        moved -> {
          InducingPosterior copy = q.copy();
          copy.loadFree(moved);
          return bound(model.with(copy), divergence, x, y);
        },
        free,
        Arrays.stream(bar).map(g -> divergence.weight() * g).toArray(),
        i -> "q[" + i + "]");
  }

  /** Natural steps come to rest where the gradient vanishes, above where they started. */
  @ParameterizedTest
  @CsvSource({
    "kl(0.2), false",
    "kl(5), true",
    "renyi(0.5), false",
    "renyi(0.3), true",
    "renyi(2), false"
  })
  void naturalStepsFindTheMaximum(String text, boolean diagonal) {
    Divergence divergence = Specs.divergence(text);
    SmallModel model = SmallModel.of("rbf", "sal(1)", "gaussian", z).with(posterior(diagonal));
    InducingPosterior q = model.posteriors.get(0);
    Elbo elbo = model.elbo(24);
    elbo.useDivergences(divergence, Divergence.kl());
    double first = elbo.evaluate(x, y, 1.0);
    double last = first;
    for (int i = 0; i < 400; i++) {
      q.naturalStep(elbo.curvature(0), elbo.slope(0), 0.2);
      last = elbo.evaluate(x, y, 1.0);
    }
    assertThat(last).isGreaterThan(first);
    double[] free = new double[q.freeSize()];
    double[] bar = new double[q.freeSize()];
    q.storeFree(free);
    q.freeGradient(elbo.curvature(0), elbo.slope(0), bar);
    assertThat(bar).containsExactly(new double[bar.length], within(1e-5));
  }

  /** Half the weight on KL is twice the data: in the conjugate case one step, and known. */
  @Test
  void weightedKlIsKlWithDataCountedAnew() {
    SmallModel model = SmallModel.of("rbf", "identity", "gaussian", z);
    Elbo elbo = model.elbo(1);
    elbo.useDivergences(Divergence.kl(0.5), Divergence.kl());
    elbo.evaluate(x, y, 1.0);
    InducingPosterior q = model.posteriors.get(0);
    assertThat(q.naturalStep(elbo.curvature(0), elbo.slope(0), 1.0)).isEqualTo(1.0);
    CollapsedGp halfNoise =
        new CollapsedGp(Covariances.rbf(2), model.parameters.value(), 0.025, x, y[0], z);
    assertThat(q.mean()).containsExactly(halfNoise.posterior().mean(), within(1e-9));
  }

  @Test
  void plainKlNeedsNoTilt() {
    for (boolean diagonal : new boolean[] {false, true}) {
      InducingPosterior q = posterior(diagonal);
      Matrix w = Matrix.identity(4);
      double[] a = {1, 2, 3, 4};
      assertThat(q.divergence(Divergence.kl(), w, a)).isCloseTo(q.divergence(), within(1e-13));
      assertThat(w.data).containsExactly(Matrix.identity(4).data, within(1e-15));
      assertThat(a).containsExactly(new double[] {1, 2, 3, 4}, within(1e-15));
    }
  }
}
