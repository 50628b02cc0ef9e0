package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Flows;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One GP that the flows of all classes transform, and networks that they share. */
class OneProcessTest {
  private static final int N = 240;
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final double[] Y = new double[N];
  private static final double[] TWO = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble(-2, 2));
      X.set(i, 1, random.nextDouble(-2, 2));
      double height = X.get(i, 0) + 0.3 * random.nextGaussian();
      Y[i] = height < -0.7 ? 0 : height < 0.7 ? 1 : 2;
      TWO[i] = height > 0 ? 1 : 0;
    }
  }

  /** softmax(f, 2f) of two classes is the logistic function of f: the plain GP. */
  @Test
  void flowsOfSlopesOneAndTwoAreThePlainGp() {
    TgpModel plain = model("bernoulli(logit)", List.of(new IdentityFlow()));
    TgpModel one = model("categorical(2)", List.of(Flows.affine(), Flows.affine()));
    double[] x = {-1.3, -0.2, 0.4, 1.1, 2.5};
    Matrix rows = Matrix.zeros(5, 2);
    for (int i = 0; i < 5; i++) {
      rows.set(i, 0, x[i]);
    }
    double[] expected = plain.predict(rows).logDensity(new double[] {1, 0, 1, 1, 0});
    double[] got = one.predict(rows).logDensity(new double[] {1, 0, 1, 1, 0});
    for (int i = 0; i < 5; i++) {
      assertThat(got[i]).isCloseTo(expected[i], within(1e-6));
    }
    assertThat(bound(one)).isCloseTo(bound(plain), within(1e-9 * Math.abs(bound(plain))));
  }

  private static TgpModel model(String likelihood, List<Flow> flows) {
    Architecture architecture =
        new Architecture(
            2,
            List.of(
                new Architecture.Group(Specs.covariance("rbf", 2), Specs.mean("zero", 2), 3, 1)),
            List.of(
                new Architecture.Output(Specs.likelihood(likelihood), flows, List.of(), null, 1)));
    Parameters parameters =
        architecture.newParameters(List.of(Matrix.of(new double[][] {{-1, 0}, {0, 1}, {1, 0}})));
    if (flows.size() == 2) {
      parameters.setFrom(architecture.flowAt(0), new double[] {0, 1});
      parameters.setFrom(architecture.flowAt(1), new double[] {0, 2});
    }
    FullPosterior q = new FullPosterior(3, 0.4);
    System.arraycopy(new double[] {-1.0, 0.3, 1.4}, 0, q.mean(), 0, 3);
    List<InducingPosterior> posteriors = List.of(q);
    return new TgpModel(
        Scaling.none(2),
        Scaling.none(1),
        architecture,
        parameters,
        posteriors,
        new TrainingResult(0, 0, Double.NaN, 0, 0, 0, Ended.STEPS, List.of()),
        0);
  }

  private static double bound(TgpModel model) {
    Parameters parameters = model.architecture().newParameters(List.of(Matrix.zeros(3, 2)));
    for (Parameters.Block block : parameters.blocks()) {
      parameters.set(block.name(), model.parameter(block.name()));
    }
    try (Workers workers = new Workers(1)) {
      Elbo elbo =
          new Elbo(
              model.architecture(),
              parameters,
              model.posteriors(),
              List.of(Nodes.gaussHermite(20)),
              workers);
      return elbo.evaluate(X, new double[][] {TWO}, 1.0);
    }
  }

  private static Tgp tgp(String flow) {
    return Tgp.builder()
        .likelihood("categorical(3)")
        .flow(flow)
        .inducing(12)
        .nodes(10)
        .plan(TrainingPlan.ofSteps(120).withLearningRate(0.05).withNaturalStep(0.2));
  }

  @Test
  void learnsClassesWithOneGp() {
    TgpModel model =
        tgp("affine @ mlp(8, tanh, dropout=0.1, shared)").oneProcess(true).fit(X, column());
    assertThat(model.posteriors()).hasSize(1);
    Prediction prediction = model.predict(X);
    assertThat(LogScore.meanNegative(prediction.logDensity(Y))).isLessThan(0.6);
    assertThat(prediction.latentMean(0)).hasSize(N);
    assertThat(model.samplePaths(X.rowRange(0, 4), 3, 1)).hasDimensions(3, 4);
    assertThat(again(model).predict(X).logDensity(Y)).isEqualTo(prediction.logDensity(Y));
  }

  @Test
  void classesShareANetworkWithGpsOfTheirOwn() {
    TgpModel model = tgp("sal(1) @ mlp(8, tanh, shared)").fit(X, column());
    assertThat(model.posteriors()).hasSize(3);
    assertThat(model.parameterNames()).contains("network.layer-1.weights");
    double[] score = model.predict(X).logDensity(Y);
    assertThat(LogScore.meanNegative(score)).isLessThan(0.6);
    assertThat(again(model).predict(X).logDensity(Y)).isEqualTo(score);
  }

  @Test
  void aPredictionDependsOnItsRowAlone() {
    TgpModel model = tgp("sal(1)").oneProcess(true).fit(X, column());
    double[] all = model.predict(X).logDensity(Y);
    double[] some =
        model.predict(X.rowRange(50, 60)).logDensity(java.util.Arrays.copyOfRange(Y, 50, 60));
    for (int i = 0; i < 10; i++) {
      assertThat(some[i]).isCloseTo(all[50 + i], within(1e-8));
    }
  }

  @Test
  void refusesWhatItCannotBe() {
    assertThatThrownBy(() -> tgp("identity").oneProcess(true).fit(X, column()))
        .hasMessageContaining("a flow with parameters");
    assertThatThrownBy(() -> tgp("sal(1)").likelihood("gaussian").oneProcess(true).fit(X, column()))
        .hasMessageContaining("categorical(C)");
  }

  /** Saved and read. */
  private static Model again(Model model) {
    return ModelFile.fromBytes(ModelFile.toBytes(model)).model();
  }

  private static Matrix column() {
    return Matrix.column(Y);
  }
}
