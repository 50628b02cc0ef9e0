package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.train.TrainingPlan;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ModelSearchTest {
  private static final Tgp BASE =
      Tgp.builder().inducing(15).nodes(16).plan(TrainingPlan.ofSteps(300));

  private static double[][] inputs(int n) {
    double[][] x = new double[n][1];
    for (int i = 0; i < n; i++) {
      x[i][0] = -2 + 4.0 * i / (n - 1);
    }
    return x;
  }

  @Test
  void flatAndSteepDataGetAFlow() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] x = inputs(150);
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) { // flat, then steep: a smooth function behind a tanh
      y[i] = Math.tanh(6 * Math.sin(5 * x[i][0])) + 0.05 * random.nextGaussian();
    }
    ModelSearch.Result result =
        ModelSearch.of(BASE, List.of("tanh-sum(2)", "tanh", "exp")).fit(x, y);
    assertThat(result.flow()).as(result.scores() + " " + result.reason()).isNotEqualTo("identity");
    assertThat(result.scores()).containsKeys("identity", "exp", "tanh", "tanh-sum(2)");
    assertThat(result.scores().get(result.flow())).isLessThan(result.scores().get("identity"));
    assertThat(result.reason()).contains(result.flow());
    assertThat(result.model().predict(x).mean()).doesNotContain(Double.NaN);
  }

  @Test
  void aFlowThatHurtsIsNeverChosen() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = inputs(120);
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.sin(2 * x[i][0]) + 0.3 * random.nextGaussian();
    }
    ModelSearch.Result result = ModelSearch.of(BASE, List.of("exp", "sinh > sinh")).fit(x, y);
    assertThat(result.flow()).isEqualTo("identity");
    assertThat(result.reason()).startsWith("identity");
  }

  @Test
  void theBuilderIsLeftAlone() {
    Tgp copy = BASE.copy().flow("sal(1)");
    assertThat(copy).isNotSameAs(BASE);
    double[][] x = inputs(20);
    assertThat(BASE.fit(x, new double[20]).toString()).contains("flow identity");
  }

  @Test
  void tooFewRowsAreSaid() {
    assertThatThrownBy(() -> ModelSearch.of(BASE, List.of("sal(1)")).fit(inputs(5), new double[5]))
        .hasMessageContaining("at least 10 rows");
  }
}
