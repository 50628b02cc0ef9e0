package io.github.tgp4j.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.auto.ModelSearch;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.ModelFileException;
import io.github.tgp4j.io.Provenance;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.model.DeepGp;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a user's own in the model language, in models, in files and in the search. */
class OwnPartsTest {
  private static final double[][] X = new double[60][2];
  private static final double[] Y = new double[60];

  static {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < Y.length; i++) {
      X[i][0] = random.nextGaussian();
      X[i][1] = random.nextGaussian();
      double f = Math.sin(2 * X[i][0]) + 0.3 * X[i][1] + 0.1 * random.nextGaussian();
      Y[i] = f + 2 * f * f * f;
    }
  }

  private static Tgp tgp() {
    return Tgp.builder()
        .covariance(CauchyCovariance::new)
        .mean(new SineMean(1))
        .flow(new CubicFlow(0.25))
        .likelihood(new LogisticLikelihood())
        .inducing(10)
        .nodes(12)
        .threads(1)
        .plan(TrainingPlan.ofSteps(30));
  }

  private static SavedModel saved(Model model) {
    return new SavedModel(model, Provenance.now(Map.of(), "", Y.length));
  }

  @Test
  void textsReadBack() {
    assertThat(Specs.flow("cubic(0.25) > affine"))
        .isEqualTo(Flows.compose(new CubicFlow(0.25), Flows.affine()))
        .hasToString("cubic(0.25) > affine");
    assertThat(Specs.flow("inverse(cubic(0.1))")).hasToString("inverse(cubic(0.1))");
    assertThat(Specs.likelihood("warped(cubic(0.5))")).hasToString("warped(cubic(0.5))");
    assertThat(Specs.likelihood("logistic")).isEqualTo(new LogisticLikelihood());
    assertThat(Specs.mean("sine(1)", 2)).isEqualTo(new SineMean(1));
    assertThat(Specs.covariance("cauchy(variance=3, lengthscale=0.5) + rbf[0]", 2))
        .isEqualTo(
            Covariances.sum(
                new CauchyCovariance(2).variance(3).lengthscales(0.5),
                Covariances.restrict(2, Covariances.rbf(1), 0)))
        .hasToString("cauchy(variance=3, lengthscale=0.5) + rbf[0]");
    assertThat(Specs.flowSpec("cubic(0.1) @ mlp(5, tanh, bayes)").isBayesian()).isTrue();
    assertThat(Specs.flowSpec("cubic(0.1) @ mlp(5, tanh)").isBayesian()).isFalse();
    assertThat(Specs.flowSpec("cubic(0.1)").isBayesian()).isFalse();
  }

  @Test
  void argumentsNobodyAskedForAreRefused() {
    assertThatThrownBy(() -> Specs.flow("cubic(1, 2)")).hasMessageContaining("no further argument");
    assertThatThrownBy(() -> Specs.covariance("cauchy(width=2)", 2))
        .hasMessageContaining("expected a parameter out of variance, lengthscales but got width");
    assertThatThrownBy(() -> Specs.mean("sine(1, 2)", 2))
        .hasMessageContaining("no further argument");
  }

  @Test
  void unknownPartsAreNamedWithTheRemedy() {
    assertThatThrownBy(() -> Specs.flow("their-own-flow"))
        .hasMessageContaining("no flow is called their-own-flow")
        .hasMessageContaining("cubic")
        .hasMessageContaining("Specs.registerFlow or a Parts service on the class path");
    assertThatThrownBy(() -> Specs.covariance("strange-covariance", 1))
        .hasMessageContaining("Specs.registerCovariance");
    assertThatThrownBy(() -> Specs.likelihood("strange-likelihood"))
        .hasMessageContaining("Specs.registerLikelihood");
    assertThatThrownBy(() -> Specs.mean("strange-mean", 1))
        .hasMessageContaining("Specs.registerMean");
  }

  @Test
  void namesMustBeFreeAndReadable() {
    for (String taken : List.of("sal", "sum", "inverse", "cubic")) {
      assertThatThrownBy(() -> Specs.registerFlow(taken, arguments -> Flows.exp()))
          .hasMessageStartingWith("flow " + taken + ": the name is ");
    }
    for (String odd : List.of("", "a b", "Cubic", "1st", "x(", "a--b", "é")) {
      assertThatThrownBy(() -> Specs.registerFlow(odd, arguments -> Flows.exp()))
          .hasMessageContaining("expected lower-case letters");
    }
    assertThatThrownBy(() -> Specs.registerLikelihood("warped", a -> new LogisticLikelihood()))
        .hasMessageContaining("one of the library's");
    assertThatThrownBy(() -> Specs.registerMean("linear", (d, a) -> new SineMean(0)))
        .hasMessageContaining("one of the library's");
    assertThatThrownBy(() -> Specs.registerFlow("nothing", null))
        .isInstanceOf(NullPointerException.class);
    Specs.registerMean("gives-null", (inputs, arguments) -> null);
    assertThatThrownBy(() -> Specs.mean("gives-null", 1))
        .hasMessageContaining("its factory gave null");
  }

  /** Of many threads that register one name, one succeeds; other names are never lost. */
  @Test
  void threadsMayRegisterAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String own = "racing-" + i;
        tasks.add(
            () -> {
              Specs.registerFlow(own, arguments -> new CubicFlow(1.0));
              try {
                Specs.registerFlow("racing", arguments -> new CubicFlow(1.0));
                return true;
              } catch (IllegalArgumentException e) {
                return false;
              }
            });
      }
      int winners = 0;
      for (Future<Boolean> task : threads.invokeAll(tasks)) {
        winners += task.get() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
      for (int i = 0; i < 4; i++) {
        assertThat(Specs.flow("racing-" + i)).isEqualTo(new CubicFlow(1.0));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aModelIsSavedAndReadInAnotherProcess(@TempDir Path folder)
      throws IOException, InterruptedException {
    TgpModel model = tgp().fit(X, Y);
    Path file = folder.resolve("own.tgp");
    ModelFile.write(file, saved(model));
    double[][] x = {{0.3, 1.0}, {-1.2, 0.5}};
    double[] mean = model.predict(x).mean();
    assertThat(ModelFile.read(file).model().predict(x).mean()).containsExactly(mean);

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                PredictSaved.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    assertThat(out).isEqualTo(java.util.Arrays.toString(mean));
  }

  @Test
  void aPartWithoutANameIsRefusedWhenSaving(@TempDir Path folder) {
    Flow nameless =
        new io.github.tgp4j.flow.ScalarFlow() {
          @Override
          protected double value(double[] theta, int at, double f) {
            return f;
          }

          @Override
          protected double valuePullback(
              double[] theta, int at, double f, double gBar, double[] thetaBar) {
            return gBar;
          }

          @Override
          protected double logSlope(double[] theta, int at, double f) {
            return 0.0;
          }

          @Override
          protected double logSlopePullback(
              double[] theta, int at, double f, double lBar, double[] thetaBar) {
            return 0.0;
          }

          @Override
          public String toString() {
            return "nameless";
          }
        };
    TgpModel model = tgp().flow(nameless).fit(X, Y);
    assertThatThrownBy(() -> ModelFile.write(folder.resolve("nameless.tgp"), saved(model)))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("flow nameless")
        .hasMessageContaining("register");
  }

  @Test
  void theSearchTriesThem() {
    ModelSearch.Result result =
        ModelSearch.of(tgp().flow("identity").plan(TrainingPlan.ofSteps(120)), List.of("cubic"))
            .rounds(1.0)
            .fit(X, Y);
    Map<String, Double> losses = result.choice().scores();
    assertThat(losses.get("cubic")).isLessThan(losses.get("identity"));
  }

  @Test
  void deepModelsTakeThem(@TempDir Path folder) {
    var model =
        DeepGp.builder()
            .covariance(CauchyCovariance::new)
            .likelihood(new LogisticLikelihood())
            .inducing(8)
            .nodes(8)
            .samples(4)
            .threads(1)
            .plan(TrainingPlan.ofSteps(3))
            .fit(X, Y);
    Path file = folder.resolve("deep.tgp");
    ModelFile.write(file, saved(model));
    assertThat(ModelFile.read(file).model().predict(X).mean())
        .containsExactly(model.predict(X).mean());
  }

  @Test
  void nothingIsNotAPart() {
    Tgp tgp = Tgp.builder();
    assertThatThrownBy(() -> tgp.flow((Flow) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> tgp.flow((String) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> tgp.likelihood((Likelihood) null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> tgp.covariance((String) null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> tgp.mean((String) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> tgp.covariance(new CauchyCovariance(3)).fit(X, Y))
        .hasMessageContaining("expected one of 2 inputs")
        .hasMessageContaining("cauchy of 3");
    assertThatThrownBy(() -> tgp.covariance(inputs -> null).fit(X, Y))
        .hasMessageContaining("but got null");
  }
}
