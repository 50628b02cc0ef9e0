package io.github.tgp4j.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LevelCountsTest {
  @Test
  void frequentTextsSurviveAFloodOfOthers() {
    LevelCounts counts = new LevelCounts(1000);
    for (int i = 0; i < 100_000; i++) {
      counts.add("id" + i);
      if (i >= 50_000 && i % 100 == 0) { // appears late, when the map is long full
        counts.add("late");
      }
    }
    assertThat(counts.counts()).hasSizeLessThanOrEqualTo(1000);
    assertThat(counts.counts().get("late")).isBetween(500L - 2 * 100_500 / 1000, 500L);
    assertThat(counts.rows()).isEqualTo(100_500);
    assertThat(counts.distinct()).isGreaterThan(100_000);
  }

  @Test
  void countsAreExactWhileTheyFit() {
    LevelCounts counts = new LevelCounts(3);
    for (String text : "a b a c a b".split(" ")) {
      counts.add(text);
    }
    assertThat(counts.counts()).containsEntry("a", 3L).containsEntry("b", 2L).hasSize(3);
  }
}
