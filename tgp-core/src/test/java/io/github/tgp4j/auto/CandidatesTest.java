package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.data.Table;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private static final int LARGE = 4_000;
  private static final int MANY = 20_000;

  /** What is tried on so many rows, by kind, flow and likelihood. */
  private static List<String> tried(int rows, AutoSettings settings) {
    SplittableRandom random = new SplittableRandom(3);
    double[] x = random.doubles(rows).toArray();
    double[] y = random.doubles(rows, 0.1, 9).toArray();
    Table table = Table.builder().number("x", x).number("y", y).build();
    try (TrainingTable read = AutoFit.of(table, "y").settings(settings).read()) {
      return new Candidates(new Recipes(settings, read.targets(), read.rows()))
          .list().stream()
              .map(r -> r.kind().text() + ": " + r.flow() + ", " + r.likelihood())
              .toList();
    }
  }

  /** docs/decisions/0033-warped-networks.md. */
  @Test
  void rowsThatAreManyGetAWarpedTargetBehindANetwork() {
    String light = "sal(3) @ mlp(50,50, relu, dropout=0.1)";
    String warped = "warped-ba-tgp: " + light + ", warped(sal(3))";
    assertThat(tried(LARGE, AutoSettings.DEFAULT))
        .noneMatch(text -> text.startsWith("warped-ba-tgp"));
    assertThat(tried(LARGE + 1, AutoSettings.DEFAULT))
        .contains(warped, "ba-tgp: " + light + ", student-t(4, learnt)");
    FitBudget fast = AutoSettings.DEFAULT.budget().withQuality(Quality.FAST);
    assertThat(tried(LARGE + 1, AutoSettings.DEFAULT.withBudget(fast)))
        .contains(warped)
        .noneMatch(text -> text.startsWith("ba-tgp"));
  }

  /** docs/decisions/0018-auto-blends.md: they had no weight there. */
  @Test
  void fastLeavesOutStudentsTAndAWarpAloneWhereRowsAreMany() {
    FitBudget budget = AutoSettings.DEFAULT.budget().withQuality(Quality.FAST);
    AutoSettings fast = AutoSettings.DEFAULT.withBudget(budget);
    String student = "svgp: identity, student-t(4, learnt)";
    String warped = "vwgp: identity, warped(sal(1) > softplus)";
    assertThat(tried(LARGE, fast)).contains(student, warped);
    assertThat(tried(LARGE + 1, fast)).doesNotContain(student, warped);
    assertThat(tried(LARGE + 1, AutoSettings.DEFAULT)).contains(student, warped);
  }

  @Test
  void moreRowsStillGetARicherWarpAndNoDeepModel() {
    assertThat(tried(MANY, AutoSettings.DEFAULT))
        .contains("dgp2: identity, gaussian", "vwgp: identity, warped(sal(1) > softplus)");
    assertThat(tried(MANY + 1, AutoSettings.DEFAULT))
        .contains("vwgp: identity, warped(sal(3))")
        .noneMatch(text -> text.startsWith("dgp"));
  }

  /** docs/decisions/0035-random-trees.md; early, since a time limit cuts off what comes late. */
  @Test
  void treesAreTriedSecondUnlessAGpIsAskedFor() {
    String trees = "forest: identity, gaussian";
    AutoSettings open = AutoSettings.DEFAULT;
    for (Quality quality : Quality.values()) {
      assertThat(tried(100, open.withBudget(open.budget().withQuality(quality))).get(1))
          .isEqualTo(trees);
    }
    assertThat(tried(100, open.withTexts(open.texts().withKernel("rbf")))).doesNotContain(trees);
  }

  /** Other random starts, and plain GPs whose covariance was not chosen. */
  @Test
  void theFirstOfAKindStandsForFurtherOnes() {
    Recipe plain = plain("rbf", "gaussian");
    Recipe other = plain("matern32", "gaussian");
    assertThat(other.isFurther(plain)).isTrue();
    assertThat(plain.isFurther(plain)).isFalse();
    assertThat(other.isFurther(plain("rbf", "student-t(4)"))).isFalse();
    assertThat(other.withSetting(Setting.INPUTS, "ranks").isFurther(plain)).isFalse();
    assertThat(plain("matern32", "bernoulli(probit)").isFurther(plain("rbf", "bernoulli(probit)")))
        .isFalse();
    assertThat(other.withDraw(1).isFurther(other)).isTrue();
    assertThat(other.withDraw(1).isFurther(plain)).isFalse();
    assertThat(other.isFurther(other.withDraw(1))).isFalse();
  }

  private static Recipe plain(String kernel, String likelihood) {
    return new Recipe(ModelKind.SVGP, kernel, "identity", likelihood, null, 20, ModelSettings.OPEN);
  }
}
