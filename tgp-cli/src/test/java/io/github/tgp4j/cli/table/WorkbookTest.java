package io.github.tgp4j.cli.table;

import static io.github.tgp4j.cli.table.WorkbookFile.number;
import static io.github.tgp4j.cli.table.WorkbookFile.row;
import static io.github.tgp4j.cli.table.WorkbookFile.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Excel workbooks as tables. */
class WorkbookTest {
  @TempDir Path dir;

  private Path write(WorkbookFile book) throws IOException {
    return book.write(dir.resolve("book.xlsx"));
  }

  private record Read(Chunk rows, List<String> notes) {
    List<String> columns() {
      return rows.columns().stream().map(c -> c.name() + " " + c.type()).toList();
    }

    double[] numbers(int column) {
      return Arrays.copyOf(rows.numbers(column), rows.rows());
    }

    String[] texts(int column) {
      return Arrays.copyOf(rows.texts(column), rows.rows());
    }
  }

  private static Read read(Path file, ReadOptions options) {
    try (DuckTable table = Tables.open(file, options)) {
      Read read = new Read(table.next(), table.notes());
      assertThat(table.next()).isNull();
      return read;
    }
  }

  private static Read read(Path file) {
    return read(file, ReadOptions.defaults());
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Path file) {
    return assertThatThrownBy(() -> read(file))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith(file.toString());
  }

  @Test
  void numbersTextsAndBlanks() throws IOException {
    Path file =
        write(
            new WorkbookFile()
                .shared(
                    "<t>city</t>",
                    "<r><t>Os</t></r><r><t>lo</t></r><rPh><t>x</t></rPh>",
                    "<t xml:space=\"preserve\">a, \"b\"\n c</t>")
                .sheet(
                    "One",
                    row("<c t=\"s\"><v>0</v></c>", text("area m²"), text("ok")),
                    row(
                        "<c t=\"s\"><v>1</v></c>",
                        number("0.10000000000000001"),
                        "<c t=\"b\"><v>1</v></c>"),
                    row("<c t=\"s\"><v>2</v></c>", "<c s=\"0\"/>", "<c t=\"b\"><v>0</v></c>"),
                    row("<c/>", number("1.5E3"))));
    Read read = read(file);
    assertThat(read.columns()).containsExactly("city CATEGORY", "area m² NUMBER", "ok CATEGORY");
    assertThat(read.texts(0)).containsExactly("Oslo", "a, \"b\"\n c", null);
    assertThat(read.numbers(1)).containsExactly(0.1, Double.NaN, 1500);
    assertThat(read.texts(2)).containsExactly("TRUE", "FALSE", null);
    assertThat(read.notes()).isEmpty();
    Read asText = read(file, ReadOptions.defaults().withText());
    assertThat(asText.texts(1)).containsExactly("0.1", null, "1500");
  }

  private static double day(String date) {
    return LocalDate.parse(date).toEpochDay() * 86_400.0;
  }

  private static double at(String time) {
    return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
  }

  @Test
  void datesByTheirFormats() throws IOException {
    WorkbookFile book =
        new WorkbookFile()
            .style(14)
            .style("yyyy\\-mm\\-dd hh:mm;@")
            .style("[$-409]h:mm AM/PM")
            .style("[h]:mm")
            .style("0.0 \"days\"")
            .style("mmm yy")
            .sheet(
                "One",
                row(text("day"), text("at"), text("time"), text("long"), text("n"), text("month")),
                row(
                    dated(1, 46043),
                    dated(2, 46043.5),
                    dated(3, 0.75),
                    dated(4, 1.5),
                    dated(5, 3),
                    dated(6, 61)),
                row(
                    dated(1, 46044),
                    dated(2, 46043),
                    dated(3, 0),
                    dated(4, 2),
                    dated(5, 4),
                    dated(6, 59)));
    Read read = read(write(book));
    assertThat(read.columns())
        .containsExactly(
            "day TIME", "at TIME", "time TIME", "long NUMBER", "n NUMBER", "month TIME");
    assertThat(read.numbers(0)).containsExactly(day("2026-01-21"), day("2026-01-22"));
    assertThat(read.numbers(1)).containsExactly(at("2026-01-21T12:00"), at("2026-01-21T00:00"));
    assertThat(read.numbers(2)).containsExactly(64_800, 0);
    assertThat(read.numbers(3)).containsExactly(1.5, 2);
    assertThat(read.numbers(5)).containsExactly(day("1900-03-01"), day("1900-02-28"));
    Read later = read(write(book.since1904()));
    assertThat(later.numbers(0)).containsExactly(day("2030-01-22"), day("2030-01-23"));
  }

