package io.github.tgp4j.benchmarks.nasty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.auto.ModelKind;
import io.github.tgp4j.auto.Quality;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NastyCheckTest {
  private static AutoFit plain(AutoFit fit) {
    return fit.model(ModelKind.SVGP).withScores(false).inducing(15).epochs(60).threads(1);
  }

  @ParameterizedTest
  @EnumSource(NastyTheme.class)
  void thePlainModelNeitherFailsNorPredictsNonsense(NastyTheme theme) {
    NastyResult result =
        new NastyCheck(NastyCheckTest::plain).run(NastyTable.of(30 + theme.ordinal()));
    assertThat(result.table().theme()).isEqualTo(theme);
    if (result.isOffender()) {
      assertThat(result.offence()).as(result.line()).startsWith("worse than a constant by");
    } else if (theme == NastyTheme.CONSTANT_TARGET) {
      assertThat(result.spec()).contains("every row is 4.25; expected numbers that differ");
    } else {
      double estimation = 1.0 / result.table().train().rows();
      assertThat(result.nll())
          .isLessThan(result.constantNll() + result.error() + estimation + 1e-5);
    }
  }

  /**
   * The whole search on tables that are quick: ten rows of two classes; classes without any sense,
   * of which trees made some; and a function without noise, whose last fit lost its way.
   */
  @ParameterizedTest
  @ValueSource(longs = {25, 71, 89})
  void theSearchIsNotWorseThanAConstant(long seed) {
    NastyResult result =
        new NastyCheck(fit -> fit.quality(Quality.FAST).threads(1)).run(NastyTable.of(seed));
    assertThat(result.offence()).as(result.line()).isEmpty();
  }

  @Test
  void aSeedIsATable() {
    NastyTable one = NastyTable.of(7);
    NastyTable again = NastyTable.of(7);
    int target = one.train().columns().size() - 1;
    assertThat(again.train().all().numbers(target)).isEqualTo(one.train().all().numbers(target));
    assertThat(NastyTable.of(37).train().all().numbers(0))
        .isNotEqualTo(one.train().all().numbers(0));
  }

  @Test
  void oneRowInAHundredIsOfTheRareClass() {
    NastyTable table = NastyTable.of(NastyTheme.RARE_CLASS.ordinal());
    int target = table.train().columns().size() - 1;
    long rare =
        Arrays.stream(table.train().all().texts(target)).filter(text -> text.equals("yes")).count();
    assertThat(rare).isBetween(1L, 10L);
  }

  @Test
  void aWorseForecastIsAnOffender() {
    NastyTable table = NastyTable.of(0);
    double[] y = {0.1, -0.2, 0.4, 1.0, -1.5};
    ConstantForecast constant = ConstantForecast.ofNumbers(y).get(0);
    double[] same = constant.score(y);
    assertThat(NastyResult.of(table, same, constant, y, "", 1).isOffender()).isFalse();
    double[] worse = Arrays.stream(same).map(score -> score - 0.01).toArray();
    assertThat(NastyResult.of(table, worse, constant, y, "", 1).offence())
        .startsWith("worse than a constant by 0.01");
  }
}
