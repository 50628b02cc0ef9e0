package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows unlike those of training are counted, column by column; others are not mentioned. */
class NewValuesTest {
  private static final double DAY = 86400;
  private static final List<Column> COLUMNS =
      List.of(
          new Column("area", ColumnType.NUMBER),
          new Column("city", ColumnType.CATEGORY),
          new Column("sold", ColumnType.TIME));

  private static Chunk rows(double[] area, String[] city, double[] sold) {
    return new Chunk(COLUMNS, area.length, List.of(area, city, sold));
  }

  private static Encoder encoder() {
    Encoder.Learner learner = Encoder.learner(COLUMNS);
    learner.add(
        rows(
            new double[] {20, 100, 60, 40},
            new String[] {"Oslo", "Bergen", "Oslo", "Bergen"},
            new double[] {0, 10 * DAY, 20 * DAY, 30 * DAY}));
    return learner.finish();
  }

  @Test
  void whatTrainingRowsHadIsNotMentioned() {
    NewValues values = NewValues.of(encoder());
    values.add(
        rows(
            new double[] {107, Double.NaN}, // a little outside, and missing
            new String[] {"Oslo", null},
            new double[] {32 * DAY, 5 * DAY}));
    assertThat(values.notes()).isEmpty();
  }

  @Test
  void whatTheyDidNotHaveIsCounted() {
    NewValues values = NewValues.of(encoder());
    double[] days = {0, DAY, 40 * DAY};
    values.add(rows(new double[] {5000, 50, -3000}, new String[] {"Rome", "Oslo", "Paris"}, days));
    values.add(rows(new double[] {50}, new String[] {"Rome"}, new double[] {DAY}));
    assertThat(values.notes()).hasSize(3);
    assertThat(values.notes().get(0))
        .startsWith("area: 2 of 4 rows have")
        .contains("20 to 100", "-3000 to 5000");
    assertThat(values.notes().get(1)).contains("city: 3 of 4 rows", "\"Rome\"");
    assertThat(values.notes().get(2))
        .contains("sold: 1 of 4", "1970-01-01 to 1970-01-31: 1970-02-10;");
  }

  /** Numbers and plurals as a person writes them. */
  @Test
  void oneRowIsSpokenOfAsOne() {
    NewValues values = NewValues.of(encoder());
    values.add(rows(new double[] {5000}, new String[] {"Rome"}, new double[] {DAY}));
    assertThat(values.notes())
        .containsExactly(
            "area: the only row has a value far outside the training rows' range, 20 to 100: 5000;"
                + " the model has seen nothing like it: check the value, and rely less on this"
                + " prediction",
            "city: the only row has a value that the training rows did not have, such as \"Rome\";"
                + " the model knows nothing about it: check the spelling, or fit again with such"
                + " rows");
  }

  /** A value that the model has seen is not among those that are far outside. */
  @Test
  void onlyTheValuesOutsideAreShown() {
    NewValues values = NewValues.of(encoder());
    String[] city = {"Oslo", "Oslo", "Oslo"};
    values.add(rows(new double[] {60, 1e300, 400}, city, new double[] {0, DAY, DAY}));
    assertThat(values.notes()).hasSize(1);
    assertThat(values.notes().get(0)).contains("2 of 3 rows have", "20 to 100: 400 to 1.0E300;");
  }

  @Test
  void infiniteNumbersAreCountedWithTheFirstRow() {
    NewValues values = NewValues.of(encoder());
    double[] days = {0, DAY, DAY};
    String[] city = {"Oslo", "Oslo", "Oslo"};
    double[] area = {50, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    values.add(rows(area, city, days));
    assertThat(values.notes())
        .containsExactly(
            "area: 2 infinite (the first in row 2), treated as missing; correct them, or leave them"
                + " empty");
  }

  @Test
  void aRangeThatIsNotKnownIsNotWatched() {
    Encoder old =
        Encoder.of(
            new Encoder.Description(List.of(new NumberCoding("area", 50, false)), List.of()));
    NewValues values = NewValues.of(old);
    values.add(rows(new double[] {1e9}, new String[] {"x"}, new double[] {0}));
    assertThat(values.notes()).isEmpty();
  }

  @Test
  void rangesAreChecked() {
    assertThatThrownBy(() -> new NumberCoding("a", 1, false, 2, 1)).hasMessageContaining("range");
    assertThatThrownBy(() -> new NumberCoding("a", 1, false, Double.NaN, 1))
        .hasMessageContaining("range");
    assertThatThrownBy(() -> new TimeCoding("t", 5, 1, false, false, false, false, 4))
        .hasMessageContaining("range");
  }

  @Test
  void allMissingColumnsAreNamed() {
    Chunk chunk =
        new Chunk(List.of(new Column("aera", ColumnType.NUMBER)), 1, List.of(new double[] {1.0}));
    assertThatThrownBy(() -> encoder().encode(chunk))
        .hasMessage(
            "the table lacks 3 of the model's 3 inputs: area (is it aera?), city, sold; it has"
                + " aera; add or rename the columns (a value that is not known may be left empty)");
  }
}
