package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows that go on as straight lines beyond the latents of training; F21. */
class TailsTest {
  private static final int N = 120;
  private static final double[][] X = new double[N][1];
  private static final double[] Y = new double[N];
  private static final double[][] FAR = {{40.0}, {-35.0}};

  static {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      X[i][0] = random.nextDouble(-2, 2);
      Y[i] = Math.exp(1.5 * Math.sin(2 * X[i][0])) + 0.05 * random.nextGaussian();
    }
  }

  private static TgpModel fit(String flow) {
    return Tgp.builder()
        .flow(flow)
        .inducing(15)
        .threads(1)
        .plan(TrainingPlan.ofSteps(150).withLearningRate(0.05))
        .fit(X, Y);
  }

  private static List<LinearTails> none() {
    return List.of(LinearTails.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sal(3)", "sal(2) @ mlp(5, tanh, dropout=0.2)"})
  void rowsAtThePriorStaySane(String flow) {
    TgpModel model = fit(flow);
    LinearTails tails = model.tails().get(0);
    assertThat(tails.upper() - tails.lower()).isBetween(0.5, 40.0);
    Prediction near = model.predict(X);
    Prediction far = model.predict(FAR);
    Prediction untamed = model.withTails(none()).predict(FAR);
    assertThat(model.withTails(none()).predict(X).mean()[3])
        .isCloseTo(near.mean()[3], within(0.05 * Math.abs(near.mean()[3]) + 0.05));
    for (int i = 0; i < FAR.length; i++) {
      assertThat(far.variance()[i]).isBetween(0.1, 30.0).isNotEqualTo(untamed.variance()[i]);
      double[] y = {far.quantiles(0.3)[0][i]};
      double[][] one = {FAR[i]};
      assertThat(model.predict(one).cdf(y)[0]).isCloseTo(0.3, within(1e-6));
    }
  }

  /** A network gives a row that is unlike all others a flow that no row was ever given; F23. */
  @Test
  void networksGiveFarRowsNothingFarFromAllThatTheyGaveBefore(@TempDir Path directory) {
    TgpModel model = fit("sal(2) @ mlp(5, relu, dropout=0.2)");
    LinearTails tails = model.tails().get(0);
    double[] f0 = {tails.lower() - 20, tails.lower(), tails.upper(), tails.upper() + 20};
    double seenLeast = Double.POSITIVE_INFINITY;
    double seenGreatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < N; i++) {
      double[] latent = model.latentJoint(0, 0, Matrix.of(new double[][] {X[i]})).mean();
      for (double[] draw : model.flow(0, 0, Matrix.of(X), i, latent)) {
        seenLeast = Math.min(seenLeast, draw[0]);
        seenGreatest = Math.max(seenGreatest, draw[0]);
      }
    }
    double shift = model.targetScaling().shift()[0];
    double scale = model.targetScaling().scale()[0];
    double min = Arrays.stream(Y).min().getAsDouble();
    double max = Arrays.stream(Y).max().getAsDouble();
    double lowest = (min - 0.25 * (max - min) - shift) / scale;
    double highest = (max + 0.25 * (max - min) - shift) / scale;
    double range = seenGreatest - seenLeast;
    double least = Math.min(seenLeast, Math.max(seenLeast - range, lowest));
    double greatest = Math.max(seenGreatest, Math.min(seenGreatest + range, highest));
    assertThat(tails.least()).isCloseTo(least, within(1e-9));
    assertThat(tails.greatest()).isCloseTo(greatest, within(1e-9));
    double[][] exotic = {{1e6}};
    for (double[] draw : model.flow(0, 0, Matrix.of(exotic), 0, f0)) {
      for (double value : draw) {
        assertThat(value).isBetween(tails.least(), tails.greatest());
      }
    }
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, model);
    assertThat(((TgpModel) ModelFile.read(file).model()).tails()).isEqualTo(model.tails());
  }

  /** A linear part takes the logarithm of the noise as far as rows go; F24. */
  @ParameterizedTest
  @ValueSource(strings = {"gaussian(noise=gp)", "student-t(4, noise=gp)", "laplace(noise=gp)"})
  void noiseIsNoWiderThanTheTargets(String likelihood, @TempDir Path directory) {
    double[] y = new double[N];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < N; i++) {
      y[i] = Math.exp(1.2 * X[i][0]) * random.nextGaussian();
    }
    TgpModel model =
        Tgp.builder()
            .covariance("rbf + linear")
            .likelihood(likelihood)
            .inducing(15)
            .threads(1)
            .plan(TrainingPlan.ofSteps(200).withLearningRate(0.05))
            .fit(X, y);
    double half =
        0.5 * (Arrays.stream(y).max().getAsDouble() - Arrays.stream(y).min().getAsDouble());
    double[][] far = {{40.0}};
    List<LinearTails> none = List.of(LinearTails.NONE, LinearTails.NONE);
    double share = 0.75; // the quartiles' distance is at most 1.6 scales of these noises
    double latent = Math.sqrt(model.latentJoint(0, 0, Matrix.of(far)).covariance()[0][0]);
    double wide = latent * model.targetScaling().scale()[0];
    double[] untamed = quartiles(model.withTails(none), far, share);
    assertThat(untamed[1] - untamed[0]).isGreaterThan(20 * (half + wide));
    double[] tamed = quartiles(model, far, share);
    assertThat(tamed[1] - tamed[0]).isLessThan(1.6 * (half + wide));
    assertThat(model.predict(X).logDensity(y))
        .containsExactly(model.withTails(none).predict(X).logDensity(y), within(0.2));
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, model);
    assertThat(((TgpModel) ModelFile.read(file).model()).tails()).isEqualTo(model.tails());
  }

  private static double[] quartiles(TgpModel model, double[][] x, double share) {
    double[][] q = model.predict(x).quantiles(1 - share, share);
    return new double[] {q[0][0], q[1][0]};
  }

  /** An outlier bends the flow's end: rows that lie beyond it must not follow. */
  @Test
  void anOutlierDoesNotMakeOthersExplode() {
    double[] y = Y.clone();
    y[7] = 60.0;
    y[8] = 45.0;
    TgpModel model =
        Tgp.builder()
            .flow("sal(3)")
            .inducing(15)
            .threads(1)
            .plan(TrainingPlan.ofSteps(300).withLearningRate(0.05))
            .fit(X, y);
    Prediction far = model.predict(FAR);
    Prediction untamed = model.withTails(none()).predict(FAR);
    for (int i = 0; i < FAR.length; i++) {
      assertThat(far.mean()[i]).isBetween(-10.0, 60.0);
      assertThat(far.standardDeviation()[i]).isLessThan(60.0);
      assertThat(far.variance()[i]).isLessThan(untamed.variance()[i]);
    }
  }

  private static Model otherModel(String name) {
    TrainingPlan plan = TrainingPlan.ofSteps(100).withLearningRate(0.02);
    return switch (name) {
      case "deep" -> DeepGp.builder().layers(2).inducing(10).threads(1).plan(plan).fit(X, Y);
      case "t-process(5)" ->
          NonMarginalTgp.of(name)
              .flow("sal(3)")
              .inducing(10)
              .threads(1)
              .plan(plan)
              .fit(Matrix.of(X), Matrix.column(Y));
      case "conditioned-flow(2)" ->
          NonMarginalTgp.of(name)
              .flow("sal(2)")
              .inducing(10)
              .threads(1)
              .plan(plan)
              .fit(Matrix.of(X), Matrix.column(Y));
      default -> Tgp.builder().warp(name).inducing(10).threads(1).plan(plan).fit(X, Y);
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deep",
        "t-process(5)",
        "conditioned-flow(2)",
        "sal(3)",
        "rq-spline(5)",
        "sal(2) > softplus"
      })
  void farInputsOfOtherModelsStayFinite(String name) {
    Model model = otherModel(name);
    Prediction far = model.predict(Matrix.of(new double[][] {{1200.0}, {-1200.0}, {3.0}}));
    double[][] quantiles = far.quantiles(0.01, 0.25, 0.5, 0.75, 0.99);
    for (int i = 0; i < 3; i++) {
      assertThat(far.mean()[i]).isBetween(name.equals("deep") ? -1e4 : -50.0, 1e4);
      assertThat(far.standardDeviation()[i]).isPositive().isFinite();
      for (int k = 1; k < quantiles.length; k++) {
        assertThat(quantiles[k][i]).isGreaterThan(quantiles[k - 1][i]).isFinite();
      }
    }
  }

  @Test
  void aFileKeepsThem(@TempDir Path directory) {
    TgpModel model = fit("sal(2)");
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, model);
    TgpModel read = (TgpModel) ModelFile.read(file).model();
    assertThat(read.tails()).isEqualTo(model.tails());
    assertThat(read.predict(FAR).mean()).isEqualTo(model.predict(FAR).mean());
    assertThat(read.withNetworkSamples(3).tails()).isEqualTo(model.tails());
    assertThatThrownBy(() -> model.withTails(List.of())).hasMessageContaining("one per latent");
  }

  @Test
  void aFileOfAProcessKeepsThem(@TempDir Path directory) {
    NonMarginalModel model = (NonMarginalModel) otherModel("conditioned-flow(2)");
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, model);
    NonMarginalModel read = (NonMarginalModel) ModelFile.read(file).model();
    assertThat(read.tails()).isEqualTo(model.tails()).isNotEqualTo(LinearTails.NONE);
    Matrix far = Matrix.of(FAR);
    assertThat(read.predict(far).mean()).isEqualTo(model.predict(far).mean());
    assertThat(model.withTails(LinearTails.NONE).predict(far).variance()[0])
        .isNotEqualTo(model.predict(far).variance()[0]);
  }

  @Test
  void withoutAFlowThereAreNone() {
    assertThat(fit("identity").tails()).isEqualTo(none());
  }
}