  private static String dated(int style, Object value) {
    return "<c s=\"" + style + "\"><v>" + value + "</v></c>";
  }

  @Test
  void datesWithAndWithoutTimesInOneColumn() throws IOException {
    Read read =
        read(
            write(
                new WorkbookFile()
                    .style(14)
                    .style(22)
                    .sheet(
                        "One",
                        row(text("at"), text("iso")),
                        row(dated(1, 46043), "<c t=\"d\"><v>2026-01-21T12:00:00Z</v></c>"),
                        row(dated(2, 46043.5), "<c t=\"d\"><v>2026-01-21</v></c>"))));
    assertThat(read.columns()).containsExactly("at TIME", "iso TIME");
    assertThat(read.numbers(0)).containsExactly(day("2026-01-21"), at("2026-01-21T12:00"));
  }

  @Test
  void formulasErrorsAndStrayCellsAreTold() throws IOException {
    Path file =
        write(
            new WorkbookFile()
                .sheet(
                    "One",
                    "<row r=\"3\"><c r=\"B3\" t=\"str\"><v>x</v></c>"
                        + "<c r=\"C3\" t=\"str\"><f>A1</f><v>y</v></c></row>",
                    "<row r=\"4\"><c r=\"B4\"><f>1+1</f><v>2</v></c><c r=\"C4\" t=\"e\"><v>#N/A</v></c></row>",
                    "<row r=\"6\"><c r=\"B6\"><v>3</v></c><c r=\"C6\" t=\"e\"><f>1/0</f><v>#DIV/0!</v></c><c r=\"E6\"><v>9</v></c></row>",
                    "<row r=\"7\"><c r=\"B7\"><f>B6</f></c><c r=\"C7\"><v>5</v></c></row>",
                    "<row r=\"8\"><c r=\"B8\" s=\"0\"/></row>"));
    Read read = read(file);
    assertThat(read.columns()).containsExactly("x NUMBER", "y NUMBER");
    assertThat(read.numbers(0)).containsExactly(2, 3, Double.NaN);
    assertThat(read.numbers(1)).containsExactly(Double.NaN, Double.NaN, 5);
    assertThat(read.notes())
        .containsExactly(
            "empty rows between others are left out: 1",
            "2 cells (the first: C4) with errors (#DIV/0!, #N/A): read as missing",
            "cell B7 with formulas but no saved values: read as missing (open the workbook in a"
                + " spreadsheet program and save it)",
            "cell E6 left out: no name stands at the top of the column");
  }

