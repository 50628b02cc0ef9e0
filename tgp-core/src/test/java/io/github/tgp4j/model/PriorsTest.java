package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.param.ParameterPriors;
import io.github.tgp4j.param.Priors;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Priors on parameters: their text, their effect on every kind of model, and their way to files.
 */
class PriorsTest {
  private static final String TIGHT = "covariance.lengthscales ~ lognormal(1.2, 0.01)";
  private static final double TARGET = Math.exp(1.2);
  private static final double[][] X = new double[24][1];
  private static final double[] Y = new double[24];

  static {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < Y.length; i++) {
      X[i][0] = i / 4.0;
      Y[i] = Math.sin(X[i][0]) + 0.1 * random.nextGaussian();
    }
  }

  /** The lengthscale of a model. */
  private static double lengthscale(Model model) {
    return model.parameter("covariance.lengthscales")[0];
  }

  private static void assertHeld(Model model) {
    assertThat(lengthscale(model)).isBetween(0.9 * TARGET, 1.1 * TARGET);
  }

  @Test
  void textReadsBack() {
    String text =
        "covariance.lengthscales ~ lognormal(0.7, 1); likelihood.noise-variance ~ gamma(2, 10);"
            + " mean.value ~ normal(-0.5, 0.25)";
    ParameterPriors priors =
        ParameterPriors.NONE
            .with("covariance.lengthscales", Priors.logNormal(0.7, 1))
            .with("likelihood.noise-variance", Priors.gamma(2, 10))
            .with("mean.value", Priors.normal(-0.5, 0.25));
    assertThat(Specs.priors(text)).isEqualTo(priors).hasToString(text).hasSameHashCodeAs(priors);
    assertThat(Specs.priors("")).isEqualTo(ParameterPriors.NONE).hasToString("");
    assertThatThrownBy(() -> Specs.priors("a ~ cauchy(1, 2)"))
        .hasMessageContaining("no prior is called cauchy");
    assertThatThrownBy(() -> Specs.priors("a ~ normal(1, 0)")).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Specs.priors("a ~ normal(1)")).hasMessageContaining("number for sd");
    assertThatThrownBy(() -> Specs.priors("a ~ normal(1, 1); a ~ normal(2, 1)"))
        .hasMessageContaining("two priors");
    assertThatThrownBy(() -> Specs.priors("a = 3")).hasMessageContaining("expected '~'");
  }

  /** Weak priors are kept in the file, under the names that parts have. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "matern32[0,1] * matern32[0,1]",
        "rbf[0] + rbf[0]",
        "(rbf + rq)[1] * (rbf + rq)[1]"
      })
  void namesOfAllPartsReadBack(String covariance) {
    double[][] two = Arrays.stream(X).map(x -> new double[] {x[0], -x[0]}).toArray(double[][]::new);
    TgpModel model =
        Tgp.builder()
            .covariance(covariance)
            .inducing(5)
            .threads(1)
            .plan(TrainingPlan.ofSteps(2))
            .fit(two, Y);
    ParameterPriors priors = model.priors();
    assertThat(priors.names()).anyMatch(name -> name.contains("]-2."));
    assertThat(Specs.priors(priors.toString())).isEqualTo(priors);
    Model read = ModelFile.fromBytes(ModelFile.toBytes(model)).model();
    assertThat(((TgpModel) read).priors()).isEqualTo(priors);
  }

  @Test
  void collapsedAndStochasticStepsHonourThem() {
    Tgp tgp = Tgp.builder().inducing(15).threads(1);
    assertThat(lengthscale(tgp.fit(X, Y))).isLessThan(0.6 * TARGET);
    assertHeld(tgp.copy().priors(TIGHT).fit(X, Y));
    assertHeld(
        tgp.copy()
            .prior("covariance.lengthscales", Priors.logNormal(1.2, 0.01))
            .flow("sal(1)")
            .nodes(10)
            .plan(TrainingPlan.ofSteps(250))
            .fit(X, Y));
  }

  @Test
  void everyOtherModelHonoursThem() {
    assertHeld(WarpedGp.builder().priors(TIGHT).fit(X, Y));
    assertHeld(
        TransformedPriorGp.builder()
            .priors(TIGHT)
            .plan(TrainingPlan.ofSteps(250))
            .fit(X, Y)
            .model());
    assertHeld(
        NonMarginalTgp.of("t-process(4)")
            .priors(TIGHT)
            .inducing(10)
            .plan(TrainingPlan.ofSteps(250))
            .fit(X, Y));
    DeepModel deep =
        DeepGp.builder()
            .priors("likelihood.noise-variance ~ lognormal(1.2, 0.01)")
            .inducing(8)
            .plan(TrainingPlan.ofSteps(250))
            .fit(X, Y);
    assertThat(deep.parameter("likelihood.noise-variance")[0]).isGreaterThan(1.0); // far from 0.01
  }

  @Test
  void filesKeepThem(@TempDir Path folder) {
    Path file = folder.resolve("model.tgp");
    TgpModel model =
        Tgp.builder().inducing(8).priors(TIGHT).plan(TrainingPlan.ofSteps(2)).fit(X, Y);
    ModelFile.write(file, new SavedModel(model, Provenance.now(Map.of(), "", Y.length)));
    TgpModel read = (TgpModel) ModelFile.read(file).model();
    assertThat(read.priors()).isEqualTo(Specs.priors(TIGHT));
    assertThat(read.predict(X).mean()).containsExactly(model.predict(X).mean());
  }

  @Test
  void aPriorOnNothingIsRefused() {
    assertThatThrownBy(() -> Tgp.builder().priors("covariance.width ~ normal(0, 1)").fit(X, Y))
        .hasMessageContaining("parameter covariance.width: no such name")
        .hasMessageContaining("covariance.variance, covariance.lengthscales, inducing");
    assertThatThrownBy(
            () -> Tgp.builder().mean("constant").priors("mean.value ~ gamma(2, 1)").fit(X, Y))
        .hasMessageContaining("prior gamma(2, 1) of mean.value: expected a density at 0");
    assertThatThrownBy(() -> Tgp.builder().prior("covariance.variance", null))
        .isInstanceOf(NullPointerException.class);
  }
}
