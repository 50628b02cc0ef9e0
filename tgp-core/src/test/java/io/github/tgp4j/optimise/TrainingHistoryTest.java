package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.train.TrainingListener;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingHistoryTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 255, 256, 257, 258, 513, 100_003})
  void keepsFewOfMany(int steps) {
    TrainingHistory history = new TrainingHistory();
    for (int k = 1; k <= steps; k++) {
      history.add(
          new TrainingListener.Progress(
              TrainingListener.Phase.MAIN, k, 0.5, -1.0 / k, Double.NaN, k));
    }
    List<Integer> kept = history.points().stream().map(TrainingListener.Progress::step).toList();
    assertThat(history.steps()).isEqualTo(steps);
    assertThat(kept).hasSizeLessThanOrEqualTo(257).isSorted().doesNotHaveDuplicates();
    assertThat(kept.size()).isGreaterThanOrEqualTo(Math.min(steps, 128));
    if (steps > 0) {
      assertThat(kept).startsWith(1).endsWith(steps);
    }
    for (int i = 2; i < kept.size() - 1; i++) {
      assertThat(kept.get(i) - kept.get(i - 1)).isEqualTo(kept.get(1) - kept.get(0));
    }
  }
}
