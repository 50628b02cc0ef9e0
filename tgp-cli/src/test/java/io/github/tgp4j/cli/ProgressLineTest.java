package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressLineTest {
  @Test
  void timeLeftIsRoundedDownAndNotGuessedFromTheStart() {
    assertThat(ProgressLine.left(0.03, 6)).isEmpty(); // 194 s by the slow first steps
    assertThat(ProgressLine.left(0.5, 0.4)).isEmpty();
    assertThat(ProgressLine.left(Double.NaN, 10)).isEmpty();
    assertThat(ProgressLine.left(1, 10)).isEmpty();
    assertThat(ProgressLine.left(0.9, 30)).isEqualTo("  a few seconds left");
    assertThat(ProgressLine.left(0.5, 59)).isEqualTo("  about 55 s left");
    assertThat(ProgressLine.left(0.1, 18)).isEqualTo("  about 2.5 min left");
    assertThat(ProgressLine.left(0.25, 60)).isEqualTo("  about 3 min left");
    assertThat(ProgressLine.left(0.1, 3600)).isEqualTo("  about 9 h left");
  }
}
