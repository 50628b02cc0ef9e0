package io.github.tgp4j.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.testing.GradientCheck;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactWarpedGpTest {
  private static final int N = 9;
  private final SplittableRandom random = new SplittableRandom(4);
  private final Matrix x = SmallModel.random(N, 2, random);
  private final double[] y = random.doubles(N, 0.1, 3).toArray();

  private SmallModel model(String mean, String likelihood) {
    SmallModel model = SmallModel.of("matern32", mean, "identity", likelihood, 1, x);
    for (Parameters.Block block : model.parameters.blocks()) {
      for (int i = 0; i < block.size() && !block.name().equals("inducing"); i++) {
        model.parameters.free()[block.from() + i] += random.nextDouble(-0.3, 0.3);
      }
    }
    model.parameters.refresh();
    return model;
  }

  @ParameterizedTest
  @CsvSource({"zero,gaussian", "linear,warped(sal(2) > softplus)", "constant,warped(sal(1))"})
  void pullbackIsTheGradient(String mean, String likelihood) {
    SmallModel model = model(mean, likelihood);
    Parameters parameters = model.parameters;
    parameters.setTrainable(name -> name.equals("inducing"), false);
    ExactWarpedGp exact = new ExactWarpedGp(model.architecture, x, y);
    exact.evaluate(parameters);
    double[] gradient = new double[parameters.size()];
    parameters.pullback(exact.gradient(), gradient);
    GradientCheck.check(
        free -> {
          Parameters moved = parameters.copy();
          System.arraycopy(free, 0, moved.free(), 0, free.length);
          moved.refresh();
          return exact.evaluate(moved);
        },
        parameters.free(),
        gradient,
        parameters::nameOf);
  }

  /** With Z = X and the optimal q(v) the sparse bound is the evidence, and one step gets there. */
  @ParameterizedTest
  @ValueSource(strings = {"gaussian", "warped(sal(1) > softplus)", "warped(exp)"})
  void isTheSparseBoundAtTheData(String likelihood) {
    SmallModel model = model("constant", likelihood);
    ExactWarpedGp exact = new ExactWarpedGp(model.architecture, x, y);
    double evidence = exact.evaluate(model.parameters);
    FullPosterior q = exact.posterior(model.parameters.value());
    assertThat(model.with(q).bound(x, y)).isCloseTo(evidence, within(1e-6));
    assertThat(model.naturalStep(x, y, 1.0)).isEqualTo(1.0);
    assertThat(model.bound(x, y)).isCloseTo(evidence, within(1e-6));
  }

  @Test
  void onlyWhatHasAClosedForm() {
    assertThatThrownBy(() -> new ExactWarpedGp(model("zero", "student-t(4)").architecture, x, y))
        .hasMessageContaining("gaussian or warped");
    assertThatThrownBy(
            () ->
                new ExactWarpedGp(model("zero", "warped(softplus, censor=0.1)").architecture, x, y))
        .hasMessageContaining("without censoring");
    assertThatThrownBy(
            () ->
                new ExactWarpedGp(SmallModel.of("rbf", "sal(1)", "gaussian", x).architecture, x, y))
        .hasMessageContaining("without a flow");
  }
}
