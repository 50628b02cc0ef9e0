package io.github.tgp4j.elementary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 7, 8, 9, 13, 16, 207})
  void agreesWithTheRunningSum(int n) {
    double[] x = new double[n + 9];
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.sin(1.0 + i);
    }
    double sum = 0.0;
    double dot = 0.0;
    double triple = 0.0;
    double square = 0.0;
    for (int i = 0; i < n; i++) {
      sum += x[2 + i];
      dot += x[2 + i] * x[5 + i];
      triple += x[2 + i] * x[5 + i] * x[1 + i];
      square += x[i] * x[i];
    }
    assertThat(Sums.sum(x, 2, n)).isCloseTo(sum, offset(1e-12));
    assertThat(Sums.dot(x, 2, x, 5, n)).isCloseTo(dot, offset(1e-12));
    assertThat(Sums.shortSum(x, 2, n)).isCloseTo(sum, offset(1e-12));
    assertThat(Sums.shortDot(x, x, n)).isCloseTo(square, offset(1e-12));
    assertThat(Sums.dot(x, 2, x, 5, x, 1, n)).isCloseTo(triple, offset(1e-12));
  }
}
