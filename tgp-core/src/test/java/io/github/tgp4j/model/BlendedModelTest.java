package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.KernelDensity;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Sharpening;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.predict.Support;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlendedModelTest {
  private static final int N = 40;
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final Matrix Y = Matrix.zeros(N, 1);
  private static final Matrix COUNTS = Matrix.zeros(N, 1);

  static {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble());
      X.set(i, 1, random.nextGaussian());
      Y.set(i, 0, Math.sin(3 * X.get(i, 0)) + 0.1 * random.nextGaussian() + 5);
      COUNTS.set(i, 0, random.nextInt(6));
    }
  }

  private static Tgp tgp() {
    return Tgp.builder().inducing(6).plan(TrainingPlan.ofSteps(15)).threads(1);
  }

  private static ConstantModel constant(Matrix y, String likelihood) {
    return ConstantModel.fit(RowStore.of(X, y.toColumns()), Specs.likelihood(likelihood));
  }

  private static BlendedModel blend() {
    return new BlendedModel(
        List.of(
            new BlendedModel.Part("constant", constant(Y, "gaussian"), 0.1),
            new BlendedModel.Part("plain", tgp().fit(X, Y), 0.6),
            new BlendedModel.Part("flow", tgp().flow("sal(1)").fit(X, Y), 0.3)));
  }

  @Test
  void aSummaryIsWhatEachQuestionSays() {
    TgpModel network = tgp().flow("sal(1) @ mlp(4, tanh, dropout=0.2)").fit(X, Y);
    TgpModel plain = tgp().fit(X, Y);
    Support support = Support.above(4.9, 5.5); // where much of both lies below
    Prediction blend =
        Prediction.blend(
            List.of(network.predict(X).within(support), plain.predict(X).within(support)),
            0.4,
            0.6);
    Summary summary = blend.summary(0.1, 0.9);
    assertThat(summary.mean()).containsExactly(blend.mean(), within(1e-12));
    assertThat(summary.standardDeviation())
        .containsExactly(blend.standardDeviation(), within(1e-12));
    assertThat(summary.quantiles()).isDeepEqualTo(blend.quantiles(0.1, 0.9));
    for (int i = 0; i < N; i += 13) {
      assertThat(blend.row(i).mean()).isCloseTo(summary.mean()[i], within(1e-12));
      assertThat(blend.row(i).quantiles(0.1, 0.9)).isEqualTo(summary.row(i).quantiles());
    }
  }

  @Test
  void predictsTheWeightedSum() {
    BlendedModel blend = blend();
    assertThat(blend.parts())
        .extracting(BlendedModel.Part::name)
        .containsExactly("plain", "flow", "constant");
    Prediction all = blend.predict(X);
    double[] sum = new double[N];
    for (BlendedModel.Part part : blend.parts()) {
      double[] cdf = part.model().predict(X).cdf(Y.toColumns()[0]);
      for (int i = 0; i < N; i++) {
        sum[i] += part.weight() * cdf[i];
      }
    }
    assertThat(all.cdf(Y.toColumns()[0])).containsExactly(sum, within(1e-14));
    double[] median = all.median();
    double[] half = all.cdf(median);
    for (double value : half) {
      assertThat(value).isCloseTo(0.5, within(1e-10));
    }
    assertThat(blend.withParallelism(1).predict(X).median()).isEqualTo(median);
    assertThat(blend.parameter("1/likelihood.noise-variance"))
        .isEqualTo(blend.main().parameter("likelihood.noise-variance"));
    assertThat(blend.parameterNames()).contains("2/covariance.lengthscales");
    assertThat(blend.trainingResult().steps()).isEqualTo(30);
    assertThat(blend.toString()).startsWith("blend of 3 models: 60.0% covariance");
  }

  @Test
  void aFileBringsItBack() {
    BlendedModel blend = blend();
    Model read = ModelFile.fromBytes(ModelFile.toBytes(blend)).model();
    assertThat(read).isInstanceOf(BlendedModel.class);
    assertThat(read.predict(X).quantile(0.9)).isEqualTo(blend.predict(X).quantile(0.9));
    assertThat(read.predict(X).logDensity(Y.toColumns()[0]))
        .isEqualTo(blend.predict(X).logDensity(Y.toColumns()[0]));
    assertThat(((BlendedModel) read).parts())
        .extracting(BlendedModel.Part::name)
        .containsExactly("plain", "flow", "constant");
    assertThat(ModelFile.toBytes(read)).hasSameSizeAs(ModelFile.toBytes(blend));
  }

  @Test
  void maySayMoreSurelyWhatItsPartsSayTogether() {
    BlendedModel blend = blend();
    BlendedModel surer = blend.withSharpenings(List.of(new Sharpening(1.5)));
    double[] y = Y.toColumns()[0];
    assertThat(surer.predict(X).mean()).isEqualTo(blend.predict(X).mean());
    double before = blend.predict(X).cdf(y)[3];
    assertThat(surer.predict(X).cdf(y)[3]).isEqualTo(new Sharpening(1.5).level(before));
    BlendedModel read = (BlendedModel) ModelFile.fromBytes(ModelFile.toBytes(surer)).model();
    assertThat(read.sharpening(0)).isEqualTo(new Sharpening(1.5));
    assertThat(read.withParallelism(1).withParts(read.parts()).predict(X).logDensity(y))
        .isEqualTo(surer.predict(X).logDensity(y));
    assertThat(surer.toString()).endsWith("odds of levels to the power 1.50");
    assertThatThrownBy(() -> blend.withSharpenings(List.of()))
        .hasMessageContaining("one per target");
  }

  @Test
  void constantsOfClassesAreKeptToo() {
    ConstantModel classes = constant(COUNTS, "categorical(6)");
    Model read = ModelFile.fromBytes(ModelFile.toBytes(classes)).model();
    assertThat(read.predict(X).classProbabilities()[3])
        .isEqualTo(classes.predict(X).classProbabilities()[0]);
    assertThat(read.likelihood(0).classes()).isEqualTo(6);
  }

  @Test
  void aModelOfClassesIsBlendedWithTheirFrequencies() {
    Model model = tgp().likelihood("categorical(6)").fit(X, COUNTS);
    ConstantModel frequencies = constant(COUNTS, "categorical(6)");
    BlendedModel blend =
        new BlendedModel(
            List.of(
                new BlendedModel.Part("model", model, 0.75),
                new BlendedModel.Part("frequencies", frequencies, 0.25)));
    double[] p = blend.predict(X).classProbabilities()[0];
    double[] ofModel = model.predict(X).classProbabilities()[0];
    double[] ofAll = frequencies.predict(X).classProbabilities()[0];
    for (int k = 0; k < 6; k++) {
      assertThat(p[k]).isCloseTo(0.75 * ofModel[k] + 0.25 * ofAll[k], within(1e-12));
    }
  }

  @Test
  void oneCountMakesAllOfThemCounts() {
    Model poisson = tgp().likelihood("poisson").fit(X, COUNTS);
    BlendedModel blend =
        new BlendedModel(
            List.of(
                new BlendedModel.Part("poisson", poisson, 0.5),
                new BlendedModel.Part("plain", tgp().fit(X, COUNTS), 0.5)));
    Prediction prediction = blend.predict(X);
    assertThat(prediction.row(0).discrete()).isTrue();
    for (double q : prediction.quantile(0.8)) {
      assertThat(q).isEqualTo(Math.rint(q));
    }
    double total = 0;
    for (int k = -30; k < 60; k++) {
      total += Math.exp(prediction.row(3).logDensity(k));
    }
    assertThat(total).isCloseTo(1, within(1e-6));
  }

  @Test
  void aFitGoesOnFromAnEarlierOne() {
    Tgp flow = tgp().flow("sal(1) @ mlp(4, tanh, dropout=0.2)").inducing(6);
    TgpModel first = flow.copy().plan(TrainingPlan.ofSteps(200)).fit(X, Y);
    TgpModel more = flow.copy().plan(TrainingPlan.ofSteps(5)).startFrom(first).fit(X, Y);
    TgpModel anew = flow.copy().plan(TrainingPlan.ofSteps(5)).fit(X, Y);
    double before = first.predict(X).score(Y.toColumns()[0]).nll();
    assertThat(more.predict(X).score(Y.toColumns()[0]).nll()).isLessThan(before + 0.3);
    assertThat(anew.predict(X).score(Y.toColumns()[0]).nll()).isGreaterThan(before + 0.3);
    assertThat(more.inputScaling().shift()).isEqualTo(first.inputScaling().shift());
    assertThatThrownBy(() -> tgp().flow("sal(2)").startFrom(first).fit(X, Y))
        .hasMessageContaining("expected one of the same covariance, flow");
  }

  @Test
  void aDeviceIsForThePartsWithAGp() {
    BlendedModel blend = blend();
    BlendedModel moved = blend.withDevice("cpu");
    assertThat(moved.predict(X).mean()).containsExactly(blend.predict(X).mean());
    assertThatThrownBy(() -> blend.withDevice("abacus")).hasMessageContaining("abacus");
    RowStore rows = RowStore.of(X, Y.toColumns());
    BlendedModel.Part trees =
        new BlendedModel.Part("forest", RandomTrees.builder().trees(3).fit(rows), 0.5);
    BlendedModel.Part same = new BlendedModel.Part("constant", constant(Y, "gaussian"), 0.5);
    assertThatThrownBy(() -> new BlendedModel(List.of(trees, same)).withDevice("cuda"))
        .hasMessageContaining("got cuda");
    BlendedModel.Part plain = new BlendedModel.Part("plain", tgp().fit(X, Y), 0.5);
    BlendedModel mixed = new BlendedModel(List.of(trees, plain)).withDevice("cpu");
    assertThat(mixed.parts()).extracting(BlendedModel.Part::model).contains(trees.model());
  }

  @Test
  void whatDoesNotBelongTogetherIsRefused() {
    Model plain = tgp().fit(X, Y);
    BlendedModel.Part half = new BlendedModel.Part("plain", plain, 0.5);
    assertThatThrownBy(() -> new BlendedModel(List.of(half))).hasMessageContaining("sum 1");
    assertThatThrownBy(() -> new BlendedModel(List.of())).hasMessageContaining("at least one part");
    assertThatThrownBy(() -> new BlendedModel.Part("a", blend(), 0.5))
        .hasMessageContaining("single model");
    assertThatThrownBy(() -> new BlendedModel.Part("a", plain, 0.0))
        .hasMessageContaining("weight above 0");
    Likelihood gaussian = Specs.likelihood("gaussian");
    KernelDensity density =
        new KernelDensity(new double[] {1}, 1, 0, 2, KernelDensity.Weights.KERNELS);
    ConstantModel other = new ConstantModel(7, List.of(density), List.of(gaussian));
    assertThatThrownBy(
            () -> new BlendedModel(List.of(half, new BlendedModel.Part("other", other, 0.5))))
        .hasMessageContaining("expected 7 inputs");
    assertThatThrownBy(() -> blend().parameter("likelihood.noise-variance"))
        .hasMessageContaining("1/likelihood.noise-variance");
    byte[] bytes = ModelFile.toBytes(blend());
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    byte[] changed =
        text.replace("\"weight\":0.6", "\"weight\":0.7")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> ModelFile.fromBytes(changed)).isInstanceOf(ModelFileException.class);
  }
}
