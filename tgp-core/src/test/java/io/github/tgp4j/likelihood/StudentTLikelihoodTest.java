package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.testing.LikelihoodContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudentTLikelihoodTest extends LikelihoodContract {
  @Override
  protected List<Likelihood> variants() {
    return List.of(
        StudentTLikelihood.of(5), StudentTLikelihood.of(4.5), StudentTLikelihood.learnt(5));
  }

  @Override
  protected List<String> texts() {
    return List.of("student-t(5)", "student-t(4.5)", "student-t(5, learnt)");
  }

  @Override
  protected double[] theta() {
    return new double[] {0.7, 5.5};
  }

  @Override
  protected double[] targets() {
    return new double[] {-0.9, 0.1, 2.2};
  }

  @Override
  protected double[] refused() {
    return new double[] {};
  }

  @Override
  protected TargetScaling scaling() {
    return TargetScaling.STANDARDISE;
  }

  @Test
  void trainsItsDegreesOfFreedomOnlyWhenAsked() {
    assertThat(StudentTLikelihood.of(4).parameters().get(1).trainable()).isFalse();
    assertThat(StudentTLikelihood.learnt(4).parameters().get(1).trainable()).isTrue();
    assertThat(StudentTLikelihood.of(4).parameters().get(1).initial()).containsExactly(4);
    assertThatThrownBy(() -> StudentTLikelihood.of(-1)).hasMessageContaining("degrees-of-freedom");
  }

  @Test
  void hasNoVarianceForFewDegreesOfFreedom() {
    double[] mean = new double[1];
    double[] variance = new double[1];
    StudentTLikelihood.of(2)
        .moments(new double[] {1, 2}, 0, new double[] {3}, 0, 1, 1, mean, variance, 0);
    assertThat(mean[0]).isEqualTo(3);
    assertThat(variance[0]).isInfinite();
  }
}
