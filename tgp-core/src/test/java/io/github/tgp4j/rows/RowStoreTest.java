package io.github.tgp4j.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowStoreTest {
  @TempDir Path directory;

  private static Matrix counting(int rows, int cols, double from) {
    Matrix m = Matrix.zeros(rows, cols);
    for (int i = 0; i < m.data.length; i++) {
      m.data[i] = from + i / 3.0;
    }
    return m;
  }

  private long files() throws IOException {
    try (Stream<Path> list = Files.list(directory)) {
      return list.count();
    }
  }

  @Test
  void spillGivesBackWhatItWasGiven() throws IOException {
    Matrix x = counting(1000, 3, -5);
    Matrix y = counting(1000, 2, 1e10);
    try (RowStore.Writer writer = RowStore.spill(directory, 3, 2)) {
      for (int from : new int[] {0, 1, 700}) {
        int to = from == 0 ? 1 : from == 1 ? 700 : 1000;
        writer.append(x.rowRange(from, to), y.rowRange(from, to));
      }
      try (RowStore rows = writer.finish()) {
        assertThat(rows.rows()).isEqualTo(1000);
        assertThat(rows.isInMemory()).isFalse();
        assertThat(rows.allInputs().data).isEqualTo(x.data);
        for (int i = 0; i < 1000; i++) {
          assertThat(rows.allTargets()[1][i]).isEqualTo(y.get(i, 1));
          i += 98;
        }
        assertThatThrownBy(() -> writer.append(x, y)).hasMessageContaining("after finish()");
        // the name is gone already where the system allows it: a killed process leaves no file
        assertThat(files()).isLessThanOrEqualTo(1);
      }
    }
    assertThat(files()).as("the file is deleted").isZero();
  }

  @Test
  void anUnfinishedSpillLeavesNothing() throws IOException {
    try (RowStore.Writer writer = RowStore.spill(directory, 3, 1)) {
      writer.append(counting(5, 3, 0), counting(5, 1, 0));
      assertThatThrownBy(() -> writer.append(counting(5, 2, 0), counting(5, 1, 0)))
          .hasMessageContaining("3 inputs and 1 targets but got x 5×2");
    }
    assertThat(files()).isZero();
    assertThatThrownBy(() -> RowStore.spill(directory.resolve("none"), 1, 1))
        .hasMessageContaining("choose another directory");
  }

  /** Rows that end with a part, cross none, and lie in the last, shorter one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 24, 100, 1 << 20})
  void severalMappingsAreOneStore(long mostBytes) throws IOException {
    Matrix x = counting(50, 2, 0);
    Matrix y = counting(50, 1, 100);
    Path file = directory.resolve("rows");
    java.nio.ByteBuffer bytes =
        java.nio.ByteBuffer.allocate(50 * 24).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 50; i++) {
      bytes.putDouble(x.get(i, 0)).putDouble(x.get(i, 1)).putDouble(y.get(i, 0));
    }
    Files.write(file, bytes.array());
    try (FileChannel channel = FileChannel.open(file);
        RowStore rows = new MappedRows(file, channel, 50, 2, 1, mostBytes)) {
      assertThat(rows.allInputs().data).isEqualTo(x.data);
      assertThat(rows.allTargets()[0]).isEqualTo(y.data);
    }
  }

  @Test
  void memoryIsNotCopied() {
    Matrix x = counting(4, 2, 0);
    double[][] y = {{1, 2, 3, 4}};
    RowStore rows = RowStore.of(x, y);
    assertThat(rows.allInputs()).isSameAs(x);
    assertThat(rows.allTargets()).isSameAs(y);
    assertThatThrownBy(() -> RowStore.of(x, new double[1][3]))
        .hasMessageContaining("expected 4, one per row of x, but got 3");
  }
}