  @Test
  void oneOfSeveralSheets() throws IOException {
    String names = row(text("a"), text("b"));
    WorkbookFile book =
        new WorkbookFile()
            .sheet("hidden", names, row(number(1), number(1)))
            .sheet("Rows 2025", names, row(number(2), number(2)))
            .sheet("Rows 2026", names, row(number(3), number(3)))
            .firstHidden();
    Path file = write(book);
    assertThat(read(file).numbers(0)).containsExactly(2);
    assertThat(read(file).notes())
        .containsExactly("read from sheet Rows 2025, the first of 2 (--sheet NAME takes another)");
    ReadOptions options = ReadOptions.defaults();
    assertThat(read(file, options.withSheet("Rows 2026")).numbers(0)).containsExactly(3);
    assertThat(read(file, options.withSheet("1")).numbers(0)).containsExactly(1);
    assertThat(Tables.countRows(file, options.withSheet("hidden"))).isEqualTo(1);
    assertThat(Tables.fingerprint(file, options))
        .isEqualTo(Tables.fingerprint(file, options.withSheet("Rows 2025")))
        .isNotEqualTo(Tables.fingerprint(file, options.withSheet("Rows 2026")));
    assertThatThrownBy(() -> read(file, options.withSheet("Rows 2027")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("--sheet")
        .hasMessageContaining("Rows 2026");
  }

  @Test
  void optionsOfTextAreRefused() throws IOException {
    Path file = write(new WorkbookFile().sheet("One", row(text("a b")), row(number(1))));
    assertThat(read(file).columns()).containsExactly("a b NUMBER");
    assertThatThrownBy(() -> read(file, new ReadOptions(';', null, false)))
        .hasMessageContaining("--delimiter is for text files");
    Path csv = Files.writeString(dir.resolve("a.csv"), "a,b\n1,2\n");
    assertThatThrownBy(() -> read(csv, ReadOptions.defaults().withSheet("x")))
        .hasMessageContaining("--sheet is for .xlsx workbooks");
  }

  @Test
  void aTitleIsNoRowOfNames() throws IOException {
    Path file =
        write(
            new WorkbookFile()
                .sheet(
                    "One",
                    row(text("Sales")),
                    row(text("a"), text("b")),
                    row(number(1), number(2))));
    assertRefused(file).hasMessageContaining("row 1 has one value only, \"Sales\"");
  }

  @Test
  void emptySheets() throws IOException {
    assertRefused(write(new WorkbookFile().sheet("None"))).hasMessageContaining("is empty");
    Path names = write(new WorkbookFile().sheet("Names", row(text("a"), text("b"))));
    assertRefused(names).hasMessageContaining("no rows");
  }

  @Test
  void otherFilesAreNamed() throws IOException {
    Path file = dir.resolve("a.xlsx");
    Files.write(file, new byte[] {(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, 1, 2, 3, 4});
    assertRefused(file).hasMessageContaining("old one (.xls), or one with a password");
    Files.writeString(file, "a,b\n1,2\n");
    assertRefused(file).hasMessageContaining("rename it to .csv");
    WorkbookFile.zip(file, Map.of("readme.txt", "x"));
    assertRefused(file).hasMessageContaining("it lacks _rels/.rels");
    assertRefused(Files.writeString(dir.resolve("b.xls"), "x")).hasMessageContaining("only .xlsx");
  }

  @Test
  void whateverIsCutOffOrChangedIsAnErrorOrATable() throws IOException {
    StringBuilder rows = new StringBuilder(row(text("a"), text("b")));
    for (int i = 0; i < 50; i++) {
      rows.append(row(number(i * 0.37), "<c t=\"s\"><v>" + i % 3 + "</v></c>"));
    }
    Path good =
        write(
            new WorkbookFile()
                .shared("<t>x</t>", "<t>y</t>", "<t>z</t>")
                .sheet("One", rows.toString()));
    byte[] bytes = Files.readAllBytes(good);
    SplittableRandom random = new SplittableRandom(1);
    Path file = dir.resolve("bad.xlsx");
    int refused = 0;
    for (int i = 0; i < 60; i++) {
      byte[] copy =
          Arrays.copyOf(bytes, i % 2 == 0 ? bytes.length : random.nextInt(4, bytes.length));
      if (i % 2 == 0) {
        for (int k = 0; k < 3; k++) {
          copy[random.nextInt(4, copy.length)] = (byte) random.nextInt();
        }
      }
      Files.write(file, copy);
      try {
        read(file);
      } catch (TableException e) {
        refused++;
        assertThat(e).hasMessageStartingWith(file.toString());
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(30); // all that were cut off
  }

  @Test
  void hostileSheets() throws IOException {
    assertHostile("<row><c r=\"ZZZZ1\"><v>1</v></c></row>", "a cell called");
    assertHostile("<row><c r=\"ZZZ1\"><v>1</v></c></row>", "out of order");
    assertHostile("<row><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>1</v></c></row>", "out of order");
    assertHostile("<row r=\"2\"/><row r=\"2\"/>", "row 2 comes after row 2");
    assertHostile("<row r=\"2000000\"/>", "row 2000000");
    assertHostile("<row><c t=\"s\"><v>2000000000</v></c></row>", "which is not there");
    assertHostile("<row><c><v>one</v></c></row>", "cell A1: expected a number but got \"one\"");
    assertHostile("<row><c><v>1e999</v></c></row>", "expected a number");
    assertHostile("<row><c><v>1</v>", "broken Excel workbook");
    assertHostile(row(text("x".repeat(2_000_000))), "more than 1048576 letters");
    assertHostile("<row spans=\"" + "1".repeat(10_000_000) + "\"/>", "far more than a table does");
    assertHostile("<x>b</x>".repeat(8_500_000), "far more than a table does");
  }

  private void assertHostile(String rows, String message) throws IOException {
    assertRefused(write(new WorkbookFile().sheet("One", rows))).hasMessageContaining(message);
  }

  @Test
  void entitiesAreNotRead() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret.txt"), "secret");
    Path file = dir.resolve("x.xlsx");
    String doctype = "<!DOCTYPE a [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>";
    WorkbookFile.zip(
        file,
        Map.of(
            "_rels/.rels", doctype + "<Relationships><Relationship Id=\"&e;\"/></Relationships>"));
    assertRefused(file).hasMessageNotContaining("secret");
  }
}
