package io.github.tgp4j.io;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalTgp;
import io.github.tgp4j.model.RandomTrees;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TransformedPriorGp;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Models of every kind, tiny and hardly trained, for tests of files. */
final class SmallModels {
  static final int N = 40;
  static final Matrix X = Matrix.zeros(N, 3);
  static final Matrix NEW = Matrix.zeros(11, 3);
  private static final double[] F = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < 3; j++) {
        X.set(i, j, 10 * j + random.nextDouble(-2, 2));
      }
      F[i] = Math.sin(X.get(i, 0)) + 0.3 * X.get(i, 1) - 3 + 0.1 * random.nextGaussian();
    }
    for (int i = 0; i < NEW.rows; i++) {
      for (int j = 0; j < 3; j++) {
        NEW.set(i, j, 10 * j + random.nextDouble(-3, 3));
      }
    }
  }

  private SmallModels() {}

  static Tgp tgp() {
    return Tgp.builder()
        .inducing(5)
        .nodes(8)
        .threads(1)
        .plan(TrainingPlan.ofSteps(6).withRampSteps(0));
  }

  /** Targets that a likelihood accepts. */
  static Matrix targets(String likelihood) {
    String name = likelihood.split("[( ]")[0];
    Matrix y = Matrix.zeros(N, 1);
    for (int i = 0; i < N; i++) {
      y.set(
          i,
          0,
          switch (name) {
            case "bernoulli" -> F[i] > 0 ? 1 : 0;
            case "categorical", "ordinal" -> F[i] > 0.5 ? 2 : F[i] > -0.5 ? 1 : 0;
            case "poisson", "negative-binomial" -> Math.rint(Math.exp(F[i]));
            case "gamma", "warped" -> 50 * Math.exp(F[i]);
            case "beta" -> 1 / (1 + Math.exp(-F[i]));
            default -> 100 + 20 * F[i];
          });
    }
    return y;
  }

  static Model withLikelihood(String likelihood) {
    return tgp()
        .flow(likelihood.equals("volatility") ? "exp" : "identity")
        .likelihood(likelihood)
        .fit(X, targets(likelihood));
  }

  static Matrix twoTargets() {
    Matrix y = Matrix.zeros(N, 2);
    for (int i = 0; i < N; i++) {
      y.set(i, 0, 5 * F[i]);
      y.set(i, 1, Math.exp(F[i]));
    }
    return y;
  }

  /** Inputs of which the first and the last have curves by ranks. */
  private static Matrix skewed() {
    Matrix x = X.copy();
    for (int i = 0; i < N; i++) {
      x.set(i, 0, Math.exp(4 * X.get(i, 0)));
      x.set(i, 2, Math.exp(2 * X.get(i, 2) - 40));
    }
    return x;
  }

  static Map<String, Supplier<Model>> kinds() {
    Matrix y = targets("gaussian");
    Matrix positive = targets("warped");
    double[] column = y.data;
    Map<String, Supplier<Model>> kinds = new LinkedHashMap<>();
    kinds.put("svgp", () -> tgp().fit(X, y));
    kinds.put("constant-mean", () -> tgp().mean("constant").fit(X, y));
    kinds.put("linear-mean", () -> tgp().mean("linear").standardiseInputs(false).fit(X, y));
    kinds.put("ranks", () -> tgp().inputs(InputScale.RANKS).fit(skewed(), y));
    kinds.put("tgp", () -> tgp().flow("sal(2)").fit(X, y));
    kinds.put("positive-tgp", () -> tgp().flow("sal(1) > softplus").fit(X, positive));
    kinds.put(
        "point-network",
        () -> tgp().flow("sal(1) @ mlp(4,3, relu)").networkSamples(1, 0).fit(X, y));
    kinds.put(
        "dropout-network",
        () ->
            tgp()
                .flow("sal(1) @ mlp(4, tanh, dropout=0.25)")
                .networkSamples(2, 9)
                .weightPrecision(0.01)
                .fit(X, y));
    kinds.put(
        "noise-process", () -> tgp().flow("sal(1)").likelihood("gaussian(noise=gp)").fit(X, y));
    kinds.put(
        "noise-network",
        () ->
            tgp()
                .flow("sal(1) @ mlp(4, tanh)")
                .likelihood("student-t(4, learnt, noise @ mlp(4, tanh, dropout=0.25))")
                .networkSamples(2, 9)
                .fit(X, y));
    kinds.put("joint-network", () -> tgp().flow("sal(2) @ mlp(4, tanh, joint, all)").fit(X, y));
    kinds.put(
        "bayes-network",
        () -> tgp().flow("sal(1) @ mlp(4, tanh, bayes)").networkSamples(1, 7).fit(X, y));
    kinds.put("warped", () -> tgp().warp("sal(1) > softplus").fit(X, positive));
    kinds.put("censored", () -> tgp().warp("sal(1) > softplus", 12.3).fit(X, positive));
    kinds.put("two-targets", () -> tgp().flow("sal(1)").fit(X, twoTargets()));
    kinds.put("separate", () -> tgp().shared(false).fit(X, twoTargets()));
    kinds.put("diagonal", () -> tgp().diagonalPosterior(true).fit(X, y));
    kinds.put("adam", () -> tgp().plan(TrainingPlan.ofSteps(6).withNaturalStep(0)).fit(X, y));
    kinds.put(
        "composed",
        () ->
            tgp()
                .covariance("0.5 * rbf(lengthscales=[0.5, 2, 1])  + matern32[0] * linear[1,2]")
                .fit(X, y));
    kinds.put("exact", () -> WarpedGp.builder().steps(5).fit(X, column));
    kinds.put(
        "exact-warped",
        () -> WarpedGp.builder().warp("sal(1) > softplus").steps(5).fit(X, positive.data));
    kinds.put(
        "transformed-prior",
        () -> TransformedPriorGp.builder().plan(TrainingPlan.ofSteps(5)).fit(X, column).model());
    kinds.put("deep", () -> deep().fit(X, y));
    kinds.put("deep-ranks", () -> deep().inputs(InputScale.RANKS).fit(skewed(), y));
    kinds.put("deep-projected", () -> deep().layers(3).units(2).seed(5).fit(X, twoTargets()));
    kinds.put("forest", () -> forest("gaussian"));
    kinds.put("forest-of-classes", () -> forest("categorical(3)"));
    kinds.put("t-process", () -> process("t-process(4, learnt)").fit(X, y));
    kinds.put(
        "t-process-diagonal",
        () -> process("t-process(3)").flow("sal(1)").diagonalPosterior(true).fit(X, y));
    kinds.put(
        "t-process-censored",
        () -> process("t-process").likelihood("warped(softplus, censor=12.5)").fit(X, positive));
    kinds.put("conditioned-flow", () -> process("conditioned-flow(4)").fit(X, y));
    return kinds;
  }

  private static Model forest(String likelihood) {
    RowStore rows = RowStore.of(X, targets(likelihood).toColumns());
    return RandomTrees.builder().likelihood(likelihood).threads(1).fit(rows);
  }

  private static NonMarginalTgp process(String text) {
    return NonMarginalTgp.of(text)
        .inducing(5)
        .nodes(8)
        .threads(1)
        .plan(TrainingPlan.ofSteps(12).withRampSteps(0));
  }

  private static DeepGp deep() {
    return DeepGp.builder()
        .inducing(5)
        .samples(6)
        .threads(1)
        .plan(TrainingPlan.ofSteps(5).withNaturalStep(0.1));
  }
}
