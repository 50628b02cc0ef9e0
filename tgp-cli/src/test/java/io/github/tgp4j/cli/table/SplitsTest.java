package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitsTest {
  @TempDir Path dir;

  private Path file(String text) throws IOException {
    return Files.writeString(dir.resolve("s.txt"), text);
  }

  @Test
  void linesAreSplitsAndHashesComments() throws IOException {
    String text = "# test rows\n3 0\n\n 1  2 \n#x\n";
    assertThat(Splits.read(file(text), 5)).isDeepEqualTo(new int[][] {{0, 3}, {1, 2}});
    Path packed = dir.resolve("s.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(Splits.read(packed, 5)).isDeepEqualTo(new int[][] {{0, 3}, {1, 2}});
  }

  @Test
  void whatIsWrongIsNamedWithItsLine() throws IOException {
    assertBad("# c\n1 5\n", "line 2: expected rows 0 to 4, as the table has, but got 5");
    assertBad("-1\n", "line 1: expected rows 0 to 4");
    assertBad("1 x\n", "line 1: expected the number of a row, from 0, but got \"x\"");
    assertBad("1 2 1\n", "line 1: row 1 is there twice");
    assertBad("0 1 2 3 4\n", "none for training");
    assertBad("# nothing\n", "has no split");
    assertThatThrownBy(() -> Splits.read(dir.resolve("none.txt"), 5))
        .hasMessageContaining("no such file");
  }

  private void assertBad(String text, String message) throws IOException {
    Path file = file(text);
    assertThatThrownBy(() -> Splits.read(file, 5))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(message);
  }
}
