package io.github.tgp4j.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeepElboTest {
  private static final int N = 6;
  private static final int M = 4;
  private Divergence divergence = Divergence.kl();

  /** Widths of inputs and hidden layers, kernel of every layer, likelihood. */
  @ParameterizedTest
  @CsvSource({
    "2-2, rbf, zero, gaussian, 1",
    "2-2, matern52 + linear, constant, gaussian, 2",
    "3-2, rbf, linear, student-t(4), 1",
    "2-2-2, rbf, zero, gaussian, 1",
    "3-2-2, rbf, zero, bernoulli(probit), 1",
    "2-2-2-2, rq, zero, poisson, 1",
    "2-2, rbf, zero, categorical(3), 1",
    "2, rbf, zero, gaussian, 1"
  })
  void everyDerivative(String widths, String kernel, String mean, String likelihood, int targets) {
    checkDerivatives(widths, kernel, mean, likelihood, targets);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kl(0.5)", "renyi(0.5)"})
  void everyDerivativeWithAnotherDivergence(String text) {
    divergence = Specs.divergence(text);
    checkDerivatives("2-2", "rbf", "zero", "gaussian(beta=0.1)", 1);
  }

  private void checkDerivatives(
      String widths, String kernel, String mean, String likelihood, int targets) {
    SplittableRandom random = new SplittableRandom(3);
    DeepArchitecture architecture = architecture(widths, kernel, mean, likelihood, targets, M);
    Parameters parameters = parameters(architecture, random);
    List<InducingPosterior> posteriors = posteriors(architecture, random);
    Matrix x = random(N, architecture.inputs(), random);
    double[][] y = new double[targets][N];
    for (double[] column : y) {
      for (int i = 0; i < N; i++) {
        column[i] = architecture.last().outputs().get(0).likelihood().discrete() ? i % 2 : i / 3.0;
      }
    }
    DeepElbo elbo = elbo(architecture, parameters, posteriors);
    elbo.evaluate(x, y, 2.5);
    double[] gradient = new double[parameters.size()];
    parameters.pullback(elbo.gradient(), gradient);
    GradientCheck.check(
        free -> {
          Parameters moved = parameters.copy();
          for (Parameters.Block block : parameters.blocks()) {
            if (block.trainable()) { // what is held has no derivative
              System.arraycopy(free, block.from(), moved.free(), block.from(), block.size());
            }
          }
          moved.refresh();
          return elbo(architecture, moved, posteriors).evaluate(x, y, 2.5);
        },
        parameters.free(),
        gradient,
        parameters::nameOf);
    for (int l = 0; l < posteriors.size(); l++) {
      int latent = l;
      InducingPosterior q = posteriors.get(l);
      double[] free = new double[q.freeSize()];
      double[] bar = new double[q.freeSize()];
      q.storeFree(free);
      q.freeGradient(elbo.curvature(l), elbo.slope(l), bar);
      for (int i = 0; i < bar.length; i++) {
        bar[i] *= divergence.weight(); // steps for q(v) follow the bound over the weight
      }
      GradientCheck.check(
          moved -> {
            List<InducingPosterior> copies = new ArrayList<>(posteriors);
            InducingPosterior copy = q.copy();
            copy.loadFree(moved);
            copies.set(latent, copy);
            return elbo(architecture, parameters, copies).evaluate(x, y, 2.5);
          },
          free,
          bar,
          i -> "q" + latent + "[" + i + "]");
    }
  }

  /**
   * Hidden layers that add nothing to the identity give the bound of the sparse GP: because their
   * prior has no variance, or because q(v) has none and every row is an inducing input.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void identityHiddenLayersAreTheSparseGp(boolean byPosterior) {
    SplittableRandom random = new SplittableRandom(5);
    DeepArchitecture deep = architecture("2-2-2", "rbf", "zero", "gaussian", 1, N);
    Parameters parameters = parameters(deep, random);
    Matrix x = random(N, 2, random);
    for (String layer : List.of("hidden-1", "hidden-2")) {
      parameters.set("covariance-" + layer + ".rbf.variance", byPosterior ? 1.0 : 1e-14);
      parameters.set("covariance-" + layer + ".rbf.lengthscales", 0.3, 0.3);
      parameters.set("covariance-" + layer + ".white.variance", 1e-14);
      parameters.set("inducing-" + layer, x.data);
    }
    List<InducingPosterior> posteriors = deep.newPosteriors(byPosterior ? 1e-14 : 1.0, 1.0);
    InducingPosterior q = posteriors(deep, random).get(4);
    posteriors.set(4, q);
    double hiddenDivergence = 4 * posteriors.get(0).divergence();
    double[][] y = {random.doubles(N).toArray()};
    Parameters shallow = deep.last().newParameters(List.of(deep.inducing(2, parameters.value())));
    for (Parameters.Block block : shallow.blocks()) {
      shallow.set(block.name(), parameters.get(block.name()));
    }
    Elbo elbo =
        new Elbo(deep.last(), shallow, List.of(q), List.of(Nodes.gaussHermite(8)), new Workers(1));
    double expected = elbo.evaluate(x, y, 1.0);
    DeepElbo actual = elbo(deep, parameters, posteriors);
    assertThat(actual.evaluate(x, y, 1.0) + hiddenDivergence)
        .isCloseTo(expected, within(1e-5 * Math.abs(expected)));
    for (int i = 0; i < shallow.size(); i++) {
      double bar = elbo.gradient()[i];
      assertThat(actual.gradient()[i])
          .as(shallow.nameOf(i))
          .isCloseTo(bar, within(1e-3 * Math.max(1, Math.abs(bar))));
    }
  }

  @Test
  void threadsChangeNothing() {
    SplittableRandom random = new SplittableRandom(9);
    DeepArchitecture architecture = architecture("3-3-3", "rbf", "zero", "gaussian", 1, 20);
    Parameters parameters = parameters(architecture, random);
    List<InducingPosterior> posteriors = posteriors(architecture, random);
    Matrix x = random(1500, 3, random);
    double[][] y = {random.doubles(1500).toArray()};
    double[] bounds = new double[3];
    double[][] gradients = new double[3][];
    double[][] curvatures = new double[3][];
    for (int t = 0; t < 3; t++) {
      try (Workers workers = new Workers(1 + 2 * t)) {
        DeepElbo elbo =
            new DeepElbo(
                architecture, parameters, posteriors, List.of(Nodes.gaussHermite(8)), workers);
        elbo.useNoise(7, 3);
        bounds[t] = elbo.evaluate(x, y, 1.0);
        gradients[t] = elbo.gradient().clone();
        curvatures[t] = elbo.curvature(2).copy().data;
      }
    }
    for (int t = 1; t < 3; t++) {
      assertThat(bounds[t]).isEqualTo(bounds[0]);
      assertThat(gradients[t]).isEqualTo(gradients[0]);
      assertThat(curvatures[t]).isEqualTo(curvatures[0]);
    }
  }

  /** The same noise again gives the same value, that of another step another. */
  @Test
  void noiseBelongsToStepAndRow() {
    SplittableRandom random = new SplittableRandom(11);
    DeepArchitecture architecture = architecture("2-2", "rbf", "zero", "gaussian", 1, M);
    Parameters parameters = parameters(architecture, random);
    List<InducingPosterior> posteriors = posteriors(architecture, random);
    Matrix x = random(N, 2, random);
    double[][] y = {new double[N]};
    DeepElbo elbo = elbo(architecture, parameters, posteriors);
    double first = elbo.evaluate(x, y, 1.0);
    assertThat(elbo.evaluate(x, y, 1.0)).isEqualTo(first);
    elbo.useNoise(1, 3);
    double other = elbo.evaluate(x, y, 1.0);
    assertThat(other).isNotEqualTo(first);
    elbo.useNoise(1, 2);
    assertThat(elbo.evaluate(x, y, 1.0)).isEqualTo(first);
  }

  /** The mixture of the predictor has the mean and variance of the sampled last layer. */
  @Test
  void predictorAgreesWithTheBoundsDraws() {
    SplittableRandom random = new SplittableRandom(13);
    DeepArchitecture architecture = architecture("2-2-2", "rbf", "zero", "gaussian", 1, M);
    Parameters parameters = parameters(architecture, random);
    List<InducingPosterior> posteriors = posteriors(architecture, random);
    Matrix x = random(3, 2, random);
    double noise = parameters.get("likelihood.noise-variance")[0];
    int draws = 4000;
    DeepPredictor predictor =
        new DeepPredictor(architecture, parameters.value(), posteriors, draws, 1);
    double[][] mean = new double[draws][3];
    double[][] variance = new double[draws][3];
    predictor.marginals(x, mean, variance, 0, new Scratch());
    double expected = 0.0; // Σ_n E[log N(0.3 | f_n, noise)]
    for (int s = 0; s < draws; s++) {
      for (int i = 0; i < 3; i++) {
        double r = 0.3 - mean[s][i];
        expected +=
            (-0.5 * Math.log(2 * Math.PI * noise) - (r * r + variance[s][i]) / (2 * noise)) / draws;
      }
    }
    double divergence = posteriors.stream().mapToDouble(InducingPosterior::divergence).sum();
    DeepElbo elbo = elbo(architecture, parameters, posteriors);
    double sum = 0.0;
    double squares = 0.0;
    for (int s = 0; s < draws; s++) {
      elbo.useNoise(1, s);
      double value = elbo.evaluate(x, new double[][] {{0.3, 0.3, 0.3}}, 1.0) + divergence;
      sum += value / draws;
      squares += value * value / draws;
    }
    double error = Math.sqrt((squares - sum * sum) / draws);
    assertThat(sum).isCloseTo(expected, within(4 * error));
  }

  @Test
  void layersMustFitTogether() {
    assertThatThrownBy(
            () ->
                new DeepArchitecture(
                    List.of(new DeepArchitecture.Hidden(Specs.covariance("rbf", 3), M, 2)),
                    architecture("3", "rbf", "zero", "gaussian", 1, M).last()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("hidden layer 1: has 2 units but the next layer has 3 inputs");
    assertThatThrownBy(
            () ->
                architecture("3-3", "rbf", "zero", "gaussian", 1, M)
                    .newParameters(Matrix.zeros(M, 2), List.of()))
        .hasMessage("inducing inputs of layer 1: expected 4×3 but got 4×2");
  }

  static DeepArchitecture architecture(
      String widths, String kernel, String mean, String likelihood, int targets, int m) {
    String[] width = widths.split("-");
    List<DeepArchitecture.Hidden> hidden = new ArrayList<>();
    for (int l = 0; l + 1 < width.length; l++) {
      hidden.add(
          new DeepArchitecture.Hidden(
              Specs.covariance(kernel + " + white(variance=0.01)", Integer.parseInt(width[l])),
              m,
              Integer.parseInt(width[l + 1])));
    }
    int inputs = Integer.parseInt(width[width.length - 1]);
    var p = Specs.likelihood(likelihood);
    return new DeepArchitecture(
        hidden,
        new Architecture(
            inputs,
            List.of(
                new Architecture.Group(
                    Specs.covariance(kernel, inputs),
                    Specs.mean(mean, inputs),
                    m,
                    targets * p.latents())),
            Collections.nCopies(
                targets,
                new Architecture.Output(
                    p, Collections.nCopies(p.latents(), Specs.flow("identity"))))));
  }

  private static Parameters parameters(DeepArchitecture architecture, SplittableRandom random) {
    List<Matrix> projections = new ArrayList<>();
    for (DeepArchitecture.Hidden layer : architecture.hidden()) {
      projections.add(random(layer.covariance().inputs(), layer.units(), random));
    }
    int m = architecture.last().groups().get(0).inducing();
    Parameters parameters =
        architecture.newParameters(random(m, architecture.inputs(), random), projections);
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += 0.1 * random.nextGaussian();
    }
    parameters.refresh();
    return parameters;
  }

  private static List<InducingPosterior> posteriors(
      DeepArchitecture architecture, SplittableRandom random) {
    List<InducingPosterior> posteriors = architecture.newPosteriors(0.3, 0.5);
    for (InducingPosterior q : posteriors) {
      double[] free = new double[q.freeSize()];
      q.storeFree(free);
      for (int i = 0; i < free.length; i++) {
        free[i] += 0.2 * random.nextGaussian();
      }
      q.loadFree(free);
    }
    return posteriors;
  }

  private DeepElbo elbo(
      DeepArchitecture architecture, Parameters parameters, List<InducingPosterior> posteriors) {
    List<Nodes> nodes = new ArrayList<>();
    for (Architecture.Output output : architecture.last().outputs()) {
      nodes.add(Nodes.forLatents(output.flows().size(), 8, 5));
    }
    DeepElbo elbo = new DeepElbo(architecture, parameters, posteriors, nodes, new Workers(1));
    elbo.useNoise(1, 2);
    elbo.useDivergences(divergence, Divergence.kl());
    return elbo;
  }

  private static Matrix random(int rows, int cols, SplittableRandom random) {
    return Matrix.wrap(random.doubles((long) rows * cols, -1.5, 1.5).toArray(), rows, cols);
  }
}
