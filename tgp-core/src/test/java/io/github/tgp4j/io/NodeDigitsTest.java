package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeDigitsTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 1, 500", "7, 1, 500", "3, 12, 501", "40000, 50, 77"})
  void whatIsPackedIsRead(int inputs, int classes, int count) {
    int[] nodes = new SplittableRandom(count).ints(count, -classes, inputs).toArray();
    for (int n = 0; n < count; n++) {
      nodes[n] = nodes[n] < 0 || n % 2 > 0 ? nodes[n] : -1;
    }
    NodeDigits digits = new NodeDigits(nodes, inputs);
    double[] packed = digits.packed();
    assertThat(packed.length).isLessThanOrEqualTo(1 + count / 3);
    assertThat(NodeDigits.unpacked(packed, count, digits.base(), inputs)).containsExactly(nodes);
  }

  @Test
  void whatIsNotPackedIsRefused() {
    double[] half = {0.5};
    assertThatThrownBy(() -> NodeDigits.unpacked(half, 3, 4, 2)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> NodeDigits.unpacked(new double[] {0x1p53}, 3, 4, 2))
        .hasMessageContaining("whole numbers");
    assertThatThrownBy(() -> NodeDigits.unpacked(new double[2], 3, 4, 2))
        .hasMessageContaining("3 nodes but got 2 numbers");
  }
}
