package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClassScoresTest {
  private static final double[] Y = {0, 2, 1};
  private static final double[][] P = {{0.5, 0.3, 0.2}, {0.1, 0.1, 0.8}, {0.4, 0.4, 0.2}};

  @Test
  void handValues() {
    assertThat(ClassScores.accuracy(Y, new double[] {0, 2, 2})).isEqualTo(2.0 / 3.0);
    assertThat(ClassScores.accuracy(Y, P)).isEqualTo(2.0 / 3.0); // row 2 is a tie: class 0
    assertThat(ClassScores.brier(Y, P))
        .isCloseTo((0.25 + 0.09 + 0.04 + 0.06 + 0.16 + 0.36 + 0.04) / 3, within(1e-15));
    assertThat(ClassScores.logLoss(Y, P)).isCloseTo(-Math.log(0.5 * 0.8 * 0.4) / 3, within(1e-15));
  }

  @Test
  void bestAndWorst() {
    double[] y = {1};
    double[][] right = {{0, 1}};
    double[][] wrong = {{1, 0}};
    assertThat(ClassScores.brier(y, right)).isZero();
    assertThat(ClassScores.brier(y, wrong)).isEqualTo(2.0);
    assertThat(ClassScores.logLoss(y, right)).isZero();
    assertThat(ClassScores.logLoss(y, wrong)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> ClassScores.brier(new double[] {3}, new double[][] {P[0]}))
        .hasMessage("targets, row 0: expected a class code 0 to 2 but got 3.0");
    assertThatThrownBy(() -> ClassScores.brier(new double[] {0.5}, new double[][] {P[0]}))
        .hasMessageContaining("class code");
    assertThatThrownBy(() -> ClassScores.logLoss(new double[] {0}, new double[][] {{0.5, 0.4}}))
        .hasMessageContaining("a sum of 1");
    assertThatThrownBy(
            () -> ClassScores.logLoss(new double[] {0}, new double[][] {{Double.NaN, 1}}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> ClassScores.accuracy(new double[] {0, 1}, P))
        .hasMessageContaining("rows of probabilities: expected 2");
    assertThatThrownBy(
            () -> ClassScores.accuracy(new double[] {0, 0}, new double[][] {P[0], {1, 0}}))
        .hasMessageContaining("probabilities, row 1: expected 3");
    assertThatThrownBy(() -> ClassScores.accuracy(new double[0], new double[0][]))
        .hasMessageContaining("none");
  }
}
