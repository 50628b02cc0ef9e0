package io.github.tgp4j.cuda.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;

/** Compares what kernels answer with what Java says, and keeps what differs. */
final class Agreement {
  private static final double TOLERANCE = 1e-12;

  private final DoubleBuffer answer;
  private final List<String> wrong = new ArrayList<>();
  private double tolerance = TOLERANCE;

  Agreement(DoubleBuffer answer) {
    this.answer = answer;
  }

  /** What follows need not be closer than this. */
  void tolerate(double other) {
    tolerance = other;
  }

  double next() {
    return answer.get();
  }

  double[] next(int n) {
    double[] values = new double[n];
    answer.get(values);
    return values;
  }

  /** The next numbers of the answer are these, to 1e-12 of the largest unless told otherwise. */
  void check(String name, double[] expected) {
    check(name, expected, next(expected.length));
  }

  void check(String name, double[] expected, double[] actual) {
    double scale = 0.0;
    for (double value : expected) {
      scale = Math.max(scale, Math.abs(value));
    }
    if (!Double.isFinite(scale)) {
      wrong.add(name + ": Java's own values are not finite, which compares nothing");
    }
    for (int i = 0; i < expected.length; i++) {
      double off = Math.abs(expected[i] - actual[i]);
      if (!(off <= tolerance * scale)) {
        wrong.add(name + "[" + i + "]: " + expected[i] + " but " + actual[i]);
        return;
      }
    }
  }

  /** Nothing differs, and nothing is left. */
  void finish() {
    assertThat(wrong).isEmpty();
    assertThat(answer.remaining()).isZero();
  }
}
