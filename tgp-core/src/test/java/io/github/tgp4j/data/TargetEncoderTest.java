package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetEncoderTest {
  private static final double NAN = Double.NaN;

  private static Chunk chunk(Object values, int rows) {
    ColumnType type = values instanceof String[] ? ColumnType.CATEGORY : ColumnType.NUMBER;
    return new Chunk(List.of(new Column("y", type)), rows, List.of(values));
  }

  private static Chunk texts(String... values) {
    return chunk(values, values.length);
  }

  private static Chunk numbers(double... values) {
    return chunk(values, values.length);
  }

  private static TargetEncoder learn(boolean classes, Chunk chunk) {
    TargetEncoder.Learner learner = TargetEncoder.learner(chunk.columns().get(0), classes);
    learner.add(chunk);
    return learner.finish();
  }

  @Test
  void numbersStay() {
    TargetEncoder target = learn(false, numbers(1, NAN, 2.5));
    assertThat(target.isClasses()).isFalse();
    assertThat(target.labels()).isEmpty();
    assertThat(target.encode(numbers(4, NAN))).containsExactly(4, NAN);
    assertThat(target.encode(texts("4", null))).containsExactly(4, NAN);
  }

  @Test
  void textsWhereNumbersAreWantedSayWhatToDo() {
    assertThatThrownBy(() -> learn(false, texts("1", "yes", "no")))
        .hasMessageContaining("column y, row 2: expected a number but got \"yes\"")
        .hasMessageContaining("likelihood bernoulli")
        .hasMessageContaining("categorical");
  }

  @Test
  void infiniteOnesAreRefusedWithTheirRow() {
    TargetEncoder target = learn(false, numbers(1, 2.5));
    TargetEncoder classes = learn(true, numbers(0, 1));
    for (TargetEncoder each : List.of(target, classes)) {
      assertThatThrownBy(() -> each.encode(numbers(1, Double.NEGATIVE_INFINITY)))
          .hasMessageContaining("column y, row 2: expected a finite number but got -Infinity")
          .hasMessageContaining("leave it empty");
    }
  }

  @Test
  void spellingsOfALabelAreOneClass() {
    TargetEncoder target = learn(true, texts("Yes", "yes", "no ", "Yes", "no", " no"));
    assertThat(target.labels()).containsExactly("Yes", "no");
    assertThat(target.encode(texts("YES", "no  ", "no"))).containsExactly(0, 1, 1);
    TargetEncoder old =
        TargetEncoder.of(new TargetEncoder.Description("y", true, List.of("Yes", "yes")));
    assertThat(old.encode(texts("yes", "Yes"))).containsExactly(1, 0);
    assertThatThrownBy(() -> old.encode(texts("YES"))).hasMessageContaining("none of the classes");
  }

  @Test
  void classesAreInTheOrderOfNumbersOrLetters() {
    TargetEncoder numbers = learn(true, numbers(10, 2, NAN, 10, 1));
    assertThat(numbers.labels()).containsExactly("1", "2", "10");
    assertThat(numbers.encode(numbers(10, NAN, 1))).containsExactly(2, NAN, 0);
    assertThat(numbers.encode(texts("2"))).containsExactly(1);
    TargetEncoder texts = learn(true, texts("no", "yes", null, "10"));
    assertThat(texts.labels()).containsExactly("10", "no", "yes");
    assertThat(texts.encode(texts("yes", ""))).containsExactly(2, NAN);
    assertThat(texts.encode(numbers(10))).containsExactly(0);
    assertThat(TargetEncoder.of(texts.description())).isEqualTo(texts);
  }

  @Test
  void classesThatWereNotThereAreNamed() {
    TargetEncoder target = learn(true, texts("no", "yes"));
    assertThatThrownBy(() -> target.encode(texts("no", "maybe")))
        .hasMessageContaining("column y, row 2: \"maybe\" is none of the classes")
        .hasMessageContaining("no, yes");
    assertThatThrownBy(() -> target.encode(numbers(3))).hasMessageContaining("\"3\" is none");
  }

  @Test
  void hopelessTargetsAreRefused() {
    assertThatThrownBy(() -> learn(true, texts("a", "a"))).hasMessageContaining("only \"a\"");
    assertThatThrownBy(() -> learn(true, texts("", null))).hasMessageContaining("none");
    assertThatThrownBy(() -> learn(false, numbers(NAN)))
        .hasMessageContaining("all values are missing");
    double[] many = new double[1001];
    for (int i = 0; i < many.length; i++) {
      many[i] = i;
    }
    assertThatThrownBy(() -> learn(true, numbers(many))).hasMessageContaining("more than 1000");
    Column time = new Column("t", ColumnType.TIME);
    assertThatThrownBy(() -> TargetEncoder.learner(time, false))
        .hasMessageContaining("dates or times");
  }
}
