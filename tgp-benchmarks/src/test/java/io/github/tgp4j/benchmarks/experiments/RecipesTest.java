package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipesTest {
  /** Sets whose paper's flow is short: starting a long one takes seconds. */
  private static final List<String> SHORT_FLOWS = List.of("concrete", "kin8nm", "naval");

  @TempDir Path directory;

  private static final double[] Y = IntStream.range(0, 40).mapToDouble(i -> 1 + i % 7).toArray();
  private static final Matrix X =
      Matrix.column(IntStream.range(0, 40).mapToDouble(i -> i / 10.0).toArray());

  /** Every recipe can be built and takes a step. */
  @Test
  void regressionRecipesFit() {
    for (String set : RegressionRecipes.SETS) {
      for (String model : RegressionRecipes.MODELS) {
        ModelSpec spec = RegressionRecipes.of(set, model);
        assertThat(Specs.flowSpec(spec.flow())).as("%s can be read", spec.flow()).isNotNull();
        if (!model.equals("tgp-paper") || SHORT_FLOWS.contains(set)) {
          fit(spec);
        }
      }
    }
    for (String set : VariationalBayes.SETS) {
      fit(VariationalBayes.spec(set));
    }
    fit(ModelSpec.exact(TrainingPlan.ofSteps(2)));
  }

  @Test
  void applicationRecipesFit() {
    TrainingPlan plan = TrainingPlan.ofSteps(2);
    PositiveTargetRecipes.airQuality("matern32", plan).values().forEach(RecipesTest::fit);
    PositiveTargetRecipes.rainfall("rbf", plan).values().forEach(RecipesTest::fit);
  }

  private static void fit(ModelSpec spec) {
    Model model = spec.withPlan(spec.plan().withSteps(2)).fit(X, Y, 5, 1, 1);
    Scores scores = Scores.of(model, new SplitData.Split(X, Y, X, Y));
    assertThat(scores.nll()).as(spec.toString()).isFinite();
    assertThat(scores.coverage95()).isBetween(0.0, 1.0);
  }

  @Test
  void classificationRecipesFit() {
    for (String set : ClassificationRecipes.SETS) {
      for (String model : ClassificationRecipes.MODELS) {
        if (ClassificationRecipes.hasModel(set, model)) {
          ModelSpec spec = ClassificationRecipes.of(set, model);
          int classes = Specs.likelihood(spec.likelihood()).classes();
          double[] y = IntStream.range(0, 40).mapToDouble(i -> i % classes).toArray();
          Model fitted = spec.withPlan(spec.plan().withSteps(2)).fit(X, y, 5, 1, 1);
          SplitData.Split rows = new SplitData.Split(X, y, X, y);
          assertThat(Scores.of(fitted, rows).nll()).as(spec.toString()).isFinite();
        }
      }
    }
    assertThat(ClassificationRecipes.of("avila", "etgp").toString()).contains("one GP");
    assertThat(ClassificationRecipes.hasModel("heart", "etgp")).isFalse();
  }

  /** The best of a grid that was run as a whole on splits 11 and on; the recipe otherwise. */
  @Test
  void tuningDecides() throws IOException {
    List<ModelSpec> grid = RegressionGrid.of("boston", "dgp2");
    ResultFile file = new ResultFile(directory, "tuning");
    ModelSpec recipe = RegressionRecipes.of("boston", "dgp2");
    for (int k = 0; k < grid.size(); k++) {
      assertThat(new TunedRecipes(directory).of("boston", "dgp2")).isEqualTo(recipe);
      append(file, grid.get(k), 1, -100 - k); // a split whose test rows are reported
      append(file, grid.get(k), 11, k == 1 ? 2.0 : 3.0);
    }
    assertThat(new TunedRecipes(directory).of("boston", "dgp2")).isEqualTo(grid.get(1));
    assertThat(new TunedRecipes(directory).of("boston", "dgp4"))
        .isEqualTo(ModelSpec.deep(4, grid.get(1).plan()));
    assertThat(new TunedRecipes(directory).of("boston", "svgp"))
        .isEqualTo(RegressionRecipes.of("boston", "svgp"));
  }

  @Test
  void tuningDecidesForClasses() throws IOException {
    List<ModelSpec> grid = ClassificationRecipes.grid("heart", "ba-tgp");
    ModelSpec recipe = ClassificationRecipes.of("heart", "ba-tgp");
    assertThat(new TunedRecipes(directory).ofClasses("heart", "ba-tgp")).isEqualTo(recipe);
    ResultFile file = new ResultFile(directory, "tuning");
    for (int k = 0; k < grid.size(); k++) {
      append(file, new ResultRow.Key("heart", "ba-tgp", 100, 12), grid.get(k), k == 4 ? 0.1 : 0.2);
    }
    assertThat(grid.get(4)).isNotEqualTo(recipe);
    assertThat(new TunedRecipes(directory).ofClasses("heart", "ba-tgp")).isEqualTo(grid.get(4));
    assertThat(new TunedRecipes(directory).ofClasses("avila", "etgp"))
        .isEqualTo(ClassificationRecipes.of("avila", "etgp"));
  }

  private static void append(ResultFile file, ModelSpec spec, int split, double nll)
      throws IOException {
    append(file, new ResultRow.Key("boston", "dgp2", 100, split), spec, nll);
  }

  private static void append(ResultFile file, ResultRow.Key key, ModelSpec spec, double nll)
      throws IOException {
    file.append(
        ResultRow.of(
            key,
            new Scores(nll, 0, 0, 0, 0, 0, 0),
            1,
            1,
            spec.toString(),
            Provenance.ofCommit("abc")));
  }

  @Test
  void outliersAreInTrainingRowsAlone() {
    SplitData.Split rows = SplitData.cut(X, Y, 0.25, 1);
    SplitData.Split spoilt = Gvi.contaminated(rows, false, 1);
    long moved =
        IntStream.range(0, rows.trainY().length)
            .filter(i -> Math.abs(rows.trainY()[i] - spoilt.trainY()[i]) > 10)
            .count();
    assertThat(moved).isEqualTo(Math.round(0.05 * rows.trainY().length));
    assertThat(spoilt.testY()).isEqualTo(rows.testY());
    assertThat(spoilt.hash()).isNotEqualTo(rows.hash()).hasSize(12);
  }

  @Test
  void twinsAreLeftOut() {
    Matrix x = Matrix.column(new double[] {1, 2, 1, 3, 2});
    double[] y = {10, 20, 11, 30, 21};
    SplitData data =
        new SplitData("a", List.of("x", "y"), x, y, List.of(new int[] {2, 3}, new int[] {0, 4}));
    SplitData unique = data.withoutTwins();
    assertThat(unique.y()).containsExactly(10, 20, 30);
    assertThat(unique.testRows().get(0)).containsExactly(2);
    assertThat(unique.testRows().get(1)).containsExactly(0);
  }

  @Test
  void everyRowIsATestRowOfOneFold() {
    SplitData folds =
        new SplitData("a", List.of("x", "y"), X, Y, List.of(new int[] {0})).inFolds(3);
    assertThat(folds.testRows()).hasSize(3).allMatch(rows -> rows.length >= 13);
    assertThat(folds.testRows().stream().flatMapToInt(IntStream::of).sorted().toArray())
        .isEqualTo(IntStream.range(0, 40).toArray());
    assertThat(folds.testRows().get(0)).isNotEqualTo(IntStream.range(0, 13).toArray());
  }

  @Test
  void networksOfPeersAreThoseOfOurs() {
    assertThat(Peer.network("energy")).isEqualTo("50,50,relu,0.5");
    assertThat(Peer.network("boston")).isEqualTo("25,tanh,0.5");
  }

  /** Rows held out to choose settings are the training rows' own. */
  @Test
  void validationRowsAreTrainingRows() {
    SplitData.Split outer = SplitData.cut(X, Y, 0.25, 1);
    SplitData.Split inner = Tuning.validation(outer, 1);
    assertThat(inner.trainY().length + inner.testY().length).isEqualTo(outer.trainY().length);
    assertThat(inner.testY()).hasSize(6);
    double[] train = outer.trainX().data;
    for (double x : inner.testX().data) {
      assertThat(train).contains(x);
    }
  }
}
