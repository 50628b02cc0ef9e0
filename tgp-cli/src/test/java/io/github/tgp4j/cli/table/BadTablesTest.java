package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of bad input has its own message, which says where and what to do. */
class BadTablesTest {
  @TempDir Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private static void readAll(Path file, ReadOptions options) {
    try (DuckTable table = Tables.open(file, options)) {
      Chunk chunk = table.next();
      while (chunk != null) {
        chunk = table.next();
      }
    }
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Path file) {
    return assertThatThrownBy(() -> readAll(file, ReadOptions.defaults()))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith(file.toString());
  }

  @Test
  void noSuchFile() {
    assertRefused(dir.resolve("nope.csv")).hasMessageContaining("no such file");
  }

  @Test
  void directory() {
    assertRefused(dir).hasMessageContaining("is a directory");
  }

  @Test
  void empty() throws IOException {
    assertRefused(file("e.csv", "")).hasMessageContaining("is empty (0 bytes)");
    assertRefused(file("b.csv", " \n\n")).hasMessageContaining("is empty (only blanks)");
  }

  @Test
  void notATable() throws IOException {
    Path image = dir.resolve("i.csv");
    Files.write(image, new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
    assertRefused(image).hasMessageContaining("binary file");
    assertRefused(file("z.csv", "PK\u0003\u0004rest")).hasMessageContaining("zip or Excel");
  }

  @Test
  void wrongDelimiter() throws IOException {
    Path file = file("s.csv", "a;b\n1;2\n");
    assertThatThrownBy(() -> readAll(file, new ReadOptions(',', null, false)))
        .hasMessageContaining("delimiter ',' as asked for there is one column only, \"a;b\"")
        .hasMessageContaining("--delimiter ';'");
    assertRefused(file("w.csv", "a b\n1 2\n")).hasMessageContaining("--delimiter ' '");
    Path tabs = file("t.csv", "a\tb\n1\t2\n");
    assertThatThrownBy(() -> readAll(tabs, new ReadOptions(',', null, false)))
        .hasMessageContaining("'\\t' (tab)");
  }

  @Test
  void decimalsAreNoDelimiter() throws IOException {
    Path file = file("d.csv", "a,b\n1,2\n");
    assertThatThrownBy(() -> readAll(file, new ReadOptions(null, ',', false)))
        .hasMessageContaining("expected two marks but both are ,");
    assertThatThrownBy(() -> new ReadOptions(null, 'x', false))
        .hasMessageContaining("--decimal: expected . or , but got x");
    assertRefused(file("n.csv", "1,5;2;3\n3,5;4;5\n")).hasMessageContaining("names of the columns");
  }

  @Test
  void raggedRows() throws IOException {
    assertRefused(file("short.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n"))
        .hasMessageContaining("line 3: expected 3 values, as in the first line, but got 2");
    assertRefused(file("long.csv", "a,b,c\n1,2,3\n4,5,6\n6,7,8,9\n"))
        .hasMessageContaining("line 4: expected 3 values, as in the first line, but got 4");
    assertRefused(file("all.csv", "a,b\n1,2,3\n4,5,6\n")).hasMessageContaining("line 2");
  }

  @Test
  void raggedRowFarDown() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 200_000; i++) {
      text.append("1,").append("x".repeat(50)).append('\n');
    }
    assertRefused(file("far.csv", text + "1\n")).hasMessageContaining("line 200002: expected 2");
  }

  @Test
  void otherTypeAfterTheSample() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < 200_000; i++) {
      text.append("1,").append("x".repeat(50)).append('\n');
    }
    Path file = file("far.csv", text + "many,y\n");
    assertRefused(file)
        .hasMessageContaining("line 200002: column a: expected a number")
        .hasMessageContaining("\"many\"")
        .hasMessageContaining("--infer-all");
    readAll(file, new ReadOptions(null, null, true)); // the remedy works
  }

  @Test
  void openQuote() throws IOException {
    assertRefused(file("q.csv", "a,b\n1,\"open\n2,z\n")).hasMessageContaining("quote");
  }

  @Test
  void headerWithoutRowsOrNames() throws IOException {
    assertRefused(file("h.csv", "a,b,c\n")).hasMessageContaining("but no rows");
    assertRefused(file("n.csv", "1,2\n3,4\n")).hasMessageContaining("line 1: expected the names");
  }

  @Test
  void unsupportedName() throws IOException {
    assertRefused(file("t.pdf", "x")).hasMessageContaining("ends in .csv");
    assertRefused(file("table", "x")).hasMessageContaining("ends in .csv");
  }

  @Test
  void brokenGzip() throws IOException {
    assertRefused(file("p.csv.gz", "a,b\n1,2\n")).hasMessageContaining("broken gzip");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      StringBuilder text = new StringBuilder("a,b\n");
      for (int i = 0; i < 300_000; i++) {
        text.append(i * 7919L % 100_003).append(',').append(i).append('\n');
      }
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = packed.toByteArray();
    Path cut = dir.resolve("cut.csv.gz");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 1000));
    assertRefused(cut).hasMessageContaining("broken gzip");
    Path plain = dir.resolve("plain.csv");
    Files.write(plain, bytes);
    assertRefused(plain).hasMessageContaining("packed with gzip; add .gz");
  }

  @Test
  void brokenParquet() throws IOException {
    assertRefused(file("b.parquet", "a,b\n1,2\n")).hasMessageContaining("broken Parquet file");
    assertRefused(file("c.parquet", "x".repeat(5000))).hasMessageContaining("broken Parquet file");
  }

  @Test
  void brokenJson() throws IOException {
    assertRefused(file("b.json", "[{\"a\":1},{\"a\":2")).hasMessageContaining("broken JSON");
    assertRefused(file("c.jsonl", "{\"a\":1}\n{\"a\":}\n")).hasMessageContaining("broken JSON");
    assertRefused(file("d.json", "hello")).hasMessageContaining("starts with \"hello\"");
  }

  @Test
  void aCommentIsNoRowOfNames() throws IOException {
    assertRefused(file("c.csv", "# made by hand\nx,y\n1,2\n"))
        .hasMessageContaining("line 1: expected the names of the columns but got the comment");
  }

  @Test
  void nestedColumns() throws IOException {
    Path file = file("n.json", "[{\"b\":[1,2],\"a\":1,\"c\":{\"d\":2},\"e\":\"x\"}]");
    try (DuckTable table = Tables.open(file)) {
      assertThat(table.columns().stream().map(Column::name)).containsExactly("a", "e");
      assertThat(table.next().numbers(0)[0]).isEqualTo(1);
      assertThat(table.notes())
          .containsExactly(
              "b: lists or structures (BIGINT[]), left out; --sql can take them apart",
              "c: lists or structures (STRUCT(d BIGINT)), left out; --sql can take them apart");
    }
    assertRefused(file("s.json", "[{\"b\":{\"c\":2}}]")).hasMessageContaining("column b");
  }

  @Test
  void wrongSql() throws IOException {
    assertThatThrownBy(() -> Tables.openSql("selec 1"))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith("--sql: syntax error");
    Path file = file("t.csv", "length,width\n1,2\n");
    assertThatThrownBy(() -> Tables.openSql("select lenght from " + Sql.literal(file.toString())))
        .hasMessageContaining("\"lenght\" not found")
        .hasMessageContaining("length");
    assertThatThrownBy(() -> Tables.openSql("select 1 as a where false"))
        .hasMessageContaining("no rows");
    assertThatThrownBy(() -> Tables.openSql("copy (select 1) to 'x.csv'"))
        .isInstanceOf(TableException.class);
    assertThat(Path.of("x.csv")).doesNotExist();
  }
}
