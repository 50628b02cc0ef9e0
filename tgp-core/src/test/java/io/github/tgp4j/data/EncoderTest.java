package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.data.Feature.Kind;
import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncoderTest {
  private static final double NAN = Double.NaN;

  private static Chunk numbers(String name, double... values) {
    return new Chunk(
        List.of(new Column(name, ColumnType.NUMBER)), values.length, List.of((Object) values));
  }

  private static Chunk times(String name, double... values) {
    return new Chunk(
        List.of(new Column(name, ColumnType.TIME)), values.length, List.of((Object) values));
  }

  private static Chunk texts(String name, String... values) {
    return new Chunk(
        List.of(new Column(name, ColumnType.CATEGORY)), values.length, List.of((Object) values));
  }

  private static Encoder learn(Chunk... chunks) {
    Encoder.Learner learner = Encoder.learner(chunks[0].columns());
    for (Chunk chunk : chunks) {
      learner.add(chunk);
    }
    return learner.finish();
  }

  private static List<String> names(Encoder encoder) {
    return encoder.features().stream().map(Feature::name).toList();
  }

  private static double[][] rows(Encoder encoder, Chunk chunk) {
    return encoder.encode(chunk).toRows();
  }

  @Test
  void numbersStayAndMissingOnesGetTheMeanAndAMark() {
    Encoder encoder = learn(numbers("x", 1, NAN, 3), numbers("x", 8, Double.POSITIVE_INFINITY));
    assertThat(names(encoder)).containsExactly("x", "x missing");
    assertThat(encoder.features().get(1).kind()).isEqualTo(Kind.MISSING);
    double[][] rows = rows(encoder, numbers("x", 5, NAN, Double.NEGATIVE_INFINITY));
    assertThat(rows).isDeepEqualTo(new double[][] {{5, 0}, {4, 1}, {4, 1}});
    assertThat(encoder.notes())
        .containsExactly(
            "x: 1 infinite (row 2), treated as missing; correct it, or leave it empty",
            "x: 2 of 5 missing, replaced by the mean 4 and marked in a column of their own");
  }

  @Test
  void missingOnlyAtPredictionGetsTheMeanWithoutAMark() {
    Encoder encoder = learn(numbers("x", 1, 3));
    assertThat(names(encoder)).containsExactly("x");
    assertThat(rows(encoder, numbers("x", NAN))).isDeepEqualTo(new double[][] {{2}});
  }

  @Test
  void spellingsOfAWordAreOneLevel() {
    Encoder encoder =
        learn(
            texts(
                "c",
                "red",
                "Red",
                " red",
                "red",
                "dark  blue",
                "Dark Blue ",
                "dark blue",
                "dark blue"));
    CategoryCoding coding = (CategoryCoding) encoder.description().columns().get(0);
    assertThat(coding.levels()).containsExactly("dark blue", "red");
    assertThat(encoder.notes())
        .containsExactly(
            "c: 2 levels",
            "c: spellings that differ only in blanks or capital letters are one value:"
                + " \"Dark Blue \", \"dark  blue\" as \"dark blue\"; \" red\", \"Red\" as \"red\"");
    assertThat(rows(encoder, texts("c", "RED", "red", "dark blue", "DARK\u00a0blue")))
        .isDeepEqualTo(new double[][] {{1}, {1}, {0}, {0}});
  }

  @Test
  void capitalLettersTellShortCodesApart() {
    Encoder encoder = learn(texts("gene", "AA", "Aa", "aa", "aa ", "Aa", "AA", " aa"));
    CategoryCoding coding = (CategoryCoding) encoder.description().columns().get(0);
    assertThat(coding.levels()).containsExactly("AA", "Aa", "aa");
    assertThat(encoder.notes()).hasSize(3);
    assertThat(encoder.notes().get(2))
        .startsWith("gene: \"AA\", \"Aa\", \"aa\" are different values");
  }

  @Test
  void yesAndNoAreWordsAndNoCodes() {
    Encoder encoder = learn(texts("paid", "yes", "no", "Yes", "NO", "No", "yes", "no"));
    CategoryCoding coding = (CategoryCoding) encoder.description().columns().get(0);
    assertThat(coding.levels()).containsExactly("no", "yes");
  }

  @Test
  void aFewTextsAmongNumbersAreMissing() {
    String[] values = new String[50];
    Arrays.setAll(values, i -> i % 25 == 3 ? "n.a." : i == 7 ? "12 kg" : Integer.toString(i));
    Encoder encoder = learn(texts("w", values));
    assertThat(names(encoder)).containsExactly("w", "w missing");
    assertThat(encoder.notes())
        .containsExactly(
            "w: 3 of 50 values are no numbers (\"n.a.\" twice, \"12 kg\"), treated as missing:"
                + " replaced by the mean 25.255 and marked in a column of their own");
    assertThat(rows(encoder, texts("w", "8", "?", null))[1][1]).isEqualTo(1);
    assertThat(rows(encoder, numbers("w", 8))).isDeepEqualTo(new double[][] {{8, 0}});
    NewValues fresh = NewValues.of(encoder);
    fresh.add(texts("w", "8", "?", null));
    assertThat(fresh.notes())
        .containsExactly("w: 1 of 2 values is no number (\"?\"), treated as missing");
  }

  @Test
  void fewDifferentNumbersAndPostalCodesStayTexts() {
    String[] ratings = new String[50];
    Arrays.setAll(ratings, i -> i == 3 || i == 4 ? "none" : Integer.toString(i % 5));
    Encoder encoder = learn(texts("rating", ratings));
    assertThat(names(encoder)).hasSize(6);
    assertThat(encoder.notes().get(0))
        .startsWith("rating: 2 of 50 values are no numbers (\"none\" twice); taken for texts");
    String[] codes = new String[160];
    Arrays.setAll(codes, i -> (i % 40 < 4 ? "0" : "1") + (1000 + i % 40));
    assertThat(learn(texts("zip", codes)).notes().get(0)).startsWith("zip: 30 levels");
  }

  @Test
  void hugeNumbersDoNotOverflowTheMean() {
    Encoder encoder = learn(numbers("x", 1.7e308, 1.7e308, -1.7e308, -1.7e308));
    assertThat(rows(encoder, numbers("x", NAN))[0][0] / 1.7e308).isCloseTo(0, within(1e-12));
  }

  @Test
  void columnsThatSayNothingAreLeftOut() {
    List<Column> columns =
        List.of(
            new Column("chas", ColumnType.NUMBER),
            new Column("some", ColumnType.NUMBER),
            new Column("none", ColumnType.NUMBER),
            new Column("x", ColumnType.NUMBER),
            new Column("city", ColumnType.CATEGORY));
    Chunk chunk =
        new Chunk(
            columns,
            2,
            List.of(
                new double[] {7, 7},
                new double[] {NAN, 7},
                new double[] {NAN, NAN},
                new double[] {1, 2},
                new String[] {"Ulm", "Ulm"}));
    Encoder encoder = learn(chunk);
    assertThat(encoder.inputs()).containsExactly("x");
    assertThat(encoder.notes())
        .containsExactly(
            "chas: constant (7), left out",
            "some: constant (7) where not missing, left out",
            "none: all values missing, left out",
            "city: constant (\"Ulm\"), left out");
  }

  @Test
  void nothingLeftIsAnError() {
    assertThatThrownBy(() -> learn(numbers("x", 2, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no column of 2 rows")
        .hasMessageContaining("x: constant (2)");
  }

  @Test
  void levelsBecomeColumnsAndUnknownOnesAreNoneOfThem() {
    Encoder encoder = learn(texts("c", "red", "blue", "green", "red", "blue", "green"));
    assertThat(names(encoder)).containsExactly("c=blue", "c=green", "c=red");
    assertThat(rows(encoder, texts("c", "red", "pink", null)))
        .isDeepEqualTo(new double[][] {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}});
  }

  @Test
  void rareAndMissingTextsHaveTheirLevels() {
    Encoder encoder = learn(texts("c", "a", "a", "b", "b", "z", null, " "));
    assertThat(names(encoder)).containsExactly("c=a", "c=b", "c=(rare)", "c=(missing)");
    assertThat(rows(encoder, texts("c", "new", "z", null, "a")))
        .isDeepEqualTo(new double[][] {{0, 0, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}});
    assertThat(encoder.notes().get(0)).contains("2 levels and a rare one for 1 other texts");
  }

  @Test
  void halfAPercentOfTheRowsMakeALevel() {
    String[] values = new String[1001];
    Arrays.fill(values, "a");
    Arrays.fill(values, 0, 5, "five"); // 0.5% of 1001 is more than 5
    Arrays.fill(values, 5, 11, "six");
    assertThat(names(learn(texts("c", values)))).containsExactly("c=a", "c=six", "c=(rare)");
  }

  @Test
  void twoLevelsAreOneColumnAndUnknownIsTheShare() {
    Encoder encoder = learn(texts("sex", "m", "f", "m", "m"), texts("sex", "f"));
    assertThat(names(encoder)).containsExactly("sex=m");
    assertThat(rows(encoder, texts("sex", "m", "f", "x")))
        .isDeepEqualTo(new double[][] {{1}, {0}, {0.6}});
  }

  @Test
  void atMostThirtyLevels() {
    String[] values = new String[4000];
    for (int i = 0; i < values.length; i++) {
      values[i] = "level" + i % 40;
    }
    Encoder encoder = learn(texts("c", values));
    assertThat(encoder.features()).hasSize(31);
    assertThat(names(encoder)).endsWith("c=(rare)");
  }

  @Test
  void textsThatNameTheRowAreLeftOut() {
    String[] ids = new String[100];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = "id" + i;
    }
    assertThatThrownBy(() -> learn(texts("key", ids)))
        .hasMessageContaining("key: nearly every row has its own text, left out");
  }

  @Test
  void typesThatChangedAreParsedOrNamed() {
    Encoder number = learn(numbers("x", 1, 3));
    assertThat(rows(number, texts("x", " 4.5", null))).isDeepEqualTo(new double[][] {{4.5}, {2}});
    assertThatThrownBy(() -> number.encode(texts("x", "1", "1d")))
        .hasMessageContaining("column x, row 2: expected a number")
        .hasMessageContaining("\"1d\"");
    assertThatThrownBy(() -> number.encode(times("x", 5))).hasMessageContaining("a time 5");

    Encoder category = learn(texts("c", "1", "1", "02", "02", "x", "x"));
    assertThat(rows(category, numbers("c", 2, 1, 9)))
        .isDeepEqualTo(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}});
    Encoder words = learn(texts("c", "red", "red", "blue", "blue"));
    assertThatThrownBy(() -> words.encode(numbers("c", NAN, 3.5)))
        .hasMessageContaining("column c, row 2: expected a text such as \"blue\"")
        .hasMessageContaining("3.5");
    Encoder truth = learn(texts("c", "true", "true", "false", "false"));
    assertThat(rows(truth, numbers("c", 1, 0))).isDeepEqualTo(new double[][] {{1}, {0}});
  }

  @Test
  void rowsInMessagesCountFromTheStartOfTheTable() {
    Encoder encoder = learn(numbers("x", 1, 3));
    Chunk later =
        new Chunk(
            List.of(new Column("x", ColumnType.CATEGORY)),
            1,
            List.of((Object) new String[] {"?"}),
            8192);
    assertThatThrownBy(() -> encoder.encode(later)).hasMessageContaining("row 8193");
  }

  @Test
  void aMissingColumnIsNamedWithItsNearest() {
    Encoder encoder = learn(numbers("height", 1, 3));
    assertThatThrownBy(() -> encoder.encode(numbers("heigth", 1)))
        .hasMessageContaining("no column is called height; did you mean heigth?");
  }

  @Test
  void timesAreDaysAndCyclesWhereTheySpanThem() {
    double[] hourly = new double[24 * 10];
    for (int i = 0; i < hourly.length; i++) {
      hourly[i] = 1_700_000_000.0 + 3600 * i;
    }
    Encoder encoder = learn(times("when", hourly));
    assertThat(names(encoder))
        .containsExactly(
            "when", "when (day sin)", "when (day cos)", "when (week sin)", "when (week cos)");
    Matrix x = encoder.encode(times("when", hourly[0] + 86400 * 7, NAN));
    assertThat(x.get(0, 0)).isEqualTo(7);
    Matrix first = encoder.encode(times("when", hourly[0]));
    for (int j = 1; j < 5; j++) {
      assertThat(x.get(0, j)).isCloseTo(first.get(0, j), within(1e-9));
      assertThat(x.get(1, j)).isEqualTo(0);
    }
    assertThat(x.get(1, 0)).isCloseTo((hourly.length - 1) / 48.0, within(1e-6));
    assertThat(encoder.encode(times("when", 86400 * 20000.0 + 21600)).get(0, 1))
        .isCloseTo(1, within(1e-9)); // six in the morning
  }

  @Test
  void datesHaveNoTimeOfDayAndYearlyDatesNoTimeOfTheYear() {
    double[] daily = new double[800];
    double[] yearly = new double[20];
    for (int i = 0; i < daily.length; i++) {
      daily[i] = 86400.0 * (19000 + i);
    }
    for (int i = 0; i < yearly.length; i++) {
      yearly[i] = java.time.LocalDate.of(2000 + i, 1, 1).toEpochDay() * 86400.0;
    }
    assertThat(names(learn(times("d", daily))))
        .containsExactly("d", "d (week sin)", "d (week cos)", "d (year sin)", "d (year cos)");
    assertThat(names(learn(times("d", yearly))))
        .containsExactly("d", "d (week sin)", "d (week cos)");
    assertThat(names(learn(times("t", 3600, 7200, NAN))))
        .containsExactly("t", "t (day sin)", "t (day cos)", "t missing");
  }

  @Test
  void timesAsTextAreParsed() {
    Encoder encoder = learn(times("d", 0, 86400 * 3.0));
    assertThat(
            rows(
                encoder,
                texts(
                    "d",
                    "1970-01-02",
                    "1970-01-02 12:00:00",
                    "1970-01-02T12:00",
                    "1970-01-02T12:00:00Z",
                    "1970-01-02 12:00:00-12",
                    "1970-01-02 12:00:00+02:00")))
        .isDeepEqualTo(new double[][] {{1}, {1.5}, {1.5}, {1.5}, {2}, {1 + 10 / 24.0}});
    assertThatThrownBy(() -> encoder.encode(texts("d", "soon")))
        .hasMessageContaining("column d, row 1: expected a date or time")
        .hasMessageContaining("\"soon\"");
    assertThatThrownBy(() -> encoder.encode(numbers("d", 1))).hasMessageContaining("the number 1");
  }

  @Test
  void chunkingDoesNotChangeWhatIsLearnt() {
    double[] values = {3, NAN, 1, 4, 1, 5, 9, 2, 6};
    Encoder whole = learn(numbers("x", values));
    Encoder parts =
        learn(
            numbers("x", Arrays.copyOfRange(values, 0, 2)),
            numbers("x", Arrays.copyOfRange(values, 2, 9)));
    assertThat(parts).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThat(Encoder.of(whole.description())).isEqualTo(whole);
  }
}
