package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final double NAN = Double.NaN;

  @Test
  void everyKindOfColumn() {
    Table table =
        Table.builder()
            .category("city", "Oslo", null, "Bergen")
            .category("new", new boolean[] {true, false, true})
            .category("garden", new Boolean[] {true, null, false})
            .number("area", 54.5, NAN, 81)
            .number("rooms", new int[] {2, 3, 4})
            .number("id", new long[] {1L << 40, 2, 3})
            .number("tax", new Integer[] {7, null, 9})
            .time("sold", Instant.ofEpochSecond(10, 500_000_000), null, Instant.EPOCH)
            .time("seen", new LocalDateTime[] {LocalDateTime.of(1970, 1, 2, 1, 0), null, null})
            .time("built", new LocalDate[] {LocalDate.of(1970, 1, 3), null, null})
            .build();
    Chunk chunk = table.all();
    assertThat(table.rows()).isEqualTo(3);
    assertThat(table.columns()).hasSize(10).contains(new Column("sold", ColumnType.TIME));
    assertThat(chunk.texts(0)).containsExactly("Oslo", null, "Bergen");
    assertThat(chunk.texts(1)).containsExactly("true", "false", "true");
    assertThat(chunk.texts(2)).containsExactly("true", null, "false");
    assertThat(chunk.numbers(3)).containsExactly(54.5, NAN, 81);
    assertThat(chunk.numbers(4)).containsExactly(2, 3, 4);
    assertThat(chunk.numbers(5)).containsExactly(1L << 40, 2, 3);
    assertThat(chunk.numbers(6)).containsExactly(7, NAN, 9);
    assertThat(chunk.numbers(7)).containsExactly(10.5, NAN, 0);
    assertThat(chunk.numbers(8)).containsExactly(90_000, NAN, NAN);
    assertThat(chunk.numbers(9)).containsExactly(172_800, NAN, NAN);
    assertThat(table).hasToString("Table of 3 rows with columns " + names(table));
  }

  private static String names(Table table) {
    return String.join(", ", table.columns().stream().map(Column::name).toList());
  }

  @Test
  void laterChangesOfTheArraysDoNotShow() {
    double[] x = {1, 2};
    String[] c = {"a", "b"};
    Table table = Table.builder().number("x", x).category("c", c).build();
    x[0] = 9;
    c[0] = "z";
    assertThat(table.all().numbers(0)[0]).isEqualTo(1);
    assertThat(table.all().texts(1)[0]).isEqualTo("a");
  }

  @Test
  void columnsMustFitEachOther() {
    TableBuilder builder = Table.builder().number("a", 1, 2);
    assertThatThrownBy(() -> builder.number("b", 1, 2, 3))
        .hasMessage("table: expected 2 values, as column a has, but column b has 3");
    assertThatThrownBy(() -> builder.category("a", "x", "y")).hasMessageContaining("two columns");
    assertThatThrownBy(() -> Table.builder().build()).hasMessageContaining("got none");
  }

  @Test
  void aReaderGivesAllRowsInOrderAndTheirPlaces() {
    double[] x = IntStream.range(0, 20_000).asDoubleStream().toArray();
    Table table = Table.builder().number("x", x).build();
    TableReader reader = table.reader();
    long at = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      assertThat(chunk.firstRow()).isEqualTo(at);
      assertThat(chunk.numbers(0)[0]).isEqualTo(at);
      at += chunk.rows();
    }
    assertThat(at).isEqualTo(20_000);
    Table again = Table.of(table.reader());
    assertThat(Arrays.equals(again.all().numbers(0), x)).isTrue();
    assertThat(table.select(new int[] {7, 3}).all().numbers(0)).containsExactly(7, 3);
  }

  @Test
  void aRowsValuesSayWhatTheyAre() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("area", 54);
    row.put("city", "Oslo");
    row.put("garden", true);
    row.put("unit", TimeUnit.DAYS);
    row.put("sold", OffsetDateTime.parse("1970-01-01T01:00:00+01:00"));
    row.put("nothing", null);
    Chunk chunk = Table.ofRow(row).all();
    assertThat(chunk.rows()).isEqualTo(1);
    assertThat(chunk.numbers(0)).containsExactly(54);
    assertThat(chunk.texts(1)).containsExactly("Oslo");
    assertThat(chunk.texts(2)).containsExactly("true");
    assertThat(chunk.texts(3)).containsExactly("DAYS");
    assertThat(chunk.numbers(4)).containsExactly(0);
    assertThat(chunk.texts(5)).containsExactly((String) null);
    assertThatThrownBy(() -> Table.ofRow(Map.of("a", List.of())))
        .hasMessageContaining("column a: expected a number");
  }
}
