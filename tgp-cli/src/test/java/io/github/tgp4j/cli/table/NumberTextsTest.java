package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers as people write them are numbers, and it is said how they were read. */
class NumberTextsTest {
  @TempDir private Path directory;

  private record Read(Chunk chunk, List<String> notes) {
    double[] numbers(String name) {
      assertThat(chunk.columns().get(chunk.require(name)).type()).isEqualTo(ColumnType.NUMBER);
      return chunk.numbers(chunk.require(name));
    }
  }

  private Read read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("t.csv"), text);
    try (DuckTable table = Tables.open(file)) {
      return new Read(table.next(), table.notes());
    }
  }

  @Test
  void thousandsCurrenciesAndPercents() throws IOException {
    Read read = read("a;b;c;d\n1,234.50;12 €;45%;$-1,000\n7;13,5 €;4.5%;$2\n;1.250,75 €;0%;$3.5\n");
    assertThat(read.numbers("a")).startsWith(1234.5, 7, Double.NaN);
    assertThat(read.numbers("b")).startsWith(12, 13.5, 1250.75);
    assertThat(read.numbers("c")).startsWith(45, 4.5, 0);
    assertThat(read.numbers("d")).startsWith(-1000, 2, 3.5);
    assertThat(read.notes())
        .contains(
            "a: read as numbers: \"1,234.50\" is 1234.5",
            "b: read as numbers: \"1.250,75 €\" is 1250.75",
            "c: read as numbers: \"4.5%\" is 4.5");
  }

  @Test
  void unitsAndParentheses() throws IOException {
    Read read = read("a;b;c;d\n12 kg;20.5°C;(1,234);$5\n1,300 kg;-3°C;17;($1,250.50)\n");
    assertThat(read.numbers("a")).startsWith(12, 1300);
    assertThat(read.numbers("b")).startsWith(20.5, -3);
    assertThat(read.numbers("c")).startsWith(-1234, 17);
    assertThat(read.numbers("d")).startsWith(5, -1250.5);
    assertThat(read.notes())
        .contains(
            "a: read as numbers: \"1,300 kg\" is 1300", "c: read as numbers: \"(1,234)\" is -1234");
  }

  @Test
  void aFewTextsAmongThemStayTexts() throws IOException {
    StringBuilder text = new StringBuilder("price;plain\nsold;?x\n");
    for (int i = 1; i < 20; i++) {
      text.append("1.").append(100 + i).append(",50 €;").append(i).append('\n');
    }
    Read read = read(text.toString());
    assertThat(read.chunk.texts(0)).startsWith("sold", "1101.5", "1102.5");
    assertThat(read.chunk.texts(1)).startsWith("?x", "1", "2");
    assertThat(read.notes()).containsExactly("price: read as numbers: \"1.101,50 €\" is 1101.5");
  }

  @Test
  void blanksBetweenThousandsAndTypesettersMinus() throws IOException {
    Read read = read("a;b\n1 234;−5\n12 345,5;7\n;−1 200,25\n");
    assertThat(read.numbers("a")).startsWith(1234, 12345.5, Double.NaN);
    assertThat(read.numbers("b")).startsWith(-5, 7, -1200.25);
    assertThat(read.notes()).contains("b: read as numbers: \"−1 200,25\" is -1200.25");
  }

  /** Postcodes and article numbers: the zero in front would be lost. */
  @Test
  void codesWithZerosInFrontStayText() throws IOException {
    Read read = read("zip,rate,part\n01018,0.5 %,007-1\n20095,0 %,0012\n");
    assertThat(read.chunk.texts(0)).startsWith("01018", "20095");
    assertThat(read.numbers("rate")).startsWith(0.5, 0);
    assertThat(read.chunk.texts(2)).startsWith("007-1", "0012");
  }

  @Test
  void whatIsNotOneKindOfNumberStaysText() throws IOException {
    Read read =
        read("a,b,c,d,e,f,g\n12 €,45%,12 kg,2024-W1,3D,(1),5 m\n12 $,45,13 g,2024-W2,2D,(2),7\n");
    assertThat(read.chunk.columns()).allMatch(c -> c.type() == ColumnType.CATEGORY);
    assertThat(read.notes()).isEmpty();
  }
}
