package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedPosteriorTest {
  private static final int N = 12;
  private static final int M = 4;
  private static final int D = 2;
  private static final int C = 3;

  private final SplittableRandom random = new SplittableRandom(11);
  private final Workers workers = new Workers(1);
  private final Matrix x = SmallModel.random(N, D, random);
  private final double[][] y = {random.ints(N, 0, C).asDoubleStream().toArray()};
  private final List<Nodes> nodes = List.of(Nodes.forLatents(C, 64, 5));

  private static Architecture architecture(String flow) {
    return new Architecture(
        D,
        List.of(
            new Architecture.Group(
                Specs.covariance("matern32", D), Specs.mean("constant", D), M, C)),
        List.of(
            new Architecture.Output(
                Specs.likelihood("categorical(3)"), Collections.nCopies(C, Specs.flow(flow)))));
  }

  private List<InducingPosterior> shared(Architecture architecture) {
    List<InducingPosterior> posteriors = architecture.newSharedPosteriors();
    for (InducingPosterior q : posteriors) {
      q.loadFree(random.doubles(q.freeSize(), -0.7, 0.4).toArray());
    }
    return posteriors;
  }

  /** The same means and covariances, each latent with a covariance of its own. */
  private static List<InducingPosterior> separate(List<InducingPosterior> shared) {
    List<InducingPosterior> posteriors = new ArrayList<>();
    for (InducingPosterior q : shared) {
      Matrix deviation = Matrix.zeros(M, M);
      q.deviation(deviation);
      posteriors.add(FullPosterior.ofDeviation(q.mean(), deviation));
    }
    return posteriors;
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "sal(1)"})
  void theBoundAndItsGradientAreThoseOfSeparatePosteriorsThatAreEqual(String flow) {
    Architecture architecture = architecture(flow);
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(M, D, random)));
    List<InducingPosterior> posteriors = shared(architecture);
    Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
    Elbo other = new Elbo(architecture, parameters, separate(posteriors), nodes, workers);
    assertThat(elbo.evaluate(x, y, 2.0)).isCloseTo(other.evaluate(x, y, 2.0), within(1e-9));
    assertThat(elbo.gradient()).containsExactly(other.gradient(), within(1e-9));
    for (int c = 0; c < C; c++) {
      assertThat(elbo.slope(c)).containsExactly(other.slope(c), within(1e-9));
    }
    for (int i = 0; i < M * M; i++) {
      double mean = 0.0;
      for (int c = 0; c < C; c++) {
        mean += other.curvature(c).data[i] / C;
      }
      assertThat(elbo.curvature(0).data[i]).isCloseTo(mean, within(1e-9));
    }
  }

  @Test
  void derivativesInTheSharedCovarianceAndInEveryMean() {
    Architecture architecture = architecture("identity");
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(M, D, random)));
    List<InducingPosterior> posteriors = shared(architecture);
    Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
    elbo.evaluate(x, y, 2.0);
    for (int c = 0; c < C; c++) {
      InducingPosterior q = posteriors.get(c);
      double[] free = new double[q.freeSize()];
      double[] bar = new double[q.freeSize()];
      q.storeFree(free);
      q.freeGradient(elbo.curvature(c), elbo.slope(c), bar);
      for (int i = M; i < bar.length; i++) {
        bar[i] *= C; // W is that of one latent: so is the derivative in S
      }
      int latent = c;
      GradientCheck.check(
          moved -> {
            List<InducingPosterior> copies = SharedPosterior.copies(posteriors);
            copies.get(latent).loadFree(moved);
            return new Elbo(architecture, parameters, copies, nodes, workers).evaluate(x, y, 2.0);
          },
          free,
          bar,
          i -> "q" + latent + "[" + i + "]");
    }
  }

  @Test
  void naturalStepsEndWhereTheGradientIsZero() {
    Architecture architecture = architecture("identity");
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(M, D, random)));
    List<InducingPosterior> posteriors = shared(architecture);
    Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
    double before = elbo.evaluate(x, y, 1.0);
    for (int step = 0; step < 150; step++) {
      elbo.evaluate(x, y, 1.0);
      for (int c = 0; c < C; c++) {
        posteriors.get(c).naturalStep(elbo.curvature(c), elbo.slope(c), 0.5);
      }
    }
    assertThat(elbo.evaluate(x, y, 1.0)).isGreaterThan(before);
    for (int c = 0; c < C; c++) {
      InducingPosterior q = posteriors.get(c);
      double[] bar = new double[q.freeSize()];
      q.storeFree(new double[q.freeSize()]);
      q.freeGradient(elbo.curvature(c), elbo.slope(c), bar);
      assertThat(bar).containsOnly(new double[1], within(1e-7));
    }
  }

  @Test
  void copiesShareTheCopyOfTheirOwner() {
    List<InducingPosterior> posteriors = shared(architecture("identity"));
    List<InducingPosterior> copies = SharedPosterior.copies(posteriors);
    assertThat(copies.get(0)).isNotSameAs(posteriors.get(0));
    for (int c = 1; c < C; c++) {
      assertThat(((SharedPosterior) copies.get(c)).owner()).isSameAs(copies.get(0));
      assertThat(copies.get(c).mean()).isEqualTo(posteriors.get(c).mean());
      assertThat(copies.get(c).divergence()).isEqualTo(posteriors.get(c).divergence());
    }
  }

  @Test
  void theMeanIsItsState() {
    List<InducingPosterior> posteriors = shared(architecture("identity"));
    InducingPosterior q = posteriors.get(1);
    InducingPosterior other = posteriors.get(2);
    other.restore(q.state());
    assertThat(other.mean()).isEqualTo(q.mean());
    assertThatThrownBy(() -> other.restore(new double[M + 1]))
        .hasMessageContaining("expected 4 values but got 5");
  }

  @Test
  void otherDivergencesAreRefused() {
    InducingPosterior q = shared(architecture("identity")).get(1);
    assertThatThrownBy(() -> q.divergence(Divergence.renyi(0.5), Matrix.zeros(M, M), new double[M]))
        .hasMessageContaining("give each its own");
  }
}
