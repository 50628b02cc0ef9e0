package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetLearnerTest {
  private static Target learn(TargetKind kind, Table table) {
    TargetLearner learner = new TargetLearner(table.columns().get(0), kind);
    learner.add(table.all());
    return learner.finish();
  }

  private static Target learn(TargetKind kind, double... y) {
    return learn(kind, Table.builder().number("y", y).build());
  }

  @Test
  void theValuesDecide() {
    assertThat(learn(TargetKind.DETECTED, 0, 1, 1).nature()).isEqualTo(TargetNature.BINARY);
    assertThat(learn(TargetKind.DETECTED, 0, 2, 1).nature()).isEqualTo(TargetNature.CLASSES);
    assertThat(learn(TargetKind.DETECTED, 0, 2, 5).nature()).isEqualTo(TargetNature.COUNT);
    assertThat(learn(TargetKind.DETECTED, 0.1, 0.5).nature()).isEqualTo(TargetNature.PROPORTION);
    assertThat(learn(TargetKind.DETECTED, 0.1, 5).nature()).isEqualTo(TargetNature.POSITIVE);
    assertThat(learn(TargetKind.DETECTED, 0, 5.5).nature()).isEqualTo(TargetNature.NON_NEGATIVE);
    assertThat(learn(TargetKind.DETECTED, -1, 5.5).nature()).isEqualTo(TargetNature.REAL);
    Table texts = Table.builder().category("y", "no", "yes", "no").build();
    assertThat(learn(TargetKind.DETECTED, texts).nature()).isEqualTo(TargetNature.BINARY);
  }

  @Test
  void numbersWithSomeTextsAreNoClasses() {
    String[] y = new String[2000];
    Arrays.setAll(y, i -> i % 500 == 7 ? "sold" : Integer.toString(i));
    Table table = Table.builder().category("y", y).build();
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, table))
        .hasMessageContaining("target y: 4 of 2,000 values are no numbers (\"sold\" 4 times)")
        .hasMessageContaining("leave them empty");
    assertThatThrownBy(() -> learn(TargetKind.CLASSES, table))
        .hasMessageContaining("more than 1000 classes");
    assertThatThrownBy(() -> learn(TargetKind.NUMBERS, table))
        .hasMessageContaining("row 8: expected a number but got \"sold\"");
  }

  /** Frequencies of 0, 1, … */
  private static double[] times(int... frequencies) {
    return IntStream.range(0, frequencies.length)
        .flatMap(k -> IntStream.range(0, frequencies[k]).map(i -> k))
        .asDoubleStream()
        .toArray();
  }

  @Test
  void countsAreNoClasses() {
    double[] counts =
        times(9, 30, 55, 70, 78, 70, 60, 41, 30, 19, 11, 7, 4, 3, 1, 2, 1, 1, 1); // 0 to 18
    Target target = learn(TargetKind.DETECTED, counts);
    assertThat(target.nature()).isEqualTo(TargetNature.COUNT);
    assertThat(target.notes()).hasSize(1).first().asString().contains("0 to 18, taken for counts");
    assertThat(learn(TargetKind.DETECTED, times(40, 55, 38, 17, 6, 2, 1)).nature())
        .isEqualTo(TargetNature.COUNT);
    // codes of classes: even, of any frequencies, or few
    assertThat(learn(TargetKind.DETECTED, times(50, 48, 53, 47, 50, 49, 51)).nature())
        .isEqualTo(TargetNature.CLASSES);
    assertThat(
            learn(TargetKind.DETECTED, times(857, 1, 21, 70, 219, 392, 89, 104, 166, 9, 104, 53))
                .nature())
        .isEqualTo(TargetNature.CLASSES);
    assertThat(learn(TargetKind.DETECTED, times(40, 55, 38, 17, 6)).nature())
        .isEqualTo(TargetNature.CLASSES);
  }

  @Test
  void pricesInHundredsAreNoCounts() {
    assertThat(learn(TargetKind.DETECTED, 12_300, 400, 99_900).nature())
        .isEqualTo(TargetNature.POSITIVE);
    assertThat(learn(TargetKind.DETECTED, 12_300, 401, 99_900).nature())
        .isEqualTo(TargetNature.COUNT);
  }

  @Test
  void stepsOfRoundedValuesAreSeen() {
    assertThat(learn(TargetKind.NUMBERS, 0.5, 2, 3.5).facts().step()).isEqualTo(0.5);
    assertThat(learn(TargetKind.NUMBERS, -0.3, 2, 3.5).facts().step()).isEqualTo(0.1);
    assertThat(learn(TargetKind.NUMBERS, 300, 1200, -900).facts().step()).isEqualTo(300);
    assertThat(learn(TargetKind.NUMBERS, 3, 12.75, 0).facts().step()).isEqualTo(0.75);
    assertThat(learn(TargetKind.NUMBERS, 3, Math.PI, 0).facts().step()).isZero();
    assertThat(learn(TargetKind.NUMBERS, 1e300, 3, 0).facts().step()).isZero();
  }

  @Test
  void orTheUserDoes() {
    assertThat(learn(TargetKind.NUMBERS, 0, 2, 1).nature()).isEqualTo(TargetNature.COUNT);
    assertThat(learn(TargetKind.NUMBERS, 0, 2, 1).describe())
        .isEqualTo("whole numbers, 0 or more, from 0 to 2");
    assertThat(learn(TargetKind.CLASSES, 0.5, 2, 7).describe()).isEqualTo("3 classes");
    Table texts = Table.builder().category("y", "1.5", "2", null, " ").build();
    Target numbers = learn(TargetKind.NUMBERS, texts);
    assertThat(numbers.describe()).isEqualTo("numbers above 0, from 1.5 to 2");
    assertThat(learn(TargetKind.NUMBERS, 1e-9, 1234567.891).describe())
        .isEqualTo("numbers above 0, from 1.0E-9 to 1234570");
    assertThat(numbers.notes()).containsExactly("target y: missing in 2 rows, which are left out");
  }

  @Test
  void missingValuesAreLeftOutAndInfiniteOnesRefused() {
    Target target = learn(TargetKind.DETECTED, 1, 3.5, Double.NaN);
    assertThat(target.facts().count()).isEqualTo(2);
    assertThat(target.describe()).isEqualTo("numbers above 0, from 1 to 3.5");
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, 1, Double.POSITIVE_INFINITY, 3.5))
        .hasMessageContaining("row 2: expected a finite number but got Infinity");
  }

  @Test
  void hopelessTargetsSayWhy() {
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, 3, 3))
        .hasMessageContaining("every row is 3");
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, Double.NaN))
        .hasMessageContaining("missing in the only row");
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, Double.NaN, Double.NaN))
        .hasMessageContaining("missing in all 2 rows");
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, Double.NaN, 7))
        .hasMessageContaining("one row has a value; expected at least two");
    assertThatThrownBy(() -> learn(TargetKind.DETECTED, new double[0]))
        .hasMessageContaining("no rows");
  }
}
