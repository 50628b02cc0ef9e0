package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
  @TempDir Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private Path gzip(String name, String text) throws IOException {
    Path file = dir.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return file;
  }

  private static Chunk only(DuckTable table) {
    try (table) {
      Chunk chunk = table.next();
      assertThat(table.next()).isNull();
      return chunk;
    }
  }

  private static List<String> types(Chunk chunk) {
    return chunk.columns().stream().map(c -> c.name() + " " + c.type()).toList();
  }

  private static double[] head(Chunk chunk, int column) {
    return java.util.Arrays.copyOf(chunk.numbers(column), chunk.rows());
  }

  private static String[] texts(Chunk chunk, int column) {
    return java.util.Arrays.copyOf(chunk.texts(column), chunk.rows());
  }

  private static final String TYPED =
      "n,i,s,flag,day,at\n"
          + "1.5,1,\"a, \"\"b\"\"\",true,1970-01-02,1970-01-01 00:00:01.5\n"
          + "NA,2,,false,1970-01-03,\n"
          + "-2e3,?,x y,NA,,1970-01-01 00:00:02\n";

  @Test
  void csvHasTypesAndMissingValues() throws IOException {
    Chunk chunk = only(Tables.open(file("t.csv", TYPED)));
    assertThat(types(chunk))
        .containsExactly(
            "n NUMBER", "i NUMBER", "s CATEGORY", "flag CATEGORY", "day TIME", "at TIME");
    assertThat(head(chunk, 0)).containsExactly(1.5, Double.NaN, -2000);
    assertThat(head(chunk, 1)).containsExactly(1, 2, Double.NaN);
    assertThat(texts(chunk, 2)).containsExactly("a, \"b\"", null, "x y");
    assertThat(texts(chunk, 3)).containsExactly("true", "false", null);
    assertThat(head(chunk, 4)).containsExactly(86400, 2 * 86400, Double.NaN);
    assertThat(head(chunk, 5)).containsExactly(1.5, Double.NaN, 2);
  }

  @Test
  void delimitersLineEndsPackingAndMarksAreSeen() throws IOException {
    Path[] files = {
      file("tab.tsv", "a\tb\n1\tx\n"),
      file("semicolon.csv", "a;b\r\n1;x\r\n"),
      file("pipe.txt", "a|b\n1|x"),
      file("mark.csv", "\uFEFFa,b\n1,x\n"),
      gzip("packed.csv.gz", "a,b\n1,x\n"),
      gzip("packed.jsonl.gz", "{\"a\":1,\"b\":\"x\"}\n"),
      file("list.json", "[{\"a\":1,\"b\":\"x\"}]"),
      file("lines.ndjson", "{\"a\":1,\"b\":\"x\"}\n"),
      file("it's [a] *odd* name.csv", "a,b\n1,x\n"),
      file("UPPER.CSV", "a,b\n1,x\n"),
    };
    for (Path file : files) {
      Chunk chunk = only(Tables.open(file));
      assertThat(types(chunk)).as(file.toString()).containsExactly("a NUMBER", "b CATEGORY");
      assertThat(head(chunk, 0)).containsExactly(1);
      assertThat(texts(chunk, 1)).containsExactly("x");
    }
    Path colon = file("colon.csv", "a:b\n1:x\n");
    assertThat(types(only(Tables.open(colon, new ReadOptions(':', null, false))))).hasSize(2);
  }

  @Test
  void decimalCommasAreSeenAndSaid() throws IOException {
    String text = "a;b;s\n1,5;-,25;x,y\n2;1e3;3,5\n";
    Path file = file("comma.csv", text);
    try (DuckTable table = Tables.open(file)) {
      assertThat(table.notes()).singleElement().asString().contains("decimal commas in a, b:");
    }
    Chunk chunk = only(Tables.open(file));
    assertThat(types(chunk)).containsExactly("a NUMBER", "b NUMBER", "s CATEGORY");
    assertThat(head(chunk, 0)).containsExactly(1.5, 2);
    assertThat(head(chunk, 1)).containsExactly(-0.25, 1000);
    assertThat(texts(chunk, 2)).containsExactly("x,y", "3,5");
    Chunk asked = only(Tables.open(file, new ReadOptions(null, '.', false)));
    assertThat(types(asked)).containsExactly("a CATEGORY", "b CATEGORY", "s CATEGORY");
    Chunk mixed = only(Tables.open(file("mixed.csv", "a;b\n1.5;2,5\n3.5;4,5\n")));
    assertThat(types(mixed)).containsExactly("a NUMBER", "b NUMBER");
    assertThat(head(mixed, 0)).containsExactly(1.5, 3.5); // each column by its own mark
    assertThat(head(mixed, 1)).containsExactly(2.5, 4.5);
  }

  @Test
  void parquetHasTypes() throws Exception {
    Path file = dir.resolve("t.parquet");
    try (DuckDb db = DuckDb.open();
        Statement statement = db.statement()) {
      statement.execute(
          "COPY (SELECT 1::DECIMAL(9,2) AS d, 2::UTINYINT AS u, 'k'::ENUM('k','l') AS e,"
              + " uuid() AS id, TIME '01:00:00' AS t, TIMESTAMPTZ '1970-01-01 01:00:00+01' AS z,"
              + " DATE 'infinity' AS never, NULL::DOUBLE AS gone, true AS b) TO "
              + Sql.literal(file.toString())
              + " (FORMAT parquet)");
    }
    Chunk chunk = only(Tables.open(file));
    assertThat(types(chunk))
        .containsExactly(
            "d NUMBER",
            "u NUMBER",
            "e CATEGORY",
            "id CATEGORY",
            "t TIME",
            "z TIME",
            "never TIME",
            "gone NUMBER",
            "b CATEGORY");
    assertThat(head(chunk, 4)).containsExactly(3600);
    assertThat(head(chunk, 5)).containsExactly(0);
    assertThat(head(chunk, 6)).containsExactly(Double.NaN);
    assertThat(head(chunk, 7)).containsExactly(Double.NaN);
  }

  @Test
  void jsonOfMixedKindsIsText() throws IOException {
    Chunk chunk = only(Tables.open(file("m.jsonl", "{\"a\":1}\n{\"a\":\"x\"}\n{\"b\":true}\n")));
    assertThat(types(chunk)).containsExactly("a CATEGORY", "b CATEGORY");
    assertThat(texts(chunk, 0)).containsExactly("1", "x", null);
  }

  @Test
  void sqlSelectsAndKeepsItsOrder() throws IOException {
    Path file = file("o'r.csv", "x,y\n1,a\n3,b\n2,c\n");
    String sql =
        "select x*2 as xx, y from " + Sql.literal(file.toString()) + " order by x desc -- ok";
    Chunk chunk = only(Tables.openSql(sql + "\n;"));
    assertThat(head(chunk, 0)).containsExactly(6, 4, 2);
    assertThat(texts(chunk, 1)).containsExactly("b", "c", "a");
  }

  @Test
  void namesMayBeAnything() throws IOException {
    String odd = "a\"\"; drop table x --";
    Chunk chunk = only(Tables.open(file("n.csv", "\"" + odd + "\",'q',\"l\nm\"\n1,2,3\n")));
    assertThat(chunk.columns().stream().map(Column::name))
        .containsExactly("a\"; drop table x --", "'q'", "l\nm");
    assertThat(head(chunk, 2)).containsExactly(3);
  }

  @Test
  void namesThatAreThereTwiceAreChangedAndSaidSo() throws IOException {
    try (DuckTable table = Tables.open(file("d.csv", "a,a,A,,a_2\n1,2,3,4,5\n"))) {
      assertThat(table.columns().stream().map(Column::name))
          .containsExactly("a", "a_3", "A_4", "column4", "a_2");
      assertThat(table.notes())
          .containsExactly(
              "column 2: a is there already; called a_3",
              "column 3: A is there already; called A_4",
              "column 4 has no name; it is called column4");
    }
  }

  @Test
  void manyRowsComeInOrder() throws IOException {
    int n = 300_000;
    StringBuilder text = new StringBuilder("i,s\n");
    for (int i = 0; i < n; i++) {
      text.append(i).append(",k").append(i % 7).append('\n');
    }
    try (DuckTable table = Tables.open(file("many.csv", text.toString()))) {
      long row = 0;
      for (Chunk chunk = table.next(); chunk != null; chunk = table.next()) {
        assertThat(chunk.firstRow()).isEqualTo(row);
        for (int i = 0; i < chunk.rows(); i++, row++) {
          if (chunk.numbers(0)[i] != row || !chunk.texts(1)[i].equals("k" + row % 7)) {
            throw new AssertionError("row " + row + " is " + chunk.numbers(0)[i]);
          }
        }
      }
      assertThat(row).isEqualTo(n);
    }
  }

  @Test
  void wholeNumbersMayGetFractionsAfterTheSample() throws IOException {
    StringBuilder text = new StringBuilder("i,pad\n");
    for (int i = 0; i < 150_000; i++) {
      text.append(i).append(',').append("p".repeat(60)).append('\n');
    }
    Path file = file("late.csv", text + "0.5,p\n");
    double last = 0;
    try (DuckTable table = Tables.open(file)) {
      for (Chunk chunk = table.next(); chunk != null; chunk = table.next()) {
        last = chunk.numbers(0)[chunk.rows() - 1];
      }
    }
    assertThat(last).isEqualTo(0.5);
  }

  @Test
  void descriptionCountsRowsAndHashesBytes() throws IOException {
    Path file = file("abc.csv", "a,b\n1,x\n2,y\n");
    Tables.Description description = Tables.describe(file, ReadOptions.defaults());
    assertThat(description.rows()).isEqualTo(2);
    assertThat(description.columns())
        .containsExactly(new Column("a", ColumnType.NUMBER), new Column("b", ColumnType.CATEGORY));
    assertThat(Tables.fingerprint(file("h.txt", "abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void nothingIsLeftInTheTemporaryDirectory() throws IOException {
    Path file = file("a[1].csv", "a,b\n1,2\n");
    Path link;
    try (DuckDb db = DuckDb.open()) {
      link = Path.of(db.literal(file).replace("'", ""));
      assertThat(link).isSymbolicLink();
    }
    assertThat(link.getParent()).doesNotExist();
    assertThat(file).exists();
  }
}
