package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MlpShapeTest {
  @Test
  void printsTheModelLanguage() {
    assertThat(MlpShape.of(Activation.RELU, 50, 50).withDropout(0.25))
        .hasToString("mlp(50,50, relu, dropout=0.25)");
    assertThat(MlpShape.of(Activation.TANH, 25)).hasToString("mlp(25, tanh)");
    assertThat(MlpShape.of(Activation.TANH, 25).asJoint().asBayes())
        .hasToString("mlp(25, tanh, joint, bayes)");
    assertThat(MlpShape.of(Activation.TANH, 8, 4, 2).withBatchNorm())
        .hasToString("mlp(8,4,2, tanh, batchnorm)")
        .isEqualTo(new MlpShape(List.of(8, 4, 2), Activation.TANH, 0, true, false, false));
  }

  @Test
  void buildsWhatItDescribes() {
    MlpShape shape = MlpShape.of(Activation.RELU, 3);
    assertThat(shape.network(2, 1, 1)).isInstanceOf(Mlp.class);
    assertThat(shape.asBayes().network(2, 1, 1)).isInstanceOf(BayesianMlp.class);
    assertThatThrownBy(() -> new Mlp(shape.asBayes(), 2, 1, 1)).hasMessageContaining("bayes");
    assertThatThrownBy(() -> new BayesianMlp(shape, 2, 1, 1)).hasMessageContaining("bayes");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> MlpShape.of(Activation.RELU))
        .hasMessageContaining("1 to 3 hidden widths but got 0");
    assertThatThrownBy(() -> MlpShape.of(Activation.RELU, 1, 2, 3, 4))
        .hasMessageContaining("but got 4");
    assertThatThrownBy(() -> MlpShape.of(Activation.RELU, 5, 0)).hasMessageContaining("[5, 0]");
    MlpShape shape = MlpShape.of(Activation.RELU, 5);
    for (double p : new double[] {1.0, -0.1, Double.NaN}) {
      assertThatThrownBy(() -> shape.withDropout(p)).hasMessageContaining("but got " + p);
    }
    assertThatThrownBy(() -> shape.withDropout(0.5).asBayes()).hasMessageContaining("bayes");
    assertThatThrownBy(() -> shape.withBatchNorm().asBayes()).hasMessageContaining("bayes");
    assertThatThrownBy(() -> Noise.of(1, 1, 1).fromRow(-1)).hasMessageContaining("-1");
  }
}
