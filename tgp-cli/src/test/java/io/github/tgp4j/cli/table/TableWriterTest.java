package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWriterTest {
  @TempDir Path dir;

  private static final List<OutputColumn> COLUMNS =
      List.of(
          OutputColumn.number("mean, \"m\""),
          OutputColumn.whole("row"),
          OutputColumn.text("label"));

  private static final double[] NUMBERS = {0.1, Double.NaN, -1e-300, 12};
  private static final long[] WHOLES = {1, -2, 3, Long.MAX_VALUE};
  private static final String[] TEXTS = {"a,\"b\"\nc", null, "é\\", "NA"};

  private static void write(Path file) {
    try (TableWriter writer = TableWriter.create(file, COLUMNS, false)) {
      writer.write(2, List.of(NUMBERS, WHOLES, TEXTS));
      writer.write(
          2,
          List.of(
              Arrays.copyOfRange(NUMBERS, 2, 4),
              Arrays.copyOfRange(WHOLES, 2, 4),
              Arrays.copyOfRange(TEXTS, 2, 4)));
      writer.finish();
    }
  }

  private List<String> listing() throws IOException {
    try (var files = Files.list(dir)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void csvAsText() throws IOException {
    Path file = dir.resolve("t.csv");
    write(file);
    assertThat(Files.readString(file))
        .isEqualTo(
            "\"mean, \"\"m\"\"\",row,label\n"
                + "0.1,1,\"a,\"\"b\"\"\nc\"\n"
                + ",-2,\n"
                + "-1e-300,3,é\\\n"
                + "12,9223372036854775807,NA\n");
  }

  @Test
  void jsonAsText() throws IOException {
    Path file = dir.resolve("t.jsonl");
    write(file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"mean, \\\"m\\\"\":0.1,\"row\":1,\"label\":\"a,\\\"b\\\"\\u000ac\"}",
            "{\"mean, \\\"m\\\"\":null,\"row\":-2,\"label\":null}",
            "{\"mean, \\\"m\\\"\":-1e-300,\"row\":3,\"label\":\"é\\\\\"}",
            "{\"mean, \\\"m\\\"\":12,\"row\":9223372036854775807,\"label\":\"NA\"}");
  }

  @Test
  void everyFormatReadsBack() throws IOException {
    for (String name :
        List.of("t.csv", "t.csv.gz", "t.parquet", "t.jsonl", "t.ndjson", "t.json", "t.json.gz")) {
      Path file = dir.resolve(name);
      write(file);
      try (DuckTable table = Tables.open(file)) {
        Chunk chunk = table.next();
        assertThat(Arrays.copyOf(chunk.numbers(0), chunk.rows())).as(name).containsExactly(NUMBERS);
        assertThat(chunk.numbers(1)[1]).isEqualTo(-2);
        boolean csv = name.contains("csv"); // there NA is a missing value
        assertThat(Arrays.copyOf(chunk.texts(2), chunk.rows()))
            .as(name)
            .containsExactly(TEXTS[0], null, TEXTS[2], csv ? null : "NA");
      }
    }
    assertThat(listing()).hasSize(7).noneMatch(name -> name.endsWith(".part"));
  }

  @Test
  void emptyTextIsNotMissingInParquet() {
    Path file = dir.resolve("e.parquet");
    List<OutputColumn> columns = List.of(OutputColumn.text("a"), OutputColumn.text("b"));
    try (TableWriter writer = TableWriter.create(file, columns, false)) {
      writer.write(1, List.of(new String[] {""}, new String[] {null}));
      writer.finish();
    }
    try (DuckTable table = Tables.open(file)) {
      Chunk chunk = table.next();
      assertThat(chunk.texts(0)[0]).isEmpty();
      assertThat(chunk.texts(1)[0]).isNull();
    }
  }

  @Test
  void oneColumnOfMissingValuesKeepsItsRows() {
    for (String name : List.of("one.csv", "one.parquet")) {
      Path file = dir.resolve(name);
      try (TableWriter writer =
          TableWriter.create(file, List.of(OutputColumn.number("a")), false)) {
        writer.write(3, List.of((Object) new double[] {1, Double.NaN, 2}));
        writer.finish();
      }
      try (DuckTable table = Tables.open(file)) {
        Chunk chunk = table.next();
        assertThat(Arrays.copyOf(chunk.numbers(0), chunk.rows()))
            .as(name)
            .containsExactly(1, Double.NaN, 2);
      }
    }
  }

  @Test
  void anUnfinishedFileLeavesNothing() throws IOException {
    for (String name : List.of("t.csv", "t.parquet")) {
      try (TableWriter writer = TableWriter.create(dir.resolve(name), COLUMNS, false)) {
        writer.write(1, List.of(NUMBERS, WHOLES, TEXTS));
        assertThat(listing()).hasSize(1);
      }
      assertThat(listing()).isEmpty();
    }
  }

  @Test
  void aFileThatIsThereIsReplacedOnlyByForceAndOnlyWhole() throws IOException {
    Path file = Files.writeString(dir.resolve("t.csv"), "old");
    assertThatThrownBy(() -> TableWriter.create(file, COLUMNS, false))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("is there already")
        .hasMessageContaining("--force");
    try (TableWriter writer = TableWriter.create(file, COLUMNS, true)) {
      writer.write(1, List.of(NUMBERS, WHOLES, TEXTS));
      assertThat(Files.readString(file)).isEqualTo("old");
      writer.finish();
    }
    assertThat(Files.readString(file)).contains("0.1,1");
  }

  @Test
  void impossibleTargetsAreRefused() {
    assertThatThrownBy(() -> TableWriter.create(dir.resolve("no/t.csv"), COLUMNS, false))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("there is no directory");
    for (String sheet : List.of("t.xls", "t.xlsx", "t.xlsx.gz")) {
      assertThatThrownBy(() -> TableWriter.create(dir.resolve(sheet), COLUMNS, false))
          .hasMessageContaining("ends in .csv");
    }
    assertThatThrownBy(() -> TableWriter.create(dir.resolve("t.parquet.gz"), COLUMNS, false))
        .hasMessageContaining("leave out .gz");
    assertThatThrownBy(() -> TableWriter.create(Path.of("/proc/t.csv"), COLUMNS, false))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("/proc/t.csv: cannot be written in /proc");
  }

  @Test
  void valuesMustFitTheColumns() {
    try (TableWriter writer = TableWriter.create(dir.resolve("t.csv"), COLUMNS, false)) {
      assertThatThrownBy(() -> writer.write(1, List.of(NUMBERS, NUMBERS, TEXTS)))
          .hasMessageContaining("column row: expected 1 values of type LONG but got a double[]");
      assertThatThrownBy(() -> writer.write(5, List.of(NUMBERS, WHOLES, TEXTS)))
          .hasMessageContaining("expected 5 values");
    }
  }
}
