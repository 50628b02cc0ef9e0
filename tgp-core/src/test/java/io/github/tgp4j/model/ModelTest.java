package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users do who write a model of their own for a test. */
class ModelTest {
  private static final class Fake implements Model {
    @Override
    public int inputs() {
      return 2;
    }

    @Override
    public List<Prediction> predictAll(Matrix x) {
      return List.of(Prediction.of(Collections.nCopies(x.rows, Distribution.gaussian(3, 1))));
    }
  }

  @Test
  void aFakeNeedsTwoMethods() {
    Model fake = new Fake();
    assertThat(fake.predict(new double[][] {{1, 2}, {3, 4}}).mean()).containsExactly(3, 3);
    assertThat(fake.predict(new double[0][]).rows()).isZero();
    assertThat(fake.predictRow(1, 2).median()).isEqualTo(3);
    assertThat(fake.targets()).isEqualTo(1);
    assertThat(fake.parameterNames()).isEmpty();
    assertThat(Tgp.builder().flow("sal(2)").inducing(7))
        .hasToString("Tgp: flow sal(2), likelihood gaussian, 7 inducing points");
    assertThatThrownBy(fake::inputScaling).hasMessageContaining("Fake does not say");
  }
}
