package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.model.DeepModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelFileTest {
  private static final List<String> LIKELIHOODS =
      List.of(
          "gaussian",
          "gaussian(beta=0.1)",
          "gaussian(gamma=0.2)",
          "laplace",
          "student-t(4.5)",
          "student-t(4, learnt)",
          "bernoulli(probit)",
          "bernoulli(logit)",
          "categorical(3)",
          "poisson",
          "poisson(softplus)",
          "negative-binomial",
          "gamma",
          "beta",
          "beta(probit)",
          "ordinal(3)",
          "ordinal(3, logit)",
          "volatility",
          "logistic", // a user's own, of the tests of own parts
          "warped(sal(1) > softplus)",
          "warped(sal(2), censor=1)");

  @TempDir Path directory;

  static Stream<String> kinds() {
    return SmallModels.kinds().keySet().stream();
  }

  static Stream<String> likelihoods() {
    return LIKELIHOODS.stream().filter(text -> !text.contains("censor"));
  }

  /** The names that the message about an unknown one lists. */
  private static TreeSet<String> known(Runnable unknown) {
    try {
      unknown.run();
    } catch (IllegalArgumentException e) {
      String list = e.getMessage().split("There are ")[1].split("\n")[0];
      return new TreeSet<>(Arrays.asList(list.split(", ")));
    }
    throw new AssertionError("a name that should be unknown");
  }

  private Model throughFile(Model model) {
    Path file = directory.resolve("model.tgp");
    Provenance provenance = Provenance.now(Map.of(), "", 1);
    ModelFile.write(file, new SavedModel(model, provenance));
    return ModelFile.read(file).model();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindPredictsTheSameBits(String kind) {
    Model model = SmallModels.kinds().get(kind).get();
    same(throughFile(model), model);
  }

  @ParameterizedTest
  @MethodSource("likelihoods")
  void everyLikelihoodPredictsTheSameBits(String likelihood) {
    Model model = SmallModels.withLikelihood(likelihood);
    same(throughFile(model), model);
  }

  @Test
  void noLikelihoodIsLeftOut() {
    TreeSet<String> tested =
        LIKELIHOODS.stream()
            .map(text -> text.split("\\(")[0])
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(tested).isEqualTo(known(() -> Specs.likelihood("none-such-thing")));
  }

  @Test
  void everyCovariancePredictsTheSameBits() {
    for (String name : known(() -> Specs.covariance("none-such-thing", 3))) {
      String text =
          switch (name) {
            case "poly" -> "poly(2) + white";
            case "arccos" -> "arccos(1) + white";
            case "constant", "white", "linear", "cosine" -> name + " + rbf";
            default -> name;
          };
      Model model = SmallModels.tgp().covariance(text).fit(SmallModels.X, gaussian());
      same(throughFile(model), model);
    }
  }

  @Test
  void everyFlowPredictsTheSameBits() {
    for (String name : known(() -> Specs.flow("none-such-thing"))) {
      String text =
          switch (name) {
            case "log" -> "softplus > log";
            case "boxcox", "boxcox-sum" -> "softplus > " + name + (name.endsWith("m") ? "(2)" : "");
            case "tukey" -> "tukey";
            case "inverse" -> "inverse(sal(1))";
            case "sum", "weighted-sum" -> name + "(arcsinh(unshifted), affine)";
            case "arcsinh-sum", "log-exp-sum", "inverse-boxcox-sum" -> name + "(2)";
            case "tanh-sum" -> "tanh-sum(2) > affine";
            default -> name;
          };
      Model model = SmallModels.tgp().flow(text).fit(SmallModels.X, SmallModels.targets("warped"));
      same(throughFile(model), model);
    }
  }

  private static io.github.tgp4j.linalg.Matrix gaussian() {
    return SmallModels.targets("gaussian");
  }

  private static void same(Model actual, Model expected) {
    assertThat(actual.toString()).isEqualTo(expected.toString());
    assertThat(actual.parameterNames()).isEqualTo(expected.parameterNames());
    for (String name : expected.parameterNames()) {
      assertThat(actual.parameter(name)).as(name).isEqualTo(expected.parameter(name));
    }
    assertThat(actual.trainingResult()).isEqualTo(expected.trainingResult());
    assertThat(actual.targets()).isEqualTo(expected.targets());
    List<Prediction> got = actual.predictAll(SmallModels.NEW);
    List<Prediction> want = expected.predictAll(SmallModels.NEW);
    for (int o = 0; o < want.size(); o++) {
      Likelihood likelihood = expected.likelihood(o);
      assertThat(actual.likelihood(o)).isEqualTo(likelihood);
      if (likelihood.classes() > 0) {
        assertThat(got.get(o).classProbabilities()).isDeepEqualTo(want.get(o).classProbabilities());
      } else {
        assertThat(got.get(o).mean()).isEqualTo(want.get(o).mean());
        assertThat(got.get(o).variance()).isEqualTo(want.get(o).variance());
        assertThat(got.get(o).quantile(0.9)).isEqualTo(want.get(o).quantile(0.9));
        double[] y = want.get(o).median();
        assertThat(got.get(o).logDensity(y)).isEqualTo(want.get(o).logDensity(y));
      }
      assertThat(got.get(o).sample(3, 1)).isDeepEqualTo(want.get(o).sample(3, 1));
    }
    if (expected instanceof TgpModel tgp && tgp.targets() == 1) {
      assertThat(((TgpModel) actual).samplePaths(SmallModels.NEW, 2, 5))
          .isDeepEqualTo(tgp.samplePaths(SmallModels.NEW, 2, 5));
    }
  }

  @Test
  void settingsOfPredictionAreKept() {
    TgpModel network = (TgpModel) SmallModels.kinds().get("dropout-network").get();
    TgpModel read = (TgpModel) throughFile(network);
    assertThat(read.networkSamples()).isEqualTo(9);
    assertThat(read.architecture().outputs().get(0).networks().get(0).samples()).isEqualTo(2);
    assertThat(read.architecture().outputs().get(0).networks().get(0).precision()).isEqualTo(0.01);
    same(read.withNetworkSamples(3), network.withNetworkSamples(3));
    DeepModel deep = (DeepModel) throughFile(SmallModels.kinds().get("deep-projected").get());
    assertThat(deep.predictor().seed()).isEqualTo(5);
  }

  /** q(v) is stored by m and S − I: what else it needs is computed, and must be the same. */
  @Test
  void posteriorsStayUsable() {
    TgpModel model = (TgpModel) SmallModels.kinds().get("tgp").get();
    TgpModel read = (TgpModel) throughFile(model);
    assertThat(read.posteriors().get(0).divergence())
        .isCloseTo(
            model.posteriors().get(0).divergence(),
            org.assertj.core.data.Percentage.withPercentage(1e-8));
    double[] free = new double[read.posteriors().get(0).freeSize()];
    read.posteriors().get(0).storeFree(free);
    assertThat(free).doesNotContain(Double.NaN);
  }

  @Test
  void provenanceIsKept() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("flow", "sal(3)");
    settings.put("a \"quoted\" ünïcode\n key <&>", "…");
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("nll", 1.25);
    metrics.put("rmse", Double.NaN);
    metrics.put("worst", Double.NEGATIVE_INFINITY);
    Provenance provenance =
        Provenance.now(settings, "sha256:12", 9_000_000_000L)
            .withMetrics(metrics)
            .withCurve(
                new Provenance.Curve(
                    new double[] {1, 2}, new double[] {-5.5, -4.5}, new double[] {Double.NaN, 3}))
            .withNotes(List.of("chas: constant, left out", ""));
    Path file = directory.resolve("m.tgp");
    ModelFile.write(file, new SavedModel(SmallModels.kinds().get("svgp").get(), provenance));
    Provenance read = ModelFile.read(file).provenance();
    assertThat(read.withCurve(provenance.curve())).isEqualTo(provenance);
    assertThat(read.curve().steps()).containsExactly(1, 2);
    assertThat(read.curve().bound()).containsExactly(-5.5, -4.5);
    assertThat(read.curve().validation()).containsExactly(Double.NaN, 3);
    assertThat(read.settings().keySet()).containsExactlyElementsOf(settings.keySet());
    assertThatThrownBy(() -> new Provenance.Curve(new double[2], new double[1], new double[2]))
        .hasMessageContaining("expected 2 values, one per step, but got 1 bounds");
  }

  @Test
  void anOldFileStaysUntilTheNewOneIsComplete() throws IOException {
    Path file = directory.resolve("m.tgp");
    Model model = SmallModels.kinds().get("svgp").get();
    SavedModel saved = new SavedModel(model, Provenance.now(Map.of(), "", 1));
    ModelFile.write(file, saved);
    byte[] before = Files.readAllBytes(file);
    ModelFile.write(file, saved);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThatThrownBy(() -> ModelFile.write(directory.resolve("none/m.tgp"), saved))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("writing failed")
        .hasMessageContaining("look for space and permissions");
    Path taken = Files.createDirectories(directory.resolve("taken.tgp/inside")).getParent();
    assertThatThrownBy(() -> ModelFile.write(taken, saved)).isInstanceOf(ModelFileException.class);
    try (Stream<Path> list = Files.list(directory)) {
      assertThat(list.map(p -> p.getFileName().toString()))
          .as("nothing is left behind")
          .containsExactlyInAnyOrder("m.tgp", "taken.tgp");
    }
  }
}
