package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every flow family behind every likelihood that accepts its values: the bound's derivatives in all
 * parameters.
 */
class ElboPairingTest {
  private static final List<String> FLOWS =
      List.of(
          "identity",
          "affine",
          "exp",
          "softplus",
          "softplus > log",
          "sinh",
          "arcsinh",
          "sinh-arcsinh",
          "sal(2)",
          "boxcox",
          "inverse(boxcox)",
          "tukey",
          "tanh",
          "log-exp",
          "inverse(sal(1))",
          "tanh-sum(2)",
          "arcsinh-sum(2)",
          "inverse-boxcox-sum(2)",
          "exp > scale",
          "sal(1) > softplus");

  private static final List<String> LIKELIHOODS =
      List.of(
          "gaussian",
          "student-t(4)",
          "student-t(4, learnt)",
          "laplace",
          "bernoulli(probit)",
          "bernoulli(logit)",
          "categorical(3)",
          "poisson",
          "poisson(softplus)",
          "poisson(identity)",
          "negative-binomial",
          "gamma",
          "beta",
          "ordinal(3)",
          "volatility",
          "warped(sal(1))");

  @TestFactory
  List<DynamicTest> everyPairing() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String likelihood : LIKELIHOODS) {
      for (String flow : FLOWS) {
        Likelihood accepting = Specs.likelihood(likelihood);
        Flow given = Specs.flow(flow);
        if (accepting.latentDomain().contains(given.range(Interval.REAL))) {
          tests.add(
              DynamicTest.dynamicTest(flow + " into " + likelihood, () -> check(given, accepting)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(200);
    return tests;
  }

  private static void check(Flow flow, Likelihood likelihood) {
    SplittableRandom random = new SplittableRandom(11);
    int n = 3;
    int m = 2;
    Architecture architecture =
        new Architecture(
            1,
            List.of(
                new Architecture.Group(
                    Specs.covariance("rbf", 1), Specs.mean("zero", 1), m, likelihood.latents())),
            List.of(
                new Architecture.Output(
                    likelihood, Collections.nCopies(likelihood.latents(), flow))));
    Matrix x = SmallModel.random(n, 1, random);
    double[][] y = {{2, 1, 0}};
    for (int i = 0; i < n; i++) {
      for (double candidate :
          new double[] {y[0][i] - 0.7, y[0][i], 1, 0.3}) { // the first the likelihood accepts
        if (likelihood.violation(candidate) == null) {
          y[0][i] = candidate;
          break;
        }
      }
    }
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(m, 1, random)));
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += random.nextDouble(-0.15, 0.15);
    }
    parameters.refresh();
    List<InducingPosterior> posteriors = SmallModel.posteriors(architecture, random);
    List<Nodes> nodes = List.of(Nodes.forLatents(likelihood.latents(), 8, 5));
    try (Workers workers = new Workers(1)) {
      Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
      elbo.evaluate(x, y, 1.5);
      double[] gradient = new double[parameters.size()];
      parameters.pullback(elbo.gradient(), gradient);
      Parameters moved = parameters.copy();
      Elbo again = new Elbo(architecture, moved, posteriors, nodes, workers);
      GradientCheck.check(
          free -> {
            for (Parameters.Block block : parameters.blocks()) {
              if (block.trainable()) {
                System.arraycopy(free, block.from(), moved.free(), block.from(), block.size());
              }
            }
            moved.refresh();
            return again.evaluate(x, y, 1.5);
          },
          parameters.free(),
          gradient,
          parameters::nameOf);
    }
  }
}
