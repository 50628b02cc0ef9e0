package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.ConstantModel;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.NonMarginalTgp;
import io.github.tgp4j.model.RandomTrees;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.WarpedGp;
import io.github.tgp4j.predict.QuantileCalibration;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Files of tiny models of every kind, with the coding of a table's columns. */
final class FuzzModels {
  static final int INPUTS = 2;
  private static final int N = 24;

  private final Matrix x = Matrix.zeros(N, INPUTS);
  private final double[] f = new double[N];
  private final List<byte[]> files = new ArrayList<>();

  private FuzzModels() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      x.set(i, 0, random.nextDouble(-2, 2));
      x.set(i, 1, 10 + random.nextDouble(-2, 2));
      f[i] = Math.sin(x.get(i, 0)) + 0.3 * x.get(i, 1) - 3 + 0.1 * random.nextGaussian();
    }
  }

  static List<byte[]> files() {
    return new FuzzModels().make();
  }

  private List<byte[]> make() {
    Matrix plain = targets("gaussian");
    Matrix positive = targets("gamma");
    add(tgp().fit(x, plain));
    add(tgp().mean("linear").covariance("0.5 * rbf + matern32[0] * linear[1]").fit(x, plain));
    add(tgp().flow("sal(2)").fit(x, plain));
    add(tgp().flow("sal(1) > softplus").likelihood("student-t(4, learnt)").fit(x, positive));
    add(tgp().flow("sal(1) @ mlp(3, tanh, dropout=0.25)").networkSamples(2, 5).fit(x, plain));
    add(tgp().flow("sal(1) @ mlp(3, tanh, bayes)").networkSamples(1, 4).fit(x, plain));
    add(tgp().flow("tukey").likelihood("gaussian(noise=gp)").fit(x, plain));
    add(tgp().warp("sal(1) > softplus", 12.3).fit(x, positive));
    add(tgp().diagonalPosterior(true).fit(x, plain));
    for (String likelihood :
        List.of("bernoulli", "categorical(3)", "ordinal(3)", "poisson", "gamma", "beta")) {
      add(tgp().likelihood(likelihood).fit(x, targets(likelihood)));
    }
    add(WarpedGp.builder().warp("sal(1) > softplus").steps(4).fit(x, positive.data));
    TrainingPlan four = TrainingPlan.ofSteps(4);
    add(DeepGp.builder().inducing(4).samples(5).threads(1).plan(four).fit(x, plain));
    for (String process : List.of("t-process(4, learnt)", "conditioned-flow(4)")) {
      TrainingPlan plan = TrainingPlan.ofSteps(8).withRampSteps(0);
      add(NonMarginalTgp.of(process).inducing(4).nodes(6).threads(1).plan(plan).fit(x, plain));
    }
    add(RandomTrees.builder().threads(1).fit(rows(positive)));
    add(
        RandomTrees.builder()
            .likelihood("categorical(3)")
            .threads(1)
            .fit(rows(targets("categorical"))));
    blends(positive);
    return List.copyOf(files);
  }

  private void blends(Matrix positive) {
    Model constant = ConstantModel.fit(rows(positive), Specs.likelihood("gaussian"));
    add(constant);
    Model part = tgp().flow("sal(1)").fit(x, positive);
    BlendedModel blend =
        new BlendedModel(
            List.of(
                new BlendedModel.Part("a", part, 0.75), new BlendedModel.Part("b", constant, 0.25)),
            List.of(Support.above(0, 50)));
    add(blend);
    add(blend.withSharpenings(List.of(new Sharpening(1.4))));
    double[] levels = IntStream.range(0, 20).mapToDouble(i -> (i + 0.5) / 20).toArray();
    add(blend.withCalibrations(List.of(new QuantileCalibration(levels, levels))));
  }

  private RowStore rows(Matrix y) {
    return RowStore.of(x, y.toColumns());
  }

  private static Tgp tgp() {
    TrainingPlan plan = TrainingPlan.ofSteps(5).withRampSteps(0);
    return Tgp.builder().inducing(4).nodes(6).threads(1).plan(plan);
  }

  private Matrix targets(String likelihood) {
    Matrix y = Matrix.zeros(N, 1);
    for (int i = 0; i < N; i++) {
      y.set(i, 0, target(likelihood.split("\\(")[0], f[i]));
    }
    return y;
  }

  private static double target(String likelihood, double f) {
    return switch (likelihood) {
      case "bernoulli" -> f > 0 ? 1 : 0;
      case "categorical", "ordinal" -> f > 0.5 ? 2 : f > -0.5 ? 1 : 0;
      case "poisson" -> Math.rint(Math.exp(f));
      case "gamma" -> 50 * Math.exp(f);
      case "beta" -> 1 / (1 + Math.exp(-f));
      default -> 100 + 20 * f;
    };
  }

  private void add(Model model) {
    Encoder encoder =
        Encoder.of(
            new Encoder.Description(
                List.of(new NumberCoding("a", 0.5, false), new NumberCoding("b", 9, false)),
                List.of("c: constant, left out")));
    int classes = model.likelihood(0).classes();
    List<String> labels = IntStream.range(0, classes).mapToObj(k -> "k" + k).toList();
    TargetEncoder target =
        TargetEncoder.of(new TargetEncoder.Description("y", classes > 0, labels));
    files.add(ModelFile.toBytes(new SavedModel(model, encoder, List.of(target))));
  }
}
