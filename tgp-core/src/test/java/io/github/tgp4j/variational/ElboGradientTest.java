package io.github.tgp4j.variational;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.param.Priors;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.spec.FlowSpec;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.testing.GradientCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole bound against finite differences: every parameter group, every flow family and
 * likelihood at least once.
 */
class ElboGradientTest {
  private static final int N = 7;
  private static final int M = 4;
  private static final int D = 2;

  static Stream<Arguments> models() {
    return Stream.of(
        Arguments.of("rbf", "zero", "identity", "gaussian", 1, true),
        Arguments.of("rbf", "linear", "identity", "gaussian", 2, true),
        Arguments.of("rbf", "constant", "identity", "gaussian", 2, false),
        Arguments.of("matern52", "constant", "sal(2)", "gaussian", 1, true),
        Arguments.of("rbf + linear", "zero", "tanh-sum(2)", "student-t(4)", 2, true),
        Arguments.of("matern32 * periodic", "zero", "exp", "volatility", 1, true),
        Arguments.of("rq", "zero", "sal(1) > softplus", "poisson(identity)", 1, true),
        Arguments.of("rbf[0] + white", "linear", "identity", "poisson", 1, true),
        Arguments.of("rbf", "zero", "sinh-arcsinh", "bernoulli(probit)", 1, true),
        Arguments.of("arccos(1)", "zero", "arcsinh", "bernoulli(logit)", 1, true),
        Arguments.of("rbf", "zero", "sal(1)", "categorical(3)", 1, true),
        Arguments.of("rbf", "zero", "identity", "categorical(3)", 1, false),
        Arguments.of("rbf", "zero", "tukey", "negative-binomial", 1, true),
        Arguments.of("poly(2)", "zero", "sinh", "gamma", 1, true),
        Arguments.of("rbf", "zero", "inverse(boxcox) > affine", "laplace", 1, true),
        Arguments.of("rbf", "zero", "arcsinh-sum(2)", "beta", 1, true),
        Arguments.of("rbf", "zero", "tanh > affine", "ordinal(3)", 1, true),
        Arguments.of("rbf", "zero", "softplus > log", "student-t(4, learnt)", 1, true),
        Arguments.of("rbf", "zero", "log-exp-sum(2)", "gaussian", 1, true),
        Arguments.of("rbf", "zero", "sal(2) @ mlp(3, tanh, dropout=0.4)", "gaussian", 1, true),
        Arguments.of(
            "rbf", "zero", "sal(1) @ mlp(3,2, relu, dropout=0.3)", "categorical(3)", 1, true),
        Arguments.of("rbf", "constant", "affine @ mlp(3, tanh, shared)", "categorical(3)", 2, true),
        Arguments.of("rbf", "zero", "sal(1) @ mlp(3, tanh, bayes)", "student-t(4)", 2, true),
        Arguments.of("rbf", "zero", "tanh-sum(2) @ mlp(3, tanh, joint, all)", "gaussian", 1, true),
        Arguments.of("rbf[each]", "zero", "rq-spline(3) @ mlp(3, tanh)", "gaussian", 1, true),
        Arguments.of("rbf", "constant", "identity", "warped(sal(1) > softplus)", 1, true),
        Arguments.of("rbf", "zero", "sal(1)", "warped(sal(1) > exp)", 2, true),
        Arguments.of("rbf", "zero", "identity", "warped(sal(2) > softplus, censor=0.3)", 1, true),
        Arguments.of("rbf", "zero", "identity", "gaussian(noise=gp)", 1, false),
        Arguments.of("rbf", "constant", "sal(1)", "gaussian(noise=gp)", 2, true),
        Arguments.of("rbf", "zero", "sal(1) @ mlp(3, tanh)", "student-t(4, noise=gp)", 1, false),
        Arguments.of("rbf", "zero", "identity", "gaussian(noise @ mlp(3, tanh))", 2, true),
        Arguments.of(
            "rbf",
            "zero",
            "sal(1)",
            "student-t(4, learnt, noise @ mlp(3,2, relu, dropout=0.3))",
            1,
            true),
        Arguments.of(
            "rbf",
            "zero",
            "sal(1) @ mlp(3, tanh, dropout=0.4)",
            "gaussian(noise @ mlp(3, tanh, batchnorm))",
            1,
            true));
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyDerivative(
      String kernel, String mean, String flow, String likelihood, int targets, boolean shared) {
    check(architecture(kernel, mean, flow, likelihood, targets, shared), likelihood, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "identity | gaussian",
        "sal(1) | gaussian",
        "identity | student-t(4, learnt)",
        "sal(1) @ mlp(3, tanh, dropout=0.4) | gaussian",
        "identity | gaussian(noise @ mlp(3, tanh))",
        "identity | gaussian(noise=gp)",
        "sal(1) | student-t(4, noise @ mlp(3, tanh))",
        "identity | categorical(3)",
        "sal(1) | warped(sal(1) > exp)"
      })
  void everyDerivativeOfThePredictiveObjective(String flow, String likelihood) {
    check(architecture("rbf", "constant", flow, likelihood, 1, false), likelihood, true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sal(1)",
        "affine @ mlp(3, relu, dropout=0.3, shared)",
        "sal(2) @ mlp(3,2, tanh, shared, all)",
        "sal(1) @ mlp(3, tanh, dropout=0.4)"
      })
  void everyDerivativeOfOneGpForAllClasses(String flow) {
    Likelihood likelihood = Specs.likelihood("categorical(3)");
    Architecture.Output each = output(likelihood, Specs.flowSpec(flow));
    Architecture.Group group =
        new Architecture.Group(Specs.covariance("rbf", D), Specs.mean("constant", D), M, 1);
    Architecture.Output one =
        new Architecture.Output(likelihood, each.flows(), each.networks(), null, 1);
    check(new Architecture(D, List.of(group), List.of(one)), "categorical(3)", false);
  }

  private static Elbo elbo(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      List<Nodes> nodes,
      Workers workers,
      boolean predictive) {
    Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
    if (predictive) {
      elbo.usePredictive();
    }
    return elbo;
  }

  private static void check(Architecture architecture, String likelihood, boolean predictive) {
    int targets = architecture.outputs().size();
    SplittableRandom random = new SplittableRandom(3);
    Matrix x = SmallModel.random(N, D, random);
    double[][] y = targets(likelihood, targets, random);
    List<Matrix> z = new ArrayList<>();
    for (int g = 0; g < architecture.groups().size(); g++) {
      z.add(SmallModel.random(M, D, random));
    }
    Parameters parameters = architecture.newParameters(z);
    parameters.setPrior("inducing" + (z.size() == 1 ? "" : "-0"), Priors.normal(0.1, 0.8));
    jiggle(parameters, random);
    List<InducingPosterior> posteriors = SmallModel.posteriors(architecture, random);
    List<Nodes> nodes = new ArrayList<>();
    for (Architecture.Output output : architecture.outputs()) {
      nodes.add(Nodes.forLatents(output.processes(), 20, 5));
    }
    try (Workers workers = new Workers(1)) {
      Elbo elbo = elbo(architecture, parameters, posteriors, nodes, workers, predictive);
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
            return elbo(architecture, moved, posteriors, nodes, workers, predictive)
                .evaluate(x, y, 2.5);
          },
          parameters.free(),
          gradient,
          parameters::nameOf);
      for (int l = 0; l < posteriors.size(); l++) {
        ToDoubleFunction<List<InducingPosterior>> bound =
            q -> elbo(architecture, parameters, q, nodes, workers, predictive).evaluate(x, y, 2.5);
        checkPosterior(posteriors, l, elbo, bound);
      }
    }
  }

  private static void checkPosterior(
      List<InducingPosterior> posteriors,
      int l,
      Elbo elbo,
      ToDoubleFunction<List<InducingPosterior>> bound) {
    InducingPosterior q = posteriors.get(l);
    double[] free = new double[q.freeSize()];
    double[] bar = new double[q.freeSize()];
    q.storeFree(free);
    q.freeGradient(elbo.curvature(l), elbo.slope(l), bar);
    GradientCheck.check(
        moved -> {
          List<InducingPosterior> copies = new ArrayList<>(posteriors);
          InducingPosterior copy = q.copy();
          copy.loadFree(moved);
          copies.set(l, copy);
          return bound.applyAsDouble(copies);
        },
        free,
        bar,
        i -> "q" + l + "[" + i + "]");
  }

  @org.junit.jupiter.api.Test
  void panelsOfManyInducingPoints() {
    // more than one panel of 128 rows: the derivative along one random direction
    SplittableRandom random = new SplittableRandom(5);
    int m = 150;
    Architecture architecture =
        new Architecture(
            D,
            List.of(
                new Architecture.Group(
                    Specs.covariance("matern12", D), Specs.mean("zero", D), m, 1)),
            List.of(
                new Architecture.Output(
                    Specs.likelihood("gaussian"), List.of(Specs.flow("sal(1)")))));
    Matrix x = SmallModel.random(N, D, random);
    double[][] y = targets("gaussian", 1, random);
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(m, D, random)));
    List<InducingPosterior> posteriors = SmallModel.posteriors(architecture, random);
    List<Nodes> nodes = List.of(Nodes.gaussHermite(10));
    double[] direction = random.doubles(parameters.size(), -1, 1).toArray();
    try (Workers workers = new Workers(2)) {
      Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes, workers);
      elbo.evaluate(x, y, 1.0);
      double[] gradient = new double[parameters.size()];
      parameters.pullback(elbo.gradient(), gradient);
      double slope = 0;
      for (int i = 0; i < gradient.length; i++) {
        slope += gradient[i] * direction[i];
      }
      GradientCheck.check(
          t -> {
            Parameters moved = parameters.copy();
            for (int i = 0; i < direction.length; i++) {
              moved.free()[i] += 0.01 * t[0] * direction[i];
            }
            moved.refresh();
            return 100
                * new Elbo(architecture, moved, posteriors, nodes, workers).evaluate(x, y, 1.0);
          },
          new double[1],
          new double[] {slope},
          i -> "direction");
    }
  }

  @org.junit.jupiter.api.Test
  void threadsChangeNothing() {
    SplittableRandom random = new SplittableRandom(9);
    Architecture architecture = architecture("rbf", "zero", "sal(2)", "gaussian", 1, true);
    Matrix x = SmallModel.random(3000, D, random);
    double[][] y = new double[1][3000];
    for (int i = 0; i < 3000; i++) {
      y[0][i] = Math.sin(3 * x.get(i, 0)) + 0.1 * random.nextGaussian();
    }
    Parameters parameters = architecture.newParameters(List.of(SmallModel.random(M, D, random)));
    List<InducingPosterior> posteriors = SmallModel.posteriors(architecture, random);
    double[][] gradients = new double[3][];
    double[] bounds = new double[3];
    for (int t = 0; t < 3; t++) {
      try (Workers workers = new Workers(1 + 2 * t)) {
        Elbo elbo =
            new Elbo(
                architecture, parameters, posteriors, List.of(Nodes.gaussHermite(20)), workers);
        bounds[t] = elbo.evaluate(x, y, 1.0);
        gradients[t] = elbo.gradient().clone();
      }
    }
    assertThat(bounds[1]).isEqualTo(bounds[0]);
    assertThat(bounds[2]).isEqualTo(bounds[0]);
    assertThat(gradients[1]).isEqualTo(gradients[0]);
    assertThat(gradients[2]).isEqualTo(gradients[0]);
  }

  static Architecture architecture(
      String kernel, String mean, String flow, String likelihood, int targets, boolean shared) {
    List<Architecture.Output> outputs = new ArrayList<>();
    int latents = 0;
    for (int o = 0; o < targets; o++) {
      var lik = Specs.likelihood(likelihood);
      outputs.add(output(lik, Specs.flowSpec(flow)));
      latents += lik.processes();
    }
    var k = Specs.covariance(kernel, D);
    var mu = Specs.mean(mean, D);
    return new Architecture(
        D,
        shared
            ? List.of(new Architecture.Group(k, mu, M, latents))
            : Collections.nCopies(latents, new Architecture.Group(k, mu, M, 1)),
        outputs);
  }

  private static Architecture.Output output(Likelihood likelihood, FlowSpec flow) {
    LatentNetwork last =
        likelihood.latentNetwork() == null
            ? null
            : LatentNetwork.of(likelihood.latentNetwork(), D, 2, 0.4, 8);
    boolean noise = likelihood instanceof VaryingNoiseLikelihood;
    List<Flow> flows = new ArrayList<>(Collections.nCopies(likelihood.processes(), flow.flow()));
    if (noise && last == null) {
      flows.set(1, new IdentityFlow());
    }
    if (!flow.dependsOnInput()) {
      return new Architecture.Output(likelihood, flows, List.of(), last);
    }
    var dependent =
        flow.all() ? (Predicate<String>) name -> true : FlowNetwork.usualParameters(flow.flow());
    int together = flow.shared() ? flows.size() : 1;
    FlowNetwork network =
        FlowNetwork.of(flow.flow(), together, dependent, flow.network(), D, 2, 0.3, 7);
    int networks = noise ? 1 : flows.size() / together;
    return new Architecture.Output(likelihood, flows, Collections.nCopies(networks, network), last);
  }

  private static void jiggle(Parameters parameters, SplittableRandom random) {
    for (int i = 0; i < parameters.size(); i++) {
      parameters.free()[i] += random.nextDouble(-0.2, 0.2);
    }
    parameters.refresh();
  }

  private static double[][] targets(String likelihood, int targets, SplittableRandom random) {
    double[][] y = new double[targets][N];
    for (double[] column : y) {
      for (int i = 0; i < N; i++) {
        if (likelihood.startsWith("bernoulli")) {
          column[i] = random.nextInt(2);
        } else if (likelihood.startsWith("categorical") || likelihood.startsWith("ordinal")) {
          column[i] = random.nextInt(3);
        } else if (likelihood.startsWith("poisson") || likelihood.startsWith("negative")) {
          column[i] = random.nextInt(6);
        } else if (likelihood.startsWith("beta")) {
          column[i] = random.nextDouble(0.05, 0.95);
        } else if (likelihood.startsWith("gamma") || likelihood.startsWith("warped")) {
          column[i] = random.nextDouble(0.1, 3);
        } else {
          column[i] = random.nextDouble(-1.5, 1.5);
        }
      }
    }
    return y;
  }
}
