package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomTreesTest {
  private static final int N = 80;
  private final Matrix x = Matrix.wrap(new SplittableRandom(2).doubles(2 * N).toArray(), N, 2);

  private RowStore rows(double... first) {
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      y[i] = i < first.length ? first[i] : x.get(i, 0) > 0.5 ? 1 : 0;
    }
    return RowStore.of(x, new double[][] {y});
  }

  @Test
  void asManyTreesAsAskedForOrAsTheTimeAllows() {
    assertThat(RandomTrees.builder().fit(rows())).hasToString("100 random trees");
    ForestModel few = RandomTrees.builder().trees(7).fit(rows());
    assertThat(few).hasToString("7 random trees");
    assertThat(few.trainingResult().ended()).isEqualTo(Ended.STEPS);
    ForestModel late =
        RandomTrees.builder().likelihood("bernoulli").timeLimit(Duration.ofNanos(1)).fit(rows());
    assertThat(late).hasToString("1 random tree");
    assertThat(late.trainingResult().ended()).isEqualTo(Ended.TIME_LIMIT);
    TrainingListener stop =
        new TrainingListener() {
          @Override
          public boolean onStep(Progress progress) {
            return false;
          }

          @Override
          public boolean isStopped() {
            return true;
          }
        };
    ForestModel stopped = RandomTrees.builder().likelihood("bernoulli").listener(stop).fit(rows());
    assertThat(stopped.trainingResult().ended()).isEqualTo(Ended.CANCELLED);
  }

  @Test
  void whatIsNoTargetIsRefused() {
    assertThatThrownBy(() -> RandomTrees.builder().fit(rows(Double.NaN)))
        .hasMessageContaining("got NaN");
    assertThatThrownBy(() -> RandomTrees.builder().fit(rows(1e200)))
        .hasMessageContaining("1.0E200");
    RandomTrees classes = RandomTrees.builder().likelihood("bernoulli");
    assertThatThrownBy(() -> classes.fit(rows(2))).hasMessageContaining("0 to 1 but got 2.0");
    assertThatThrownBy(() -> RandomTrees.builder().likelihood("poisson"))
        .hasMessageContaining("expected the likelihood gaussian, bernoulli or categorical");
    assertThatThrownBy(() -> RandomTrees.builder().trees(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> RandomTrees.builder().threads(0)).hasMessageContaining("at least 1");
  }
}
