package io.github.tgp4j.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page writes into encoded rows is what the encoder would have written. */
class EncodedInputsTest {
  private static final List<Column> COLUMNS =
      List.of(
          new Column("size", ColumnType.NUMBER),
          new Column("gap", ColumnType.NUMBER),
          new Column("kind", ColumnType.CATEGORY),
          new Column("side", ColumnType.CATEGORY),
          new Column("when", ColumnType.TIME));
  private static final int N = 900;
  private static final double START = 1_500_000_000;

  private static Chunk rows() {
    double[] size = new double[N];
    double[] gap = new double[N];
    String[] kind = new String[N];
    String[] side = new String[N];
    double[] when = new double[N];
    for (int i = 0; i < N; i++) {
      size[i] = i;
      gap[i] = i % 9 == 0 ? Double.NaN : i % 50;
      kind[i] = List.of("a", "b", "c").get(i % 3);
      side[i] = i % 2 == 0 ? "left" : "right";
      when[i] = START + i * 86_400.0 * 1.37;
    }
    return new Chunk(COLUMNS, N, List.of(size, gap, kind, side, when));
  }

  private static final Encoder ENCODER = encoder();
  private static final Matrix X = ENCODER.encode(rows());
  private static final List<InputColumn> INPUTS = EncodedInputs.of(ENCODER, X);

  private static Encoder encoder() {
    Encoder.Learner learner = Encoder.learner(COLUMNS);
    learner.add(rows());
    return learner.finish();
  }

  private static InputSteps steps(String name) {
    InputColumn found =
        INPUTS.stream().filter(input -> input.name().equals(name)).findFirst().orElseThrow();
    return InputSteps.of(found, new Rows(X, null));
  }

  private static double[] encoded(double size, double gap, String kind, String side, double when) {
    Chunk one =
        new Chunk(
            COLUMNS,
            1,
            List.of(
                new double[] {size},
                new double[] {gap},
                new String[] {kind},
                new String[] {side},
                new double[] {when}));
    return ENCODER.encode(one).data;
  }

  @Test
  void aNumberKnowsItsMissingColumn() {
    InputSteps gap = steps("gap");
    double[] row = encoded(1, Double.NaN, "a", "left", START);
    gap.write(3, row, 0);
    assertThat(row).containsExactly(encoded(1, gap.grid[3], "a", "left", START), within(1e-12));
    assertThat(gap.describe(new Rows(X, null), 0)).isEqualTo("gap missing");
    assertThat(gap.describe(new Rows(X, null), 1)).isEqualTo("gap = 1");
    assertThat(gap.marks[0]).isZero();
  }

  @Test
  void categoriesOfManyAndOfTwoLevels() {
    for (String name : List.of("kind", "side")) {
      InputSteps steps = steps(name);
      for (int k = 0; k < steps.count(); k++) {
        String label = steps.labels().get(k);
        double[] row = encoded(1, 2, "a", "left", START);
        steps.write(k, row, 0);
        boolean kind = name.equals("kind");
        assertThat(row)
            .containsExactly(encoded(1, 2, kind ? label : "a", kind ? "left" : label, START));
      }
    }
    assertThat(steps("side").labels()).containsExactlyInAnyOrder("left", "right");
  }

  @Test
  void aTimeIsATrendAndCycles() {
    InputSteps trend = steps("when");
    assertThat(trend.grid[0]).isCloseTo(START, within(1.0));
    double[] row = encoded(1, 2, "a", "left", START);
    trend.write(24, row, 0);
    int days = trend.input.columns()[0];
    assertThat(row[days]).isCloseTo(encoded(1, 2, "a", "left", trend.grid[24])[days], within(1e-9));
  }

  /** 2017-07-17 12:00 UTC was a Monday noon. */
  @Test
  void weekDaysAreWhereTheEncoderPutsThem() {
    double monday = 1_500_292_800;
    InputSteps week = steps("day of the week (when)");
    double[] expected = encoded(1, 2, "a", "left", monday + 2 * 86_400.0);
    double[] row = encoded(1, 2, "a", "left", START);
    week.write(2, row, 0); // Wednesday
    for (int column : week.input.columns()) {
      assertThat(row[column]).isCloseTo(expected[column], within(1e-9));
    }
    assertThat(week.labels()).startsWith("Mon");
  }

  @Test
  void rowsOfAnotherEncoderAreRefused() {
    assertThatThrownBy(() -> EncodedInputs.of(ENCODER, Matrix.zeros(2, 3)))
        .hasMessageContaining("as the encoder makes, but got 3");
  }
}
