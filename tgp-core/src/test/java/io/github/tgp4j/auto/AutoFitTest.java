package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetNature;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AutoFitTest {
  /** Skewed positive prices by size and colour. */
  static Table prices(int rows) {
    SplittableRandom random = new SplittableRandom(4);
    double[] size = new double[rows];
    String[] colour = new String[rows];
    double[] price = new double[rows];
    for (int i = 0; i < rows; i++) {
      size[i] = 4 * random.nextDouble();
      int c = random.nextInt(3);
      colour[i] = new String[] {"red", "green", "blue"}[c];
      price[i] = Math.exp(Math.sin(size[i]) + 0.3 * c + 0.3 * random.nextGaussian());
    }
    return Table.builder()
        .number("size", size)
        .category("colour", colour)
        .number("price", price)
        .build();
  }

  private static AutoFit quick(Table table, String target) {
    return AutoFit.of(table, target).inducing(8).epochs(40).seed(3).threads(1);
  }

  /** Inputs over many orders of magnitude, where nothing but their logarithm matters. */
  private static Table skewed(int rows) {
    SplittableRandom random = new SplittableRandom(14);
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double log = random.nextGaussian();
      x[i] = Math.exp(4 * log);
      y[i] = Math.sin(2 * log) + 0.1 * random.nextGaussian();
    }
    return Table.builder().number("x", x).number("y", y).build();
  }

  private static List<String> inputs(FitOutcome outcome) {
    return outcome.parts().stream()
        .filter(part -> part.recipe().kind() != ModelKind.CONSTANT)
        .map(part -> part.recipe().inputs())
        .distinct()
        .toList();
  }

  @Test
  void skewedInputsGoByRanksWhereThatGains() {
    FitOutcome ranked = quick(skewed(150), "y").inducing(20).candidates("vwgp").run();
    assertThat(inputs(ranked)).containsExactly("ranks");
    assertThat(ranked.comparison().reason()).contains("skewed inputs by ranks");
    FitOutcome asked =
        quick(skewed(150), "y").candidates("vwgp").set(Setting.INPUTS, "standard").run();
    assertThat(inputs(asked)).containsExactly("standard");
    assertThat(asked.comparison().reason()).doesNotContain("ranks");
  }

  @Test
  void aTableBecomesAModel() {
    FitOutcome outcome = quick(prices(120), "price").run();
    FitOutcome.Comparison comparison = outcome.comparison();
    assertThat(comparison.scores())
        .containsKeys("svgp", "vwgp", "constant", "svgp with student-t(4, learnt)", "blend");
    assertThat(comparison.failures()).isEmpty();
    assertThat(comparison.scores().get(outcome.name()))
        .isLessThanOrEqualTo(comparison.scores().get("svgp"));
    assertThat(outcome.parts().stream().mapToDouble(FitOutcome.Part::weight).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(comparison.heldOut().get(outcome.name()).get(0).y()).hasSize(120); // five folds
    SavedModel saved = outcome.saved();
    assertThat(saved.encoder().inputs()).containsExactly("size", "colour");
    assertThat(saved.targets().get(0).name()).isEqualTo("price");
    assertThat(saved.provenance().settings())
        .containsEntry("model", "auto")
        .containsEntry("chosen", outcome.name())
        .containsEntry("reason", comparison.reason());
    assertThat(saved.provenance().metrics()).isNotEmpty();
    assertThat(saved.provenance().rows()).isEqualTo(120);
    FitOutcome other = outcome.withReason("because");
    assertThat(other.saved().provenance().settings()).containsEntry("reason", "because");
  }

  @Test
  void aRoughTargetGetsARougherCovarianceUnlessOneIsNamed() {
    SplittableRandom random = new SplittableRandom(6);
    double[] time = new double[150];
    double[] price = new double[150];
    for (int i = 1; i < 150; i++) {
      time[i] = i;
      price[i] = price[i - 1] + random.nextGaussian();
    }
    Table walk = Table.builder().number("time", time).number("price", price).build();
    FitOutcome free = quick(walk, "price").candidates("svgp").inducing(100).run();
    assertThat(free.recipe().kernel()).startsWith("matern");
    assertThat(free.comparison().reason()).contains("; covariance " + free.recipe().kernel());
    FitOutcome named = quick(walk, "price").candidates("svgp").kernel("rbf").run();
    assertThat(named.recipe().kernel()).isEqualTo("rbf");
    assertThat(named.comparison().reason()).doesNotContain("covariance");
  }

  @Test
  void whatIsTriedCanBeSaid() {
    FitOutcome outcome =
        quick(prices(80), "price")
            .epochs(5)
            .kernel("rbf")
            .candidates("tgp: arcsinh-sum(2)", "tgp: boxcox", "tgp: log-exp-sum(2)", "warped-tgp")
            .run();
    Set<String> tried = new HashSet<>(outcome.comparison().scores().keySet());
    tried.remove("blend");
    assertThat(tried)
        .containsExactlyInAnyOrder(
            "svgp",
            "tgp, flow arcsinh-sum(2)",
            "tgp, flow boxcox",
            "tgp, flow log-exp-sum(2)",
            "warped-tgp");
    assertThat(outcome.saved().provenance().settings().get("candidates"))
        .startsWith("tgp: arcsinh-sum(2); tgp: boxcox");
  }

  @Test
  void severalModelsPredictTogetherUnlessOneIsWanted() {
    FitOutcome blend = quick(prices(150), "price").candidates("vwgp", "tgp").run();
    FitOutcome single = quick(prices(150), "price").candidates("vwgp", "tgp").single(true).run();
    assertThat(single.parts()).hasSize(1);
    assertThat(single.saved().model()).isNotInstanceOf(BlendedModel.class);
    assertThat(single.saved().provenance().settings()).containsEntry("single", "true");
    if (blend.parts().size() > 1) {
      assertThat(blend.saved().model()).isInstanceOf(BlendedModel.class);
      assertThat(blend.name()).isEqualTo("blend");
      assertThat(blend.describe()).startsWith("blend of ");
    }
    double best =
        blend.comparison().scores().values().stream().mapToDouble(v -> v).min().orElseThrow();
    // scored on rows that did not choose the weights, it may lie a little above its best part
    assertThat(blend.comparison().scores().get(blend.name())).isLessThan(best + 0.1);
  }

  @Test
  void fewRowsGetAPlainGpAndAConstantForecast() {
    FitOutcome few = quick(prices(7), "price").run();
    assertThat(few.parts()).extracting(FitOutcome.Part::weight).containsExactly(0.5, 0.5);
    assertThat(few.parts().get(1).recipe().kind()).isEqualTo(ModelKind.CONSTANT);
    assertThat(few.comparison().reason()).contains("too few rows", "half each");
    FitOutcome single = quick(prices(7), "price").single(true).run();
    assertThat(single.recipe().kind()).isEqualTo(ModelKind.SVGP);
    assertThat(single.parts()).hasSize(1);
  }

  @Test
  void threadsDoNotChangeTheResult() {
    SavedModel one = quick(prices(100), "price").candidates("vwgp").threads(1).fit();
    SavedModel two = quick(prices(100), "price").candidates("vwgp").threads(2).fit();
    assertThat(two.predict(prices(30)).median()).isEqualTo(one.predict(prices(30)).median());
  }

  /** A plain GP is of no use where noise multiplies: nor are those of other covariances. */
  @Test
  void bestTriesNoMoreOfWhatIsClearlyBehind() {
    SplittableRandom random = new SplittableRandom(8);
    double[] x = random.doubles(400, 0, 4).toArray();
    double[] y = DoubleStream.of(x).map(v -> Math.exp(v + random.nextGaussian())).toArray();
    Table table = Table.builder().number("x", x).number("y", y).build();
    FitOutcome outcome = quick(table, "y").quality(Quality.BEST).threads(2).run();
    Map<String, String> left = outcome.comparison().failures();
    assertThat(left).containsEntry("svgp, kernel matern12", Trials.BEHIND);
    assertThat(left.values()).containsOnly(Trials.BEHIND);
    assertThat(outcome.comparison().scores())
        .doesNotContainKeys(left.keySet().toArray(String[]::new));
    assertThat(outcome.parts()).noneMatch(part -> left.containsKey(part.name()));
  }

  @Test
  void flowAndWarpGoTogether() {
    for (ModelKind kind : List.of(ModelKind.WARPED_TGP, ModelKind.WARPED_BA_TGP)) {
      FitOutcome outcome = quick(prices(60), "price").epochs(5).model(kind).withScores(false).run();
      assertThat(outcome.recipe().describe()).contains("flow sal(1)", "likelihood warped(sal(1)");
      double[] low = outcome.saved().predict(prices(20)).quantile(0.01);
      assertThat(java.util.Arrays.stream(low).min().getAsDouble()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(value = ModelKind.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void everyKindIsFittedAndPredicts(ModelKind kind) {
    Table table = prices(40);
    String target = kind == ModelKind.ETGP ? "colour" : "price"; // the former has classes
    AutoFit fit = AutoFit.of(table, target).seed(3).threads(1).model(kind);
    if (kind.isSparse()) {
      fit.inducing(8);
    }
    if (kind.hasSteps()) {
      fit.epochs(2);
    }
    FitOutcome outcome = fit.validation(0).withBaseline(false).run();
    assertThat(outcome.recipe().kind()).isEqualTo(kind);
    TargetPrediction prediction = outcome.saved().predict(table);
    double[] values =
        kind == ModelKind.ETGP ? prediction.classProbabilities()[0] : prediction.mean();
    for (double value : values) {
      assertThat(value).isFinite();
    }
  }

  @Test
  void settingsThatAModelCannotHonourAreRefused() {
    Table table = prices(30);
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.TGP).warp("sal(1)").fit())
        .hasMessageContaining("has no warp");
    AutoFit exact = AutoFit.of(table, "price").model(ModelKind.EXACT);
    assertThatThrownBy(() -> exact.likelihood("poisson").fit())
        .hasMessageContaining("model exact: has the likelihood gaussian");
    for (String likelihood : List.of("poisson", "gaussian(beta=0.1)", "ordinal(3)")) {
      String target = likelihood.startsWith("ordinal") ? "colour" : "price";
      AutoFit forest = AutoFit.of(table, target).model(ModelKind.FOREST);
      assertThatThrownBy(() -> forest.likelihood(likelihood).fit())
          .hasMessageContaining("forest: expected the likelihood gaussian, bernoulli or");
    }
    AutoFit forest = AutoFit.of(table, "price").model(ModelKind.FOREST);
    assertThatThrownBy(() -> forest.kernel("rbf").fit())
        .hasMessageContaining("model forest: has no covariance");
    assertThatThrownBy(() -> AutoFit.of(table, "price").inducing(8).model(ModelKind.GSP))
        .hasMessageContaining("inducing 8: the model gsp has no such setting");
    assertThatThrownBy(() -> AutoFit.of(table, "price").epochs(8).model(ModelKind.EXACT))
        .hasMessageContaining("epochs 8.0: the model exact has no such setting");
    assertThatThrownBy(() -> AutoFit.of(table, "price").batch(8).model(ModelKind.FOREST))
        .hasMessageContaining("batch 8: the model forest has no such setting");
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.ETGP).fit())
        .hasMessageContaining("expected a target of classes");
    assertThatThrownBy(
            () -> quick(table, "colour").model(ModelKind.ETGP).likelihood("ordinal(3)").fit())
        .hasMessageContaining("categorical(3)");
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.SVGP).flow("sal(1)").fit())
        .hasMessageContaining("has no flow");
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.SVGP).quality(Quality.BEST))
        .hasMessageContaining("quality best: expected the model auto");
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.SVGP).single(true))
        .hasMessageContaining("single: expected the model auto");
    assertThatThrownBy(() -> quick(table, "price").candidates("auto"))
        .hasMessageContaining("got auto");
    assertThatThrownBy(() -> AutoFit.of(table, "price").timeLimit(Duration.ZERO))
        .hasMessageContaining("time limit: expected more than 0");
    assertThatThrownBy(() -> quick(table, "prise").fit()).hasMessageContaining("mean price?");
    assertThatThrownBy(() -> quick(table, "price").model(ModelKind.SVGP).candidates("tgp"))
        .hasMessageContaining("candidates");
  }

  @Test
  void oneDecisionOfWhatATargetIs() {
    Table table =
        Table.builder().number("x", 1, 2, 3, 4, 5, 6).number("grade", 0, 1, 2, 2, 1, 0).build();
    try (TrainingTable read = AutoFit.of(table, "grade").read()) {
      assertThat(read.targets().get(0).nature()).isEqualTo(TargetNature.CLASSES);
    }
    try (TrainingTable read = AutoFit.of(table, "grade").likelihood("poisson").read()) {
      assertThat(read.targets().get(0).nature()).isEqualTo(TargetNature.COUNT);
    }
    try (TrainingTable read = AutoFit.of(table, "grade").model(ModelKind.EXACT).read()) {
      assertThat(read.targets().get(0).nature()).isEqualTo(TargetNature.COUNT);
    }
    try (TrainingTable read = AutoFit.of(table, "grade").likelihood("ordinal").read()) {
      assertThat(read.targets().get(0).classes()).isEqualTo(3);
    }
  }

  @Test
  void aCancelledFitSaysSoAndSavesItsJournal() {
    List<String> told = new ArrayList<>();
    List<String> saved = new ArrayList<>();
    int[] steps = {0};
    AutoFit fit =
        quick(prices(60), "price")
            .kernel("rbf")
            .journal(
                new ForgetfulJournal() {
                  @Override
                  public void save() {
                    saved.add("saved");
                  }
                })
            .listener(
                (stage, share, bound, bestNll) -> {
                  told.add(stage);
                  steps[0]++;
                })
            .cancelWhen(() -> steps[0] >= 7);
    assertThatThrownBy(fit::fit).isInstanceOf(CancellationException.class);
    assertThat(told).hasSize(7).allMatch(stage -> stage.endsWith(", part 1"));
    assertThat(saved).containsExactly("saved");
  }

  /** What took the search's time is not lost because the fit to all rows fails. */
  @Test
  void aLastFitThatFailsLeavesTheModelOfItsTrial() {
    FitOutcome outcome =
        quick(prices(60), "price")
            .kernel("rbf")
            .listener(
                (stage, share, bound, bestNll) -> {
                  if (stage.endsWith(", all rows")) {
                    throw new IllegalStateException("out of luck");
                  }
                })
            .run();
    assertThat(outcome.comparison().failures())
        .isNotEmpty()
        .allSatisfy(
            (stage, why) ->
                assertThat(stage + why).contains(", all rows", "out of luck", "of its trial"));
    Model model = outcome.saved().model();
    assertThat(model.predict(Matrix.zeros(2, model.inputs())).mean()).doesNotContain(Double.NaN);
  }

  /** There is always time for that: what is left without any knows all rows all the same. */
  @Test
  void theConstantForecastIsOfAllRowsHoweverShortTheTime() {
    SplittableRandom random = new SplittableRandom(5);
    double[] noise = random.doubles(40).map(u -> 1 / (u + 0.01)).toArray();
    double[] other = random.doubles(40).toArray();
    Table table = Table.builder().number("x", other).number("y", noise).build();
    FitOutcome outcome = AutoFit.of(table, "y").timeLimit(Duration.ofNanos(1)).run();
    assertThat(outcome.name()).isEqualTo("constant");
    double[] mean = outcome.saved().model().predict(Matrix.zeros(1, 1)).mean();
    assertThat(mean[0]).isCloseTo(Arrays.stream(noise).average().orElseThrow(), within(1e-9));
  }

  /** A journal that keeps nothing; tests say what else it does. */
  private static class ForgetfulJournal implements FitJournal {
    @Override
    public TrialResult find(String stage) {
      return null;
    }

    @Override
    public void add(String stage, TrialResult trial) {}

    @Override
    public io.github.tgp4j.train.Checkpoints at(String stage, TrainingCurve curve) {
      return io.github.tgp4j.train.Checkpoints.NONE;
    }

    @Override
    public TrainingCurve curveOf(String stage) {
      return new TrainingCurve();
    }

    @Override
    public void save() {}
  }
}
